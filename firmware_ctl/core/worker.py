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

    @property
    def running(self) -> bool:
        """Tell whether a step is under way."""
        return self._task is not None

    def start(self, name: str, step: Step, budget_s: float) -> None:
        """Start a step, when the one before it has let go of everything."""
        before = self.cancel()
        self._task = asyncio.get_running_loop().create_task(
            self._run(name, step, budget_s, before), name=f"{self._name}: {name}"
        )

    def cancel(self) -> "asyncio.Task[None] | None":
        """Break the present step off and return its task, which may still be letting go."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
        return task

    async def finish(self) -> None:
        """Break the present step off and wait until it has let go."""
        task = self.cancel()
        if task is not None:
            await asyncio.wait([task])

    async def _run(
        self, name: str, step: Step, budget_s: float, before: "asyncio.Task[None] | None"
    ) -> None:
        if before is not None:
            await asyncio.wait([before])
        fault = None
        try:
            async with asyncio.timeout(budget_s):
                await step()
        except StepFault as raised:
            fault = raised
        except TimeoutError:
            fault = StepFault("E902", step=name, seconds=round(budget_s))
        except Exception:  # noqa: BLE001 -- the last net: whatever a step raises ends as a fault
            _log.exception("step %s of %s", name, self._name)
            fault = StepFault("E901", where=name)
        self._task = None
        if fault is None:
            self._done()
        else:
            self._failed(fault)
