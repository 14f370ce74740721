"""Exact laws of what can be counted in a well-mixed wall.

A count is given by its binomial moments ``b[m] = E C(X, m)``, which have short products where the
probabilities themselves have none: stacks of equal tiles are matchings, equal neighbours Lah
numbers, agreement with a fixed wall rooks. All are for ``copies[k]`` tiles of each kind laid on
so many places in an order of which all are equally likely.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb, exp, factorial, log, perm

Moments = tuple[Fraction, ...]

Polynomial = tuple[int, ...]


@lru_cache(maxsize=512)
def stack_moments(copies: tuple[int, ...], stacks: int) -> Moments:
    """Return the binomial moments of the number of stacks that hold two equal tiles.

    The other places, if any, hold single tiles.
    """
    places = sum(copies)
    ways = _product(_matchings(count) for count in copies)
    return tuple(
        Fraction(way * 2**m * perm(stacks, m), perm(places, 2 * m))
        for m, way in enumerate(ways[: stacks + 1])
    )


@lru_cache(maxsize=512)
def neighbour_moments(copies: tuple[int, ...]) -> Moments:
    """Return the binomial moments of the number of equal neighbours in a row of all tiles."""
    places = sum(copies)
    ways = _product(_links(count) for count in copies)
    return tuple(Fraction(way, perm(places, m)) for m, way in enumerate(ways))


@lru_cache(maxsize=512)
def match_moments(pairs: tuple[tuple[int, int], ...], places: int) -> Moments:
    """Return the binomial moments of agreement with a fixed wall.

    ``pairs`` are each kind's copies here and places there; ``places`` is how many tiles there are.
    """
    ways = _product(_rooks(here, there) for here, there in pairs)
    return tuple(Fraction(way, perm(places, m)) for m, way in enumerate(ways))


def odds_of(moments: Moments, count: int) -> Fraction:
    """Return the chance of exactly this count."""
    terms = range(count, len(moments))
    return sum(
        ((-1) ** (m - count) * comb(m, count) * moments[m] for m in terms), start=Fraction(0)
    )


def tail_of(moments: Moments, count: int) -> Fraction:
    """Return the chance of this count or more."""
    if count <= 0:
        return Fraction(1)
    terms = range(count, len(moments))
    return sum(
        ((-1) ** (m - count) * comb(m - 1, count - 1) * moments[m] for m in terms),
        start=Fraction(0),
    )


def mean_of(moments: Moments) -> float:
    """Return the expected count."""
    return float(moments[1]) if len(moments) > 1 else 0.0


def log_tilt(moments: Moments, theta: float) -> float:
    """Return ``log E exp(theta X)``."""
    gain = exp(theta) - 1
    return log(sum(float(moment) * gain**m for m, moment in enumerate(moments)))


@lru_cache(maxsize=65536)
def log_tilt_drawn(places: int, marked: int, drawn: int, theta: float) -> float:
    """Return ``log E exp(theta X)`` for the marked among tiles drawn (hypergeometric)."""
    ways = sum(
        comb(marked, count) * comb(places - marked, drawn - count) * exp(theta * count)
        for count in range(min(marked, drawn) + 1)
        if drawn - count <= places - marked
    )
    return log(ways / comb(places, drawn))


@lru_cache(maxsize=4096)
def stacked_odds(places: int, copies: int, stacks: int) -> tuple[float, float]:
    """Return the chances that a kind has a stack of its own, and that it has two or more."""
    moments = stack_moments((copies, *(1,) * (places - copies)), stacks)
    return float(tail_of(moments, 1)), float(tail_of(moments, 2))


def _product(factors: Iterable[Polynomial]) -> list[int]:
    whole = [1]
    for factor in factors:
        longer = [0] * (len(whole) + len(factor) - 1)
        for at, one in enumerate(whole):
            for step, other in enumerate(factor):
                longer[at + step] += one * other
        whole = longer
    return whole


@lru_cache(maxsize=64)
def _matchings(count: int) -> Polynomial:
    """Return in how many ways ``m`` disjoint pairs can be taken from so many tiles."""
    return tuple(
        factorial(count) // (2**m * factorial(m) * factorial(count - 2 * m))
        for m in range(count // 2 + 1)
    )


@lru_cache(maxsize=64)
def _links(count: int) -> Polynomial:
    """Return in how many ways ``m`` links can make chains of so many tiles."""
    if count == 0:
        return (1,)
    return tuple(perm(count, m) * comb(count - 1, m) for m in range(count))


@lru_cache(maxsize=256)
def _rooks(here: int, there: int) -> Polynomial:
    """Return in how many ways ``m`` tiles can take a place each."""
    return tuple(comb(here, m) * comb(there, m) * factorial(m) for m in range(min(here, there) + 1))


def sorted_copies(counts: Sequence[int]) -> tuple[int, ...]:
    """Return counts as the laws take them: without zeros, largest first."""
    return tuple(sorted((int(count) for count in counts if count), reverse=True))
