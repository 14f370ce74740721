"""Take the pictures of the web page anew: ``python -m docs.pictures.take``.

A real browser looks at the page of the table that the README's terminal picture shows too; a hand
is being entered, a fault has its steps, and everything else is as the page's own tests have it.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from docs.pages.picture import example
from firmware_ctl.core.faults import FaultBook, Holds, StepFault
from firmware_ctl.core.faults.words import fault_view
from firmware_ctl.referee.referee import Referee
from firmware_ctl.wall_check.drawing import drawn
from rules.languages import Language
from tests.wall_check.hands_on_record import Evenings
from tests.web.browser import Visitor, chromium, visit
from tests.web.desks import every_desk
from tests.web.web_bench import ShownTable, serving

FOLDER = Path(__file__).parent
PHONE, DESK = (320, 720), (1280, 800)


@dataclass(frozen=True, slots=True)
class Sight:
    """How a page is looked at.

    Sizes are in CSS pixels. ``taps`` are made before the picture; then ``scroll`` is in view.
    """

    page: str
    language: Language
    size: tuple[int, int]
    dark: bool = False
    taps: tuple[str, ...] = ()
    rules: str = "DY"
    scroll: str = ""


SIGHTS: Mapping[str, Sight] = {
    "web-desk-en": Sight("table", Language.EN, DESK),
    "web-desk-zh-CN": Sight("table", Language.ZH, DESK),
    "web-phone-en": Sight("table", Language.EN, PHONE, dark=True),
    "web-phone-zh-CN": Sight("table", Language.ZH, PHONE, dark=True),
    "web-phone-ja": Sight("table", Language.JA, PHONE),
    "web-hand-zh-CN": Sight("hand", Language.ZH, PHONE),
    "web-claim-en": Sight(
        "hand",
        Language.EN,
        PHONE,
        taps=("claim 2", "from 1"),
        scroll="#hand [data-key='value 2']",
    ),
    "web-faults-ja": Sight("faults", Language.JA, PHONE),
    "web-wall-en": Sight("wall", Language.EN, PHONE, dark=True),
    "web-mixing-en": Sight("wall", Language.EN, (420, 900), scroll="#wall figure:nth-of-type(2)"),
    "web-first-ja": Sight("first", Language.JA, PHONE, taps=("first next",)),
    "web-tiles-zh-CN": Sight(
        "hand",
        Language.ZH,
        (420, 900),
        taps=("claim 2", "own", "by-tiles", "tile 9m"),
        rules="MCR",
    ),
}


def refereed(rules: str) -> Referee:
    """Return a hand; one of Deyang in which something has been entered."""
    referee = Referee()
    referee.begin(rules, 0)
    if rules != "DY":
        return referee
    referee.enter("kong", {"by": 0, "kind": "concealed", "tile": "1m"})
    referee.enter("claim", {"by": 3, "from": 1, "value": 2, "tile": "5p"})
    return referee


def shown(sight: Sight, referee: Referee) -> ShownTable:
    """Return the table of a sight: the one of every picture, with a fault on the faults' page."""
    table = example(sight.language).as_json()
    table["referee"] = asdict(referee.view())
    table["hand"]["root"] = sha256(b"an example").hexdigest()
    if sight.page == "faults":
        book = FaultBook()
        fault = book.add(StepFault("E204", 1), Holds.LOAD, 80.0)
        if fault is not None:
            table["faults"] = [asdict(fault_view(fault, sight.language))]
    return ShownTable(table)


async def look(visitor: Visitor, sight: Sight) -> bytes:
    """Tap what is to be tapped on an open page, and return what is seen."""
    await visitor.page.wait_for_timeout(500)
    for tap in sight.taps:
        await visitor.tap(tap)
    if sight.scroll:
        await visitor.page.locator(sight.scroll).scroll_into_view_if_needed()
        await visitor.page.wait_for_timeout(500)
    return await visitor.page.screenshot()


async def take() -> None:
    """Write every picture into this folder."""
    with TemporaryDirectory() as directory:
        Evenings(Path(directory)).play(120)

        async def newest(language: Language) -> Mapping[str, Any]:
            return drawn(Path(directory), language)

        async with chromium() as browser:
            for name, sight in SIGHTS.items():
                referee = refereed(sight.rules)
                table = shown(sight, referee)
                desks = every_desk(referee, table, Path(directory), newest)
                async with (
                    serving(table, more=desks) as server,
                    visit(
                        browser,
                        server.address,
                        language=sight.language,
                        size=sight.size,
                        dark=sight.dark,
                        start=f"#{sight.page}",
                    ) as visitor,
                ):
                    (FOLDER / f"{name}.png").write_bytes(await look(visitor, sight))


if __name__ == "__main__":
    asyncio.run(take())
