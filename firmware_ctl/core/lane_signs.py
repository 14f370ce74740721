"""What a lane's eye and reader have shown in one load: signs of trouble before and after it.

The eye tells how long each tile stood before it, the reader that a tile was there at all. Where the
two disagree, or a tile stays far too long, one of the known defects is at work.
"""

from dataclasses import dataclass, field
from statistics import median

from hal.ids import LANES

LONG = 1.6
"""A pulse of so many times the usual is two tiles that ride as one."""

FEW = 5
"""So many gaps must have been seen before a pace is known."""

PULSES = 12
"""So many tiles must have passed before a pulse is usual: they differ by a quarter."""

GHOSTS = 2
"""So many pulses without a tile are no slip of the reader."""

MISSED = 2
"""So many tiles read and not seen are more than are on their way from reader to eye."""

UNREAD = 6
"""So many tiles unread in a row mean that the reader is dead."""

FULL_PASSES = 3
"""So many tiles leave a full belt without its sensor changing only where that sticks."""

TURNS = 4
"""A cam that comes home so often without a tile is not switched off when it should be."""

SLOW = 1.8
"""A lane that takes so many times as long as it should for a tile is slow."""

PAUSE_S = 8.0
"""What lies between two tiles and is longer was a pause, not a pace."""

DOUBLES = 2
"""So many pulses far too long are no chance, even where the stacks came out well."""


class Pulses:
    """How long a single tile stands before an eye, in milliseconds, over all lanes."""

    __slots__ = ("_seen",)

    def __init__(self) -> None:
        self._seen: list[int] = []

    def is_long(self, pulse_ms: int) -> bool:
        """Take a pulse; tell whether it is far longer than those before it."""
        if len(self._seen) >= PULSES and pulse_ms > LONG * median(self._seen):
            return True
        self._seen.append(pulse_ms)
        return False


@dataclass(slots=True, repr=False)
class LaneSigns:
    """One lane's signs.

    ``unseen`` tiles were read and not seen by the eye, ``ghosts`` seen and not read; ``long_ms`` is
    a pulse far too long since the last push, ``doubles`` how many there were, ``longest_ms`` the
    longest; ``turns`` are those of the cam since the last tile; ``commanded_at`` is when the lane
    was last switched on; ``unread`` counts reads in a row that gave nothing; ``full_passes`` the
    tiles that have left a belt that never stopped reading full.
    """

    unseen: int = 0
    ghosts: int = 0
    long_ms: int = 0
    unread: int = 0
    full_passes: int = 0
    reads: int = 0
    doubles: int = 0
    longest_ms: int = 0
    turns: int = 0
    commanded_at: float = 0.0
    pulses: Pulses = field(default_factory=Pulses)
    told: set[str] = field(default_factory=set)
    _last_at: float | None = None
    _gaps: list[float] = field(default_factory=list)

    def __repr__(self) -> str:
        return "LaneSigns()"

    def begin(self, now: float) -> None:
        """Begin to look anew, when a load starts or goes on."""
        self.unseen = self.ghosts = self.long_ms = self.full_passes = self.turns = 0
        self._last_at = now

    def read(self, *, known: bool) -> None:
        """Take a tile that passed the reader; the eye tells of it a moment later."""
        self.reads += 1
        self.unseen += 1
        self.unread = 0 if known else self.unread + 1

    def passed(self, at: float, pulse_ms: int, *, belt_full: bool) -> None:
        """Take a tile that passed the eye."""
        self.turns = 0
        if self.unseen:
            self.unseen -= 1
        elif self.reads:
            self.ghosts += 1
        self.full_passes = self.full_passes + 1 if belt_full else 0
        held_up = at - pulse_ms / 1000 <= self.commanded_at  # it stood there while the belt did not
        two = self.unseen > 0 or not self.reads  # a reader tells of both
        if not held_up and self.pulses.is_long(pulse_ms) and two:
            self.long_ms = pulse_ms
            self.doubles += 1
            self.longest_ms = max(self.longest_ms, pulse_ms)
            self.unseen = 0  # the second of the two was read as well
        if self._last_at is not None and at - self._last_at < PAUSE_S:
            self._gaps.append(at - self._last_at)
        self._last_at = at

    def pushed(self) -> None:
        """Take a push: whatever was in the head is out of it."""
        self.long_ms = 0

    def cam_came_home(self) -> None:
        """Hear that the cam has come home."""
        self.turns += 1

    def belt_freed(self) -> None:
        """Hear that the belt no longer reads full."""
        self.full_passes = 0

    @property
    def timed(self) -> int:
        """Return how many tiles came so soon after the one before that they tell of a pace."""
        return len(self._gaps)

    @property
    def pace_s(self) -> float | None:
        """Return the time from tile to tile when nothing keeps them back, once a few have passed.

        That is the lower quartile: a pause, or the last tiles in the drum, say nothing of a lane.
        """
        return self._pace_s(self._gaps)

    @property
    def lately_s(self) -> float | None:
        """Return the same, or that of the last few tiles where it is slower.

        A lane may grow weak in the middle of a load, and the last tiles in the drum come late.
        """
        return self._pace_s(self._gaps, self._gaps[-FEW:])

    def _pace_s(self, *spans: list[float]) -> float | None:
        if len(self._gaps) < FEW or self.doubles:
            return None
        return max(sorted(gaps)[len(gaps) // 4] for gaps in spans)

    @property
    def belt_sensor_sticks(self) -> bool:
        """Tell whether the full-belt sensor reads on whatever happens."""
        return self.full_passes >= FULL_PASSES

    def eye_misses(self, silent_s: float) -> bool:
        """Tell whether a tile was read that cannot be on its way from the reader to the eye.

        ``silent_s`` is how long the eye has seen none, in seconds.
        """
        return self.unseen >= (1 if silent_s > PAUSE_S else MISSED)

    def first_time(self, code: str) -> bool:
        """Tell whether this code has not been told of the lane in this load, and note it."""
        fresh = code not in self.told
        self.told.add(code)
        return fresh


@dataclass(frozen=True, slots=True)
class Pace:
    """How the lanes fed: those that lag behind the others, or all of them slow."""

    seconds: float
    usual: float
    lane: int | None = None


def lagging(paces: tuple[float | None, ...], usual_s: float) -> tuple[Pace, ...]:
    """Return what is worth a word of the lanes' paces, in seconds a tile.

    One or two lanes far behind the others lag; where every lane is slow, the feed is.
    """
    known = {lane: pace for lane, pace in zip(LANES, paces, strict=True) if pace is not None}
    if len(known) < 2:
        return ()
    best = min(known.values())
    if best > SLOW * usual_s:
        return (Pace(median(known.values()), usual_s),)
    return tuple(
        Pace(pace, best, lane) for lane, pace in sorted(known.items()) if pace > SLOW * best
    )
