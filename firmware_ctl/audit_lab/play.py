"""A crude hand of mahjong: in which order the tiles of a wall come back to the drum.

Each seat keeps of what it was dealt and drew the 13 tiles of which it has the most neighbours, and
discards the others, honours and ends first. Rivers are dropped first, then the wall that was left,
then the hands, sorted: the order that imperfect mixing feeds on (machine notes: discards go first
and hands last).
"""

import numpy as np
from numpy.random import Generator

from firmware_ctl.audit_lab.layout import HAND, Ints, Layout
from rules.programs import SIDES
from rules.tiles import TILES, Suit, rank_of, suit_of

DRAWS = 12
"""Tiles that each seat draws in a hand of middling length, where the wall has so many."""

RIVER, REST, KEPT = 0.0, 1000.0, 2000.0


def _usefulness() -> tuple[float, ...]:
    """Return how gladly a design is kept before anybody looks at the hand, by its number."""
    ranked = (Suit.CHARACTERS, Suit.DOTS, Suit.BAMBOO)
    return tuple(
        1.0 - abs(rank_of(tile) - 5) / 5 if suit_of(tile) in ranked else -0.3 for tile in TILES
    )


_USEFUL = np.array(_usefulness(), np.float32)


def played(chance: Generator, table: Layout, walls: Ints, hands: Ints) -> Ints:
    """Return (t, n): the pieces of the walls in the order in which people drop them.

    ``hands`` (t, 4, 13) are the places that the seats were dealt.
    """
    tables, tiles = walls.shape
    key = REST + np.broadcast_to(np.arange(tiles, dtype=np.float32), walls.shape).copy()
    dealt = np.zeros((tables, tiles), bool)
    np.put_along_axis(dealt, hands.reshape(tables, -1).astype(np.int64), values=True, axis=1)
    drawn = min(DRAWS, (tiles - 4 * HAND) // 5)
    # Who draws which of the other tiles does not matter to a crude model: they go round.
    others = (~dealt).nonzero()[1].reshape(tables, -1)[:, : len(SIDES) * drawn]
    kinds = table.kind_of[walls]
    for seat in SIDES:
        places = np.concatenate([hands[:, seat], others[:, seat::4]], axis=1).astype(np.int64)
        held = np.take_along_axis(kinds, places, axis=1)
        wanted = _USEFUL[held] + 0.5 * _same_kind(held)
        wanted += 0.3 * chance.standard_normal(held.shape, dtype=np.float32)
        rank = wanted.argsort(axis=1).argsort(axis=1)
        is_kept = rank >= places.shape[1] - HAND
        when = np.where(is_kept, KEPT + 100 * seat + held, RIVER + 100 * seat + rank)
        np.put_along_axis(key, places, when.astype(np.float32), axis=1)
    return np.take_along_axis(walls, key.argsort(axis=1, kind="stable"), axis=1)


def _same_kind(held: Ints) -> Ints:
    """Return how many other tiles of its kind a seat holds, for each of its tiles."""
    own: Ints = (held[:, :, None] == held[:, None, :]).sum(axis=2, dtype=np.int16) - 1
    return own
