"""Every page by keyboard alone: all is reached in order, seen where it is, and nothing holds it."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from firmware_ctl.core.commands import Word
from tests.web.browser import PHONE, Visitor, chromium, visit
from tests.web.desks import every_desk
from tests.web.test_web_axe import PAGES, busy_table, refereed
from tests.web.web_bench import ShownTable, serving

pytestmark = [pytest.mark.realtime, pytest.mark.timeout(240)]

TO_BE_REACHED = """
[...document.querySelectorAll(
  "a[href], button, input, select, summary, [tabindex='0']"
)].filter((e) => e.checkVisibility() && !e.disabled)
  .map((e, at) => { e.at = at; return e.outerHTML.slice(0, 90); })
"""
REACHED = """
(() => {
  const e = document.activeElement;
  if (e === document.body) return null;
  const { outlineStyle, outlineWidth } = getComputedStyle(e);
  const box = e.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + Math.min(box.height / 2, 20)];
  const under = document.elementFromPoint(x, y);
  const hidden = under?.closest("footer") && !e.closest("footer");
  return {
    at: e.at ?? null, text: e.outerHTML.slice(0, 90),
    seen: outlineStyle !== "none" && parseFloat(outlineWidth) >= 2, hidden: Boolean(hidden),
  };
})()
"""
FOCUSED = "document.activeElement.dataset.key"
MOST_TABS = 250

Doing = Callable[[Visitor, ShownTable], Awaitable[None]]


def at_the_keyboard(directory: Path, doing: Doing) -> None:
    """Open the page of a busy table and do something there without a mouse."""
    referee = refereed()
    table = busy_table(referee)
    table.data["self_check"] = None

    async def main() -> None:
        async with (
            serving(table, more=every_desk(referee, table, directory)) as server,
            chromium() as browser,
            visit(browser, server.address, size=PHONE) as visitor,
        ):
            await doing(visitor, table)
            assert visitor.complaints == []

    asyncio.run(main())


async def reach(visitor: Visitor, key: str) -> None:
    """Press the tab key until a button has the focus."""
    for _ in range(MOST_TABS):
        if await visitor.page.evaluate(FOCUSED) == key:
            return
        await visitor.page.keyboard.press("Tab")
    pytest.fail(f"{key} is not reached by keyboard")


async def choose(visitor: Visitor, key: str) -> None:
    """Reach a button and press it; its answer is there when the page has been drawn anew."""
    await visitor.page.wait_for_selector(f"[data-key='{key}']:visible")
    await reach(visitor, key)
    await visitor.page.keyboard.press("Enter")


@pytest.mark.parametrize("name", [*PAGES, "first"])
def test_every_control_is_reached_in_its_order_and_seen(tmp_path: Path, name: str) -> None:
    async def doing(visitor: Visitor, shown: ShownTable) -> None:
        del shown
        page = visitor.page
        await page.evaluate(f"void (location.hash = '{name}')")
        await page.wait_for_selector(f"#{name}:not([hidden])")
        await page.wait_for_timeout(300)
        wanted = await page.evaluate(TO_BE_REACHED)
        reached: list[int] = []
        for _ in range(MOST_TABS):
            await page.keyboard.press("Tab")
            now = await page.evaluate(REACHED)
            if now is None:
                continue  # the browser's own parts, between the last and the first
            if now["at"] in reached:
                break
            assert now["seen"], now["text"]
            assert not now["hidden"], now["text"]
            reached.append(now["at"])
        first = reached.index(0)  # where a page begins is where its name led
        assert reached[first:] + reached[:first] == list(range(len(wanted)))

    at_the_keyboard(tmp_path, doing)


def test_a_win_is_entered(tmp_path: Path) -> None:
    async def doing(visitor: Visitor, table: ShownTable) -> None:
        await visitor.open("hand")
        for key in ("claim 1", "own", "value 2"):
            await choose(visitor, key)
        await visitor.page.wait_for_selector("[data-key='claim 1']:visible")
        (said,) = table.taken
        assert said.word is Word.CLAIM
        assert {"by": 1, "value": 2}.items() <= dict(said.args).items()

    at_the_keyboard(tmp_path, doing)


def test_a_key_that_is_held_down_answers_one_question_only(tmp_path: Path) -> None:
    async def doing(visitor: Visitor, table: ShownTable) -> None:
        await visitor.open("hand")
        await visitor.page.wait_for_selector("[data-key='claim 1']:visible")
        await reach(visitor, "claim 1")
        for _ in range(12):  # the keyboard repeats
            await visitor.page.keyboard.down("Enter")
        await visitor.page.keyboard.up("Enter")
        await visitor.page.wait_for_selector("[data-key='own']:visible")
        assert table.taken == []

    at_the_keyboard(tmp_path, doing)


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_the_table_goes_on_when_a_key_was_held_and_not_when_it_was_tapped(
    tmp_path: Path, key: str
) -> None:
    async def doing(visitor: Visitor, table: ShownTable) -> None:
        page = visitor.page
        await page.wait_for_selector("[data-key='resume']:visible")
        await reach(visitor, "resume")
        await page.keyboard.press(key)
        await reach(visitor, "home")
        await page.keyboard.down(key)
        while not table.taken:
            await page.wait_for_timeout(50)
        await page.keyboard.up(key)
        (said,) = table.taken
        assert said.word is Word.HOME
        assert said.held

    at_the_keyboard(tmp_path, doing)


def test_the_stop_is_one_key(tmp_path: Path) -> None:
    async def doing(visitor: Visitor, table: ShownTable) -> None:
        await visitor.open("settings")
        await visitor.page.focus("#language")
        await visitor.page.keyboard.press("Shift+Tab")
        await visitor.page.focus("mj-stop button")
        await visitor.page.keyboard.press("Space")
        while not table.taken:
            await visitor.page.wait_for_timeout(50)
        assert [said.word for said in table.taken] == [Word.STOP]

    at_the_keyboard(tmp_path, doing)
