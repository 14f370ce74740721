"""The referee on the page: few taps, every worth a variant knows, and no hand judged by half."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from firmware_ctl.referee.referee import Referee
from firmware_ctl.texts import say
from rules.languages import Language
from rules.notation import parse_melds
from tests.web.browser import Visitor, chromium, visit
from tests.web.desks import every_desk
from tests.web.test_web_axe import busy_table
from tests.web.web_bench import ShownTable, serving

pytestmark = [pytest.mark.realtime, pytest.mark.timeout(240)]

Entering = Callable[[Visitor, ShownTable], Awaitable[None]]
FACES = "[...document.querySelectorAll('.picked .name')].map((one) => one.textContent)"


def enter(directory: Path, referee: Referee, entering: Entering) -> dict[str, Any]:
    """Enter something on the page; return the arguments of the one command that it said."""
    table = busy_table(referee)

    async def main() -> None:
        async with (
            serving(table, more=every_desk(referee, table, directory)) as server,
            chromium() as browser,
            visit(browser, server.address, start="#hand") as visitor,
        ):
            await visitor.page.wait_for_selector("[data-key='penalty']:visible")
            await entering(visitor, table)
            async with asyncio.timeout(10):
                while not table.taken:
                    await visitor.page.wait_for_timeout(50)
            assert visitor.complaints == []

    asyncio.run(main())
    (said,) = table.taken
    return dict(said.args)


def playing(variant: str) -> Referee:
    referee = Referee()
    referee.begin(variant, 0)
    return referee


def taps(*keys: str) -> Entering:
    async def entering(visitor: Visitor, table: ShownTable) -> None:
        for key in keys:
            assert table.taken == [], f"entered before {key}"
            await visitor.tap(key)

    return entering


def test_a_win_is_three_taps(tmp_path: Path) -> None:
    args = enter(tmp_path, playing("GY1"), taps("claim 1", "from 0", "value 3"))
    assert args == {"by": 1, "from": 0, "value": 3}


def test_a_kong_is_three_taps(tmp_path: Path) -> None:
    args = enter(tmp_path, playing("GY1"), taps("kong 2", "direct 0", "tile 5p"))
    assert args == {"by": 2, "kind": "direct", "tile": "5p", "from": 0}


@pytest.mark.parametrize("value", [8, 13, 24, 64, 88])
def test_every_usual_worth_of_the_competition_is_offered(tmp_path: Path, value: int) -> None:
    args = enter(tmp_path, playing("MCR"), taps("claim 1", "own", f"value {value}"))
    assert args["value"] == value


def test_any_other_number_is_typed_or_stepped_to(tmp_path: Path) -> None:
    async def entering(visitor: Visitor, table: ShownTable) -> None:
        for key in ("claim 1", "own"):
            await visitor.tap(key)
        await visitor.tap("number enter")
        assert table.taken == [], "no number, no entry"
        await visitor.page.fill("#other-number", "36")
        await visitor.tap("number up")
        await visitor.tap("number enter")

    assert enter(tmp_path, playing("MCR"), entering)["value"] == 37


OPEN = [
    *("into chow", "tile 1m", "tile 4m", "tile 7m", "into hand"),
    *("tile 1p", "tile 1p", "tile 1p", "tile 2p", "tile 2p"),
]


def test_an_open_hand_is_judged_as_open(tmp_path: Path) -> None:
    referee = playing("MCR")
    keys = ("claim 1", "from 0", "by-tiles", *OPEN, "tile a", "wind E", "enter")
    args = enter(tmp_path, referee, taps(*keys))
    assert parse_melds(args["melds"]) == parse_melds("[123m][456m][789m]")
    assert (args["hand"], args["tile"], args["flowers"]) == ("1p 1p 1p 2p", "2p", "a")
    referee.enter("claim", args)
    sheet: Any = referee.sheet(Language.EN, "MCR")
    assert sheet["wins"][0]["value"] == 20, "19, and a flower"


def test_a_kong_that_was_entered_counts_and_is_not_asked_for_again(tmp_path: Path) -> None:
    referee = playing("DY")
    referee.enter("kong", {"by": 1, "kind": "concealed", "tile": "1m"})
    hand = [f"tile {rank}m" for rank in (2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5)]
    keys = ("claim 1", "from 0", "by-tiles", *hand, "closed", "enter")
    args = enter(tmp_path, referee, taps(*keys))
    referee.enter("claim", args)
    sheet: Any = referee.sheet(Language.EN, "DY")
    assert [win["by"] for win in sheet["wins"]] == [1]
    assert "melds" not in args


async def wanting(visitor: Visitor) -> list[str]:
    """What the page says is missing; then the entry cannot be sent."""
    assert await visitor.page.is_disabled("[data-key='enter']")
    found: list[str] = await visitor.page.locator("mj-hand-page .warning").all_text_contents()
    return [text.removeprefix("! ") for text in found]


def test_what_cannot_be_seen_from_the_tiles_is_asked_not_taken_for_granted(
    tmp_path: Path,
) -> None:
    hand = [
        f"tile {one}"
        for one in ["1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "1p", "1p", "1p", "2p"]
    ]

    async def entering(visitor: Visitor, table: ShownTable) -> None:
        del table
        for key in ("claim 1", "from 0", "by-tiles", *hand):
            await visitor.tap(key)
        short = say("page.tiles-count", count=13, whole=14)
        assert await wanting(visitor) == [short, say("page.say-open"), say("page.say-wind")]
        await visitor.tap("tile 3p")
        await visitor.tap("back")
        await visitor.tap("tile 2p")
        assert await wanting(visitor) == [say("page.say-open"), say("page.say-wind")]
        assert (await visitor.page.evaluate(FACES))[-1] == "2p"
        await visitor.tap("closed")
        assert await wanting(visitor) == [say("page.say-wind")]
        await visitor.tap("wind S")
        await visitor.tap("fact last_tile")
        await visitor.tap("enter")

    args = enter(tmp_path, playing("MCR"), entering)
    assert (args["round_wind"], args["flags"], args["tile"]) == ("S", "last_tile", "2p")


def test_a_chow_begins_with_a_tile_that_can_begin_one(tmp_path: Path) -> None:
    async def entering(visitor: Visitor, table: ShownTable) -> None:
        del table
        for key in ("claim 1", "own", "by-tiles", "into chow"):
            await visitor.tap(key)
        for code, off in {"7m": False, "8m": True, "E": True, "a": False}.items():
            assert await visitor.page.is_disabled(f"[data-key='tile {code}']") is off
        await visitor.tap("cancel")
        for key in ("claim 1", "own", "value 8"):
            await visitor.tap(key)

    enter(tmp_path, playing("MCR"), entering)


def test_what_only_some_variants_count_is_asked_where_it_can_be(tmp_path: Path) -> None:
    async def entering(visitor: Visitor, table: ShownTable) -> None:
        del table
        for key in ("claim 1", "own", "how kong", "fact kong_chain 2"):
            await visitor.tap(key)
        assert await visitor.page.locator("[data-key='fact floated']").count() == 0, "drawn"
        await visitor.tap("value 4")

    args = enter(tmp_path, playing("HZ"), entering)
    assert args == {"by": 1, "how": "kong", "kong_chain": 2, "value": 4}


def test_chickens_are_counted_where_they_lie_and_who_is_ready_is_asked(tmp_path: Path) -> None:
    referee = playing("GY4")
    referee.enter("claim", {"by": 0, "from": 1, "value": 3})

    async def entering(visitor: Visitor, table: ShownTable) -> None:
        del table
        for key in (
            *("chicken", "tile 5m", "more 0 in-hand 6m", "more 0 in-hand 6m", "less 0 in-hand 6m"),
            *("more 2 discarded 1s", "first 2", "take 6m", "from 1", "by 0", "ready 2", "ready 3"),
        ):
            await visitor.tap(key)
        assert say("page.say-ready") in await wanting(visitor)
        for key in ("not-ready 1", "not-ready 3", "enter"):
            await visitor.tap(key)

    args = enter(tmp_path, referee, entering)
    assert args == {
        "turned": "5m", "in_hand": "6m///", "discarded": "//1s/", "ready": "0 2", "first": 2,
        "claimed": "0 1 6m",
    }  # fmt: skip
    referee.enter("chicken", args)
    assert sum(referee.view().hand) == 0


def test_a_draw_says_who_was_ready_what_for_and_shows_tiles(tmp_path: Path) -> None:
    referee = playing("QS")
    tiles = [f"tile {one}" for one in ["1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "1p"]]

    async def entering(visitor: Visitor, table: ShownTable) -> None:
        del table
        for key in ("draw", "ready 0", "value 2", "pig 1", "not-ready 2", "ready 3", "by-tiles"):
            await visitor.tap(key)
        for key in tiles:
            await visitor.tap(key)
        assert await wanting(visitor) == [say("page.tiles-count", count=10, whole=13)]
        for key in ("into pung", "tile 3p", "enter", "last 3", "enter"):
            await visitor.tap(key)

    args = enter(tmp_path, referee, entering)
    shown = "1m 2m 3m 4m 5m 6m 7m 8m 9m 1p [3p3p3p]"
    assert args == {"hands": f"ready 2/pig/not-ready/{shown}", "last": 3}
    referee.enter("draw", args)
    assert sum(referee.view().hand) == 0
    assert referee.view().hand[3] > 0, "his tiles are ready"


def test_where_nothing_is_paid_at_a_draw_nobody_asks_what_hands_were_worth(tmp_path: Path) -> None:
    args = enter(tmp_path, playing("GD"), taps("draw", "ready 0", "last 2", "enter"))
    assert args == {"hands": "ready///", "last": 2}
