"""The few verbs that a board understands; each carries its own time limit.

A duration always travels to the board: the host never switches on, waits and switches off. All
verbs are absolute, so that sending one twice does nothing twice.
"""

from dataclasses import dataclass

from hal.ids import Actuator, Direction, Input

LONGEST_LIMIT_MS = 120_000
"""No motion may ask for more; what runs longer is renewed."""


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
        if self.lane not in (0, 1, 2, 3):
            raise ValueError(f"lane {self.lane}: a table has lanes 0..3")
        if not 1 <= self.stacks <= 20:
            raise ValueError(f"{self.stacks} stacks: a side holds 1..20")
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


Motion = Run | Stack | SpinDice | Stop


def _check_limit(limit_ms: int) -> None:
    if not 1 <= limit_ms <= LONGEST_LIMIT_MS:
        raise ValueError(
            f"time limit {limit_ms} ms: a motion needs one in 1..{LONGEST_LIMIT_MS}, so that the "
            "board can end it by itself"
        )
