"""Mending acts: a fault of the plant ends by the acts that its kind names, and by no other."""

import asyncio
import random

import pytest

from hal.events import TilePassed
from hal.ids import Actuator, Input
from hal.motions import Run, Stack
from hal.sim import ACTS, FAULT_KINDS, DealSettings, FaultKind, NoSuchAct, SimSettings, SimTable
from hal.sim.tiles import Place
from tests.hal.sim_rig import FORWARD, LIMIT_MS, REVERSE, Host, play

DEALS = SimSettings(deal=DealSettings(fitted=True))
MENDED = [kind for kind in FAULT_KINDS if kind.mends(kind.known_places[0])]
TILES_MOVE = {"tile-missing", "tile-extra", "sets-mixed"}
"""These are over when the tiles are where they belong, which a mishap to come already is not."""


@pytest.mark.parametrize("kind", MENDED, ids=lambda kind: kind.name)
def test_a_fault_ends_by_each_of_its_acts_and_by_no_other(kind: FaultKind) -> None:
    async def scenario(table: SimTable, _: Host) -> None:
        place = random.Random(kind.name).choice(kind.known_places)
        deeds = kind.mends(place)
        for deed in deeds:
            table.faults.set(kind.name, place)
            for act in ACTS.values():
                for other in act.known_places:
                    if (act.name, other) not in deeds:
                        table.people.mend(act.name, other)
            assert (kind.name, place) in table.faults.active
            ended = table.people.mend(*deed)
            if kind.name not in TILES_MOVE:
                assert ended == ((kind.name, place),)
                assert table.faults.active == {}
            table.faults.clear_all()

    play(scenario, settings=DEALS)


def test_every_act_ends_some_fault_or_moves_tiles() -> None:
    named = {deed.act for kind in FAULT_KINDS for p in kind.known_places for deed in kind.mends(p)}
    assert {name for name, act in ACTS.items() if name not in named and act.hands is None} == set()


def test_every_place_of_an_act_that_a_fault_names_is_one_of_the_acts_places() -> None:
    for kind in FAULT_KINDS:
        for place in kind.known_places:
            for deed in kind.mends(place):
                assert deed.place in ACTS[deed.act].known_places, (kind.name, deed)


@pytest.mark.parametrize(
    ("act", "place", "says"),
    [
        ("clean-eyes", "0", "did you mean clean-eye"),
        ("clean-eye", "4", "none of 0, 1, 2, 3"),
        ("plug-link", "0", "no place in particular"),
        ("qqq", "", "there are"),
    ],
)
def test_an_unknown_act_or_place_is_refused_with_what_there_is(
    act: str, place: str, says: str
) -> None:
    async def scenario(table: SimTable, _: Host) -> None:
        with pytest.raises(NoSuchAct, match=says):
            table.people.mend(act, place)

    play(scenario)


def test_missing_tiles_fall_to_the_floor_at_the_next_push_and_are_found_there() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        await host.open_dome()
        table.faults.set("tile-missing")
        assert table.people.push_in() == 39
        assert table.plant.books.counts[Place.FLOOR] == 1
        assert table.faults.active
        table.people.mend("bring-tiles")
        assert (len(table.people.on_table), table.faults.active) == (1, {})

    play(scenario, tiles=40)


def test_an_extra_tile_goes_in_with_the_others_and_is_taken_out_of_the_well() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        await host.open_dome()
        table.faults.set("tile-extra")
        assert table.people.push_in() == 41
        table.people.mend("sort-sets")
        assert table.faults.active, "it lies in the drum, not on the table"
        table.people.mend("take-out-tiles")
        assert table.faults.active == {}
        assert len(table.plant.drum.tiles) == 40

    play(scenario, tiles=40)


