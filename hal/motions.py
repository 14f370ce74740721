"""The few verbs that a board understands; each carries its own time limit.

A duration always travels to the board: the host never switches on, waits and switches off. All
verbs are absolute, so that sending one twice does nothing twice.
"""

from dataclasses import dataclass
from enum import StrEnum

from hal.ids import LANES, Actuator, Direction, Input

LONGEST_LIMIT_MS = 120_000
"""No motion may ask for more; what runs longer is renewed."""

HAND_TILES = 13
"""A hand before the first draw."""


@dataclass(frozen=True, slots=True)
class Run:
    """Turn a motor until an input reads a level, or until the time limit.

    A new ``Run`` for the same actuator replaces the one under way. ``limit_ms`` is in 1..120,000.
    """

    actuator: Actuator
    direction: Direction
    limit_ms: int
    until: Input | None = None
    level: bool = True

    def __post_init__(self) -> None:
        _check_limit(self.limit_ms)


@dataclass(frozen=True, slots=True)
class Stack:
    """Run a lane until it has made ``stacks`` stacks (墩) in this command.

    The board does the whole sequence by itself: belt on, first tile seen by the eye, cam drops one
    tile's thickness, second tile, push, cam home. After the last stack it runs the belt back so
    that no tile waits on it. A lone first tile left from a stopped command is kept and completed.
    The actuator that this occupies, and by which it is stopped, is the lane's stacker.
    """

    lane: int
    stacks: int
    limit_ms: int

    def __post_init__(self) -> None:
        _check_lane(self.lane)
        if not 1 <= self.stacks <= 20:
            raise ValueError(f"{self.stacks} stacks: a side holds 1..20")
        _check_limit(self.limit_ms)


class Into(StrEnum):
    """Where a lane pushes single tiles."""

    ROW = "row"  # as half stacks, at the end of the wall
    HAND = "hand"  # on to the slide of the side's hand tray


@dataclass(frozen=True, slots=True)
class Singles:
    """Run a lane until it has pushed ``tiles`` single tiles in this command, 1..13.

    The board does it by itself: belt on, a tile seen by the eye, push, cam home; the gate behind
    the stacker opens to ``into`` first. Each tile is told as a stack made. Otherwise as ``Stack``.
    """

    lane: int
    tiles: int
    into: Into
    limit_ms: int

    def __post_init__(self) -> None:
        _check_lane(self.lane)
        if not 1 <= self.tiles <= HAND_TILES:
            raise ValueError(f"{self.tiles} single tiles: a hand has 1..{HAND_TILES}")
        _check_limit(self.limit_ms)


@dataclass(frozen=True, slots=True)
class SpinDice:
    """Spin the mechanical dice cup (骰子盘) for ``limit_ms``."""

    limit_ms: int

    def __post_init__(self) -> None:
        _check_limit(self.limit_ms)


@dataclass(frozen=True, slots=True)
class Stop:
    """Switch one actuator off; harmless when it is off already."""

    actuator: Actuator


Motion = Run | Stack | Singles | SpinDice | Stop


def _check_lane(lane: int) -> None:
    if lane not in LANES:
        raise ValueError(f"lane {lane}: a table has lanes 0..3")


def _check_limit(limit_ms: int) -> None:
    if not 1 <= limit_ms <= LONGEST_LIMIT_MS:
        raise ValueError(
            f"time limit {limit_ms} ms: a motion needs one in 1..{LONGEST_LIMIT_MS}, so that the "
            "board can end it by itself"
        )
