"""Bets that a wall repeats the one before it of the same tile set (抄牌), place by place or turned.

No drum leaves a trace in places, so these belong to null B. A tile is guessed to lie where it lay;
how sure the guess is, is learned for every place. All copies of a kind at the same places are a bet
of their own, and so is the wall before turned by any number of tiles.
"""

from functools import lru_cache
from math import comb
from typing import NamedTuple

import numpy as np

from rules.integrity.foretold import log_bets
from rules.integrity.laws import log_tilt, match_moments
from rules.integrity.reading import KINDS, Batch, Bools, Bytes, Ints, Reals, distinct

FIRST_ODDS = 0.01
"""Odds that a place repeats before it ever did."""

LOST_TOUCH = 0.02
"""How often a cheat's place may fail."""

MOST_ODDS = 1e4

KIND_STAKE = 0.85
TURN_STAKE = 0.05
TURN_TILT = 2.0
_FEWEST_COPIES = 3


class Copies(NamedTuple):
    """Log e-values, shape (tables,) each, and the new odds of every place.

    ``same`` counts the places that hold what they held, ``most_turned`` those that agree with the
    best of all turns; -1 where the wall before is not known.
    """

    place: Reals
    kind: Reals
    turned: Reals
    odds: Reals
    same: Ints
    most_turned: Ints


def copied(batch: Batch, before: Bytes, odds: Reals) -> Copies:
    """Bet that the wall is a copy of the wall ``before``, shape (tables, places), 255 unread.

    ``odds`` are the learned odds that a place repeats. Where a wall before is not known its places
    are unread.
    """
    known = batch.read & (before < KINDS)
    guess = np.where(known, before, 0)
    rows, places = np.ogrid[: batch.tables, : batch.kinds.shape[1]]
    left = batch.left[rows, places, guess]
    chance = np.where(known, left / np.maximum(batch.left_in_all, 1), 0.0)
    hits = known & (batch.kinds == before)
    sure = (odds / (1 + odds))[..., None]
    place = log_bets(hits.astype(float), chance, known, sure)[..., 0]
    raised = np.minimum(odds * (1 - LOST_TOUCH) / np.where(chance > 0, chance, 1.0), MOST_ODDS)
    learned = np.where(hits, raised, np.where(known, FIRST_ODDS, odds))
    turned, most = _turned(batch, before)
    same = np.where(known.any(axis=1), hits.sum(axis=1), -1)
    return Copies(place, _kinds(batch, before, hits), turned, learned, same, most)


def _kinds(batch: Batch, before: Bytes, hits: Bools) -> Reals:
    """Bet that all copies of some kind lie where they lay."""
    there = (before[..., None] == np.arange(KINDS, dtype=np.uint8)).sum(axis=1)
    again = (batch.one_hot * hits[..., None]).sum(axis=1, dtype=np.int64)
    eligible = (batch.copies == there) & (there >= _FEWEST_COPIES)
    # A place where the wall before was not read, or is not now, says nothing of a kind there.
    eligible &= (batch.complete & (before < KINDS).all(axis=1))[:, None]
    places = batch.kinds.shape[1]
    rarity = np.array([comb(places, copies) for copies in range(places + 1)], float)
    paid = np.where(eligible & (again == there), rarity[np.minimum(there, places)], 0.0)
    count = eligible.sum(axis=1)
    mean = paid.sum(axis=1) / np.maximum(count, 1)
    return np.where(count > 0, np.log(1 - KIND_STAKE + KIND_STAKE * mean), 0.0)


def _turned(batch: Batch, before: Bytes) -> tuple[Reals, Ints]:
    """Bet that the wall is the one before, turned; every number of tiles has an equal share.

    It is placed on walls that were read in full, so that the law is the same for every turn.
    """
    wall = batch.layout.wall
    now, then = batch.kinds[:, :wall], before[:, :wall]
    bet = np.flatnonzero((now < KINDS).all(axis=1) & (then < KINDS).any(axis=1))
    found, most = np.zeros(batch.tables), np.full(batch.tables, -1)
    if bet.size:
        turns = (np.arange(wall) + np.arange(1, wall)[:, None]) % wall
        agree = (then[bet][:, turns] == now[bet][:, None, :]).sum(axis=-1)
        logs = TURN_TILT * agree - _turn_laws(now[bet], then[bet])[:, None]
        mean = np.exp(np.minimum(logs, 600.0)).mean(axis=1)
        found[bet] = np.log(1 - TURN_STAKE + TURN_STAKE * mean)
        most[bet] = agree.max(axis=1)
    return found, most


def _turn_laws(now: Bytes, then: Bytes) -> Reals:
    """Return the norm of the tilt for the tiles of these walls, shape (tables,)."""
    here, there = _counts(now), _counts(then)
    keys, which = distinct(np.concatenate((here, there), axis=1))
    norms = [
        _turn_law(
            tuple(sorted((int(a), int(b)) for a, b in key.reshape(2, -1).T if a and b)),
            now.shape[1],
        )
        for key in keys
    ]
    return np.array(norms)[which]


def _counts(walls: Bytes) -> Ints:
    found: Ints = (walls[..., None] == np.arange(KINDS, dtype=np.uint8)).sum(axis=1)
    return found


@lru_cache(maxsize=4096)
def _turn_law(pairs: tuple[tuple[int, int], ...], places: int) -> float:
    return log_tilt(match_moments(pairs, places), TURN_TILT)
