"""Run one step at a time for one machine, and tell how it ended."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from firmware_ctl.core.faults import StepFault

_log = logging.getLogger(__name__)

Step = Callable[[], Coroutine[Any, Any, None]]


class Worker:
    """The task of one machine's present step; a step that is broken off reports nothing."""

    def __init__(
        self, name: str, done: Callable[[], None], failed: Callable[[StepFault], None]
    ) -> None:
        self._name = name
        self._done = done
        self._failed = failed
        self._task: asyncio.Task[None] | None = None
        self._letting_go: set[asyncio.Task[None]] = set()

    @property
    def running(self) -> bool:
        """Tell whether a step is under way."""
        return self._task is not None

    def start(self, name: str, step: Step, budget_s: float) -> None:
        """Start a step, when all before it have let go of everything."""
        self.cancel()
        self._task = asyncio.get_running_loop().create_task(
            self._run(name, step, budget_s, frozenset(self._letting_go)),
            name=f"{self._name}: {name}",
        )

    def cancel(self) -> None:
        """Break the present step off; it may still be letting go when this returns."""
        task, self._task = self._task, None
        if task is not None:
            self._letting_go.add(task)
            task.add_done_callback(self._letting_go.discard)
            task.cancel()

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
