"""The latch of the emergency stop (急停): released is not yet acknowledged."""

from enum import StrEnum


class EStop(StrEnum):
    """What is known of the red button."""

    NOT_PRESENT = "not-present"  # none is fitted: nothing moves
    UNKNOWN = "unknown"  # the board has not told yet
    DISENGAGED = "disengaged"
    ENGAGED = "engaged"  # pressed now
    RELEASED = "released"  # pressed before, let go, not acknowledged


class EStopLatch:
    """Keep the button's state; only a person's acknowledgement opens the latch."""

    def __init__(self, *, fitted: bool) -> None:
        self.state = EStop.UNKNOWN if fitted else EStop.NOT_PRESENT

    def button(self, *, released: bool) -> bool:
        """Take what the board tells of the button; return whether it was pressed just now."""
        if self.state is EStop.NOT_PRESENT:
            return False
        if not released:
            newly = self.state is not EStop.ENGAGED
            self.state = EStop.ENGAGED
            return newly
        if self.state is EStop.ENGAGED:
            self.state = EStop.RELEASED
        elif self.state is EStop.UNKNOWN:
            self.state = EStop.DISENGAGED
        return False

    def acknowledge(self) -> bool:
        """Open the latch; return whether that was possible."""
        if self.state is EStop.RELEASED:
            self.state = EStop.DISENGAGED
            return True
        return self.state is EStop.DISENGAGED

    @property
    def blocks(self) -> bool:
        """Tell whether it forbids every motion."""
        return self.state is not EStop.DISENGAGED
