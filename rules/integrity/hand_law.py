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
    HAND,
    RANKS,
    Small,
    honour_table,
    joined,
    suit_table,
)
from rules.tiles import RANKED_SUITS, Suit, Tile, suit_of
from rules.tilesets import TileSet

Reals = NDArray[np.float64]

_FAR = 15
_AT_ONCE, _CLASSES_AT_ONCE = 1 << 14, 64
"""Codes and classes that are taken at a time, for the sake of memory."""


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
    empty = suit_table().lacks[0]
    rows = np.array([(tiles, 0, *np.minimum(empty, _FAR)) for tiles in held], np.int8)
    return _Classes(rows, np.array([comb(count, int(tiles)) for tiles in held], float))


@lru_cache(maxsize=8)
def _part(copies: tuple[int, ...]) -> _Classes:
    """Return the classes of a suit, or of the honours, with so many copies of each kind."""
    table = suit_table() if len(copies) == RANKS else honour_table()
    ways_of = np.array([[comb(many, held) for held in range(COPIES + 1)] for many in copies])
    found = _Classes(np.zeros((0, 2 + table.lacks.shape[1]), np.int8), np.zeros(0))
    for first in range(0, len(table.row), _AT_ONCE):
        row = table.row[first : first + _AT_ONCE]
        codes = first + np.flatnonzero(row >= 0)
        row = row[row >= 0]
        tiles, ways = np.zeros(len(codes), np.int8), np.ones(len(codes))
        for kind, of_kind in enumerate(ways_of):
            held = codes // (COPIES + 1) ** kind % (COPIES + 1)
            tiles += held.astype(np.int8)
            ways *= of_kind[held]
        rows = np.column_stack((tiles, table.pairs[row], np.minimum(table.lacks[row], _FAR)))
        kept = ways > 0
        found = _merged(
            np.concatenate((found.rows, rows[kept].astype(np.int8))),
            np.concatenate((found.ways, ways[kept])),
        )
    return found


def _both(one: _Classes, other: _Classes) -> _Classes:
    """Return the classes of two parts taken together."""
    found: list[_Classes] = []
    for first in range(0, len(one.rows), _CLASSES_AT_ONCE):
        part = slice(first, first + _CLASSES_AT_ONCE)
        counts = one.rows[part, None, :2] + other.rows[None, :, :2]
        lacks = np.minimum(joined(one.rows[part, None, 2:], other.rows[None, :, 2:]), _FAR)
        rows = np.concatenate((counts, lacks), axis=-1)
        kept = rows[..., 0] <= HAND
        found.append(_merged(rows[kept], (one.ways[part, None] * other.ways[None, :])[kept]))
    return _merged(
        np.concatenate([part.rows for part in found]), np.concatenate([part.ways for part in found])
    )


def _merged(rows: Small, ways: Reals) -> _Classes:
    """Return equal rows once each, with all their ways."""
    keys = np.zeros(len(rows), np.int64)
    for column in rows.T:
        keys = (keys << 4) | column
    _, first, group = np.unique(keys, return_index=True, return_inverse=True)
    return _Classes(rows[first], _histogram(group, ways))


def _histogram(values: NDArray[np.integer], weights: Reals) -> Reals:
    return np.bincount(values, weights).astype(np.float64)
