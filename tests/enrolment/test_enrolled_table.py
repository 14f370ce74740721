"""A table that knows its tiles: foreign ones are void at once, cloned designs fool nobody."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from firmware_ctl.config.model import Config
from firmware_ctl.core.controller import Controller
from firmware_ctl.core.hands import SystemChance
from firmware_ctl.core.secret_walls import LaneReads
from firmware_ctl.daemon import Options, _Daemon
from firmware_ctl.enrolment.files import write_lists
from firmware_ctl.enrolment.session import begin
from firmware_ctl.enrolment.tile_list import Letter, TileLists
from firmware_ctl.simulated_table import build_table
from hal.events import TileRead
from hal.sim import run_virtual
from hal.tile_id import TileId, pack_tile_id, unpack_tile_id
from rules.integrity.composition import SURE_READS, Deviation
from rules.integrity.levels import Level
from rules.integrity.wording import verdict_text
from rules.languages import Language
from rules.tiles import TILES, UNREAD, Tile
from tests.support.bench import FEW, Bench, play


def lists_of(bench: Bench) -> TileLists:
    """Enrol both sets of a simulated table as its reader reads them."""
    books, lists = bench.table.plant.books, TileLists()
    for number, letter in enumerate(Letter):
        ids = [tag for tag, of in zip(books.ids, books.sets, strict=True) if of == number]
        order = tuple(TILES[unpack_tile_id(tag).design] for tag in ids)
        session = begin(lists, letter, order)
        for tag in ids:
            session.take(tag, SURE_READS)
        lists = session.lists
    return lists


def test_a_table_that_knows_its_tiles_finds_its_walls_right() -> None:
    async def scenario(bench: Bench) -> None:
        bench.controller.play.enrolled = lists_of(bench)
        await bench.walls_up()
        assert bench.controller.snapshot().verdict.level == Level.OK.value
        assert bench.controller.snapshot().set_on_table == "A"

    play(scenario)


def test_a_foreign_tile_with_the_right_face_makes_the_wall_void() -> None:
    async def scenario(bench: Bench) -> None:
        bench.controller.play.enrolled = lists_of(bench)
        ids = bench.table.plant.books.ids
        told = unpack_tile_id(ids[3])
        ids[3] = pack_tile_id(told._replace(serial=told.serial + 40_000))
        await bench.home()
        await bench.push_in_a_set()
        await bench.fault("E701")
        view = bench.controller.snapshot().verdict
        assert view.level == Level.BLOCK.value
        assert "belongs to neither set" in view.text

    play(scenario)


def test_without_lists_the_same_tile_passes_as_its_tag_says() -> None:
    async def scenario(bench: Bench) -> None:
        ids = bench.table.plant.books.ids
        told = unpack_tile_id(ids[3])
        ids[3] = pack_tile_id(told._replace(serial=told.serial + 40_000))
        await bench.first_set()
        assert bench.controller.snapshot().verdict.level == Level.OK.value

    play(scenario)


# What the reads become ----------------------------------------------------------------------------

PLAIN = 255


def reads_of(*tags: int) -> LaneReads:
    reads = LaneReads()
    for tag in tags:
        reads.add(TileRead(0.0, 0, tag, SURE_READS))
    return reads


def plain(serial: int) -> int:
    return pack_tile_id(TileId(PLAIN, PLAIN, serial))


BOTH = TileLists({Letter.A: {1: Tile(4), 2: Tile(5)}, Letter.B: {11: Tile(4)}})
ONE = replace(BOTH, lists={Letter.A: BOTH.lists[Letter.A]})


def test_tags_that_carry_only_a_number_become_tiles_by_the_list() -> None:
    reads = reads_of(plain(1), plain(2))
    reads.recognise(BOTH)

    assert [(one.tile, one.mark) for one in reads.reveal()[0]] == [(4, 0), (5, 0)]
    assert reads.set_letter() == "A"


def test_a_tag_in_neither_list_is_a_stranger_only_when_both_are_there() -> None:
    for lists, stranger in ((BOTH, True), (ONE, False)):
        reads = reads_of(plain(1), plain(99))
        reads.recognise(lists)
        assert (reads.reveal()[0][1].mark == 254) is stranger
        assert reads.reveal()[0][1].tile == UNREAD


def test_walls_full_of_strangers_are_no_set_at_all() -> None:
    reads = reads_of(*(plain(serial) for serial in range(50, 60)))
    reads.recognise(BOTH)

    assert reads.set_letter() is None


def test_the_list_knows_better_than_a_tag_that_was_written_anew() -> None:
    reads = reads_of(pack_tile_id(TileId(30, 0, 1)))
    reads.recognise(BOTH)

    assert reads.reveal()[0][0].tile == 4


def test_a_stranger_is_named_in_every_language() -> None:
    assert Deviation.STRANGER.value == "wall.stranger"

    async def scenario(bench: Bench) -> None:
        bench.controller.play.enrolled = lists_of(bench)
        ids = bench.table.plant.books.ids
        ids[3] = pack_tile_id(unpack_tile_id(ids[3])._replace(serial=60_000))
        await bench.home()
        await bench.push_in_a_set()
        await bench.fault("E701")
        check = bench.controller.play.judged
        assert check is not None
        assert len({verdict_text(check, language) for language in Language}) == 3

    play(scenario, FEW)


def started(monkeypatch: pytest.MonkeyPatch, place: Path) -> tuple[Controller, list[str]]:
    """Let a daemon of a real table look for its lists; return its controller and what it told."""
    monkeypatch.setenv("STATE_DIRECTORY", str(place))
    told: list[str] = []

    async def main() -> Controller:
        loop = asyncio.get_running_loop()
        controller = Controller(build_table(loop, Config(), 1).board, Config(), SystemChance())
        daemon = _Daemon(Config(), Options(port="/dev/table"))
        daemon._tell = told.append
        daemon._enrol(controller)
        return controller

    return run_virtual(main()), told


def test_a_real_table_starts_with_its_lists(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    write_lists(tmp_path, BOTH)

    controller, told = started(monkeypatch, tmp_path)

    assert controller.play.enrolled == BOTH
    assert told == []


def test_a_table_without_lists_starts_too_and_one_with_damaged_lists_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert started(monkeypatch, tmp_path)[0].play.enrolled is None
    (tmp_path / "tiles.json").write_text("?")

    controller, told = started(monkeypatch, tmp_path)

    assert controller.play.enrolled is None
    assert ["kinds only" in line and "tiles.json" in line for line in told] == [True]
