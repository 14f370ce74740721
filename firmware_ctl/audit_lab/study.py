"""Follow simulated tables with the wall check's engine, deal by deal, and note what it says."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

from firmware_ctl.audit_lab.reading import Readers
from firmware_ctl.audit_lab.tables import SETS, Dealt, Tables
from rules.integrity.engine import Evidence, advance, fresh
from rules.integrity.reading import Batch

RED = log(1e4)
"""What a route must reach, as the logarithm of its wealth, at lifetime false alarm 1e-4."""

ROUTES, BOTH = ("full", "a", "b", "c"), "both"
Limits = Mapping[str, tuple[str, float]]
"""By name: a route and the log wealth that it must reach; ``both`` is null B on both tile sets."""

DETECTION: Limits = {
    "inform": ("full", log(100)),
    "red": ("full", RED),
    "red-a": ("a", RED),
    "red-b": (BOTH, RED),
}


@dataclass(frozen=True, slots=True, eq=False)
class Course:
    """What came of a study.

    ``crossed`` (tables) by limit: at which deal it was first reached, 0 where it never was.
    ``peaks`` (tables) by route: the highest log wealth. ``deals`` is how many were dealt.
    """

    crossed: Mapping[str, NDArray[np.int64]]
    peaks: Mapping[str, NDArray[np.float64]]
    deals: int


def follow(
    tables: Tables,
    count: int,
    deals: int,
    readers: Readers | None = None,
    limits: Limits = DETECTION,
    *,
    until: tuple[str, ...] = (),
    tolerated: float = 0.0,
    progress: Callable[[int], None] = lambda _deal: None,
) -> Course:
    """Deal ``deals`` times at ``count`` tables, or until all have crossed the limits ``until``."""
    crossed = {name: np.zeros(count, np.int64) for name in limits}
    peaks = {route: np.full(count, -np.inf) for route in ROUTES}
    state = fresh(count)
    number = 0
    for number in range(1, deals + 1):
        state, evidence = advance(state, batch(tables, tables.deal(), readers), tolerated)
        _note(evidence, number, limits, crossed, peaks)
        progress(number)
        if until and all(crossed[name].all() for name in until):
            break
    return Course(crossed, peaks, number)


def batch(tables: Tables, dealt: Dealt, readers: Readers | None) -> Batch:
    """Return one deal of every table for the engine; without readers all is read, and no tag."""
    table = tables.layout
    count = len(dealt.walls)
    seen = None if readers is None else readers.read(dealt.walls)
    return Batch(
        layout=table.places,
        kinds=table.kind_of[dealt.walls].astype(np.uint8) if seen is None else seen.kinds,
        dealers=dealt.dealer.astype(np.int64),
        faces=table.faces(dealt.throw),
        sets=np.full(count, SETS.index(dealt.set)),
        pieces=None if seen is None else seen.pieces,
    )


def _note(
    evidence: Evidence,
    number: int,
    limits: Limits,
    crossed: Mapping[str, NDArray[np.int64]],
    peaks: Mapping[str, NDArray[np.float64]],
) -> None:
    for name, (route, limit) in limits.items():
        wealth = evidence.b_sets.min(axis=1) if route == BOTH else getattr(evidence, route)
        new = (crossed[name] == 0) & (wealth >= limit)
        crossed[name][new] = number
    for route, peak in peaks.items():
        np.maximum(peak, getattr(evidence, route), out=peak)
