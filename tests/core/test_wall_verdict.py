"""The check of the walls (验牌): what is told, what is void, and what becomes of void walls."""

from dataclasses import replace

import pytest

from firmware_ctl.core.commands import Word
from firmware_ctl.core.states import Load, Surface
from hal.sim import ReaderSettings, SimSettings
from rules.tile_names import name_of
from rules.tiles import TILES
from tests.support.bench import Bench, Setup, play

WHOLE = Setup(variant="GD")
BLIND = replace(WHOLE, settings=SimSettings(reader=ReaderSettings(fitted=False)))


def _reader(**rates: float) -> Setup:
    return replace(WHOLE, settings=SimSettings(reader=ReaderSettings(**rates)))  # type: ignore[arg-type]


async def _load_with(bench: Bench, *, set_index: int, design: int, from_set: int) -> None:
    """Home and load a set in which one tile is swapped for a strange one."""
    await bench.home()
    bench.lay_out_set()
    table = bench.table
    old = next(
        tile
        for tile in table.people.on_table
        if (table.plant.books.ids[tile] & 0xFF) != design
        and table.plant.books.sets[tile] == set_index
    )
    table.people.swap(old, design, from_set)
    await bench.open()
    table.people.push_in()
    bench.do(Word.LIFT)


def test_a_whole_wall_is_ok_and_its_order_was_checked() -> None:
    async def scenario(bench: Bench) -> None:
        assert not bench.controller.snapshot().order_checked
        await bench.first_set()
        snapshot = bench.controller.snapshot()
        assert (snapshot.verdict.level, snapshot.order_checked) == ("ok", True)

    play(scenario, WHOLE)


def test_without_a_reader_only_counts_are_checked_and_said_to_be() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.first_set()
        snapshot = bench.controller.snapshot()
        assert (snapshot.verdict.level, snapshot.order_checked) == ("ok", False)
        assert not snapshot.capabilities.tile_reader
        assert snapshot.set_inside == "A"
        await bench.push_in_a_set()
        await bench.until(lambda: bench.surface is Surface.WALLS_UP)
        await bench.loaded()
        assert bench.controller.snapshot().set_inside == "B"

    play(scenario, BLIND)


def test_without_a_reader_a_swapped_tile_is_not_seen() -> None:
    async def scenario(bench: Bench) -> None:
        await _load_with(bench, set_index=0, design=3, from_set=0)
        await bench.loaded()
        assert bench.codes == []

    play(scenario, BLIND)


@pytest.mark.parametrize("defect", ["eye-dead", "eye-stuck-on"])
def test_an_eye_that_failed_and_was_mended_makes_no_wall_void(defect: str) -> None:
    async def scenario(bench: Bench) -> None:
        await bench.home()
        bench.table.faults.set(defect, "2")
        await bench.push_in_a_set()
        await bench.until(lambda: bench.load is Load.FAULTED)
        bench.table.faults.clear(defect, "2")
        await bench.go_on(lambda: bench.load is Load.COMPLETE)
        assert bench.controller.snapshot().verdict.level == "ok"
        assert [e["code"] for e in bench.events if e["event"] == "fault"] in (["E430"], ["E402"])

    play(scenario, BLIND)


@pytest.mark.parametrize(
    ("setup", "level"),
    [
        (_reader(no_read_rate=0.4), "inform"),
        (_reader(no_read_rate=0.35, misread_rate=0.02), "inform"),
        (_reader(no_read_rate=0.0), "ok"),
    ],
    ids=["unread", "misread by few reads", "perfect"],
)
def test_what_the_reader_is_not_sure_of_informs_and_stops_nobody(setup: Setup, level: str) -> None:
    async def scenario(bench: Bench) -> None:
        await bench.first_set()
        assert bench.controller.snapshot().verdict.level == level
        assert bench.codes == []

    play(scenario, setup)


@pytest.mark.parametrize(
    ("design", "named"),
    [
        pytest.param(0, 0, id="a fifth tile of a kind"),
        pytest.param(34, 34, id="a tile that the set does not have"),
    ],
)
def test_a_set_that_is_not_the_set_is_void_and_names_what_deviates(design: int, named: int) -> None:
    async def scenario(bench: Bench) -> None:
        await _load_with(bench, set_index=0, design=design, from_set=0)
        told = await bench.fault("E701")
        kinds = {tile for tile in TILES[:27] if name_of(tile) in told.cause}
        assert name_of(TILES[named]) in told.cause
        assert told.recover == ("ack", "lift")
        assert bench.controller.snapshot().verdict.level == "block"
        assert len(kinds - {TILES[design]}) <= 1, "beside what deviates only what it stands for"

    play(scenario, WHOLE)


def test_void_walls_come_up_are_not_played_and_are_pushed_in_again() -> None:
    async def scenario(bench: Bench) -> None:
        await _load_with(bench, set_index=0, design=0, from_set=1)
        told = await bench.fault("E307")
        assert "other set" in told.cause
        assert "1" in told.cause
        assert not bench.say(Word.LIFT).ok
        bench.do(Word.ACK, fault=told.id)
        assert bench.load is Load.COMPLETE
        await bench.push_in_a_set()
        await bench.until(lambda: bench.surface is Surface.WALLS_UP)
        await bench.loaded()
        snapshot = bench.controller.snapshot()
        assert snapshot.phase == "phase.walls-void"
        assert snapshot.verdict.level == "block"
        for word in (Word.DICE, Word.HAND_START):
            refused = bench.say(word)
            assert not refused.ok
            assert "void" in refused.why
        assert not {"dice", "hand-start"} & set(snapshot.allowed)

        people, books = bench.table.people, bench.table.plant.books
        people.take_walls()
        strange = next(t for t in people.on_table if books.sets[t] == 1)
        lost = next(t for t, place in enumerate(books.places) if place.name == "FLOOR")
        people.pick_up([lost])
        await bench.open()
        people.push_in([t for t in people.on_table if t != strange])
        bench.do(Word.LIFT)
        await bench.until(lambda: bench.surface is Surface.WALLS_UP)
        await bench.loaded()
        assert bench.controller.snapshot().verdict.level == "ok"
        bench.do(Word.DICE)
        assert bench.is_in(Surface.PLAY)

    play(scenario, WHOLE)


def test_two_tags_with_one_number_are_void() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.home()
        bench.lay_out_set()
        ids = bench.table.plant.books.ids
        twins = [tile for tile in bench.table.people.on_table if ids[tile] & 0xFF == 5]
        ids[twins[1]] = ids[twins[0]]
        await bench.open()
        bench.table.people.push_in()
        bench.do(Word.LIFT)
        await bench.fault("E701")

    play(scenario, WHOLE)
