"""Sum the record up for people: one pass over its notes, nothing of a tile."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from firmware_ctl.store.records import (
    Counted,
    FaultRaised,
    HandBegun,
    Judged,
    LoadBegun,
    Note,
    Weighed,
)
from hal.ids import LANES

HOUR_MS = 3_600_000
LONGEST_LOAD_S = 900.0
"""A lane that took longer stood still in between."""


@dataclass(slots=True)
class Summary:
    """Numbers of a table.

    ``hands`` counts by the hour of the wall's clock in which they began, hours since 1970;
    ``verdicts`` counts loads by what their tiles are, ``weighed`` hands by what the wall check said
    after them; ``lane_s`` are the seconds that each lane took, load by load.
    """

    hands: Counter[int] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    verdicts: Counter[str] = field(default_factory=Counter)
    weighed: Counter[str] = field(default_factory=Counter)
    lane_s: tuple[list[float], ...] = field(default_factory=lambda: tuple([] for _ in LANES))

    @property
    def hands_per_hour(self) -> float:
        """Return hands an hour over the hours in which any began, 0 without."""
        return sum(self.hands.values()) / len(self.hands) if self.hands else 0.0

    @property
    def empty(self) -> bool:
        """Tell whether there is nothing to show."""
        return not (self.hands or self.faults or self.verdicts or self.weighed or any(self.lane_s))


def summed(notes: Iterable[Note]) -> Summary:
    """Return the summary of notes in their order."""
    summary = Summary()
    begun_ms: int | None = None
    due: set[int] = set()
    for note in notes:
        match note.record:
            case HandBegun():
                summary.hands[note.clock_ms // HOUR_MS] += 1
            case FaultRaised(fault):
                summary.faults[fault.code] += 1
            case Judged():
                summary.verdicts[note.record.level] += 1
            case Weighed():
                summary.weighed[note.record.level] += 1
            case LoadBegun(stacks=stacks):
                begun_ms = note.at_ms
                due = {lane for lane in LANES if stacks[lane]}
            case Counted(job) if begun_ms is not None:
                done = {lane for lane in due if job.made[lane] >= job.wanted[lane] > 0}
                took_s = (note.at_ms - begun_ms) / 1000
                for lane in done:
                    if 0 < took_s <= LONGEST_LOAD_S:
                        summary.lane_s[lane].append(took_s)
                due -= done
    return summary
