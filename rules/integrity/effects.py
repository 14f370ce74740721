"""How large an effect is: means with a confidence sequence (置信序列), which holds at every deal.

Empirical Bernstein bounds with predictable plug-in (Waudby-Smith and Ramdas, 2010.09686): for
values in 0..1, whatever their law, all intervals of a life together cover the mean with the given
confidence. One row of ``Sums`` is a table, one column a sighting.
"""

from dataclasses import dataclass
from math import log

import numpy as np

from rules.integrity.reading import Reals

CONFIDENCE = 0.95

_MISS = log(2 / (1 - CONFIDENCE))
_LARGEST_BET = 0.8
_PRIOR_VARIANCE = 0.25
_PARTS = 6


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean and its bounds, in the sighting's own unit."""

    mean: float
    low: float
    high: float


def no_sums(tables: int, columns: int) -> Reals:
    """Return sums of nothing: count, values, squares about the mean, bets, their products."""
    return np.zeros((tables, columns, _PARTS))


def added(sums: Reals, values: Reals) -> Reals:
    """Return the sums with one value in 0..1 each, shape (tables, columns); NaN adds nothing."""
    known = ~np.isnan(values)
    value = np.where(known, np.clip(values, 0.0, 1.0), 0.0)
    count, total, squares = (sums[..., part] for part in range(3))
    mean = (0.5 + total) / (count + 1)
    variance = (_PRIOR_VARIANCE + squares) / (count + 1)
    number = count + 1
    bet = np.minimum(np.sqrt(2 * _MISS / (variance * number * np.log1p(number))), _LARGEST_BET)
    cost = -np.log1p(-bet) - bet
    off = (value - mean) ** 2
    new_mean = (0.5 + total + value) / (count + 2)
    step = np.stack(
        (np.ones_like(value), value, (value - new_mean) ** 2, bet, bet * value, off * cost), axis=-1
    )
    return sums + np.where(known[..., None], step, 0.0)


def interval(sums: Reals, most: float) -> Interval | None:
    """Return the mean of one sighting and its bounds; ``None`` where nothing was seen.

    ``sums`` has shape (parts,), ``most`` is the value that 1 stands for.
    """
    count, total, _, bets, products, cost = map(float, sums)
    if not count:
        return None
    centre, half = products / bets, (_MISS + cost) / bets
    low, high = max(0.0, centre - half), min(1.0, centre + half)
    return Interval(most * total / count, most * low, most * high)
