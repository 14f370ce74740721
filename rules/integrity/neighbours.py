"""Bets on what lies beside what: neighbours kept, runs, stacks and neighbours of equal tiles.

A drum that mixes badly keeps neighbours together; so these belong to null C, which says how well
the machine mixes (洗牌均匀度) and accuses nobody.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.integrity.foretold import log_bets
from rules.integrity.laws import (
    log_tilt,
    mean_of,
    neighbour_moments,
    sorted_copies,
    stack_moments,
)
from rules.integrity.reading import KINDS, NO_PIECE, Batch, Bools, Bytes, Ints, Reals, distinct
from rules.tiles import RANKED_SUITS, TILES, rank_of, suit_of

Counts = NDArray[np.uint16]

KEPT_SHARES = (0.05, 0.15, 0.4)
RUN_SHARES = (0.05, 0.2)
STACK_TILTS = (0.7, 1.4, 2.2)
NEIGHBOUR_TILTS = (0.4, 0.9)


class Beside(NamedTuple):
    """Log e-values: shape (tables, 3), (tables, 2), (tables, 3), (tables, 2)."""

    kept: Reals
    runs: Reals
    stacks: Reals
    equal: Reals


def beside(batch: Batch, before: Bytes, pieces_before: Ints | None, tolerated: float) -> Beside:
    """Bet on neighbours.

    ``before`` is the wall before of the same set, shape (tables, places), 255 unread;
    ``pieces_before`` its pieces of plastic where tags tell them. ``tolerated`` is the share of
    neighbours that the machine may keep.
    """
    stacks, equal = _equal(batch)
    return Beside(_kept(batch, before, pieces_before, tolerated), _runs(batch), stacks, equal)


def _next_to() -> Counts:
    """Return which kinds are neighbours in a run (搭子), shape (256, kinds)."""
    near = np.zeros((256, KINDS), np.uint16)
    for one in TILES:
        for other in TILES:
            same = suit_of(one) is suit_of(other) and suit_of(one) in RANKED_SUITS
            near[one, other] = same and abs(rank_of(one) - rank_of(other)) == 1
    return near


_NEXT_TO = _next_to()


def _runs(batch: Batch) -> Reals:
    """Bet that the next tile stands beside the last one in a run."""
    return _follow(batch, _NEXT_TO[batch.kinds[:, :-1]], np.array(RUN_SHARES), 0.0)


def _kept(batch: Batch, before: Bytes, pieces_before: Ints | None, tolerated: float) -> Reals:
    """Bet that a tile is followed by what followed it before."""
    shares = tolerated + (1 - tolerated) * np.array(KEPT_SHARES)
    if batch.pieces is not None and pieces_before is not None:
        return _kept_pieces(batch.pieces, pieces_before, shares, tolerated)
    size = KINDS + 1
    then, now = np.minimum(before, KINDS).astype(np.int64), np.minimum(batch.kinds, KINDS)
    rows = np.arange(batch.tables)[:, None]
    pairs = (rows * size + then[:, :-1]) * size + then[:, 1:]
    table = np.bincount(pairs.ravel(), minlength=batch.tables * size * size).astype(np.uint16)
    followers = table.reshape(batch.tables, size, size)[..., :KINDS]
    return _follow(batch, followers[rows, now[:, :-1]], shares, tolerated)


def _follow(batch: Batch, wanted: Counts, shares: Reals, tolerated: float) -> Reals:
    """Bet that each tile but the first is as wanted.

    ``wanted`` says how often each kind was wanted there, shape (tables, places - 1, kinds).
    """
    left = batch.left[:, 1:]
    hoped = np.einsum("npk,npk->np", left, wanted, dtype=np.uint16)
    chance = hoped / np.maximum(batch.left_in_all[:, 1:], 1)
    here = np.minimum(batch.kinds[:, 1:], KINDS - 1)[..., None].astype(np.int64)
    fits = np.take_along_axis(wanted, here, axis=-1)[..., 0].astype(float)
    bet = batch.read[:, 1:] & batch.read[:, :-1]
    return log_bets(fits, chance, bet, shares, tolerated)


def _kept_pieces(now: Ints, before: Ints, shares: Reals, tolerated: float) -> Reals:
    """Bet that a piece of plastic is followed by the one that followed it before."""
    followed = now[:, :-1, None] == before[:, None, :-1]
    at = followed.argmax(axis=-1)
    known = followed.any(axis=-1) & (now[:, :-1] != NO_PIECE)
    follower = np.where(known, np.take_along_axis(before, at + 1, axis=1), NO_PIECE)
    later = np.tri(now.shape[1] - 1, now.shape[1], dtype=bool)
    ahead = (follower[..., None] == now[:, None, :]) & ~later
    read = now != NO_PIECE
    left = read.sum(axis=1, keepdims=True) - np.cumsum(read, axis=1) + read
    chance = ahead.any(axis=-1) / np.maximum(left[:, 1:], 1)
    ordered = np.sort(now, axis=1)
    twins = ((ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] != NO_PIECE)).any(axis=1)
    bet = known & read[:, 1:] & (follower != NO_PIECE) & ~twins[:, None]
    return log_bets((follower == now[:, 1:]).astype(float), chance, bet, shares, tolerated)


def _equal(batch: Batch) -> tuple[Reals, Reals]:
    """Bet that there are too many stacks, and neighbours, of equal tiles."""
    stacked, whole = stacks_of_equal(batch)
    neighbours = equal_neighbours(batch)
    keys = np.column_stack((-np.sort(-batch.copies, axis=1), whole.sum(axis=1)))
    rows, which = distinct(keys)
    laws = [_norms(sorted_copies(key[:-1].tolist()), int(key[-1])) for key in rows]
    by_stacks = np.array([law[0] for law in laws])[which]
    by_neighbours = np.array([law[1] for law in laws])[which]
    count = stacked.sum(axis=1)[:, None]
    return (
        count * np.array(STACK_TILTS) - by_stacks,
        neighbours[:, None] * np.array(NEIGHBOUR_TILTS) - by_neighbours,
    )


def stacks_of_equal(batch: Batch) -> tuple[Bools, Bools]:
    """Return which stacks hold equal tiles, and which were read whole; shape (tables, stacks)."""
    upper, lower = batch.layout.stacks.T
    whole: Bools = batch.read[:, upper] & batch.read[:, lower]
    return whole & (batch.kinds[:, upper] == batch.kinds[:, lower]), whole


def equal_neighbours(batch: Batch) -> Ints:
    """Return how many neighbours are equal, unread places left out, shape (tables,)."""
    found: Ints = (batch.kinds[:, 1:] == batch.kinds[:, :-1]).sum(axis=1)
    for table in np.flatnonzero(~batch.complete):
        row = batch.kinds[table, batch.read[table]]
        found[table] = (row[1:] == row[:-1]).sum()
    return found


@lru_cache(maxsize=1024)
def _norms(copies: tuple[int, ...], stacks: int) -> tuple[list[float], list[float]]:
    by_stacks, by_neighbours = stack_moments(copies, stacks), neighbour_moments(copies)
    return (
        [log_tilt(by_stacks, tilt) for tilt in STACK_TILTS],
        [log_tilt(by_neighbours, tilt) for tilt in NEIGHBOUR_TILTS],
    )


@lru_cache(maxsize=1024)
def expected_stacks(copies: tuple[int, ...], stacks: int) -> float:
    """Return how many stacks of equal tiles a well-mixed wall has on average."""
    return mean_of(stack_moments(copies, stacks))
