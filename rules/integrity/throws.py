"""Bets on loaded dice (灌铅骰子) and forced sums: faces, sums, and whatever the past foretells."""

from typing import NamedTuple

import numpy as np

from rules.integrity.reading import Ints, Reals

LIFTS = (0.1, 0.2, 0.4, 0.8, 1.6)
"""How much more often than one in six a face falls."""

SUM_STAKES = (0.1, 0.3, 0.6)
"""How often a sum is forced."""

DICE = ("both", "first", "second")
SUMS = tuple(range(2, 13))
PRIOR = 10.0
"""Throws of each face that the prediction starts with."""


class Throws(NamedTuple):
    """Log e-values of one deal's throws.

    Shapes: ``faces`` (tables, dice, faces, lifts), ``sums`` (tables, sums, stakes), ``foretold``
    (tables,). ``counts`` is how often each face has fallen, shape (tables, 6).
    """

    faces: Reals
    sums: Reals
    foretold: Reals
    counts: Ints


def _face_table() -> Reals:
    """Return the log of each lifted face's odds, shape (face fallen, face lifted, lifts)."""
    lifted = (1 + np.array(LIFTS)) / 6
    other = (1 - lifted) / 5
    same = np.eye(6, dtype=bool)[..., None]
    logs: Reals = np.log(6 * np.where(same, lifted, other))
    return logs


def _sum_table() -> Reals:
    """Return the log of each forced sum's odds, shape (sum fallen, sum forced, stakes)."""
    chance = np.array([6 - abs(7 - total) for total in SUMS]) / 36
    stakes = np.array(SUM_STAKES)
    fallen = np.eye(len(SUMS), dtype=bool)
    paid = np.where(fallen, 1 / chance, 0.0)[..., None]
    logs: Reals = np.log(1 - stakes + stakes * paid)
    return logs


_FACES = _face_table()
_SUMS = _sum_table()


def loaded(faces: Ints, counts: Ints) -> Throws:
    """Bet that the dice are loaded.

    ``faces`` are the throws, 0 where they were not seen, shape (tables, throws, 2); ``counts`` how
    often each face fell before, shape (tables, 6).
    """
    tables = len(faces)
    by_face = np.zeros((tables, len(DICE), 6, len(LIFTS)))
    by_sum = np.zeros((tables, len(SUMS), len(SUM_STAKES)))
    foretold = np.zeros(tables)
    counts = counts.copy()
    for throw in np.moveaxis(faces, 1, 0):
        seen = np.flatnonzero((throw > 0).all(axis=1))
        first, second = throw[seen].T - 1
        one, other = _FACES[first], _FACES[second]
        by_face[seen] += np.stack((one + other, one, other), axis=1)
        by_sum[seen] += _SUMS[first + second]
        for face in (first, second):
            had = counts[seen]
            share = (had[np.arange(len(seen)), face] + PRIOR) / (had.sum(axis=1) + 6 * PRIOR)
            foretold[seen] += np.log(6 * share)
            counts[seen, face] += 1
    return Throws(by_face, by_sum, foretold, counts)
