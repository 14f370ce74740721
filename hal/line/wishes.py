"""What is wanted of the board, against what it has confirmed.

The cycle command carries the whole of it. Wishes are counted; an answer confirms those that had
been made when its request was said.
"""

from dataclasses import dataclass

from hal.board import Indicators
from hal.line.commands import WORD, CycleState, DisplayState, lamps_of
from hal.line.registers import CycleFlag


@dataclass(frozen=True, slots=True)
class Mark:
    """How far the wishes had come when something was said."""

    wanted: int
    stops: int
    clears: int


class Wishes:
    """Arming, stops, lamps and display, as they should be."""

    __slots__ = (
        "_armed_at", "_cleared", "_clears", "_confirmed", "_heartbeat", "_indicators", "_stopped",
        "_stops", "_wanted", "armed", "display",
    )  # fmt: skip

    def __init__(self) -> None:
        self.armed = False
        self.display: DisplayState | None = None
        self._indicators = Indicators()
        self._heartbeat = 0
        self._wanted = self._confirmed = self._armed_at = 0
        self._stops = self._stopped = self._clears = self._cleared = 0

    # Wishing.

    def arm(self) -> None:
        """Want the board armed, and what it has latched forgotten."""
        self.armed = True
        self._clears += 1
        self.keep_alive()
        self._armed_at = self._wanted

    def keep_alive(self) -> None:
        """Want the watchdog put off once more."""
        self._heartbeat += 1
        self._wanted += 1

    def stop(self) -> None:
        """Want every motor off."""
        self._stops += 1
        self._wanted += 1

    def disarm(self) -> None:
        """Want no motions until armed again."""
        self.armed = False
        self._wanted += 1

    def show(self, indicators: Indicators) -> None:
        """Want lamps, digits and sound like this."""
        shown, self._indicators = self._indicators, indicators
        if lamps_of(shown) != lamps_of(indicators):
            self._wanted += 1
        if (shown.display, shown.buzzer) != (indicators.display, indicators.buzzer):
            self.show_again()

    def show_again(self) -> None:
        """Want the display written, whatever the board shows."""
        self.display = DisplayState(self._indicators.display, self._indicators.buzzer)

    # Saying.

    @property
    def waits(self) -> bool:
        """Tell whether something is wanted that is not yet confirmed."""
        return self._wanted != self._confirmed

    @property
    def stop_waits(self) -> bool:
        """Tell whether a stop is not yet confirmed."""
        return self._stops != self._stopped

    @property
    def arming_waits(self) -> bool:
        """Tell whether the newest arming is not yet confirmed."""
        return self._confirmed < self._armed_at

    def cycle(self) -> CycleState:
        """Return the cycle command that says everything."""
        flags = CycleFlag.ARM if self.armed else CycleFlag(0)
        if self.stop_waits:
            flags |= CycleFlag.STOP
        if self._clears != self._cleared:
            flags |= CycleFlag.CLEAR
        return CycleState(flags, lamps_of(self._indicators), self._heartbeat & WORD)

    def mark(self) -> Mark:
        """Return how far the wishes have come."""
        return Mark(self._wanted, self._stops, self._clears)

    def confirm(self, mark: Mark) -> bool:
        """Note that the board has got everything up to a mark; tell whether a stop was in it."""
        has_stopped = mark.stops != self._stopped
        self._confirmed, self._stopped, self._cleared = mark.wanted, mark.stops, mark.clears
        return has_stopped

    def shown(self, display: DisplayState) -> None:
        """Note that the board shows this."""
        if self.display is display:
            self.display = None
