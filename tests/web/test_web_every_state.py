"""Every page in every state and language: no hole in a text, room to look, no small target."""

import asyncio
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser

from firmware_ctl.referee.referee import Referee
from firmware_ctl.texts import LANGUAGES
from rules.tiles import TILES, code_of
from tests.firmware_ctl.pictures import fault, snapshot
from tests.web.browser import Visitor, chromium, visit
from tests.web.desks import every_desk
from tests.web.test_web_axe import PAGES, busy_table, refereed
from tests.web.test_web_page import TROUBLED
from tests.web.web_bench import ShownTable, serving

pytestmark = [pytest.mark.realtime, pytest.mark.timeout(300)]

HOLE = re.compile(r"\bundefined\b|\bNaN\b|\[object|\bnull\b|\bInfinity\b|\{\w*\}")
LEAST_PX = 43.5
"""44 px, less what a fraction of a pixel rounds away."""

SMALL = f"""
[...document.querySelectorAll("a[href], button, select, input, summary")]
  .filter((e) => e.checkVisibility())
  .map((e) => [e, (e.type === "checkbox" ? e.closest("label") ?? e : e).getBoundingClientRect()])
  .filter(([e, box]) => box.width < {LEAST_PX} || box.height < {LEAST_PX})
  .map(([e, box]) => `${{e.outerHTML.slice(0, 90)}} ${{box.width}} x ${{box.height}}`)
"""
ROOM = """
(() => {
  const above = document.querySelector("main").getBoundingClientRect().top + scrollY;
  const below = document.querySelector("footer").getBoundingClientRect().height;
  return (innerHeight - above - below) / innerHeight;
})()
"""
LEAST_ROOM = 0.6


def new_table() -> tuple[Referee, ShownTable]:
    """A table that has just been set up: no hand, no record, nothing measured."""
    referee = Referee()
    return referee, told_by(referee, snapshot(surface="unhomed", phase="phase.unhomed"))


def told_by(referee: Referee, data: Mapping[str, Any]) -> ShownTable:
    view = referee.view()
    parts = {name: getattr(view, name) for name in ("entries", "open", "over", "hand", "scores")}
    return ShownTable({"measured": {}, **data, "referee": {**parts, "hands": view.hands}})


def between_hands() -> tuple[Referee, ShownTable]:
    referee = Referee()
    referee.begin("MCR", 0)
    return referee, told_by(referee, snapshot(surface="dealing", dealer=None))


def settled() -> tuple[Referee, ShownTable]:
    referee = refereed()
    referee.enter("claim", {"by": 1, "value": 3})
    referee.end()
    return referee, told_by(referee, snapshot(surface="play", faults=(fault(),)))


def busy() -> tuple[Referee, ShownTable]:
    referee = refereed()
    return referee, busy_table(referee)


def troubled() -> tuple[Referee, ShownTable]:
    referee = Referee()
    return referee, told_by(referee, TROUBLED)


STATES = {one.__name__: one for one in (new_table, between_hands, settled, busy, troubled)}


@asynccontextmanager
async def shown(
    browser: Browser, directory: Path, state: str, language: str
) -> AsyncIterator[Visitor]:
    referee, table = STATES[state]()
    async with (
        serving(table, more=every_desk(referee, table, directory)) as server,
        visit(browser, server.address, language=language, ready="mj-stop button") as visitor,
    ):
        yield visitor
        assert visitor.complaints == []


async def go(visitor: Visitor, name: str) -> None:
    await visitor.page.evaluate(f"void (location.hash = '{name}')")
    await visitor.page.wait_for_selector(f"#{name}:not([hidden])")
    await visitor.page.wait_for_timeout(200)


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_has_a_hole_in_its_texts_or_a_target_too_small(
    tmp_path: Path, language: str, state: str
) -> None:
    async def main() -> None:
        async with chromium() as browser, shown(browser, tmp_path, state, language) as visitor:
            for name in (*PAGES, "first"):
                await go(visitor, name)
                text = await visitor.page.inner_text("body")
                labels = await visitor.page.evaluate(
                    "[...document.querySelectorAll('[aria-label]')].map((e) => e.ariaLabel)"
                )
                assert HOLE.findall("\n".join([text, *labels])) == [], name
                assert await visitor.page.evaluate(SMALL) == [], name
                room = await visitor.page.evaluate(ROOM)
                assert room >= LEAST_ROOM, f"{name}: {room:.2f} of the screen is left"

    asyncio.run(main())


