"""What an owner does on the page: first steps, a backup, the self-check, verdicts as they come."""

import asyncio
import zipfile
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from firmware_ctl.config.panel import PanelSettings
from firmware_ctl.core.commands import Word
from firmware_ctl.statistics.verdicts import VerdictHistory
from firmware_ctl.texts import say
from firmware_ctl.texts.parts import part_name
from firmware_ctl.views.web import wall_desk
from firmware_ctl.views.web.asked import Mounted
from firmware_ctl.views.web.backup_desk import BackupDesk
from firmware_ctl.views.web.wall_desk import WallDesk
from tests.web.browser import Visitor, chromium, visit
from tests.web.desks import every_desk
from tests.web.test_web_axe import busy_table, refereed
from tests.web.web_bench import ShownTable, serving

pytestmark = [pytest.mark.realtime, pytest.mark.timeout(240)]

Doing = Callable[[Visitor, ShownTable], Awaitable[None]]


def on_the_page(directory: Path, doing: Doing, start: str = "") -> None:
    referee = refereed()
    table = busy_table(referee)

    async def main() -> None:
        async with (
            serving(table, more=every_desk(referee, table, directory)) as server,
            chromium() as browser,
            visit(browser, server.address, start=start) as visitor,
        ):
            await doing(visitor, table)
            assert visitor.complaints == []

    asyncio.run(main())


def without(desks: list[Mounted], *paths: str) -> list[Mounted]:
    """Return desks but those that the test brings along itself."""
    return [one for one in desks if one.route.path not in paths]


async def go_to(visitor: Visitor, title: str) -> None:
    """Leave out every step before one."""
    head = visitor.page.locator(f"#first h3:has-text('{title}')").first
    while not await head.is_visible():
        await visitor.tap("first next")


def test_a_new_table_leads_to_the_first_steps_which_move_nothing(tmp_path: Path) -> None:
    async def doing(visitor: Visitor, table: ShownTable) -> None:
        await visitor.page.click("mj-first-notice a")
        await go_to(visitor, say("page.first-done"))
        assert table.taken == []
        await visitor.tap("first back")
        await visitor.page.wait_for_selector("#first code")

    on_the_page(tmp_path, doing)


def test_a_language_is_the_devices_at_once_and_the_tables_from_its_next_start(
    tmp_path: Path,
) -> None:
    async def doing(visitor: Visitor, _: ShownTable) -> None:
        await visitor.tap("language ja")
        await visitor.shows("#first h2", say("page.menu-first", "ja"))
        await visitor.page.wait_for_selector(f"mj-told:has-text('{say('settings.kept', 'ja')}')")

    on_the_page(tmp_path, doing, "#first")
    kept = {one.field.key: one.panel for one in PanelSettings(tmp_path / "table.toml").settings()}
    assert kept["table.language"] == "ja"


def test_the_picture_is_turned_to_ones_own_seat_and_stays_so(tmp_path: Path) -> None:
    below = "document.querySelectorAll('mj-board .name')[{side}].getAttribute('transform')"

    async def doing(visitor: Visitor, table: ShownTable) -> None:
        await go_to(visitor, say("page.first-seats"))
        await visitor.tap("seat 2")
        await visitor.open("table")
        await visitor.until(f"{below.format(side=2)}.startsWith('translate(0 294)')")
        await visitor.until(f"{below.format(side=0)}.startsWith('translate(0 -294)')")
        await visitor.page.reload()
        await visitor.until(f"{below.format(side=2)}?.startsWith('translate(0 294)')")
        assert table.taken == []

    on_the_page(tmp_path, doing, "#first")


def test_a_tap_on_a_side_lights_its_lamp(tmp_path: Path) -> None:
    async def doing(visitor: Visitor, table: ShownTable) -> None:
        await go_to(visitor, say("page.first-seats"))
        await visitor.tap("dealer 3")
        while not table.taken:
            await visitor.page.wait_for_timeout(50)
        (said,) = table.taken
        assert (said.word, dict(said.args)) == (Word.DEALER, {"side": 3})

    on_the_page(tmp_path, doing, "#first")


