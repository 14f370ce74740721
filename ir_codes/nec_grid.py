"""The grid of a NEC frame: where its marks stand, and how well marks that were seen lie on it.

A mark is placed by its centre. Jitter moves edges and does not add up, and what a receiver adds to
one side of every mark moves all centres alike, so a straight line through places and centres
(least squares) gives start, clock and the receiver's stretch at once. What is left over is jitter.

The centre of mark *i* (0..32, the last is the stop mark) stands at 24.5 + 2 (i + k) units of
562.5 µs after the leader's edge, where *k* is the number of ones before it; the leader's own centre
stands at 8 (NEC µPD6121 data sheet: leader 16 + 8 units, zero 2, one 4).
"""

from collections.abc import Sequence
from functools import lru_cache
from operator import mul
from typing import NamedTuple

from ir_codes.joiner import Mark

BITS = 32
MARKS = BITS + 1
UNIT_US = 562.5

LEADER_PLACE = 8.0
FIRST_PLACE = 24.5


class Signal(NamedTuple):
    """What a frame's marks measure: the leader's centre, then all centres, and the widths.

    ``mean`` is that of all centres, ``along`` their distances from it, ``power`` the squares of
    these, summed: half of every least-squares fit.
    """

    leader: float
    centres: tuple[float, ...]
    widths: tuple[int, ...]
    mean: float
    along: tuple[float, ...]
    power: float

    @property
    def width(self) -> float:
        """Return the mean width of the marks after the leader."""
        return sum(self.widths) / len(self.widths)

    @property
    def width_squares(self) -> float:
        """Return the squared differences of the widths from their mean, summed."""
        width = self.width
        return sum((seen - width) ** 2 for seen in self.widths)


class Ruler(NamedTuple):
    """The places of one code, prepared for fits as the centres of a :class:`Signal` are."""

    mean: float
    across: tuple[float, ...]
    power: float


class Line(NamedTuple):
    """A clock: a place *p* is at ``start + unit * p`` µs."""

    start: float
    unit: float


class Fit(NamedTuple):
    """The best line for some places, and the squared distances that it leaves, summed."""

    line: Line
    squares: float


def signal_of(leader: Mark, marks: Sequence[Mark]) -> Signal:
    """Measure a leader and the marks after it."""
    first = (leader.rise + leader.fall) / 2
    centres = tuple((mark.rise + mark.fall) / 2 for mark in marks)
    mean = (first + sum(centres)) / (1 + len(centres))
    along = (first - mean, *(centre - mean for centre in centres))
    widths = tuple(mark.fall - mark.rise for mark in marks)
    return Signal(first, centres, widths, mean, along, sum(map(mul, along, along)))


def place(mark: int, ones: int) -> float:
    """Return the place in units of a mark with so many ones before it."""
    return FIRST_PLACE + 2 * (mark + ones)


def places(raw: int, bits: int = BITS) -> list[float]:
    """Return the places of the leader and of all ``bits + 1`` marks of a frame."""
    found = [LEADER_PLACE]
    at = FIRST_PLACE
    for _ in range(bits):
        found.append(at)
        at += 4 if raw & 1 else 2
        raw >>= 1
    return [*found, at]


def line_between(signal: Signal, ones: int) -> Line:
    """Return the line through the leader and the last mark, if so many ones lie between them."""
    last = place(len(signal.centres) - 1, ones)
    unit = (signal.centres[-1] - signal.leader) / (last - LEADER_PLACE)
    return Line(signal.leader - unit * LEADER_PLACE, unit)


@lru_cache(maxsize=1024)
def ruler(raw: int, bits: int = BITS) -> Ruler:
    """Return the places of a code, prepared."""
    where = places(raw, bits)
    mean = sum(where) / len(where)
    across = tuple(p - mean for p in where)
    return Ruler(mean, across, sum(map(mul, across, across)))


def fit(signal: Signal, raw: int, bits: int = BITS) -> Fit:
    """Return the least-squares line through the leader and all marks, if they say these bits."""
    mean, across, power = ruler(raw, bits)
    products = sum(map(mul, across, signal.along))
    unit = products / power
    squares = signal.power - unit * products
    return Fit(Line(signal.mean - unit * mean, unit), max(squares, 0.0))


def ones_seen(signal: Signal, line: Line) -> list[float]:
    """Return for each mark how many ones its place says lie before it, as a real number."""
    step = 2 * line.unit
    offset = line.start / step + FIRST_PLACE / 2
    return [centre / step - offset - mark for mark, centre in enumerate(signal.centres)]
