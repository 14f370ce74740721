"""The page in a real browser, before a daemon whose simulated people play.

Every page that is opened shows the whole picture within its own width and complains of nothing.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from firmware_ctl.texts import LANGUAGES, say
from tests.core.test_secrecy import kinds_told
from tests.firmware_ctl.pictures import fault, snapshot
from tests.support.daemon import Running
from tests.web.chromium import Chromium, Tab
from tests.web.web_bench import ShownTable, serving

pytestmark = [pytest.mark.realtime, pytest.mark.timeout(240)]

SIZES = {"phone": (320, 720), "desk": (1280, 800)}
SHOWN = "document.querySelector('mj-facts dd')"
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


STANDING_OUT = """
[...document.querySelectorAll("h1, p, dt, dd, strong, button, select, svg text")]
  .filter((e) => e.checkVisibility() && e.textContent.trim())
  .filter((e) => {
    const box = e.getBoundingClientRect();
    return box.left < -1 || box.right > innerWidth + 1;
  })
  .map((e) => e.textContent)
"""
STOP_BUTTON = """
(() => {
  const stop = document.querySelector("mj-stop button");
  const { x, y, width, height } = stop.getBoundingClientRect();
  return [width, height, document.elementFromPoint(x + width / 2, y + height / 2) === stop];
})()
"""


Visit = Callable[[Chromium], Awaitable[None]]


def visit(directory: Path, doing: Visit) -> None:
    async def main() -> None:
        async with Chromium(directory / "browser") as chromium:
            await doing(chromium)

    asyncio.run(main())


async def fits(tab: Tab) -> None:
    """Nothing stands out to the side, and the stop is on the screen, large and free."""
    wide, room = await tab.look("[document.documentElement.scrollWidth, innerWidth]")
    assert wide <= room
    assert await tab.look(STANDING_OUT) == []
    width, height, free = await tab.look(STOP_BUTTON)
    assert free
    assert width >= 200
    assert height >= 60


def test_a_hand_is_shown_in_every_language_on_a_phone_and_on_a_desk(
    played: Page, tmp_path: Path
) -> None:
    async def look_at(chromium: Chromium, language: str, size: str) -> None:
        width, height = SIZES[size]
        async with chromium.tab() as tab:
            await tab.open(
                played.address, width=width, height=height, languages=language, dark=size == "desk"
            )
            await tab.until(SHOWN)
            assert await tab.look("document.documentElement.lang") == language
            shown = await tab.look("document.body.innerText")
            for key in ("view.simulated", "page.stop", "view.dealer", "view.link-up"):
                assert say(key, language) in shown
            assert "Table 7" in await tab.look("document.title")
            await fits(tab)
            # A whole hand goes by: walls rise, dice fall, lanes fill, the drum turns.
            for sight in (
                "document.querySelectorAll('.tray-up').length === 4",
                "document.querySelectorAll('.die').length === 2",
                "document.querySelector('.begin').textContent",
                "document.querySelector('.upper.first')",
                "document.querySelectorAll('.made').length > 20",
                "document.querySelector('.turning')",
            ):
                await tab.until(sight)
            await fits(tab)
            assert kinds_told(await tab.look("document.documentElement.outerHTML")) == set()
            assert [url for url in tab.requests if not url.startswith(played.address)] == []
            assert tab.complaints == []

    async def doing(chromium: Chromium) -> None:
        async with asyncio.TaskGroup() as group:
            for language in LANGUAGES:
                for size in SIZES:
                    group.create_task(look_at(chromium, language, size))

    visit(tmp_path, doing)


@pytest.mark.parametrize("way", ["tap", "Enter", "space"])
def test_one_tap_or_one_key_stops_the_table(resting: Page, tmp_path: Path, way: str) -> None:
    async def doing(chromium: Chromium) -> None:
        async with chromium.tab() as tab:
            await tab.open(resting.address, width=320, height=720)
            await tab.until(SHOWN)
            await asyncio.to_thread(resting.running.cli, "send", "home")
            await tab.until("document.querySelector('mj-facts dd').textContent === 'homing'")
            if way == "tap":
                await tab.tap("mj-stop button")
            else:
                await tab.look("document.querySelector('mj-stop button').focus()")
                await tab.press(*{"Enter": ("Enter", 13), "space": (" ", 32)}[way])
            await tab.until(
                f"document.querySelector('.told').textContent === '{say('page.stopped')}'"
            )
            await tab.until("document.querySelector('.doing').textContent.includes('by stop')")
            assert tab.complaints == []

    visit(tmp_path, doing)
    assert resting.running.snapshot()["surface"] == "paused"


def test_when_the_table_is_gone_the_page_says_so_and_a_stop_that_fails_too(
    resting: Page, tmp_path: Path
) -> None:
    async def doing(chromium: Chromium) -> None:
        async with chromium.tab() as tab:
            await tab.open(resting.address, width=320, height=720)
            await tab.until(SHOWN)
            assert await tab.look("document.querySelector('.lost').textContent") == ""
            resting.running.process.kill()
            await tab.until(f"document.querySelector('.lost').textContent === '{say('page.lost')}'")
            assert await tab.look("document.querySelector('mj-board').classList.contains('old')")
            await tab.tap("mj-stop button")
            failed = say("page.stop-failed")
            await tab.until(f"document.querySelector('.told').textContent === '{failed}'")
            await fits(tab)

    visit(tmp_path, doing)


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
def test_trouble_is_told_in_words_with_its_cause_and_what_to_do(
    tmp_path: Path, language: str, size: str
) -> None:
    async def doing(chromium: Chromium) -> None:
        async with serving(ShownTable(TROUBLED)) as server, chromium.tab() as tab:
            width, height = SIZES[size]
            await tab.open(server.address, width=width, height=height, languages=language)
            await tab.until(SHOWN)
            shown = await tab.look("document.body.innerText")
            for told in (fault()["code"], fault()["name"], fault()["cause"], fault()["do"], "E401"):
                assert told in shown
            for key in ("view.estop-engaged", "view.locked", "view.link-down", "page.do"):
                assert say(key, language) in shown
            sides = await tab.look("document.querySelector('mj-board ul').textContent")
            assert sides.count(say("state.faulted", language)) == 2
            marked = await tab.look(
                "[...document.querySelectorAll('.name.faulty')].map(e => e.textContent)"
            )
            assert all("⚠" in name for name in marked)
            assert len(marked) == 2
            await fits(tab)
            assert tab.complaints == []

    visit(tmp_path, doing)


def test_the_language_is_chosen_and_kept(resting: Page, tmp_path: Path) -> None:
    async def doing(chromium: Chromium) -> None:
        async with chromium.tab() as tab:
            await tab.open(resting.address, width=320, height=720, languages="fr")
            await tab.until(SHOWN)
            assert await tab.look("document.documentElement.lang") == "en"
            await tab.look(
                "(c => { c.value = 'ja'; c.dispatchEvent(new Event('change')) })"
                "(document.querySelector('select'))"
            )
            stop = say("page.stop", "ja")
            await tab.until(f"document.querySelector('mj-stop button').textContent === '{stop}'")
            await tab.reload()
            await tab.until("document.documentElement.lang === 'ja'")
            phase = say("phase.unhomed", "ja")
            await tab.until(f"document.querySelector('.doing')?.textContent === '{phase}'")

    visit(tmp_path, doing)


def test_every_part_has_a_name_for_who_does_not_see_it(resting: Page, tmp_path: Path) -> None:
    async def doing(chromium: Chromium) -> None:
        async with chromium.tab() as tab:
            await tab.open(resting.address, width=320, height=720)
            await tab.until(SHOWN)
            tree = (await tab.say("Accessibility.getFullAXTree"))["nodes"]
            named = {
                (node["role"]["value"], node.get("name", {}).get("value", ""))
                for node in tree
                if not node["ignored"]
            }
            assert ("button", say("page.stop")) in named
            assert ("heading", "mjtable · Table 7") in named
            assert ("group", say("page.picture")) in named
            assert not {role for role, name in named if role in ("button", "combobox") and not name}
            sides = await tab.look(
                "[...document.querySelectorAll('mj-board li')].map(l => l.textContent)"
            )
            assert [told.split(",")[0].split(" ")[0] for told in sides] == [
                say(f"side.{side}") for side in range(4)
            ]
            # By keyboard alone everything is reached, the stop last, and each shows where it is.
            reached: list[str] = []
            while not reached or reached[-1] != "mj-stop":
                await tab.press("Tab", 9)
                part = "document.activeElement.closest('mj-language, mj-nav, mj-actions, mj-stop')"
                reached.append(await tab.look(f"{part}?.localName ?? 'nothing'"))
                assert (
                    await tab.look("getComputedStyle(document.activeElement).outlineStyle")
                    != "none"
                )
                assert len(reached) < 60
            assert list(dict.fromkeys(reached)) == [
                "mj-language",
                "mj-nav",
                "mj-actions",
                "mj-stop",
            ]

    visit(tmp_path, doing)


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
def test_every_text_stands_out_enough(resting: Page, tmp_path: Path, *, dark: bool) -> None:
    """WCAG 2.2, 1.4.3: 4.5 to 1."""

    async def doing(chromium: Chromium) -> None:
        async with chromium.tab() as tab:
            await tab.open(resting.address, width=320, height=720, dark=dark)
            await tab.until(SHOWN)
            texts = await tab.look(CONTRAST)
            assert len(texts) > 10
            assert [text for text, contrast in texts if contrast < 4.5] == []

    visit(tmp_path, doing)
