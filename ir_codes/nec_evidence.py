"""How sure a reading is: the numbers that a frame's marks must reach before a key is told.

Every reading is a code with its fit on the grid. Centres scatter by ``spread`` µs, widths by twice
that, for both come from the same edges; from both the spread is estimated. Then, in natural
logarithms of likelihood ("nats"):

* *margin*: how much likelier the code is than the next code. A wrong key needs it turned around.
* *free gain*: how much likelier the best 32 bits of all are, valid or not. More than a little means
  that a valid frame is not what was sent: a wrong inverse, another remote.
* *over noise*: how much likelier the code is than light that goes on and off at random. By Markov's
  inequality a ratio of A or more comes from such light with a chance of at most 1/A, whatever its
  rates; with N codes that could be told, N/A. ``docs/ir-decoding.md`` has the mathematics.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from ir_codes.frames import Reason
from ir_codes.nec_grid import (
    BITS,
    MARKS,
    UNIT_US,
    Fit,
    Signal,
    fit,
    line_between,
    ones_seen,
    places,
)
from ir_codes.nec_paths import free_path

LEAST_SPREAD_US = 15.0
"""No receiver is better: kernels count in some µs, and clean frames should not look for more."""

LEAST_MARGIN = 3.0
DEVIATIONS = 4.4
"""A code that differs in one mark's place leads the sent one by a margin only when noise is so many
standard deviations away from its mean: once in 200,000 frames."""

MOST_FREE_GAIN = 4.0
"""In nats. At jitter 250 µs a frame with a wrong last bit gains 40 with a standard deviation of 9,
a good one hardly ever anything."""

NEAR = 0.3
"""With all marks so near to their places, in units, no other bits are likelier: one wrong bit moves
marks by two units, of which a bent clock can hide more than half."""

MOST_SPREADS = 4.6
"""No edge is so far off: one in 4,000 frames has one by chance."""

FALSE_KEY_PAIRED = 1e-9
FALSE_KEY_ANY = 1e-6
"""The chance that random light, cut to a leader and 33 marks, passes as a key."""

FITTED_NATS = 0.5 * 4 * math.log(MARKS)
"""What fitting start, clock, width and spread to the frame itself is worth (Schwarz 1978)."""

CLOCK = (0.82, 1.18)
"""How far a remote's clock may be off."""

WIDTH = (-320.0, 380.0)
"""How much a receiver may shrink or stretch a mark, in µs."""


class Reading(NamedTuple):
    """A code and its fit; ``margin`` is the likelihood over the next code, in nats."""

    raw: int
    fit: Fit
    margin: float


def scatter_of(signal: Signal, squares: float) -> float:
    """Return the scatter of the centres in µs, from their distances and from the widths."""
    marks = len(signal.centres)
    return math.sqrt((squares + signal.width_squares / 4) / (2 * marks - 3))


def spread_of(signal: Signal, squares: float) -> float:
    """Return the scatter of the centres in µs to reckon with, at least a receiver's own."""
    return max(LEAST_SPREAD_US, scatter_of(signal, squares))


def nats(squares: float, spread: float) -> float:
    """Return squared distances in µs² as a logarithm of likelihood."""
    return squares / (2 * spread * spread)


def objection(signal: Signal, reading: Reading, needed: float) -> Reason | None:
    """Return why a reading is not sure enough, or ``None`` if it is.

    Args:
        signal: a leader and 33 marks.
        reading: the best code for it.
        needed: how many nats over noise it must reach, of :func:`nats_needed`.
    """
    spread = spread_of(signal, reading.fit.squares)
    clock = reading.fit.line.unit / UNIT_US
    width = signal.width - UNIT_US * clock
    if not CLOCK[0] <= clock <= CLOCK[1] or not WIDTH[0] <= width <= WIDTH[1]:
        return Reason.LENGTH
    if (
        reading.margin < least_margin(reading.fit.line.unit, spread)
        or over_noise(signal, spread) < needed
    ):
        return Reason.LENGTH
    distances = _distances(signal, reading)
    if max(map(abs, distances)) > MOST_SPREADS * spread:
        return Reason.LENGTH
    if max(abs(seen - signal.width) for seen in signal.widths) > 2 * MOST_SPREADS * spread:
        return Reason.OVERLAP
    if free_gain(signal, reading, distances) > MOST_FREE_GAIN:
        return Reason.INVERSE
    return None


def least_margin(unit: float, spread: float) -> float:
    """Return the margin in nats below which the next code may be the right one.

    For codes that differ in one place, two units apart, the margin of the sent one is normal with
    mean m = (2 unit)² / (2 spread²) and variance 2 m (Wald 1947); for others it is larger.
    """
    mean = nats((2 * unit) ** 2, spread)
    return max(LEAST_MARGIN, DEVIATIONS * math.sqrt(2 * mean) - mean)


def nats_needed(codes: int, false_key: float) -> float:
    """Return how many nats over noise make a false key among ``codes`` so rare a frame."""
    return math.log(codes / false_key) + FITTED_NATS


def over_noise(signal: Signal, spread: float) -> float:
    """Return how much likelier a frame is than random light with its mean mark and space, in nats.

    Random light goes on and off after exponential times, the noise of greatest entropy for its
    means; its rates are fitted to the signal, which favours the noise.
    """
    marks = len(signal.centres)
    mean_mark = max(signal.width, 1.0)
    mean_space = (signal.centres[-1] - signal.leader) / marks - mean_mark
    noise = -marks * (2 + math.log(mean_mark) + math.log(max(mean_space, 1.0)))
    frame = -marks * (1 + math.log(2 * math.pi * spread * 2 * spread))
    return frame - noise


def free_gain(signal: Signal, reading: Reading, distances: Sequence[float]) -> float:
    """Return how much likelier the best bits without any rule are, in nats."""
    if max(map(abs, distances)) < NEAR * reading.fit.line.unit:
        return 0.0
    total = reading.raw.bit_count()
    best = reading.fit
    for ones in range(max(0, total - 1), min(BITS, total + 1) + 1):
        line = line_between(signal, ones)
        for _ in range(2):
            free = fit(signal, free_path(ones_seen(signal, line), ones))
            line = free.line
            best = min(best, free, key=_squares)
    return nats(reading.fit.squares - best.squares, spread_of(signal, best.squares))


def _distances(signal: Signal, reading: Reading) -> list[float]:
    start, unit = reading.fit.line
    seen = (signal.leader, *signal.centres)
    return [c - start - unit * p for c, p in zip(seen, places(reading.raw), strict=True)]


def _squares(found: Fit) -> float:
    return found.squares
