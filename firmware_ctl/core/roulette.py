"""The roulette of the dealer lamps (起家): lamps run round until a key stops them.

Chance has drawn the side when the lamps begin to run, so no quick hand shapes the result: a key
only says when they slow down.
"""

import asyncio
from collections.abc import Callable
from itertools import accumulate

STEP_S = 0.12
"""How long a lamp is lit while they run."""

RUN_S = 8.0
"""The lamps slow down by themselves after so long."""

SLOWING_S = (0.2, 0.3, 0.45, 0.6)
"""The last lamps' times; the drawn side's is the last of them."""

SIDES = 4


class Roulette:
    """One drawing at a time; ``moved`` is called with every lamp, ``landed`` with the result."""

    def __init__(self, moved: Callable[[], None], landed: Callable[[int], None]) -> None:
        self._moved = moved
        self._landed = landed
        self._timer: asyncio.TimerHandle | None = None
        self._drawn = 0
        self._until = 0.0
        self._slowing: list[float] = []
        self.lit: int | None = None

    @property
    def running(self) -> bool:
        """Tell whether the lamps run."""
        return self._timer is not None

    def start(self, drawn: int) -> None:
        """Let the lamps run; they will end at the side ``drawn``."""
        self.cancel()
        self._drawn = drawn
        self._until = asyncio.get_running_loop().time() + RUN_S
        self._light(0, STEP_S)

    def slow_down(self) -> None:
        """Let the lamps come to rest; harmless when they are doing so or none runs."""
        self._until = 0.0

    def cancel(self) -> None:
        """Stop without a result."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self.lit = None
        self._slowing = []

    def _light(self, side: int, seconds: float) -> None:
        self.lit = side
        self._timer = asyncio.get_running_loop().call_later(seconds, self._next)
        self._moved()

    def _next(self) -> None:
        now = asyncio.get_running_loop().time()
        side = 0 if self.lit is None else (self.lit + 1) % SIDES
        if not self._slowing:
            last = (side + len(SLOWING_S) - 1) % SIDES
            if now < self._until or last != self._drawn:
                self._light(side, STEP_S)
                return
            self._slowing = list(SLOWING_S)
        if len(self._slowing) > 1:
            self._light(side, self._slowing.pop(0))
            return
        self.cancel()
        self._landed(self._drawn)


LONGEST_S = RUN_S + SIDES * STEP_S + list(accumulate(SLOWING_S))[-1]
"""No drawing lasts longer."""
