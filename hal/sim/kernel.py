"""The plant's one queue of things to come, ordered by time and then by who came first.

Time is counted in whole microseconds, so that sums are exact and runs are equal. A queue on an
event loop uses one timer of that loop; without a loop it is moved on by hand.
"""

import asyncio
from collections.abc import Callable
from heapq import heappop, heappush

US = 1_000_000
"""Microseconds in a second."""


MOST_AT_ONCE = 100_000
"""More things than this at one instant are a circle of things that cause each other."""


class EndlessInstant(RuntimeError):
    """Things keep causing each other without any time passing."""


def to_us(seconds: float) -> int:
    """Return seconds as whole microseconds."""
    return round(seconds * US)


def _at_once(time_us: int) -> int:
    return time_us


class Kernel:
    """Keep what is to come and do it in order.

    ``now`` is the time, in µs, of what is being done. ``wake_rule`` says when the loop must wake
    for something due at a given time: whoever looks at the plant only now and then (a link that is
    polled) sets it, and several events are done in one wake, each at its own ``now``.
    """

    __slots__ = (
        "_busy",
        "_calls",
        "_handles",
        "_heap",
        "_loop",
        "_timer",
        "_timer_us",
        "_wakes",
        "in_wake",
        "now",
        "wake_rule",
    )

    def __init__(self, loop: asyncio.AbstractEventLoop | None = None) -> None:
        self._loop = loop
        self._heap: list[tuple[int, int]] = []
        self._wakes: list[tuple[int, int]] = []
        self._calls: dict[int, tuple[Callable[[int], object], int]] = {}
        self._handles = 0
        self._busy = False
        self._timer: asyncio.TimerHandle | None = None
        self._timer_us = 0
        self.wake_rule: Callable[[int], int] = _at_once
        self.in_wake = False
        self.now = to_us(loop.time()) if loop is not None else 0

    def at(self, time_us: int, call: Callable[[int], object], arg: int = 0, quiet: int = 0) -> int:
        """Do ``call(arg)`` at a time (µs) and return a handle, never 0, to cancel it by.

        What is asked for in the past is done next. ``quiet`` promises that nothing which anybody
        outside could notice comes of it for so many µs: the loop need not wake before.
        """
        self._handles = handle = self._handles + 1
        if time_us < self.now:
            time_us = self.now
        heappush(self._heap, (time_us, handle))
        self._calls[handle] = (call, arg)
        if self._loop is not None:
            heappush(self._wakes, (time_us + quiet, handle))
            if not self._busy and self._wakes[0][1] == handle:
                self._set_timer()
        return handle

    def after(
        self, delay_us: int, call: Callable[[int], object], arg: int = 0, quiet: int = 0
    ) -> int:
        """Do ``call(arg)`` after a delay (µs) and return a handle, never 0."""
        return self.at(self.now + delay_us, call, arg, quiet)

    def cancel(self, handle: int) -> None:
        """Forget what ``handle`` stands for; harmless when it is done or 0."""
        self._calls.pop(handle, None)

    def catch_up(self) -> None:
        """Do all that is due by the loop's time now; harmless while something is being done.

        Call it before looking at the plant or acting on it from outside.
        """
        if self._busy or self._loop is None:
            return
        self._do_until(to_us(self._loop.time()))
        self._set_timer()

    def advance(self, seconds: float) -> None:
        """Move a queue without a loop on by ``seconds``.

        Raises:
            RuntimeError: the queue lives on an event loop, which alone moves its time.
        """
        if self._loop is not None:
            raise RuntimeError("this queue follows its event loop's time; sleep there instead")
        self._do_until(self.now + to_us(seconds))

    def rearm(self) -> None:
        """Ask the wake rule again, after it has changed."""
        if not self._busy:
            self._set_timer()

    def _do_until(self, until_us: int) -> None:
        heap, calls = self._heap, self._calls
        self._busy = True
        at_once = 0
        try:
            while heap and heap[0][0] <= until_us:
                time_us, handle = heappop(heap)
                found = calls.pop(handle, None)
                if found is None:
                    continue
                if time_us > self.now:
                    self.now = time_us
                    at_once = 0
                at_once += 1
                if at_once > MOST_AT_ONCE:
                    raise EndlessInstant(
                        f"at {time_us} µs the plant goes round in circles; look at {found[0]!r}, "
                        "which is asked for again and again without delay"
                    )
                found[0](found[1])
        finally:
            self._busy = False
        if until_us > self.now:
            self.now = until_us

    def _wake(self) -> None:
        self._timer = None
        self.in_wake = True
        try:
            self.catch_up()
        finally:
            self.in_wake = False

    def _set_timer(self) -> None:
        wakes, calls, loop = self._wakes, self._calls, self._loop
        if loop is None:
            return
        while wakes and wakes[0][1] not in calls:
            heappop(wakes)
        if not wakes:
            return
        wake_us = self.wake_rule(wakes[0][0])
        if self._timer is not None:
            if self._timer_us <= wake_us:
                return
            self._timer.cancel()
        self._timer_us = wake_us
        self._timer = loop.call_at(wake_us / US, self._wake)

    def close(self) -> None:
        """Forget everything that is to come."""
        self._calls.clear()
        self._heap.clear()
        self._wakes.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
