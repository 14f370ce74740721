"""An event loop whose time jumps to the next timer; files are real. A deadlock raises."""

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from typing import Any


class _JumpingSelector(selectors.SelectSelector):
    """Never waits: where nothing is ready it lets the loop's time pass in its place."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if not ready and timeout is None:
            raise RuntimeError("nothing is ready and nothing is planned: the test would hang")
        if not ready and timeout:
            self.now += timeout
        return ready


class JumpingLoop(asyncio.SelectorEventLoop):
    """Virtual time from 0; ``time()`` is what has passed."""

    def __init__(self) -> None:
        self.clock = _JumpingSelector()
        super().__init__(self.clock)

    def time(self) -> float:
        return self.clock.now


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run one test coroutine on a loop of its own."""
    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        runner.run(test())
