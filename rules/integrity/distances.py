"""How far a hand is from ready (向听数), for many hands at once.

A suit of a hand is one number, its counts read as digits to the base five. For every such number of
a hand a table holds how many tiles are lacking for ``j`` sets and ``p`` pairs, in the column
``5 p + j``. The lack is a sum over the suit's kinds, so the tables come from one min-plus pass for
each kind, and whole hands from min-plus sums over the suits. Seven pairs (七对) count as well: six
less the kinds held twice or more, which leaves kinds held three times aside.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.tiles import RANKED_SUITS, TILES, Suit, rank_of, suit_of

Small = NDArray[np.int8]
Wide = NDArray[np.int64]
Bools = NDArray[np.bool_]

COPIES = 4
"""As many equal tiles as a digit can tell apart."""

HAND = 13
"""Tiles of a hand that distances are known of."""

_BASE = COPIES + 1
_SETS = 4
_COLUMNS = 2 * (_SETS + 1)
_FAR = 64
RANKS = 9
_HONOURS = 7
_CODE_BITS = 21
"""Nine digits to the base five fit; three suits then fill 63 bits."""


class HandCodes(NamedTuple):
    """Every tile's share of a hand's codes, by design number and 255; shape (256,) each.

    ``suits`` adds up to the three suits' codes side by side, ``honours`` to the honours' code.
    Flowers, jokers and animals add nothing: they are no help towards a hand here.
    """

    suits: Wide
    honours: Wide


@lru_cache(maxsize=1)
def hand_codes() -> HandCodes:
    """Return what each tile adds to a hand's codes."""
    suits, honours = np.zeros(256, np.int64), np.zeros(256, np.int64)
    for tile in TILES:
        suit = suit_of(tile)
        if suit in RANKED_SUITS:
            digit = _BASE ** (rank_of(tile) - 1)
            suits[tile] = digit << (_CODE_BITS * RANKED_SUITS.index(suit))
        elif suit in (Suit.WINDS, Suit.DRAGONS):
            honours[tile] = _BASE ** (rank_of(tile) - 1 + _WINDS * (suit is Suit.DRAGONS))
    return HandCodes(suits, honours)


_WINDS = 4


def split_suits(codes: Wide) -> tuple[Wide, Wide, Wide]:
    """Return the three suits' codes from their sum."""
    mask = (1 << _CODE_BITS) - 1
    return codes & mask, (codes >> _CODE_BITS) & mask, codes >> (2 * _CODE_BITS)


class HandShape(NamedTuple):
    """What hands are like; each has the shape of the codes.

    ``distance`` is the number of exchanges to a ready hand, 0 where it is ready; ``pairs`` the
    kinds of which there are two or more.
    """

    distance: Small
    pairs: Small


class PartTable(NamedTuple):
    """What parts of hands are like: the suits' one for all three, or the honours'.

    ``row`` is the row of each code, -1 of those with more tiles than a hand has. By row: ``lacks``
    for sets and pairs, shape (rows, 10), and ``pairs``, the kinds held twice or more.
    """

    row: NDArray[np.int32]
    lacks: Small
    pairs: Small


def shapes(suits: Wide, honours: Wide) -> HandShape:
    """Return distance and pairs of hands of 13 tiles from their codes; at most four of a kind."""
    suited, plain = suit_table(), honour_table()
    rows = [suited.row[part] for part in split_suits(suits)]
    last = plain.row[honours]
    lack = suited.lacks[rows[0]]
    for row in rows[1:]:
        lack = joined(lack, suited.lacks[row])
    whole = _closed(lack, plain.lacks[last])
    pairs: Small = plain.pairs[last]
    for row in rows:
        pairs = pairs + suited.pairs[row]
    return HandShape(np.minimum(whole - 1, 6 - pairs).astype(np.int8), pairs)


