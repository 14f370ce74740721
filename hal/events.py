"""What a board tells, in the order in which it happened.

``at`` is the board's own time of the event, carried over to the host's one clock, in seconds. The
host may hear of it later; it never measures with the time of hearing.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from hal.ids import Actuator, Input


class Outcome(StrEnum):
    """How a motion ended."""

    REACHED = "reached"  # the input reads the wanted level, or all stacks are made
    STOPPED = "stopped"  # by a stop, or replaced by a newer command
    TIME_LIMIT = "time-limit"
    STALLED = "stalled"  # the motor's current rose and nothing moved
    JAMMED = "jammed"  # a stacker's cam did not come home
    REFUSED = "refused"  # the board's own rule forbids it now; ``why`` says which


@dataclass(frozen=True, slots=True)
class InputChanged:
    """A debounced input changed."""

    at: float
    input: Input
    level: bool


@dataclass(frozen=True, slots=True)
class TilePassed:
    """A tile left the lane's eye: ``count`` since boot modulo 65,536, ``pulse_ms`` before the eye.

    A pulse far longer than usual is a double tile (叠牌) or a tile that sticks.
    """

    at: float
    lane: int
    count: int
    pulse_ms: int


@dataclass(frozen=True, slots=True)
class TileRead:
    """What the reader at a lane's eye made of the tile that passes; one event a tile.

    ``tile_id`` is ``None`` when nothing could be read; ``reads`` is how many reads agreed.
    """

    at: float
    lane: int
    tile_id: int | None
    reads: int


@dataclass(frozen=True, slots=True)
class StackMade:
    """A lane pushed a finished stack, or a single tile; ``made`` counts within the command."""

    at: float
    lane: int
    made: int


@dataclass(frozen=True, slots=True)
class MotionEnded:
    """A motion is over; the actuator is off. ``seq`` is what ``Board.submit`` returned."""

    at: float
    seq: int
    actuator: Actuator
    outcome: Outcome
    why: str = ""


@dataclass(frozen=True, slots=True)
class DiceSettled:
    """The dice in the cup lie still; ``faces`` is ``None`` where no sensor reads them."""

    at: float
    faces: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class LinkChanged:
    """The link to the board was lost or came back.

    ``rebooted`` means that the board started anew: every position is unknown.
    """

    at: float
    up: bool
    rebooted: bool
    why: str


@dataclass(frozen=True, slots=True)
class OutputsDropped:
    """The board switched every motor off by itself: watchdog, hardware e-stop or hatch."""

    at: float
    why: str


BoardEvent = (
    InputChanged
    | TilePassed
    | TileRead
    | StackMade
    | MotionEnded
    | DiceSettled
    | LinkChanged
    | OutputsDropped
)
EventSink = Callable[[BoardEvent], None]
