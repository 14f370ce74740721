"""The two machines as data: rows and Enums fit each other, both ways."""

from enum import StrEnum
from typing import TypeVar

import pytest
from transitions import MachineError

from firmware_ctl.core import states
from firmware_ctl.core.machines import LoadMachine, SurfaceMachine
from firmware_ctl.core.states import (
    HOLDABLE,
    LOAD_ROWS,
    SURFACE_ROWS,
    Facts,
    Load,
    LoadTrigger,
    Row,
    State,
    Surface,
    SurfaceTrigger,
)

Trigger = TypeVar("Trigger", bound=StrEnum)


class Told:
    """Facts as a test tells them."""

    def __init__(self, *yes: str, held_in: Surface = Surface.UNHOMED) -> None:
        self.held_in = held_in
        self._yes = yes

    def hand_runs(self) -> bool:
        return "hand_runs" in self._yes

    def walls_stand(self) -> bool:
        return "walls_stand" in self._yes

    def raise_due(self) -> bool:
        return "raise_due" in self._yes

    def position_lost(self) -> bool:
        return "position_lost" in self._yes


def surface_in(state: Surface, facts: Facts) -> SurfaceMachine:
    machine = SurfaceMachine(facts, lambda _old, _new: None)
    machine.state = state
    return machine


def load_in(state: Load) -> LoadMachine:
    machine = LoadMachine(Told(), lambda _old, _new: None)
    machine.state = state
    return machine


def reachable(initial: State, rows: tuple[Row[State], ...]) -> set[State]:
    found = {initial}
    while True:
        more = {row.dest for row in rows if row.dest is not None and found & set(row.sources)}
        if more <= found:
            return found
        found |= more


def test_every_state_is_reached_from_power_on() -> None:
    assert reachable(Surface.UNHOMED, SURFACE_ROWS) == set(Surface)
    assert reachable(Load.EMPTY, LOAD_ROWS) == set(Load)


def test_every_state_can_be_left() -> None:
    assert {s for row in SURFACE_ROWS if row.dest for s in row.sources} == set(Surface)
    assert {s for row in LOAD_ROWS if row.dest for s in row.sources} == set(Load)


def test_every_trigger_has_a_row_and_every_row_a_trigger() -> None:
    assert {row.trigger for row in SURFACE_ROWS} == set(SurfaceTrigger)
    assert {row.trigger for row in LOAD_ROWS} == set(LoadTrigger)


def test_every_question_is_one_that_the_facts_answer() -> None:
    asked = {row.when.__name__ for row in SURFACE_ROWS if row.when is not None}
    answered = {name for name in vars(Facts) if not name.startswith("_")}
    assert {name for name in asked if not name.startswith("held in ")} <= answered
    assert {f"held in {state.value}" for state in HOLDABLE} <= asked
    for name in answered - {"held_in"}:
        assert getattr(states, name)(Told(name)) is True


@pytest.mark.parametrize("rows", [SURFACE_ROWS, LOAD_ROWS], ids=["surface", "load"])
def test_a_row_without_a_question_is_the_last_of_its_trigger_and_source(
    rows: tuple[Row[Surface], ...],
) -> None:
    closed: set[tuple[str, Surface]] = set()
    for row in rows:
        for source in row.sources:
            assert (row.trigger, source) not in closed, "no row behind it is ever taken"
            if row.when is None:
                closed.add((row.trigger, source))


@pytest.mark.parametrize("state", Surface)
def test_stop_fault_and_emergency_stop_are_taken_in_every_state(state: Surface) -> None:
    for trigger in (SurfaceTrigger.HOLD, SurfaceTrigger.FAULT, SurfaceTrigger.ESTOP):
        surface_in(state, Told()).fire(trigger)


@pytest.mark.parametrize("state", Load)
def test_hold_and_fault_are_taken_by_the_load_in_every_state(state: Load) -> None:
    for trigger in (LoadTrigger.HOLD, LoadTrigger.FAULT):
        load_in(state).fire(trigger)


@pytest.mark.parametrize("state", HOLDABLE)
def test_a_resume_leads_back_to_where_the_hold_was(state: Surface) -> None:
    machine = surface_in(Surface.PAUSED, Told(held_in=state))
    machine.fire(SurfaceTrigger.RESUME)
    assert machine.state is state


def test_the_emergency_stop_outranks_a_fault() -> None:
    machine = surface_in(Surface.ESTOPPED, Told())
    machine.fire(SurfaceTrigger.FAULT)
    assert machine.state is Surface.ESTOPPED


@pytest.mark.parametrize(
    ("facts", "after"),
    [
        (Told("hand_runs", "walls_stand"), Surface.PLAY),
        (Told("walls_stand"), Surface.WALLS_UP),
        (Told("raise_due"), Surface.READY),
        (Told(), Surface.READY),
    ],
)
def test_after_homing_the_table_knows_where_it_was(facts: Facts, after: Surface) -> None:
    machine = surface_in(Surface.HOMING, facts)
    machine.fire(SurfaceTrigger.DONE)
    assert machine.state is after


def test_what_no_row_takes_is_a_mistake_of_ours() -> None:
    with pytest.raises(MachineError):
        surface_in(Surface.OPEN, Told()).fire(SurfaceTrigger.HOME)
    with pytest.raises(MachineError):
        load_in(Load.EMPTY).fire(LoadTrigger.BALANCED)
