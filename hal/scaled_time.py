"""An event loop whose clock waits for late programs, and may run faster than the wall's.

A daemon runs on it: a real table's at the wall's pace, a demonstration's as fast as is wanted.
Sockets, pipes and threads work as usual.
"""

import asyncio
import selectors
import time
from collections.abc import Callable

MOST_BEHIND_S = 0.5
"""Real seconds that a late process tries to catch up; what it is later than that is let go."""


class _ScaledSelector(selectors.DefaultSelector):
    """Wait the real time that a stretch of scaled time takes, and let no timer be passed over."""

    def __init__(self, speed: float, clock: Callable[[], float]) -> None:
        super().__init__()
        self.now_s = 0.0
        self._speed = speed
        self._clock = clock
        self._started_s = clock()

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Wait for files, at most until scaled time has passed by ``timeout``."""
        if timeout is None:
            ready = super().select(None)
            self.now_s = self._due_s()
            return ready
        timer_s = self.now_s + max(timeout, 0.0)
        ready = super().select(max(0.0, (timer_s - self._due_s()) / self._speed))
        due_s = self._due_s()
        self.now_s = min(due_s, timer_s)
        self._started_s += max(0.0, (due_s - self.now_s) / self._speed - MOST_BEHIND_S)
        return ready

    def _due_s(self) -> float:
        return (self._clock() - self._started_s) * self._speed


class ScaledTimeLoop(asyncio.SelectorEventLoop):
    """An ordinary event loop whose clock runs ``speed`` times as fast as the wall's.

    The clock stops at every timer until it has run. So a computer that is too slow makes time run
    slower, but no watchdog is ever late for its food.

    Raises:
        ValueError: the speed is not positive.
    """

    def __init__(self, speed: float = 1.0, clock: Callable[[], float] = time.monotonic) -> None:
        self._scaled = _ScaledSelector(speed, clock)
        super().__init__(self._scaled)
        if not speed > 0:
            self.close()
            raise ValueError(f"speed {speed}: time runs forward, give a number above 0")

    def time(self) -> float:
        """Return the scaled seconds since the loop was made."""
        return self._scaled.now_s
