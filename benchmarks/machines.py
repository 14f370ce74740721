"""What ``transitions`` costs where we use it: its share of a hand, and against a plain table."""

import asyncio
from collections.abc import Callable

from benchmarks.figures import best_cpu_s
from benchmarks.report import Report, Row, at_most
from firmware_ctl.core.listeners import Event
from firmware_ctl.core.machines import LoadMachine, SurfaceMachine
from firmware_ctl.core.states import Load, LoadTrigger, Surface, SurfaceTrigger
from firmware_ctl.simulation import Options, evening, simulate
from hal.sim import run_virtual

HANDS = 100
TURNS = 2000
MOST = 0.05
"""The state machines may take a twentieth of a hand's processor time."""

SURFACE_TRIGGERS = (
    SurfaceTrigger.LIFT,
    SurfaceTrigger.DONE,
    SurfaceTrigger.LIFT,
    SurfaceTrigger.DONE,
    SurfaceTrigger.DONE,
    SurfaceTrigger.BEGIN,
    SurfaceTrigger.END,
)
"""What fires the surface's machine in a hand, from ``ready`` back to ``ready``."""

LOAD_TRIGGERS = (LoadTrigger.START, LoadTrigger.STACKED, LoadTrigger.BALANCED)
"""The same of the load's machine, from ``complete`` back to ``complete``."""


class _Facts:
    """Answers as they are in a hand without trouble: walls inside wait to be raised."""

    held_in = Surface.UNHOMED
    position_lost = staticmethod(lambda: False)
    raise_due = staticmethod(lambda: True)
    walls_stand = staticmethod(lambda: False)
    hand_runs = staticmethod(lambda: False)


def measure() -> Report:
    """Fire a hand's triggers on the bare machines, and compare with a whole hand."""
    fired = len(SURFACE_TRIGGERS) + len(LOAD_TRIGGERS)
    counted = _changes_in_a_hand()
    if counted != fired:
        raise AssertionError(f"a hand changes state {counted} times, {fired} are measured here")
    ours_s = best_cpu_s(_turn_machines(), rounds=3) / TURNS
    plain_s = best_cpu_s(_turn_tables(), rounds=3) / TURNS
    hand_s = best_cpu_s(lambda: simulate(Options(hands=HANDS)), rounds=3) / HANDS
    rows = (
        Row("transitions in a hand", "processor time of the hand", ours_s / hand_s,
            at_most(MOST), share=True),
        Row("a transition", "look-up in a plain table", ours_s / plain_s),
    )  # fmt: skip
    return Report(rows, (f"{fired} transitions a hand",))


def _changes_in_a_hand() -> int:
    async def main() -> int:
        changes = 0

        def count(event: Event) -> None:
            nonlocal changes
            changes += event["event"] in ("surface", "load")

        async with evening(Options()) as night:
            await night.power_on()
            await night.hand()
            night.controller.subscribe(count)
            await night.hand()
            await asyncio.sleep(0)
        return changes

    return run_virtual(main())


def _turn_machines() -> Callable[[], None]:
    surface = SurfaceMachine(_Facts(), lambda _old, _new: None)
    load = LoadMachine(_Facts(), lambda _old, _new: None)
    surface.fire(SurfaceTrigger.HOME)
    surface.fire(SurfaceTrigger.DONE)
    load.fire(LoadTrigger.START)
    load.fire(LoadTrigger.STACKED)
    load.fire(LoadTrigger.BALANCED)

    def turn() -> None:
        for _ in range(TURNS):
            for trigger in SURFACE_TRIGGERS:
                surface.fire(trigger)
            for load_trigger in LOAD_TRIGGERS:
                load.fire(load_trigger)
        if surface.state is not Surface.READY or load.state is not Load.COMPLETE:
            raise AssertionError(f"a hand ends in {surface.state} and {load.state}")

    return turn


def _turn_tables() -> Callable[[], None]:
    """Return the same course on two dictionaries: state and trigger to the next state."""
    course = (
        Surface.READY, Surface.OPENING, Surface.OPEN, Surface.CLOSING, Surface.RAISING,
        Surface.WALLS_UP, Surface.PLAY, Surface.READY,
    )  # fmt: skip
    inside = (Load.COMPLETE, Load.LOADING, Load.BALANCING, Load.COMPLETE)
    surface_table = {
        (state, trigger): after
        for state, trigger, after in zip(course, SURFACE_TRIGGERS, course[1:], strict=False)
    }
    load_table = {
        (state, trigger): after
        for state, trigger, after in zip(inside, LOAD_TRIGGERS, inside[1:], strict=False)
    }

    def turn() -> None:
        surface, load = Surface.READY, Load.COMPLETE
        for _ in range(TURNS):
            for trigger in SURFACE_TRIGGERS:
                surface = surface_table[surface, trigger]
            for load_trigger in LOAD_TRIGGERS:
                load = load_table[load, load_trigger]

    return turn
