"""Run the rows of :mod:`firmware_ctl.core.states` on ``transitions``; nobody else imports it.

A machine is synchronous, never waits, and is fired by the controller's inbox alone. A trigger that
no row takes is a mistake of ours, since the gate is asked first, and raises ``MachineError``.
"""

import logging
from collections.abc import Callable
from typing import Any, Generic

from transitions import Machine

from firmware_ctl.core.states import (
    LOAD_ROWS,
    SURFACE_ROWS,
    Facts,
    Load,
    LoadTrigger,
    Question,
    Row,
    State,
    Surface,
    SurfaceTrigger,
)

logging.getLogger("transitions.core").setLevel(logging.ERROR)
"""It warns of every convenience method that ``model_override`` leaves out, on purpose here."""


class StateMachine(Generic[State]):
    """One flat machine; ``state`` is kept up by ``transitions``."""

    state: State

    def __init__(
        self,
        initial: State,
        rows: tuple[Row[State], ...],
        facts: Facts,
        changed: Callable[[State, State], None],
    ) -> None:
        self._states: type[State] = type(initial)
        self._changed: Callable[[State, State], None] = changed
        self._machine = Machine(
            model=self,
            states=self._states,
            initial=initial,
            auto_transitions=False,
            send_event=True,
            queued=True,
            model_override=True,
            after_state_change=self._after,
        )
        for row in rows:
            self._machine.add_transition(
                row.trigger,
                list(row.sources),
                row.dest,
                conditions=[_condition(row.when, facts)] if row.when else None,
            )

    def _after(self, event: Any) -> None:  # noqa: ANN401 -- transitions' event is untyped
        old, new = event.transition.source, event.transition.dest
        if new is not None and old != new:
            self._changed(self._states[old], self._states[new])

    def _fire(self, trigger: str) -> None:
        self._machine.events[trigger].trigger(self)


class SurfaceMachine(StateMachine[Surface]):
    """The machine of what people see."""

    def __init__(self, facts: Facts, changed: Callable[[Surface, Surface], None]) -> None:
        super().__init__(Surface.UNHOMED, SURFACE_ROWS, facts, changed)

    def fire(self, trigger: SurfaceTrigger) -> None:
        """Take the first fitting row.

        Raises:
            MachineError: no row takes this trigger in this state.
        """
        self._fire(trigger)


class LoadMachine(StateMachine[Load]):
    """The machine of what happens inside."""

    def __init__(self, facts: Facts, changed: Callable[[Load, Load], None]) -> None:
        super().__init__(Load.EMPTY, LOAD_ROWS, facts, changed)

    def fire(self, trigger: LoadTrigger) -> None:
        """Take the first fitting row.

        Raises:
            MachineError: no row takes this trigger in this state.
        """
        self._fire(trigger)


def _condition(question: Question, facts: Facts) -> Callable[[object], bool]:
    return lambda _event: question(facts)
