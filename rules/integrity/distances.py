"""How far a hand is from ready (向听数), for many hands at once.

A suit of a hand is one number, its counts read as digits to the base five. For every such number a
table holds how many tiles are lacking for ``j`` sets and ``p`` pairs, in the column ``5 p + j``.
The lack is a sum over the suit's kinds, so the tables come from one min-plus pass for each kind,
and whole hands from min-plus sums over the suits. Seven pairs (七对) count as well; their distance
is six less the kinds held twice or more, which leaves kinds held three times aside.
"""

from functools import lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.tiles import RANKED_SUITS, TILES, Suit, rank_of, suit_of

Small = NDArray[np.int8]
Wide = NDArray[np.int64]

COPIES = 4
"""As many equal tiles as a digit can tell apart."""

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


def shapes(suits: Wide, honours: Wide) -> HandShape:
    """Return distance and pairs of hands of 13 tiles from their codes; at most four of a kind."""
    suited, plain, twice = suit_table(), honour_table(), pairs_table()
    parts = split_suits(suits)
    lack = suited[parts[0]]
    for part in parts[1:]:
        lack = joined(lack, suited[part])
    whole = _closed(lack, plain[honours])
    pairs: Small = np.sum([twice[code] for code in (*parts, honours)], axis=0, dtype=np.int8)
    return HandShape(np.minimum(whole - 1, 6 - pairs).astype(np.int8), pairs)


@lru_cache(maxsize=1)
def suit_table() -> Small:
    """Return what a suit lacks, by code; shape (5 ** 9, 10), 19.5 MB."""
    runs = [tuple(int(low <= kind < low + 3) for kind in range(RANKS)) for low in range(7)]
    return _lacks(RANKS, runs)


@lru_cache(maxsize=1)
def honour_table() -> Small:
    """Return what the honours lack, by code; shape (5 ** 7, 10)."""
    return _lacks(_HONOURS, [])


@lru_cache(maxsize=1)
def pairs_table() -> Small:
    """Return the kinds of which there are two or more, by code; shape (5 ** 9,)."""
    twice = (np.arange(_BASE) >= 2).astype(np.int8)
    table = np.zeros(1, np.int8)
    for _ in range(RANKS):
        table = (twice[:, None] + table[None, :]).ravel()
    return table


def _lacks(kinds: int, runs: list[tuple[int, ...]]) -> Small:
    table = np.empty((_BASE**kinds, _COLUMNS), np.int8)
    for pairs, sets in product(range(2), range(_SETS + 1)):
        lack = np.full((_BASE,) * kinds, _FAR, np.int8)
        for target in _targets(kinds, runs, sets, pairs):
            lack[target[::-1]] = 0
        for axis in range(kinds):
            lack = _relaxed(lack, axis)
        table[:, (_SETS + 1) * pairs + sets] = lack.ravel()
    return table


def _targets(
    kinds: int, runs: list[tuple[int, ...]], sets: int, pairs: int
) -> set[tuple[int, ...]]:
    """Return every count of kinds that is exactly so many sets and pairs."""
    unit = np.eye(kinds, dtype=int)
    triples = [tuple(map(int, 3 * row)) for row in unit]
    found = {(0,) * kinds}
    for parts in [[*triples, *runs]] * sets + [[tuple(map(int, 2 * row)) for row in unit]] * pairs:
        sums = (
            tuple(have + more for have, more in zip(one, part, strict=True))
            for one in found
            for part in parts
        )
        found = {one for one in sums if max(one) <= COPIES}
    return found


def _relaxed(lack: Small, axis: int) -> Small:
    """Return the least lack when a kind's count may differ from the target's: more costs."""
    rows = np.moveaxis(lack, axis, 0)
    relaxed = rows.copy()
    for held, wanted in product(range(_BASE), repeat=2):
        np.minimum(relaxed[held], rows[wanted] + np.int8(max(0, wanted - held)), out=relaxed[held])
    return np.moveaxis(relaxed, 0, axis)


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
