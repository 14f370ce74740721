"""Run one step at a time for one machine, and tell how it ended."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from enum import StrEnum
from typing import Any

from firmware_ctl.core.faults import StepFault

_log = logging.getLogger(__name__)

Step = Callable[[], Coroutine[Any, Any, None]]


class Outcome(StrEnum):
    """What became of a step."""

    STARTED = "started"
    DONE = "done"
    FAULT = "fault"
    BROKEN_OFF = "broken-off"


Note = Callable[[str, Outcome], None]
"""Hears of a step by its name."""


class Worker:
    """The task of one machine's present step; a step that is broken off posts nothing.

    ``done`` and ``failed`` hear how a step ended, ``note`` of every step's beginning and end.
    """

    def __init__(
        self,
        name: str,
        done: Callable[[], None],
        failed: Callable[[StepFault], None],
        note: Note = lambda _step, _outcome: None,
    ) -> None:
        self._name = name
        self._done = done
        self._failed = failed
        self._note = note
        self._step = ""
        self._task: asyncio.Task[None] | None = None
        self._letting_go: set[asyncio.Task[None]] = set()

    @property
    def running(self) -> bool:
        """Tell whether a step is under way."""
        return self._task is not None

    def start(self, name: str, step: Step, budget_s: float) -> None:
        """Start a step, when all before it have let go of everything."""
        self.cancel()
        self._step = name
        self._task = asyncio.get_running_loop().create_task(
            self._run(name, step, budget_s, frozenset(self._letting_go)),
            name=f"{self._name}: {name}",
        )
        self._note(name, Outcome.STARTED)

    def cancel(self) -> None:
        """Break the present step off; it may still be letting go when this returns."""
        task, self._task = self._task, None
        if task is not None:
            self._letting_go.add(task)
            task.add_done_callback(self._letting_go.discard)
            task.cancel()
            self._note(self._step, Outcome.BROKEN_OFF)

    async def finish(self) -> None:
        """Break the present step off and wait until all have let go."""
        self.cancel()
        if self._letting_go:
            await asyncio.wait(self._letting_go)

    async def _run(
        self, name: str, step: Step, budget_s: float, before: frozenset[asyncio.Task[None]]
    ) -> None:
        if before:
            await asyncio.wait(before)
        fault = None
        try:
            async with asyncio.timeout(budget_s):
                await step()
        except StepFault as raised:
            fault = raised
        except TimeoutError:
            fault = StepFault("E902", step=name, seconds=round(budget_s))
        except Exception:  # noqa: BLE001 -- the last net: whatever a step raises ends as a fault
            fault = self._unexpected(name)
        if self._task is not asyncio.current_task():
            return  # broken off while it ended: what it says now is about a table that is held
        self._task = None
        self._note(name, Outcome.DONE if fault is None else Outcome.FAULT)
        if fault is None:
            fault = self._told_done(name)
        if fault is not None:
            self._failed(fault)

    def _told_done(self, name: str) -> StepFault | None:
        """Tell that the step is done; return the fault that came of telling it."""
        try:
            self._done()
        except Exception:  # noqa: BLE001 -- the same net: nobody else would hear of it
            return self._unexpected(name)
        return None

    def _unexpected(self, name: str) -> StepFault:
        _log.exception("step %s of %s", name, self._name)
        return StepFault("E901", where=name)