def test_who_opens_the_service_page_by_its_address_sees_it_at_once(tmp_path: Path) -> None:
    async def main() -> None:
        async with chromium() as browser, shown(browser, tmp_path, "busy", "en") as visitor:
            await go(visitor, "service")
            await visitor.page.reload()
            await visitor.page.wait_for_selector("#service .inputs li")

    asyncio.run(main())


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_entered_most_is_there_without_scrolling(tmp_path: Path, language: str) -> None:
    async def main() -> None:
        async with chromium() as browser, shown(browser, tmp_path, "busy", language) as visitor:
            await visitor.open("hand")
            for key in ("claim 3", "kong 3"):
                button = visitor.page.locator(f"[data-key='{key}']")
                await button.wait_for()
                under = await button.evaluate(
                    "(e) => e.getBoundingClientRect().bottom"
                    " <= document.querySelector('footer').getBoundingClientRect().top"
                )
                assert under, key
            assert await visitor.page.evaluate("scrollY") == 0

    asyncio.run(main())


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_paper_the_sheet_stands_alone_and_in_ink(tmp_path: Path, language: str) -> None:
    async def main() -> None:
        async with chromium() as browser, shown(browser, tmp_path, "settled", language) as visitor:
            page = visitor.page
            await go(visitor, "hand")
            await page.wait_for_selector("#hand .lines li")
            assert await page.is_visible("[data-key='print']")
            await page.emulate_media(media="print", color_scheme="dark")
            seen = await page.locator("main button, main a, mj-nav, mj-stop, select").all()
            assert [await one.inner_text() for one in seen if await one.is_visible()] == []
            assert await page.is_visible("#hand .lines li")
            assert await page.is_visible("#hand .scores table")
            assert await page.is_visible("mj-title")
            ink, paper = await page.evaluate(
                "['color', 'backgroundColor'].map((one) => getComputedStyle(document.body)[one])"
            )
            assert (ink, paper) == ("rgb(0, 0, 0)", "rgb(255, 255, 255)")

    asyncio.run(main())


def test_the_menu_opens_by_a_tap_and_closes_with_the_choice(tmp_path: Path) -> None:
    async def main() -> None:
        async with chromium() as browser, shown(browser, tmp_path, "busy", "en") as visitor:
            link = visitor.page.locator("mj-nav a[href='#wall']")
            assert not await link.is_visible()
            await visitor.tap("menu")
            assert await link.is_visible()
            await visitor.page.keyboard.press("Escape")
            assert not await link.is_visible()
            await visitor.open("wall")
            assert not await link.is_visible()
            assert "2" in await visitor.page.inner_text("mj-nav button"), "the faults are told"

    asyncio.run(main())


FACES = """
(async (codes) => {
  const { back, face } = await import(new URL("tile.js", document.querySelector("script").src));
  const drawn = [...codes.map((code) => face(code, code)), back("A"), back("B")];
  return drawn.map((one) => {
    const svg = one.querySelector("svg");
    return [svg.children.length, svg.innerHTML, one.querySelector(".unseen")?.textContent ?? ""];
  });
})
"""


def test_each_face_and_both_backs_are_drawn_in_their_own_way(tmp_path: Path) -> None:
    codes = [code_of(tile) for tile in TILES]

    async def main() -> None:
        async with chromium() as browser, shown(browser, tmp_path, "busy", "en") as visitor:
            drawn = await visitor.page.evaluate(FACES, codes)
            assert all(parts >= 2 for parts, _, _ in drawn), "more than its edge"
            assert len({picture for _, picture, _ in drawn}) == len(codes) + 2
            assert [name for _, _, name in drawn[: len(codes)]] == codes

    asyncio.run(main())
