"""Every page, in every language, light and dark, on a phone: axe-core finds nothing serious."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from firmware_ctl.config.panel import PanelSettings
from firmware_ctl.referee.referee import Referee
from firmware_ctl.texts import LANGUAGES, say
from tests.firmware_ctl.pictures import fault, snapshot
from tests.web.browser import Visitor, chromium, visit
from tests.web.desks import every_desk
from tests.web.web_bench import ShownTable, serving

pytestmark = [pytest.mark.realtime, pytest.mark.timeout(240)]

PAGES = ("table", "hand", "wall", "faults", "statistics", "service", "settings", "people")
HEAD = "0123456789abcdef" * 4
STEP = {"n": 1, "text": "Switch off.", "act": None, "place": None, "command": None}
STEPS = (
    {**STEP, "check": "person", "state": "done"},
    {**STEP, "n": 2, "text": "Take the tile out.", "check": "person", "state": "waiting"},
    {**STEP, "n": 3, "text": "Close the hatch.", "check": "sensor", "state": "todo"},
)


def busy_table(referee: Referee) -> ShownTable:
    """A table with everything on it that a page can show."""
    view = referee.view()
    asked = fault(id=8, code="E310", question="Is a tile stuck at the belt?", steps=STEPS)
    data: dict[str, Any] = snapshot(
        surface="walls-up",
        faults=({**fault(), "steps": STEPS}, asked),
        allowed=("dice", "dealer", "lift", "resume", "home", "program", "variant", "mute", "stop"),
        referee={
            "entries": view.entries, "open": True, "over": False,
            "hand": view.hand, "scores": view.scores, "hands": 1,
        },
        record={"sequence": 812, "head": HEAD, "unsafe": 0, "acknowledged": True},
        self_check={
            "stage": "keys", "text": "Press the key.", "key": "key_lift.1", "compared": 9,
            "found": ["E207 tray.0"],
        },
        measured={"eye_level.0": {"value": 61, "quality": "ok"}},
    )  # fmt: skip
    return ShownTable(data)


def refereed() -> Referee:
    referee = Referee()
    referee.begin("GY1", 0)
    referee.enter("kong", {"by": 0, "kind": "concealed", "tile": "1m"})
    return referee


async def look(visitor: Visitor, name: str) -> None:
    """Look at what is shown: nothing serious, nothing standing out, the record's head below."""
    await visitor.page.wait_for_timeout(300)
    assert await visitor.flaws() == [], name
    await visitor.fits()
    assert "812 · 0123 4567 89ab cdef" in await visitor.page.inner_text("footer")


async def look_at_every_page(visitor: Visitor) -> None:
    for name in PAGES:
        await visitor.open(name)
        await look(visitor, name)
    await visitor.open("settings")
    await visitor.page.click("#settings a[href='#first']")
    steps = 1
    await look(visitor, "first step 1")
    while await visitor.page.query_selector("[data-key='first next']"):
        await visitor.tap("first next")
        steps += 1
        await look(visitor, f"first step {steps}")
    assert steps == 8
    assert visitor.complaints == []
    assert all(url.startswith(visitor.address) for url in visitor.requests)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_serious_on_any_page(tmp_path: Path, language: str, *, dark: bool) -> None:
    referee = refereed()
    table = busy_table(referee)

    async def main() -> None:
        async with (
            serving(table, more=every_desk(referee, table, tmp_path)) as server,
            chromium() as browser,
            visit(browser, server.address, language=language, dark=dark) as visitor,
        ):
            assert await visitor.page.evaluate("document.documentElement.lang") == language
            await look_at_every_page(visitor)

    asyncio.run(main())


def test_nothing_serious_in_the_middle_of_an_entry(tmp_path: Path) -> None:
    referee = refereed()
    table = busy_table(referee)

    async def main() -> None:
        async with (
            serving(table, more=every_desk(referee, table, tmp_path)) as server,
            chromium() as browser,
            visit(browser, server.address) as visitor,
        ):
            await visitor.open("hand")
            for kind, taps in {
                "claim 1": ["from 0", "by-tiles", "tile 9m"],
                "kong 2": ["direct 0"],
                "draw": ["not-ready 1", "ready 0", "by-tiles"],
                "chicken": ["tile 5m", "more 2 in-hand 6m"],
                "penalty": ["by 3", "false-win"],
            }.items():
                await visitor.tap(kind)
                for tap in taps:
                    await visitor.tap(tap)
                assert await visitor.flaws() == [], kind
                await visitor.fits()
                await visitor.tap("cancel")
            assert visitor.complaints == []

    asyncio.run(main())


