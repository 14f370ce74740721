"""Faults, void walls and the session after a start: what stood still stands, and holds."""

import asyncio
from dataclasses import replace

import pytest

from firmware_ctl.core.snapshot import Snapshot
from firmware_ctl.store.restore import restore
from firmware_ctl.store.seals import KEY_BYTES, MachineKey, seal
from firmware_ctl.store.state import (
    Deviation,
    Hands,
    Job,
    Known,
    Places,
    RunningHand,
    Standing,
    State,
    Values,
    Walls,
)
from firmware_ctl.store.walls import packed
from hal.ids import LANES
from hal.sim import run_virtual
from rules.integrity.composition import Reading
from rules.languages import Language
from rules.tiles import TILES
from rules.variants import variant
from tests.store.recorded import MACHINE
from tests.support.bench import Bench, Setup

STUCK: Values = (("actuator", "push plate"), ("why", "time limit"))
SURPLUS = (Deviation("wall.surplus", "block", 1, None),)
VOID = Known(
    variant="GD",
    load="faulted",
    inside=Walls("136", "block", order_checked=True, deviations=SURPLUS),
    places=Places(set_inside="A", void_inside=True),
    job=Job(wanted=(17, 17, 17, 17), made=(17, 17, 17, 17)),
)


def _fault(code: str, holds: str, values: Values = (), side: int | None = None) -> Standing:
    return Standing(9, code, holds, 1000, side, (), values)


def _restored(state: State, machine: MachineKey | None = MACHINE) -> Snapshot:
    """What a fresh controller shows once it has got ``state``."""

    async def main() -> Snapshot:
        bench = Bench(Setup())
        table = bench.controller
        now = asyncio.get_running_loop().time()
        restore(table.play, table.switches, state, machine, Language.EN, now)
        return table.snapshot()

    return run_virtual(main())


def _a_nine_for_a_one() -> tuple[list[Reading], ...]:
    """The whole set, but for one 1 of characters a 9 of dots."""
    designs = list(variant("GD").tile_set.tiles())
    designs[0] = TILES[17]
    tiles = [Reading(tile, 9, 0, number) for number, tile in enumerate(designs, start=1)]
    return tuple(tiles[34 * lane : 34 * lane + 34] for lane in LANES)


@pytest.mark.parametrize(("hand", "phase"), [(True, "ending"), (False, "open")])
def test_a_session_that_was_ending_ends_with_its_last_hand_and_a_table_at_rest_starts_open(
    *, hand: bool, phase: str
) -> None:
    running = RunningHand(0, "GD", (9, 9, 9, 9)) if hand else None
    known = Known(variant="GD", closing=True, hands=Hands(number=1, running=running))
    shown = _restored(State(table=known)).session
    assert shown is not None
    assert shown.phase == phase


@pytest.mark.parametrize(
    ("fault", "surface", "load"),
    [
        (_fault("E310", "load", (("count", 12),)), "unhomed", "faulted"),
        (
            _fault("E203", "all", (("actuator", "push plate"), ("why", "time limit")), 2),
            "faulted",
            "held",
        ),
        (_fault("E601", "nothing"), "unhomed", "held"),
    ],
)
def test_a_fault_that_stood_still_stands_and_holds(
    fault: Standing, surface: str, load: str
) -> None:
    shown = _restored(State(table=Known(load="faulted", faults=(fault,))))
    assert [(one.code, one.side) for one in shown.faults] == [(fault.code, fault.side)]
    assert (shown.surface, shown.load) == (surface, load)


def test_the_red_button_is_told_by_the_board_alone() -> None:
    shown = _restored(State(table=Known(surface="estopped", faults=(_fault("E501", "all"),))))
    assert (shown.faults, shown.surface) == ((), "unhomed")


def test_a_fault_that_this_version_does_not_know_is_left_out() -> None:
    assert _restored(State(table=Known(faults=(_fault("E299", "all"),)))).faults == ()


def test_a_variant_and_a_program_that_are_gone_are_left_as_configured() -> None:
    programs = replace(VOID.programs, next="9999", loaded="9998")
    shown = _restored(State(table=Known(variant="XX", programs=programs)))
    assert (shown.variant, shown.program.next, shown.program.current) == ("GD", 136, 136)


def test_void_walls_are_named_again_from_their_seal() -> None:
    faults = (_fault("E701", "load"),)
    sealed = seal(1, packed(_a_nine_for_a_one()), MACHINE, bytes(KEY_BYTES))
    shown = _restored(State(table=replace(VOID, faults=faults), sealed_inside=sealed))
    assert (shown.verdict.level, shown.load) == ("block", "faulted")
    assert "9 of dots" in shown.faults[0].cause
    assert "1 of characters" in shown.verdict.text


@pytest.mark.parametrize("machine", [None, MachineKey(bytes(32))])
def test_void_walls_stay_void_when_their_seal_does_not_open(machine: MachineKey | None) -> None:
    faults = (_fault("E701", "load"),)
    sealed = seal(1, packed(_a_nine_for_a_one()), MACHINE, bytes(KEY_BYTES))
    shown = _restored(State(table=replace(VOID, faults=faults), sealed_inside=sealed), machine)
    assert shown.verdict.level == "block"
    assert [fault.code for fault in shown.faults] == ["E701"]
    assert "9 of dots" not in shown.faults[0].cause
