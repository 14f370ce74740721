"""An event loop whose clock jumps from timer to timer: waiting costs nothing, two runs are equal.

Tests and batches of hands run on it; where sockets and pipes must work there is
:mod:`hal.scaled_time`.
"""

import asyncio
import contextvars
import heapq
import selectors
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