def test_the_self_check_is_begun_by_holding_and_shows_how_far_it_is(tmp_path: Path) -> None:
    async def doing(visitor: Visitor, table: ShownTable) -> None:
        table.change(self_check=None, allowed=("stop", "self-check"))
        await visitor.open("faults")
        await visitor.page.wait_for_selector("#faults [data-key='self-check']")
        await visitor.tap("self-check")
        assert table.taken == []
        await visitor.hold("self-check")
        while not table.taken:
            await visitor.page.wait_for_timeout(50)
        (said,) = table.taken
        assert (said.word, said.held) == (Word.SELF_CHECK, True)
        told: dict[str, object] = {
            "stage": "moving",
            "text": "Parts move.",
            "key": None,
            "compared": 0,
            "found": [],
        }
        table.change(self_check=told)
        moving = say("page.check-moving")
        await visitor.page.wait_for_selector(f"#faults .waiting:has-text('{moving}')")
        done = {**told, "stage": "done", "text": "One found.", "found": ["E207 tray.0"]}
        table.change(self_check=done)
        tray = part_name("tray.0", "en")
        await visitor.page.wait_for_selector(f"#faults :text('E207 {tray}')")
        assert await visitor.page.locator("#faults .steps .done").count() >= 2

    on_the_page(tmp_path, doing)


def test_a_backup_comes_as_a_file_and_a_refusal_in_words(tmp_path: Path) -> None:
    def write(target: Path) -> None:
        with zipfile.ZipFile(target, "w") as archive:
            archive.writestr("config/table.toml", "config_version = 1\n")

    async def take(more: list[Mounted], doing: Callable[[Visitor], Awaitable[None]]) -> None:
        table = busy_table(refereed())
        desks = without(every_desk(refereed(), table, tmp_path), "/api/backup")
        async with (
            serving(table, more=[*desks, *more]) as server,
            chromium() as browser,
            visit(browser, server.address) as visitor,
        ):
            await visitor.open("service")
            await doing(visitor)

    async def comes(visitor: Visitor) -> None:
        async with visitor.page.expect_download() as download:
            await visitor.tap("backup")
        file = await (await download.value).path()
        assert zipfile.ZipFile(file).namelist() == ["config/table.toml"]

    async def refused(visitor: Visitor) -> None:
        await visitor.tap("backup")
        why = say("web.no-backup")
        await visitor.page.wait_for_selector(f"mj-told.refused:has-text('{why}')")

    asyncio.run(take([*BackupDesk(write).mounted()], comes))
    asyncio.run(take([*BackupDesk(None).mounted()], refused))


def test_a_verdict_is_shown_when_it_comes(tmp_path: Path) -> None:
    history = VerdictHistory(tuple)
    table = busy_table(refereed())
    desks = without(
        every_desk(refereed(), table, tmp_path), *(one.path for one in wall_desk.ROUTES)
    )

    async def main() -> None:
        wall = WallDesk(lambda: None, lambda: None, history)
        async with (
            serving(table, more=[*desks, *wall.mounted()]) as server,
            chromium() as browser,
            visit(browser, server.address) as visitor,
        ):
            await visitor.open("wall")
            assert await visitor.page.query_selector(".verdicts") is None
            for hand, level in ((4, "ok"), (5, "amber")):
                history.hear(
                    {"event": "judged", "place": hand, "hand": hand, "level": level, "null": ""}
                )
                record = table.data["record"]
                table.change(record={**record, "sequence": record["sequence"] + 1})
                await visitor.page.wait_for_selector(f".verdicts .{level}:has-text('{hand} ·')")
            assert visitor.complaints == []

    asyncio.run(main())
