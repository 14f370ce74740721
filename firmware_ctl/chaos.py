"""Chaos: thousands of hands with everything going wrong, split into evenings that stand alone.

Each evening has a seed of its own, so any of them can be played again by itself, and all cores of
the computer work at once. What must not be is counted: motors that moved against the plant's own
interlocks, tiles lost, tables that did not go on, faults that nothing explains.
"""

import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from multiprocessing import get_context

from firmware_ctl.chaos_evening import Outcome, play_evening

EVENING = 20
"""Hands of one evening."""

RECORDED_EVERY = 4
"""One evening in so many keeps its table's record, and loses power now and then."""

SPREAD = 1_000_003
"""So far apart lie the seeds of the evenings of neighbouring runs."""

MOST_TOLD = 20


@dataclass(frozen=True, slots=True)
class Report:
    """What came of a run; ``trouble`` names evenings by their seed, and what happened."""

    hands: int
    evenings: int
    seed: int
    virtual_s: float
    wall_s: float
    unsafe: int
    tiles_lost: int
    stuck: int
    broken: int
    unexplained: int
    injected: int
    commands: int
    power_cuts: int
    technicians: int
    faults: int
    exact: int
    codes: dict[str, int]
    trouble: tuple[str, ...]

    @property
    def is_clean(self) -> bool:
        """Tell whether nothing happened that must not be."""
        bad = self.unsafe, self.tiles_lost, self.stuck, self.broken, self.unexplained
        return not any(bad)

    def as_json(self) -> dict[str, object]:
        """Return the report as plain JSON data."""
        return asdict(self)


def chaos(hands: int, seed: int, progress: Callable[[int], None]) -> Report:
    """Play so many hands of chaos; ``progress`` hears how many are played."""
    began = time.perf_counter()
    outcomes: list[Outcome] = []
    played = 0
    for outcome in _played(list(evenings(hands, seed))):
        outcomes.append(outcome)
        played += outcome.hands
        progress(played)
    outcomes.sort(key=lambda each: each.seed)
    return report(outcomes, seed, round(time.perf_counter() - began, 3))


def evenings(hands: int, seed: int) -> Iterator[tuple[int, int, bool]]:
    """Yield the evenings of a run: seed, hands, and whether it keeps a record."""
    for number in range(-(-hands // EVENING)):
        left = hands - number * EVENING
        yield seed * SPREAD + number, min(EVENING, left), number % RECORDED_EVERY == 0


def report(outcomes: Iterable[Outcome], seed: int, wall_s: float) -> Report:
    """Sum evenings up."""
    all_ = list(outcomes)
    faults = [fault for outcome in all_ for fault in outcome.faults]
    return Report(
        hands=sum(outcome.hands for outcome in all_),
        evenings=len(all_),
        seed=seed,
        virtual_s=round(sum(outcome.virtual_s for outcome in all_), 3),
        wall_s=wall_s,
        unsafe=sum(outcome.unsafe for outcome in all_),
        tiles_lost=sum(bool(outcome.lost) for outcome in all_),
        stuck=sum(bool(outcome.stuck) for outcome in all_),
        broken=sum(len(outcome.broken) for outcome in all_),
        unexplained=sum(not fault.explained for fault in faults),
        injected=sum(outcome.injected for outcome in all_),
        commands=sum(outcome.commands for outcome in all_),
        power_cuts=sum(outcome.power_cuts for outcome in all_),
        technicians=sum(outcome.technicians for outcome in all_),
        faults=len(faults),
        exact=sum(fault.exact for fault in faults),
        codes=dict(sorted(Counter(fault.code for fault in faults).items())),
        trouble=tuple(line for outcome in all_ for line in _trouble(outcome))[:MOST_TOLD],
    )


def _trouble(outcome: Outcome) -> Iterator[str]:
    where = f"evening {outcome.seed}"
    if outcome.unsafe:
        yield f"{where}: {outcome.unsafe} motor commands against an interlock"
    if outcome.lost:
        yield f"{where}: {outcome.lost}"
    if outcome.stuck:
        yield f"{where}: stuck after {outcome.hands} hands: {outcome.stuck}"
    yield from (f"{where}: {text}" for text in outcome.broken)
    for fault in outcome.faults:
        if not fault.explained:
            yield f"{where}: {fault.code} {fault.name} at {fault.at_s} s comes of nothing"


def _played(jobs: list[tuple[int, int, bool]]) -> Iterator[Outcome]:
    workers = min(os.cpu_count() or 1, len(jobs))
    if workers == 1:
        yield from map(_play, jobs)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from pool.map(_play, jobs)


def _play(job: tuple[int, int, bool]) -> Outcome:
    seed, hands, recorded = job
    return play_evening(seed, hands, recorded=recorded)