def test_the_settings_show_what_would_change(tmp_path: Path) -> None:
    referee = refereed()
    table = busy_table(referee)
    desks = every_desk(referee, table, tmp_path)

    async def main() -> None:
        async with (
            serving(table, more=desks) as server,
            chromium() as browser,
            visit(browser, server.address) as visitor,
        ):
            page = visitor.page
            await visitor.open("settings")
            margin = page.locator("[id='field-motion.margin']")
            await margin.fill("3")
            await margin.blur()
            shown = await page.inner_text(".differences")
            assert "motion.margin 2.5 → 3" in " ".join(shown.split())
            await visitor.tap("keep")
            await page.wait_for_selector(f"mj-told:has-text('{say('settings.kept')}')")
            await page.wait_for_selector("[data-key='back motion.margin']")
            await visitor.tap("back motion.margin")
            await page.wait_for_selector("[data-key='back motion.margin']", state="detached")

    asyncio.run(main())
    assert PanelSettings(tmp_path / "table.toml").settings()


def test_a_player_comes_in_by_tonights_code_and_staff_by_pin(tmp_path: Path) -> None:
    referee = refereed()
    table = busy_table(referee)

    async def main() -> None:
        async with (
            serving(table, more=every_desk(referee, table, tmp_path)) as server,
            chromium() as browser,
        ):
            async with visit(browser, server.address, start="#people") as owner:
                await owner.page.fill("#set-staff", "2580")
                await owner.tap("set-staff")
                staff = say("page.you-are", role=say("role.staff"))
                await owner.page.wait_for_selector(f"#people:has-text('{staff}')")
                await owner.tap("show-code")
                await owner.page.wait_for_selector("img.code")
            token = server.access.table_token().text
            async with visit(browser, server.address, start=f"#join={token}") as player:
                await player.page.wait_for_selector("mj-nav a[href='#hand']", state="attached")
                await player.open("hand")
                await player.page.wait_for_selector("[data-key='claim 1']")
                assert token not in player.page.url
                assert await player.page.query_selector("mj-nav a[href='#settings']") is None
            async with visit(browser, server.address) as guest:
                await guest.open("hand")
                shown = await guest.page.inner_text("#hand")
                assert say("page.players-only") in shown
                assert await guest.page.query_selector("[data-key='claim 1']") is None

    asyncio.run(main())


def test_a_page_of_another_origin_can_neither_read_nor_command(tmp_path: Path) -> None:
    """The stranger's page is served by another table: same machine, another port."""
    table, other = ShownTable(), ShownTable()
    tries = """async (to) => {
      const told = [];
      for (const [path, how] of [
        ["api/snapshot", {}], ["api/me", {credentials: "include"}],
        ["api/stop", {method: "POST", mode: "no-cors", body: '{"key": "x"}'}],
        ["api/stop", {method: "POST", headers: {"Content-Type": "application/json",
          "X-Mjtable": "1"}, body: '{"key": "x"}'}],
      ]) {
        try {
          const answer = await fetch(to + path, how);
          told.push(answer.type === "opaque" ? "opaque" : await answer.text());
        } catch { told.push("refused"); }
      }
      told.push(await new Promise((done) => {
        const line = new WebSocket(to.replace("http", "ws") + "api/jog");
        line.onopen = () => done("open");
        line.onerror = () => done("refused");
      }));
      return told;
    }"""

    async def main() -> None:
        async with (
            serving(table) as server,
            serving(other) as stranger,
            chromium() as browser,
        ):
            context = await browser.new_context(bypass_csp=True)
            page = await context.new_page()
            await page.goto(stranger.address)
            told = await page.evaluate(tries, server.address)
            assert told[0] == told[1] == told[3] == told[4] == "refused"
            assert told[2] in ("refused", "opaque"), "it may be sent, but not read, nor is it taken"
            await context.close()

    asyncio.run(main())
    assert table.taken == []
