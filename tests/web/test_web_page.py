"""The page in a real browser, before a daemon whose simulated people play.

Every page that is opened shows the whole picture within its own width and complains of nothing.
"""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import Browser

from firmware_ctl.texts import LANGUAGES, say
from tests.core.test_secrecy import kinds_told
from tests.firmware_ctl.pictures import fault, snapshot
from tests.support.daemon import Running
from tests.web.browser import DESK, PHONE, Visitor, chromium, visit
from tests.web.web_bench import ShownTable, serving

pytestmark = [pytest.mark.realtime, pytest.mark.timeout(240)]

SIZES = {"phone": PHONE, "desk": DESK}
SPEED = "10"


class Page:
    """A daemon that serves its page on a free port, and where that is."""

    def __init__(self, directory: Path, *argv: str) -> None:
        config = directory / "table.toml"
        config.write_text('config_version = 1\n[table]\nname = "Table 7"\n[web]\nport = 0\n')
        self.running = Running(directory, "--config", str(config), "--seed", "7", *argv)
        self.running.hears("READY=1")
        assert self.running.process.stderr is not None
        told = self.running.process.stderr.readline()
        found = re.match(r"mjtable: (http://127\.0\.0\.1:\d+/) shows the simulated table", told)
        assert found is not None, told
        self.address = found[1]


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Page]:
    page = Page(tmp_path, "--demo", "--speed", SPEED)
    try:
        yield page
    finally:
        page.running.clean_up()


@pytest.fixture
def resting(tmp_path: Path) -> Iterator[Page]:
    page = Page(tmp_path)
    try:
        yield page
    finally:
        page.running.clean_up()


def test_a_hand_is_shown_in_every_language_on_a_phone_and_on_a_desk(played: Page) -> None:
    async def look_at(browser: Browser, language: str, size: str) -> None:
        dark = size == "desk"
        async with visit(
            browser, played.address, language=language, size=SIZES[size], dark=dark
        ) as visitor:
            page = visitor.page
            assert await page.evaluate("document.documentElement.lang") == language
            shown = await page.inner_text("body")
            for key in ("view.simulated", "page.stop", "view.dealer", "view.link-up"):
                assert say(key, language) in shown
            assert "Table 7" in await page.title()
            await visitor.fits()
            # A whole hand goes by: walls rise, dice fall, lanes fill, the drum turns.
            for sight in (
                "document.querySelectorAll('.tray-up').length === 4",
                "document.querySelectorAll('.die').length === 2",
                "document.querySelector('.begin').textContent",
                "document.querySelector('.upper.first')",
                "document.querySelectorAll('.made').length > 20",
                "document.querySelector('.turning')",
            ):
                await visitor.until(sight)
            await visitor.fits()
            assert kinds_told(await page.content()) == set()
            assert [url for url in visitor.requests if not url.startswith(played.address)] == []
            assert visitor.complaints == []

    async def main() -> None:
        async with chromium() as browser, asyncio.TaskGroup() as group:
            for language in LANGUAGES:
                for size in SIZES:
                    group.create_task(look_at(browser, language, size))

    asyncio.run(main())


@pytest.mark.parametrize("way", ["tap", "Enter", "Space"])
def test_one_tap_or_one_key_stops_the_table(resting: Page, way: str) -> None:
    async def main() -> None:
        async with chromium() as browser, visit(browser, resting.address) as visitor:
            await asyncio.to_thread(resting.running.cli, "send", "home")
            await visitor.shows("mj-facts dd", "homing")
            stop = visitor.page.locator("mj-stop button")
            await (stop.tap() if way == "tap" else stop.press(way))
            await visitor.shows("mj-stop .told", say("page.stopped"))
            await visitor.page.wait_for_selector(".doing:has-text('by stop')")
            assert visitor.complaints == []

    asyncio.run(main())
    assert resting.running.snapshot()["surface"] == "paused"


def test_when_the_table_is_gone_the_page_says_so_and_a_stop_that_fails_too(resting: Page) -> None:
    async def main() -> None:
        async with chromium() as browser, visit(browser, resting.address) as visitor:
            assert await visitor.page.text_content(".lost") == ""
            resting.running.process.kill()
            await visitor.shows(".lost", say("page.lost"))
            await visitor.page.wait_for_selector("mj-board.old")
            await visitor.page.tap("mj-stop button")
            await visitor.shows("mj-stop .told", say("page.stop-failed"))
            await visitor.fits()

    asyncio.run(main())


