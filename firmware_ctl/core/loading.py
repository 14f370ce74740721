"""The load under way: what each lane is to lay, has laid, and has seen pass.

A lane lays its wall first, then the half stack if it has one, then the hand of its side: the row is
free as soon as the walls came up, the hand's slide only when people have asked for their hands.

Kept apart from the step that drives it, so that a held load goes on where it was.
"""

from dataclasses import dataclass, field

from firmware_ctl.core.lane_signs import LaneSigns, Pulses
from firmware_ctl.core.secret_walls import LaneReads
from hal.events import TileRead
from hal.ids import LANES
from hal.motions import Into
from rules.programs import Stacks
from rules.shares import Share, as_share

SLOWEST = 6.0
"""No more patience than this many times the usual, however slowly the tiles come."""


@dataclass(slots=True)
class Lane:
    """One lane's part: pushes wanted and made, tiles seen by the eye, when the last one passed.

    A push is a stack, or a single tile: ``half`` of a half stack, ``hand`` of a hand.
    ``jams`` counts those since the last fault, ``jams_in_all`` those of the whole load;
    ``seen_before`` are the tiles that had passed when the board was out of reach, until the next
    push is heard. ``eye_failed`` says that the eye may have missed tiles in this load; the head's
    own sensor, by which the board makes stacks, has not. ``eye_missed`` says that tiles were read
    and not seen. ``unseen`` are the tiles that were laid up to the last push without having been
    seen, as one that rode on another; below nothing, tiles that were seen more than once.
    """

    stacks: int
    half: int = 0
    hand: int = 0
    made: int = 0
    passed: int = 0
    last_at: float = 0.0
    jams: int = 0
    jams_in_all: int = 0
    eye_failed: bool = False
    eye_missed: bool = False
    seen_before: int | None = None
    unseen: int = 0
    signs: LaneSigns = field(default_factory=LaneSigns, repr=False)

    @property
    def wanted(self) -> int:
        """Return the pushes that the lane is to make."""
        return self.stacks + self.half + self.hand

    @property
    def tiles(self) -> int:
        """Return how many tiles the lane is to lay."""
        return 2 * self.stacks + self.half + self.hand

    @property
    def made_stacks(self) -> int:
        """Return the whole stacks made so far."""
        return min(self.made, self.stacks)

    @property
    def made_row(self) -> int:
        """Return the pushes into the row so far, the half stack's too."""
        return min(self.made, self.stacks + self.half)

    @property
    def made_hand(self) -> int:
        """Return the tiles of the hand laid so far."""
        return self.made - self.made_row

    @property
    def next_into(self) -> Into:
        """Return where the next push goes."""
        return Into.ROW if self.made < self.stacks + self.half else Into.HAND

    @property
    def _laid(self) -> int:
        return self.made + self.made_stacks

    @property
    def doubtful(self) -> bool:
        """Tell whether all its tiles have passed, and the last push may have been made or not."""
        last = self.made == self.wanted - 1
        return self.seen_before is not None and last and self.passed + self.unseen >= self.tiles

    def tile_seen(self) -> bool:
        """Count a tile; return whether it tells of the row's end, which nobody had heard of.

        All tiles of the last stack had passed when the board was out of reach. One that passes
        before a push is heard finds the head empty: the stack is in the wall, and this tile
        belongs to what the lane lays next.
        """
        size = 2 if self.made < self.stacks else 1
        last = self.made in (self.stacks - 1, self.stacks + self.half - 1)
        waits = self.seen_before == self.passed and self.in_head == size and not self.eye_failed
        told = last and waits and self.made + 1 < self.wanted
        if told:
            self.made, self.seen_before = self.made + 1, None
        self.passed += 1
        return told

    def hand_is_full(self) -> None:
        """Note that the slide is full: pushes have not been heard of, or laid two tiles."""
        self.passed = max(self.passed, self.tiles)
        self.made, self.seen_before = self.wanted, None

    def push_heard(self) -> None:
        """Count a push, and one more that nobody had heard of where it tells of that.

        The first push after the board was out of reach shows what lay in the head by then: so many
        tiles fewer have passed since. What had passed before, less those, was in the wall. A tile
        that passed in the very moment of a power cut is told by the odd number.
        """
        before, self.seen_before = self.seen_before, None
        unheard = False
        if before is not None and not self.eye_failed:
            size = 2 if self.made < self.stacks else 1
            in_head = size - (self.passed - before)
            over = before + self.unseen - in_head - self._laid
            missed = over % size if size > 1 else int(over < 0)
            if in_head >= 0:
                self.passed += missed
                unheard = over + missed == size
        self.made += 1 + unheard
        if before is None:
            self.unseen = self._laid - self.passed

    @property
    def pace_s(self) -> float | None:
        """Return the time from tile to tile, in seconds, once most of the lane's tiles were timed.

        The last ones in the drum come late: after a power cut they say nothing of a lane.
        """
        return self.signs.pace_s if 2 * self.signs.timed > self.tiles else None

    @property
    def done(self) -> bool:
        """Tell whether the lane has made all its pushes."""
        return self.made >= self.wanted

    @property
    def wanted_and_done(self) -> bool:
        """Tell whether the lane was to make pushes and has made them all."""
        return self.wanted > 0 and self.done

    @property
    def lone_tile(self) -> bool:
        """Tell whether a lower tile lies in the stacker and waits for its upper one."""
        return self.made < self.stacks and self.in_head % 2 == 1

    @property
    def in_head(self) -> int:
        """Return how many tiles have passed the eye since the last push, as far as it was heard."""
        return self.passed + self.unseen - self._laid

    @property
    def may_have_stacked(self) -> bool:
        """Tell whether a stack can be in the row, heard of or not."""
        return self.stacks > 0 and (self.passed > 0 or self.made > 0 or self.eye_failed)

    @property
    def tiles_short(self) -> int:
        """Return how many tiles the lane still waits for, less a lone lower one in its head."""
        if self.done:
            return 0
        return self.tiles - self._laid - self.lone_tile


