"""Bets on kinds stacked upon themselves (整墩同牌): against their peers, against their law.

How much a machine clumps is its own affair, but it must not clump one kind more than kinds that
people treat alike. So a kind against its peers belongs to null B; a kind against the law of a
well-mixed wall belongs to null C.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from rules.integrity.laws import stacked_odds
from rules.integrity.neighbours import stacks_of_equal
from rules.integrity.reading import Batch, Ints, Reals
from rules.tiles import RANKED_SUITS, TILES, Suit, Tile, rank_of, suit_of

PEER_TILTS = (2.0, 4.0)
EVENT_STAKES = (0.85, 0.5)
"""What is staked on a stack of a kind, and on two."""


class StackedKinds(NamedTuple):
    """Log e-values: ``peers`` (tables, kinds, 2), ``events`` (tables, kinds, 2)."""

    peers: Reals
    events: Reals


def _peer_group(tile: Tile) -> int:
    """Return the number of the group of kinds that people treat alike."""
    suit = suit_of(tile)
    if suit in RANKED_SUITS:
        return {1: 0, 9: 0, 2: 1, 8: 1}.get(rank_of(tile), 2)
    if suit in (Suit.WINDS, Suit.DRAGONS):
        return 3
    return 4 + (suit is Suit.JOKERS) + 2 * (suit is Suit.ANIMALS)


_GROUPS = np.array([_peer_group(tile) for tile in TILES])
_GROUP_COUNT = int(_GROUPS.max()) + 1
_PACK = 1 << 10


def own_stacks(batch: Batch) -> Ints:
    """Return how many stacks hold two of a kind, shape (tables, kinds)."""
    stacked, _ = stacks_of_equal(batch)
    upper = batch.layout.stacks[:, 0]
    found: Ints = (batch.one_hot[:, upper] * stacked[..., None]).sum(axis=1, dtype=np.int64)
    return found


def stacked_kinds(batch: Batch) -> StackedKinds:
    """Bet that a kind lies stacked upon itself more than it should."""
    own = own_stacks(batch)
    return StackedKinds(_against_peers(batch, own), _against_law(batch, own))


def _against_peers(batch: Batch, own: Ints) -> Reals:
    """Bet on each kind against those of its group of which as many tiles were read."""
    rows = np.arange(batch.tables)[:, None]
    alike = ((rows * _GROUP_COUNT + _GROUPS) * _PACK + batch.copies).ravel()
    _, group, size = np.unique(alike, return_inverse=True, return_counts=True)
    gains = np.exp(np.array(PEER_TILTS) * own[..., None])
    sums = [np.bincount(group, part.ravel())[group] for part in np.moveaxis(gains, -1, 0)]
    mean = np.stack(sums, axis=-1).reshape(gains.shape) / size[group].reshape(*own.shape, 1)
    logs: Reals = np.log(gains / mean)
    return logs


def _against_law(batch: Batch, own: Ints) -> Reals:
    """Bet on the rare event that a kind has a stack, or two, of its own."""
    _, whole = stacks_of_equal(batch)
    laid = batch.held * _PACK + whole.sum(axis=1)
    keys, which = np.unique(laid[:, None] * _PACK + batch.copies, return_inverse=True)
    odds = np.array([_odds(int(key)) for key in keys])[which.reshape(own.shape)]
    stakes = np.array(EVENT_STAKES)
    happened = own[..., None] >= np.array((1, 2))
    paid = np.divide(happened, odds, out=np.ones_like(odds), where=odds > 0)
    logs: Reals = np.log(1 - stakes + stakes * paid)
    return logs


@lru_cache(maxsize=4096)
def _odds(key: int) -> tuple[float, float]:
    laid, copies = divmod(key, _PACK)
    places, stacks = divmod(laid, _PACK)
    return stacked_odds(places, copies, stacks) if copies > 1 else (0.0, 0.0)