TROUBLED = snapshot(
    surface="faulted",
    phase="phase.faulted",
    faults=(fault(), fault(id=8, code="E401", name="lane eye", side=3)),
    estop="engaged",
    locked=True,
    link={"state": "down", "since": 0.0, "errors": 3},
    verdict={"level": "block", "text": "Wall void, do not play it."},
    positions={"dome": "unknown"},
    dealer=None,
)


@pytest.mark.parametrize("size", sorted(SIZES))
@pytest.mark.parametrize("language", LANGUAGES)
def test_trouble_is_told_in_words_with_its_cause_and_what_to_do(language: str, size: str) -> None:
    async def look_at(visitor: Visitor) -> None:
        page = visitor.page
        shown = await page.inner_text("body")
        for told in (fault()["code"], fault()["name"], fault()["cause"], fault()["do"], "E401"):
            assert told in shown
        for key in ("view.estop-engaged", "view.locked", "view.link-down", "page.do"):
            assert say(key, language) in shown
        sides = await page.text_content("mj-board ul") or ""
        assert sides.count(say("state.faulted", language)) == 2
        marked = await page.locator(".name.faulty").all_text_contents()
        assert all("⚠" in name for name in marked)
        assert len(marked) == 2
        await visitor.fits()
        assert visitor.complaints == []

    async def main() -> None:
        async with (
            serving(ShownTable(TROUBLED)) as server,
            chromium() as browser,
            visit(browser, server.address, language=language, size=SIZES[size]) as visitor,
        ):
            await look_at(visitor)

    asyncio.run(main())


def test_the_language_is_chosen_and_kept(resting: Page) -> None:
    async def main() -> None:
        async with (
            chromium() as browser,
            visit(browser, resting.address, language="fr") as visitor,
        ):
            assert await visitor.page.evaluate("document.documentElement.lang") == "en"
            await visitor.page.select_option("#language", "ja")
            await visitor.shows("mj-stop button", say("page.stop", "ja"))
            await visitor.page.reload()
            await visitor.until("document.documentElement.lang === 'ja'")
            await visitor.shows(".doing", say("phase.unhomed", "ja"))

    asyncio.run(main())


def test_every_part_has_a_name_for_who_does_not_see_it(resting: Page) -> None:
    async def main() -> None:
        async with chromium() as browser, visit(browser, resting.address) as visitor:
            page = visitor.page
            line = await page.context.new_cdp_session(page)
            tree = (await line.send("Accessibility.getFullAXTree"))["nodes"]
            named = {
                (node["role"]["value"], node.get("name", {}).get("value", ""))
                for node in tree
                if not node["ignored"]
            }
            assert ("button", say("page.stop")) in named
            assert ("heading", "mjtable · Table 7") in named
            assert ("group", say("page.picture")) in named
            assert not {role for role, name in named if role in ("button", "combobox") and not name}
            sides = await page.locator("mj-board li").all_text_contents()
            assert [told.split(",")[0].split(" ")[0] for told in sides] == [
                say(f"side.{side}") for side in range(4)
            ]

    asyncio.run(main())


CONTRAST = """
(() => {
  const channel = (v) => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  const light = (c) => c.match(/[\\d.]+/g).slice(0, 3).map(Number).map(channel)
    .reduce((sum, v, at) => sum + v * [0.2126, 0.7152, 0.0722][at], 0);
  const ground = (e) => {
    for (; e; e = e.parentElement) {
      const c = getComputedStyle(e).backgroundColor;
      if (!/, 0\\)$/.test(c) && c !== "transparent") return c;
    }
    return "rgb(255, 255, 255)";
  };
  return [...document.querySelectorAll("h1, p, dt, dd, strong, button, select")]
    .filter((e) => e.checkVisibility() && e.textContent.trim())
    .map((e) => {
      const [a, b] = [light(getComputedStyle(e).color), light(ground(e))].sort((x, y) => y - x);
      return [e.textContent.slice(0, 20), (a + 0.05) / (b + 0.05)];
    });
})()
"""


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_text_stands_out_enough(resting: Page, *, dark: bool) -> None:
    """WCAG 2.2, 1.4.3: 4.5 to 1."""

    async def main() -> None:
        async with chromium() as browser, visit(browser, resting.address, dark=dark) as visitor:
            texts = await visitor.page.evaluate(CONTRAST)
            assert len(texts) > 10
            assert [text for text, contrast in texts if contrast < 4.5] == []

    asyncio.run(main())