@lru_cache(maxsize=1)
def suit_table() -> PartTable:
    """Return what a suit lacks; 12 MB."""
    runs = [[int(low <= kind < low + 3) for kind in range(RANKS)] for low in range(RANKS - 2)]
    return _part_table(RANKS, runs)


@lru_cache(maxsize=1)
def honour_table() -> PartTable:
    """Return what the honours lack."""
    return _part_table(_HONOURS, [])


def _part_table(kinds: int, runs: Sequence[Sequence[int]]) -> PartTable:
    held = _summed(np.arange(_BASE, dtype=np.int8), kinds) <= HAND
    twice = (np.arange(_BASE) >= 2).astype(np.int8)
    pairs = _summed(twice, kinds)[held]
    lacks = _lacks(kinds, runs, held)
    row = np.full(len(held), -1, np.int32)
    row[held] = np.arange(len(lacks), dtype=np.int32)
    return PartTable(row, lacks, pairs)


def _lacks(kinds: int, runs: Sequence[Sequence[int]], held: Bools) -> Small:
    """Return what the codes that are held lack for sets and pairs."""
    lacks = np.empty((int(held.sum()), _COLUMNS), np.int8)
    unit = np.eye(kinds, dtype=int)
    groups = [*(3 * unit).tolist(), *runs]
    complete = np.zeros((_BASE,) * kinds, bool)
    complete[(0,) * kinds] = True
    for sets in range(_SETS + 1):
        for pairs, target in enumerate((complete, _with_one(complete, (2 * unit).tolist()))):
            lack = np.where(target, np.int8(0), np.int8(_FAR))
            for axis in range(kinds):
                _relax(lack, axis)
            lacks[:, (_SETS + 1) * pairs + sets] = lack.ravel()[held]
        complete = _with_one(complete, groups)
    return lacks


def _summed(worth: Small, kinds: int) -> Small:
    """Return the sum, over the digits of every code, of what each is worth."""
    total = np.zeros(1, np.int8)
    for _ in range(kinds):
        total = (worth[:, None] + total[None, :]).ravel()
    return total


def _with_one(parts: Bools, groups: Sequence[Sequence[int]]) -> Bools:
    """Return which counts are one of ``parts`` and one of these groups together."""
    found = np.zeros_like(parts)
    for group in groups:
        added = tuple(slice(count, None) for count in reversed(group))
        before = tuple(slice(None, _BASE - count) for count in reversed(group))
        found[added] |= parts[before]
    return found


def _relax(lack: Small, axis: int) -> None:
    """Let a kind's count differ from the target's: more costs nothing, fewer one a tile."""
    rows = np.moveaxis(lack, axis, 0)
    for held in range(1, _BASE):
        np.minimum(rows[held], rows[held - 1], out=rows[held])
    for held in reversed(range(_BASE - 1)):
        np.minimum(rows[held], rows[held + 1] + np.int8(1), out=rows[held])


def _splits() -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    """Return which columns add up to each column: left, right, and where each column begins."""
    left: list[int] = []
    right: list[int] = []
    begins: list[int] = []
    for pairs, sets in product(range(2), range(_SETS + 1)):
        begins.append(len(left))
        for pair, one in product(range(pairs + 1), range(sets + 1)):
            left.append((_SETS + 1) * pair + one)
            right.append((_SETS + 1) * (pairs - pair) + sets - one)
    return np.array(left), np.array(right), np.array(begins)


_LEFT, _RIGHT, _BEGINS = _splits()


def joined(one: Small, other: Small) -> Small:
    """Return what two suits lack together."""
    sums = one[..., _LEFT] + other[..., _RIGHT]
    return np.minimum.reduceat(sums, _BEGINS, axis=-1)


def _closed(one: Small, other: Small) -> Small:
    """Return what two parts lack together for four sets and a pair."""
    last = _BEGINS[-1]
    sums = one[..., _LEFT[last:]] + other[..., _RIGHT[last:]]
    lack: Small = sums.min(axis=-1)
    return lack
