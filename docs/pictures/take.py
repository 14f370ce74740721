"""Take the pictures of the web page anew: ``python -m docs.pictures.take``.

A real browser looks at the page of the table that the README's terminal picture shows too.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from docs.pages.picture import example
from rules.languages import Language
from tests.web.chromium import Chromium
from tests.web.web_bench import ShownTable, serving

FOLDER = Path(__file__).parent
STILL = "document.getAnimations().filter((a) => a.playState === 'running').length <= 1"
"""Only the drum turns on."""


@dataclass(frozen=True, slots=True)
class Sight:
    """How the page is looked at; sizes in CSS pixels."""

    language: Language
    width: int
    height: int
    dark: bool


SIGHTS: Mapping[str, Sight] = {
    "web-desk-en": Sight(Language.EN, 1280, 800, dark=False),
    "web-desk-zh-CN": Sight(Language.ZH, 1280, 800, dark=False),
    "web-phone-en": Sight(Language.EN, 320, 720, dark=True),
    "web-phone-zh-CN": Sight(Language.ZH, 320, 720, dark=True),
    "web-phone-ja": Sight(Language.JA, 320, 720, dark=False),
}


async def take() -> None:
    """Write every picture into this folder."""
    with TemporaryDirectory() as directory:
        async with Chromium(Path(directory)) as chromium:
            for name, sight in SIGHTS.items():
                table = ShownTable(example(sight.language).as_json())
                async with serving(table) as page, chromium.tab() as tab:
                    await tab.open(
                        page.address,
                        width=sight.width,
                        height=sight.height,
                        languages=sight.language,
                        dark=sight.dark,
                    )
                    await tab.until("document.querySelector('.die')")
                    await tab.until(STILL)
                    (FOLDER / f"{name}.png").write_bytes(await tab.picture())


if __name__ == "__main__":
    asyncio.run(take())
