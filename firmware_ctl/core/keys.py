"""Watch the panel's keys (按键): one that hangs, and one whose contact chatters."""

import asyncio
from collections import deque
from collections.abc import Callable

from firmware_ctl.core.faults import StepFault
from hal.ids import KEYS_DICE, KEYS_LIFT, Input

KEYS = frozenset((*KEYS_LIFT, *KEYS_DICE, Input.KEY_RESET))

STUCK_S = 20.0
"""Nobody means to press a key for so long."""

BOUNCES, BOUNCE_S = 8, 2.0
"""Nobody presses a key so often within so many seconds."""


class KeyWatch:
    """Hear of keys; ``tell`` takes what is wrong with one, once until it is well again."""

    def __init__(self, tell: Callable[[StepFault], None]) -> None:
        self._tell = tell
        self._held: dict[Input, asyncio.TimerHandle] = {}
        self._changes: dict[Input, deque[float]] = {key: deque(maxlen=BOUNCES) for key in KEYS}

    def changed(self, key: Input, at: float, *, pressed: bool) -> None:
        """Take a changed key."""
        self._let_go(key)
        if pressed and key is not Input.KEY_RESET:  # that one latches
            loop = asyncio.get_running_loop()
            self._held[key] = loop.call_later(STUCK_S, self._hangs, key)
        changes = self._changes[key]
        changes.append(at)
        if len(changes) == BOUNCES and at - changes[0] <= BOUNCE_S:
            changes.clear()
            self._tell(StepFault("E605", input=key.label, count=BOUNCES, seconds=round(BOUNCE_S)))

    def stop(self) -> None:
        """Wait for no key any more."""
        for key in tuple(self._held):
            self._let_go(key)

    def _let_go(self, key: Input) -> None:
        timer = self._held.pop(key, None)
        if timer is not None:
            timer.cancel()

    def _hangs(self, key: Input) -> None:
        del self._held[key]
        self._tell(StepFault("E604", input=key.label, seconds=round(STUCK_S)))
