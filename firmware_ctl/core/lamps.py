"""What lamps, display and buzzer of the panel show."""

from dataclasses import dataclass

from firmware_ctl.core.states import Load, Surface
from hal.board import BuzzerPattern, Indicators
from hal.ids import LANES


@dataclass(slots=True)
class Switches:
    """What people switch on and off: the lock, the buzzer, the lamps."""

    locked: bool = False
    muted: bool = False
    lamps: bool = True

    def lock(self, *, locked: bool) -> None:
        """Lock or unlock the table."""
        self.locked = locked

    def turn_mute(self) -> None:
        """Silence the buzzer, or let it sound again."""
        self.muted = not self.muted

    def turn_lamps(self) -> None:
        """Switch the lamps off, or on again."""
        self.lamps = not self.lamps


def indicators(
    surface: Surface,
    load: Load,
    switches: Switches,
    *,
    dealer: int | None,
    program: int,
    fault: str | None,
) -> Indicators:
    """Return the panel's picture.

    The ready lamp (复位灯) is lit when the set inside is complete or none is due, nothing moves and
    no fault stands. The display shows the first fault's code, else the program's tiles.
    """
    still = surface in (Surface.READY, Surface.WALLS_UP, Surface.PLAY)
    ready = still and load in (Load.EMPTY, Load.COMPLETE) and fault is None
    buzzer = BuzzerPattern.FAULT if fault is not None else BuzzerPattern.SILENT
    return Indicators(
        ready_lamp=ready and switches.lamps,
        dealer_lamps=_seats(dealer if switches.lamps else None),
        display=fault or str(program),
        buzzer=BuzzerPattern.SILENT if switches.muted else buzzer,
    )


def _seats(dealer: int | None) -> tuple[bool, bool, bool, bool]:
    east, south, west, north = (side == dealer for side in LANES)
    return east, south, west, north