@dataclass(slots=True)
class LoadJob:
    """One load of one set.

    ``unsure`` is set when the board was out of reach while it stacked: it may have made stacks that
    nobody heard of. ``stacked`` are the tiles that each lane took for its stacks, once it has them.
    ``redirected`` are the lanes whose command is not what they need any more. ``in_vain`` counts
    what has been tried for few tiles that do not come, from the look into the well on.
    """

    walls: Stacks | Share
    unsure: bool = False
    stacked: tuple[int, ...] | None = None
    redirected: set[int] = field(default_factory=set)
    in_vain: int = 0
    lanes: tuple[Lane, ...] = field(init=False)
    reads: LaneReads = field(default_factory=LaneReads)
    _missed_at: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        share = as_share(self.walls)
        pulses = Pulses()
        self.lanes = tuple(
            Lane(
                share.stacks[side],
                int(side == share.half),
                share.hand_tiles(side),
                signs=LaneSigns(pulses=pulses),
            )
            for side in LANES
        )

    @property
    def open_lanes(self) -> tuple[int, ...]:
        """Return the lanes that still have pushes to make."""
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
    def laid(self) -> tuple[int, ...]:
        """Return how many tiles each lane has laid, by its eye if that can be trusted.

        Raises:
            ValueError: the pushes are not all made yet.
        """
        if self.stacked is None:
            raise ValueError("the walls are still being stacked")
        return tuple(
            lane.made + lane.made_stacks if lane.eye_failed else seen
            for lane, seen in zip(self.lanes, self.stacked, strict=True)
        )

    def tile_passed(self, lane: int, at: float, pulse_ms: int, *, belt_full: bool) -> None:
        """Count a tile that was before the eye for ``pulse_ms`` milliseconds."""
        self.in_vain = 0
        part = self.lanes[lane]
        if part.tile_seen():
            self.redirected.add(lane)
        part.signs.passed(at, pulse_ms, belt_full=belt_full)
        part.last_at = at

    def tile_read(self, event: TileRead) -> None:
        """Take what the reader made of a tile that goes into a wall or a hand."""
        self.lanes[event.lane].signs.read(known=event.tile_id is not None)
        if self.stacked is None:
            self.reads.add(event)

    def close(self) -> None:
        """Note that all is laid: what passes from now on is left over."""
        if self.stacked is None:
            self.stacked = self.tiles_passed

    def stack_made(self, lane: int) -> None:
        """Count a push: a finished stack, or a single tile."""
        self.lanes[lane].push_heard()
        self.lanes[lane].signs.pushed()

    def slowness(self, lane: int, tile_s: float) -> float:
        """Return how many times as long as it should a lane takes for a tile, at least 1."""
        pace = self.lanes[lane].signs.lately_s
        return 1.0 if pace is None else min(max(1.0, pace / tile_s), SLOWEST)

    def missed(self) -> None:
        """Note that people are told of few tiles that do not come, or to try a lane for them."""
        self._missed_at = self.tiles_passed
        self.in_vain += bool(self.in_vain)

    def looked_into(self) -> None:
        """Hear that people have opened the well, where they look for what does not come."""
        self.in_vain += not self.in_vain and self._missed_at == self.tiles_passed

    def wait_on(self, since: float) -> None:
        """Wait for tiles as if the last ones had come at this time."""
        for lane in self.lanes:
            lane.last_at = since

    def distrust(self) -> None:
        """Note that the board was out of reach: pushes may have been made that nobody heard of."""
        self.unsure = True
        for lane in self.lanes:
            lane.seen_before = lane.passed

    def settle_doubts(self) -> None:
        """Note that no tile is left: what every doubtful lane waits for has been made already."""
        for lane in self.lanes:
            if lane.doubtful:
                lane.made, lane.seen_before = lane.wanted, None

    def restart_watch(self, now: float) -> None:
        """Begin to wait for tiles anew: nothing can have come while the load was held."""
        for lane in self.lanes:
            lane.last_at = now
            lane.signs.begin(now)
