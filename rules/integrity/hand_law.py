"""The exact law of a dealt hand's distance and pairs, by counting every hand there is.

Hands of one suit fall into few classes by tiles held, lack and pairs; classes of two suits join
into classes of both. So all hands of a set are counted in a fraction of a second, exactly but for
rounding.
"""

from functools import lru_cache
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.errors import LayoutError
from rules.integrity.distances import (
    COPIES,
    RANKS,
    Small,
    honour_table,
    joined,
    pairs_table,
    suit_table,
)
from rules.tiles import RANKED_SUITS, Suit, Tile, suit_of
from rules.tilesets import TileSet

Reals = NDArray[np.float64]

HAND = 13
_FAR = 15


class HandLaw(NamedTuple):
    """What a hand of 13 from a well-mixed set is like.

    ``distance[d]`` is the chance of a distance of exactly ``d``, ``pairs[n]`` of exactly ``n``
    kinds held twice or more.
    """

    distance: Reals
    pairs: Reals


class _Classes(NamedTuple):
    """Hands that are alike: ``rows`` holds tiles, pairs and lacks; ``ways`` how many each."""

    rows: Small
    ways: Reals


@lru_cache(maxsize=16)
def hand_law(tiles: TileSet) -> HandLaw:
    """Return the law of a hand from this set.

    Raises:
        LayoutError: fewer tiles than a hand, or more than four of a suit's or honour's kind.
    """
    groups = [[tile for tile in tiles.designs if suit_of(tile) is suit] for suit in RANKED_SUITS]
    honours = [tile for tile in tiles.designs if suit_of(tile) in (Suit.WINDS, Suit.DRAGONS)]
    counted = [*groups, honours]
    if tiles.total < HAND or any(tiles.counts[tile] > COPIES for part in counted for tile in part):
        raise LayoutError(
            f"tile set {tiles.id}: hands are weighed for sets of {HAND} tiles or more with at "
            f"most {COPIES} of each suited tile and honour"
        )
    found = _junk(tiles.total - sum(tiles.counts[tile] for part in counted for tile in part))
    for suit in RANKED_SUITS:
        found = _both(found, _part(_copies(tiles, suit)))
    winds, dragons = _copies(tiles, Suit.WINDS), _copies(tiles, Suit.DRAGONS)
    found = _both(found, _part((*winds, *dragons)))
    whole = found.rows[:, 0] == HAND
    rows, odds = found.rows[whole], found.ways[whole] / comb(tiles.total, HAND)
    distance = np.minimum(rows[:, -1] - 1, 6 - rows[:, 1])
    return HandLaw(_histogram(distance, odds), _histogram(rows[:, 1], odds))


def _copies(tiles: TileSet, suit: Suit) -> tuple[int, ...]:
    """Return the copies of every design of a family, by rank."""
    return tuple(copies for tile, copies in enumerate(tiles.counts) if suit_of(Tile(tile)) is suit)


def _junk(count: int) -> _Classes:
    """Return the classes of tiles that are no help towards a hand."""
    held = np.arange(min(count, HAND) + 1)
    empty = suit_table()[0]
    rows = np.array([(tiles, 0, *np.minimum(empty, _FAR)) for tiles in held], np.int8)
    return _Classes(rows, np.array([comb(count, int(tiles)) for tiles in held], float))


@lru_cache(maxsize=8)
def _part(copies: tuple[int, ...]) -> _Classes:
    """Return the classes of a suit, or of the honours, with so many copies of each kind."""
    kinds = len(copies)
    table = suit_table() if kinds == RANKS else honour_table()
    codes = np.arange(len(table))
    tiles, ways = np.zeros(len(table), np.int8), np.ones(len(table))
    for kind in range(kinds):
        held = codes // (COPIES + 1) ** kind % (COPIES + 1)
        tiles += held.astype(np.int8)
        ways *= np.array([comb(copies[kind], count) for count in range(COPIES + 1)])[held]
    kept = (tiles <= HAND) & (ways > 0)
    rows = np.column_stack(
        (tiles, pairs_table()[: len(table)], np.minimum(table, _FAR).astype(np.int8))
    )
    return _merged(rows[kept], ways[kept])


def _both(one: _Classes, other: _Classes) -> _Classes:
    """Return the classes of two parts taken together."""
    counts = one.rows[:, None, :2] + other.rows[None, :, :2]
    lacks = np.minimum(joined(one.rows[:, None, 2:], other.rows[None, :, 2:]), _FAR)
    rows = np.concatenate((counts, lacks), axis=-1)
    kept = rows[..., 0] <= HAND
    return _merged(rows[kept], (one.ways[:, None] * other.ways[None, :])[kept])


def _merged(rows: Small, ways: Reals) -> _Classes:
    """Return equal rows once each, with all their ways."""
    keys = np.zeros(len(rows), np.int64)
    for column in rows.T:
        keys = (keys << 4) | column
    _, first, group = np.unique(keys, return_index=True, return_inverse=True)
    return _Classes(rows[first], _histogram(group, ways))


def _histogram(values: NDArray[np.integer], weights: Reals) -> Reals:
    return np.bincount(values, weights).astype(np.float64)
