"""Is it the tile set or the machine? Told from where and with which set the last loads jammed.

A lane that jams with one set only has met a tile that is too large or has a burr (毛刺); one that
jams whichever set is loaded is itself to be looked after.
"""

from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass

from firmware_ctl.core.faults import StepFault

LOADS = 8
"""So many loads are looked back on."""

SET_JAMS = 2
"""So many lanes jam with one set, in one load or several, and none with the other in as many loads,
before it is suspected: one lane that jams again and again in one load has its own cause."""

LANE_JAMS = 3
"""So often a lane jams, with both sets, before it is."""


BLIND_LANES = 2
"""So many eyes miss tiles of one set before it is suspected; one more where the other did not run
well either."""


JAMMED_LANES = 2
"""So many stackers jam with one set in one load before it is suspected."""


@dataclass(frozen=True, slots=True)
class LoadJams:
    """One finished load: its set, how often each lane jammed, how many eyes had missed tiles."""

    set: str
    jams: tuple[int, ...]
    blind: int = 0


class JamBook:
    """The last loads."""

    def __init__(self, loads: Sequence[LoadJams] = ()) -> None:
        self._loads: deque[LoadJams] = deque(loads, LOADS)
        self._told: set[tuple[str, object]] = set()
        self._unseen: set[str] = set()
        self._jammed: set[str] = set()

    def add(self, load: LoadJams) -> tuple[StepFault, ...]:
        """Take a finished load; return what has become plain by it."""
        self._loads.append(load)
        found = (*self._sets(), *self._lanes())
        told = {(fault.kind.code, fault.values.get("set", fault.side)) for fault in found}
        fresh = tuple(
            fault
            for fault in found
            if (fault.kind.code, fault.values.get("set", fault.side)) not in self._told
        )
        self._told = told
        return fresh

    def blind(self, letter: str, lanes: int) -> StepFault | None:
        """Take that the eyes of so many lanes have missed tiles of a set in the load that runs.

        Return once that the set is at fault: several eyes do not fail in one load.
        """
        others = [load for load in self._loads if load.set != letter]
        least = BLIND_LANES + bool(others and others[-1].blind)
        if lanes < least or letter in self._unseen:
            return None
        self._unseen.add(letter)
        return StepFault("E334", set=letter, count=lanes)

    def jam(self, letter: str, lanes: int) -> StepFault | None:
        """Take that so many lanes have jammed with a set in the load that runs.

        Return once that the set is at fault: several stackers do not fail in one load, unless the
        one before jammed too.
        """
        others = [load for load in self._loads if load.set != letter]
        unlike = not others or not any(others[-1].jams)
        if lanes < JAMMED_LANES or not unlike or letter in self._jammed:
            return None
        self._jammed.add(letter)
        return StepFault("E334", set=letter, count=lanes)

    def _sets(self) -> tuple[StepFault, ...]:
        jams, loads, lanes = Counter[str](), Counter[str](), Counter[str]()
        for load in self._loads:
            loads[load.set] += 1
            jams[load.set] += sum(load.jams)
            lanes[load.set] += sum(map(bool, load.jams))
        return tuple(
            StepFault("E334", set=letter, count=jams[letter])
            for letter in sorted(loads)
            if lanes[letter] >= SET_JAMS
            and any(loads[other] >= 2 for other in loads if other != letter)
            and not any(jams[other] for other in loads if other != letter)
        )

    def _lanes(self) -> tuple[StepFault, ...]:
        jams: Counter[int] = Counter()
        sets: dict[int, set[str]] = {}
        for load in self._loads:
            for lane, count in enumerate(load.jams):
                jams[lane] += count
                if count:
                    sets.setdefault(lane, set()).add(load.set)
        return tuple(
            StepFault("E335", lane, count=jams[lane])
            for lane in sorted(sets)
            if jams[lane] >= LANE_JAMS and len(sets[lane]) > 1
        )
