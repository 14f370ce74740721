"""What the buzzer plays: a fault above a warning above a short signal (蜂鸣)."""

import asyncio
from collections.abc import Callable

from hal.board import BuzzerPattern

Hushed = Callable[[], bool]
"""Tells whether short signals are unwanted now."""

SIGNAL_S = {BuzzerPattern.READY: 1.0, BuzzerPattern.KEY: 0.15}
"""How long a short signal stands, so that the board plays it once."""


def never() -> bool:
    """Know no quiet hours, as a table in virtual time."""
    return False


class Sounds:
    """Short signals and one reminder; what is to be heard is asked, not told."""

    def __init__(self, changed: Callable[[], None], hushed: Hushed) -> None:
        """``changed`` is called whenever something else is to be heard."""
        self._changed = changed
        self._hushed = hushed
        self._signal = BuzzerPattern.SILENT
        self._ends: asyncio.TimerHandle | None = None
        self._reminder: asyncio.TimerHandle | None = None
        self._reminds = False

    def signal(self, pattern: BuzzerPattern) -> None:
        """Play a short signal once, but in quiet hours; faults and warnings know none."""
        if self._hushed():
            return
        if self._ends is not None:
            self._ends.cancel()
        self._signal = pattern
        self._ends = asyncio.get_running_loop().call_later(SIGNAL_S[pattern], self._end_signal)
        self._changed()

    def remind_after(self, seconds: float) -> None:
        """Warn when ``seconds`` have passed, until ``stop_reminding``."""
        self.stop_reminding()
        self._reminder = asyncio.get_running_loop().call_later(seconds, self._remind)

    def stop_reminding(self) -> None:
        """Take the reminder back; harmless when there is none."""
        if self._reminder is not None:
            self._reminder.cancel()
        self._reminder = None
        self._reminds = False

    def now(self, *, fault_stands: bool, warns: bool) -> BuzzerPattern:
        """Return what is to be heard now."""
        if fault_stands:
            return BuzzerPattern.WARNING if warns else BuzzerPattern.FAULT
        return BuzzerPattern.WARNING if self._reminds else self._signal

    def silence(self) -> None:
        """End everything, as when the table is shut down."""
        self.stop_reminding()
        if self._ends is not None:
            self._ends.cancel()
        self._signal = BuzzerPattern.SILENT

    def _end_signal(self) -> None:
        self._ends = None
        self._signal = BuzzerPattern.SILENT
        self._changed()

    def _remind(self) -> None:
        self._reminder = None
        self._reminds = True
        self._changed()
