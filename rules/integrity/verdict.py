"""The verdict on a table after a deal: evidence, never guilt.

Levels follow fixed bounds on e-values. A red verdict goes by the highest wealth that there ever
was, so it stays until an operator has acknowledged it; the lesser ones go by what there is now.
Red can come by two routes, so each has half of the false alarms that a life is allowed: 1 in
10,000 together.
"""

from dataclasses import dataclass
from math import log

from rules.integrity.composition import WallCheck
from rules.integrity.effects import Interval
from rules.integrity.hypotheses import Family, Null
from rules.integrity.levels import Level
from rules.integrity.table_state import Mixing, Wealth

LIFETIME_ODDS = 10_000
"""One honest table in so many may ever be accused."""

DETECTOR_ODDS = 100_000
"""So many deals lie between two false ambers of a well-mixing machine, on average or more."""

INFORM_ODDS = 100

RED = log(2 * LIFETIME_ODDS)
AMBER = log(LIFETIME_ODDS)
DETECTED = log(DETECTOR_ODDS)
INFORM = log(INFORM_ODDS)
RARE_WALL = 0.01
"""Holm's adjusted chance of one wall alone, below which the log takes note."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What the leading bet is about.

    ``who`` is 0..3 for a side, 4..7 for the dealer and the seats after him, ``None`` where it is
    nobody; ``what`` is a sighting's name and ``which`` the face, sum or kind. ``deals`` is how many
    deals the sign has lasted; ``seen`` is the mean over them, ``normal`` what is usual, ``effect``
    the mean since the beginning with its bounds.
    """

    family: Family
    share: float
    who: int | None
    what: str | None
    which: int | None
    deals: int
    seen: float | None
    normal: float | None
    effect: Interval | None


@dataclass(frozen=True, slots=True)
class ReaderHealth:
    """How many places the reader read of this deal's, and whether that is enough for a verdict."""

    read: int
    places: int
    enough: bool


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a deal leaves a table with.

    ``null`` is the null that is breached. ``shares`` are the families' shares of the evidence,
    largest first. ``walls`` is what the tiles are, where that is not as it should be.
    """

    table: str
    deal: int
    level: Level
    null: Null | None
    wealth: Wealth
    detector: float
    finding: Finding | None
    shares: tuple[tuple[Family, float], ...]
    reader: ReaderHealth
    order_checked: bool
    walls: WallCheck | None
    rare_wall: bool


def level_of(
    wealth: Wealth, peak: Wealth, detector: float, mixing: Mixing, *, rare_wall: bool
) -> tuple[Level, Null | None]:
    """Return the level and the null that is breached; ``None`` where the leading bet tells it."""
    if peak.a >= RED:
        return Level.RED, Null.FAIR_PLAY
    if mixing is Mixing.UNIFORM and peak.full >= RED:
        return Level.RED, None
    if mixing is Mixing.DRUM and min(peak.b_sets) >= RED:
        return Level.RED, Null.NO_COPYING
    if max(wealth.b, *wealth.b_sets) >= AMBER:
        return Level.AMBER, Null.NO_COPYING
    if wealth.c >= AMBER or detector >= DETECTED:
        return Level.AMBER, Null.WELL_MIXED
    if max(wealth.full, wealth.a) >= INFORM or rare_wall:
        return Level.INFORM, None
    return Level.OK, None
