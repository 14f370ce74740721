"""Event loops whose clock is ours: one that jumps from timer to timer, one that runs faster.

A test or a batch of hands runs on :class:`VirtualLoop`, where waiting costs nothing and two runs
are equal; a demonstration runs on :class:`ScaledTimeLoop`, where sockets and pipes work as usual.
"""

import asyncio
import contextvars
import heapq
import selectors
import time
from collections.abc import Callable, Coroutine
from typing import Any, Never, TypeVar, TypeVarTuple, Unpack

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class VirtualTimeError(RuntimeError):
    """A program cannot go on under virtual time."""


class Deadlock(VirtualTimeError):
    """Nothing is ready and nothing is scheduled: whoever waits now waits for ever."""


class TimeSpent(VirtualTimeError):
    """The program ran past the virtual time that it was given."""


class TasksLeftRunning(VirtualTimeError):
    """The main coroutine has returned while tasks that it started still run."""


class _JumpingSelector(selectors.SelectSelector):
    """Advance the clock instead of waiting; nothing outside the process can wake it."""

    def __init__(self) -> None:
        super().__init__()
        self.now_s = 0.0
        self.limit_s = float("inf")

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Jump by ``timeout`` seconds.

        Raises:
            Deadlock: there is no timer to jump to.
            TimeSpent: the jump would pass the limit.
        """
        if timeout is None:
            raise Deadlock(
                f"at {self.now_s:.6f} s of virtual time nothing is scheduled and every task "
                "waits; look for an event that is never set or a motion that was never submitted"
            )
        if timeout > 0:
            self.now_s += timeout
            if self.now_s > self.limit_s:
                raise TimeSpent(
                    f"{self.limit_s:g} s of virtual time are spent; look for a loop that never ends"
                )
        return []


class _OrderedTimer(asyncio.TimerHandle):
    """A timer that keeps its place among timers of the same instant."""

    __slots__ = ("_order",)

    _when: float

    def __init__(
        self,
        when: float,
        order: int,
        callback: Callable[..., object],
        args: tuple[object, ...],
        loop: asyncio.AbstractEventLoop,
        context: contextvars.Context | None,
    ) -> None:
        super().__init__(when, callback, args, loop, context)
        self._scheduled = True  # asyncio's mark: it stands in the heap
        self._order = order

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, _OrderedTimer):
            return NotImplemented
        if self._when == other._when:
            return self._order < other._order
        return self._when < other._when


class VirtualLoop(asyncio.SelectorEventLoop):
    """Run at once what is ready, then jump to the next timer; equal deadlines keep their order.

    It is for programs that live wholly in this process: it serves no sockets and no threads.
    """

    # Kept by asyncio's base loop: the heap of timers.
    _scheduled: list[asyncio.TimerHandle]

    def __init__(self, limit_s: float = float("inf")) -> None:
        self._jumping = _JumpingSelector()
        self._jumping.limit_s = limit_s
        self._timers_made = 0
        super().__init__(self._jumping)

    def time(self) -> float:
        """Return the virtual time in seconds since the loop was made."""
        return self._jumping.now_s

    def call_at(
        self,
        when: float,
        callback: Callable[[Unpack[Ts]], object],
        *args: *Ts,
        context: contextvars.Context | None = None,
    ) -> asyncio.TimerHandle:
        """Schedule a callback; asyncio's own heap would shuffle equal deadlines."""
        self._timers_made += 1
        timer = _OrderedTimer(when, self._timers_made, callback, args, self, context)
        heapq.heappush(self._scheduled, timer)
        return timer

    def run_in_executor(self, executor: object, func: object, *args: object) -> Never:  # noqa: ARG002
        """Refuse: a thread runs in real time, so its answer would come at a random virtual time.

        Raises:
            VirtualTimeError: always.
        """
        raise VirtualTimeError(
            f"{func!r} was to run in a thread, which knows no virtual time; run it directly, or "
            "use ScaledTimeLoop"
        )


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


def run_virtual(main: Coroutine[Any, Any, T], *, limit_s: float = float("inf")) -> T:
    """Run a coroutine on a fresh :class:`VirtualLoop` and return its result.

    Raises:
        Deadlock: it waits for what cannot happen.
        TimeSpent: it is not done after ``limit_s`` virtual seconds.
        TasksLeftRunning: it returned, but tasks that it started did not.
    """
    with asyncio.Runner(loop_factory=lambda: VirtualLoop(limit_s)) as runner:
        result = runner.run(main)
        left = sorted(
            task.get_name() for task in asyncio.all_tasks(runner.get_loop()) if not task.done()
        )
        if left:
            raise TasksLeftRunning(
                f"{len(left)} task(s) still run at the end: {', '.join(left)}; cancel them and "
                "wait for them, or start them in a TaskGroup"
            )
        return result
