"""The load under way: what each lane is to stack, has stacked, and has seen pass.

Kept apart from the step that drives it, so that a held load goes on where it was.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from firmware_ctl.core.secret_walls import LaneReads
from hal.events import TileRead
from hal.ids import LANES


@dataclass(slots=True)
class Lane:
    """One lane's part: stacks wanted and made, tiles seen by the eye, when the last one passed.

    ``eye_failed`` says that the eye has missed tiles in this load; the head's own sensor, by which
    the board makes stacks, has not.
    """

    wanted: int
    made: int = 0
    passed: int = 0
    last_at: float = 0.0
    jams: int = 0
    eye_failed: bool = False

    @property
    def done(self) -> bool:
        """Tell whether the lane has all its stacks."""
        return self.made >= self.wanted

    @property
    def wanted_and_done(self) -> bool:
        """Tell whether the lane was to make stacks and has made them all."""
        return self.wanted > 0 and self.done

    @property
    def lone_tile(self) -> bool:
        """Tell whether a lower tile lies in the stacker and waits for its upper one."""
        return self.passed % 2 == 1

    @property
    def tiles_short(self) -> int:
        """Return how many tiles the lane still waits for: two a stack, less a lone lower one."""
        if self.done:
            return 0
        return 2 * (self.wanted - self.made) - self.lone_tile


@dataclass(slots=True)
class LoadJob:
    """One load of one set.

    ``unsure`` is set when the board was out of reach while it stacked: it may have made stacks that
    nobody heard of. ``stacked`` are the tiles that each lane took for its stacks, once it has them.
    """

    stacks: Sequence[int]
    unsure: bool = False
    stacked: tuple[int, ...] | None = None
    lanes: tuple[Lane, ...] = field(init=False)
    reads: LaneReads = field(default_factory=LaneReads)

    def __post_init__(self) -> None:
        self.lanes = tuple(Lane(stacks) for stacks in self.stacks)

    @property
    def open_lanes(self) -> tuple[int, ...]:
        """Return the lanes that still want stacks."""
        return tuple(lane for lane in LANES if not self.lanes[lane].done)

    @property
    def tiles_short(self) -> int:
        """Return how many tiles are still wanted in all."""
        return sum(lane.tiles_short for lane in self.lanes)

    @property
    def tiles_passed(self) -> tuple[int, ...]:
        """Return how many tiles each lane's eye has seen in this load."""
        return tuple(lane.passed for lane in self.lanes)

    @property
    def walls(self) -> tuple[int, ...]:
        """Return how many tiles each lane has put into its wall, by its eye if that can be trusted.

        Raises:
            ValueError: the stacks are not all made yet.
        """
        if self.stacked is None:
            raise ValueError("the walls are still being stacked")
        return tuple(
            2 * lane.made if lane.eye_failed else seen
            for lane, seen in zip(self.lanes, self.stacked, strict=True)
        )

    def tile_passed(self, lane: int, at: float) -> None:
        """Count a tile."""
        part = self.lanes[lane]
        part.passed += 1
        part.last_at = at

    def tile_read(self, event: TileRead) -> None:
        """Take what the reader made of a tile that goes into a stack."""
        if self.stacked is None:
            self.reads.add(event)

    def close(self) -> None:
        """Note that all stacks are made: what passes from now on is left over."""
        if self.stacked is None:
            self.stacked = self.tiles_passed

    def stack_made(self, lane: int) -> None:
        """Count a finished stack."""
        self.lanes[lane].made += 1

    def restart_watch(self, now: float) -> None:
        """Begin to wait for tiles anew: nothing can have come while the load was held."""
        for lane in self.lanes:
            lane.last_at = now