def test_mixed_sets_are_sorted_when_the_strange_tile_is_back_on_the_table() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        await host.open_dome()
        table.faults.set("sets-mixed")
        assert table.people.push_in() == 40
        sets = table.plant.books.sets
        assert sorted({sets[tile] for tile in table.plant.drum.tiles}) == [0, 1]
        table.people.take_out_of_well(table.people.strangers)
        table.people.mend("sort-sets")
        assert table.faults.active == {}
        assert [sets[tile] for tile in table.people.on_table] == [0]

    play(scenario, tiles=40)


def test_a_finger_stops_the_dome_half_way_until_it_turns_back() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        await host.open_dome()
        table.faults.set("finger-in-dome")
        await host.do(Run(Actuator.DOME, REVERSE, LIMIT_MS, Input.DOME_DOWN))
        assert not host.board.level(Input.DOME_DOWN)
        assert table.faults.active
        await host.reach(Run(Actuator.DOME, FORWARD, LIMIT_MS, Input.DOME_UP))
        assert table.faults.active == {}
        await host.close_dome()

    play(scenario)


def test_a_motor_without_its_plug_neither_turns_nor_draws_current() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        table.faults.set("motor-dead", "dome")
        (end,) = await host.do(Run(Actuator.DOME, FORWARD, LIMIT_MS, Input.DOME_UP))
        assert end.outcome.value == "time-limit"
        assert table.plant.dome.is_low
        table.people.mend("mend-motor", "dome")
        await host.open_dome()

    play(scenario)


def test_without_supply_no_motor_turns_though_every_guard_is_closed() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        table.faults.set("supply-dead")
        assert not any(table.plant.motors.turns(actuator) for actuator in Actuator)
        table.people.mend("restore-supply")
        await host.open_dome()

    play(scenario)


def test_a_tray_that_does_not_hold_sinks_below_its_switch_but_not_out_of_reach() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        table.faults.set("tray-cycles", "1")
        await host.reach(Run(Actuator.TRAY_1, REVERSE, LIMIT_MS, Input.TRAY_DOWN_1))
        await host.reach(Run(Actuator.TRAY_1, FORWARD, LIMIT_MS, Input.TRAY_UP_1))
        await asyncio.sleep(1)
        assert not host.board.level(Input.TRAY_UP_1)
        assert table.plant.sides[1].tray_axis.is_within_reach

    play(scenario)


def test_a_tile_without_its_magnet_stays_in_the_drum_until_the_set_is_mended() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        table.faults.set("tile-magnet-lost", "A")
        await host.load((5, 5, 5, 4))
        await host.do(Run(Actuator.DRUM, FORWARD, 6_000), Run(Actuator.RING, FORWARD, 6_000))
        lame = table.plant.books.lame
        assert lame <= set(table.plant.drum.tiles)
        table.people.mend("replace-set", "A")
        assert not lame

    play(scenario, tiles=40, in_drum=True)


def test_dark_backs_are_missed_by_every_eye_with_one_set_only() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        table.faults.set("tiles-dark", "A")
        for actuator in (Actuator.DRUM, Actuator.RING):
            host.start(Run(actuator, FORWARD, 60_000))
        await host.do(Stack(0, 5, 20_000))
        seen = len(host.of(TilePassed))
        came = 2 * len(table.plant.sides[0].row) + len(table.plant.lanes[0].stacker.head)
        assert seen < came

    play(scenario, tiles=40, in_drum=True)


def test_a_beam_is_cleared_by_drawing_the_tile_back() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        for actuator in (Actuator.DRUM, Actuator.RING):
            host.start(Run(actuator, FORWARD, 60_000))
        stacking = host.start(Stack(0, 5, 20_000))
        while not host.board.level(Input.EYE_0):  # noqa: ASYNC110  the plant tells nobody else
            await asyncio.sleep(0.01)
        host.board.stop_all()
        await stacking
        assert host.board.level(Input.EYE_0)
        table.people.mend("clear-beam", "0")
        await asyncio.sleep(1)
        assert not host.board.level(Input.EYE_0)

    play(scenario, tiles=40, in_drum=True)
