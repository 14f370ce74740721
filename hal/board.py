"""The one interface to a table's motor board, whatever is behind it.

Meaning lives above: a board offers few verbs (:mod:`hal.motions`) and tells events
(:mod:`hal.events`). Commands are written at once and never wait; their end is an event.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from hal.events import EventSink
from hal.ids import Input, Quality
from hal.motions import Motion

WATCHDOG_S = 0.5
"""An armed board that is not kept alive for this long switches every motor off (board.md D)."""

KEEP_ALIVE_S = 0.2
"""How often an armed board must be kept alive by whoever plans its motions."""


class BuzzerPattern(StrEnum):
    """A sound that the board makes by itself."""

    SILENT = "silent"
    KEY = "key"
    READY = "ready"
    WARNING = "warning"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Indicators:
    """Lamps, display and buzzer, as a whole; showing the same twice changes nothing."""

    ready_lamp: bool = False
    dealer_lamps: tuple[bool, bool, bool, bool] = (False, False, False, False)
    display: str = ""
    buzzer: BuzzerPattern = BuzzerPattern.SILENT


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What this board can do; features are switched by these, never by version numbers."""

    watchdog: bool
    tile_reader: bool
    eye_levels: bool
    dice_reader: bool
    motor_current: bool
    display: bool
    deals: bool = False


@dataclass(frozen=True, slots=True)
class Identity:
    """Who answered: board type, firmware version, boot id, and whether it is a simulation."""

    board: str
    firmware: str
    boot_id: int
    simulated: bool


class Board(Protocol):
    """A motor board. Every method but ``open`` and ``close`` returns at once."""

    @property
    def identity(self) -> Identity:
        """Tell who answered; known once open."""

    @property
    def capabilities(self) -> Capabilities:
        """Tell what this board can do; known once open."""

    @property
    def link_up(self) -> bool:
        """Tell whether the board answers."""

    @property
    def quality(self) -> Quality:
        """Tell how far ``level`` and the counters can be trusted now."""

    def level(self, input_: Input) -> bool:
        """Return the last level heard of an input."""

    def lane_counts(self) -> tuple[int, int, int, int]:
        """Return the tiles counted by each lane's eye since boot, modulo 65,536."""

    def eye_levels(self) -> tuple[int | None, int | None, int | None, int | None]:
        """Return each lane eye's idle level, 0..1000, or ``None`` where it cannot be measured."""

    def listen(self, sink: EventSink) -> None:
        """Send every event from now on to ``sink``, in order, from the event loop's thread."""

    async def open(self) -> None:
        """Connect and identify.

        Raises:
            LinkLost: nothing answers, or what answers is not our board.
        """

    async def close(self) -> None:
        """Switch everything off and let the link go; harmless when closed."""

    def arm(self) -> None:
        """Allow motions for ``WATCHDOG_S``; clears the latch of an earlier drop of outputs."""

    def keep_alive(self) -> None:
        """Allow motions for a further ``WATCHDOG_S`` from now."""

    def disarm(self) -> None:
        """Stop everything and forbid motions until armed again."""

    def submit(self, motion: Motion) -> int:
        """Send a motion and return its sequence number; its end is a ``MotionEnded`` event.

        Raises:
            NotArmed: the board is not armed.
            LinkLost: the link is down.
        """

    def stop_all(self) -> None:
        """Switch every motor off, now, before anything that waits; never raises, repeat freely."""

    def show(self, indicators: Indicators) -> None:
        """Set lamps, display and buzzer."""
