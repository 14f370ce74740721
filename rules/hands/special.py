"""Shapes that are not four sets and a pair: orphans, knitted tiles, a knitted straight."""

from collections.abc import Iterator
from itertools import permutations

from rules.hands.forms import Form, Shape, concealed_splits
from rules.hands.full_hand import FullHand
from rules.hands.groups import PAIR, SINGLE, Group
from rules.hands.packed import KINDS, ONES, RANKS, UNITS, present, unpack
from rules.tiles import Tile

_HAND = 14
_SUITED = 3 * RANKS
_ORPHANS = sum(
    UNITS[tile] for tile in range(KINDS) if tile >= _SUITED or tile % RANKS in (0, RANKS - 1)
)
_HONOURS = sum(UNITS[tile] for tile in range(_SUITED, KINDS))

KNITTED: tuple[int, ...] = tuple(
    sum(
        UNITS[suit * RANKS + rank + 3 * step]
        for rank, suit in enumerate(suits)
        for step in range(3)
    )
    for suits in permutations(range(3))
)
"""The six ways to take 147, 258 and 369 from the three suits, packed."""


def thirteen_orphans(hand: FullHand) -> Iterator[Form]:
    """Yield the reading as every terminal and honour once and one of them twice (十三幺)."""
    if hand.melds or hand.jokers:
        return
    twice = hand.concealed - _ORPHANS
    if twice in UNITS and twice & _ORPHANS:
        pair = Tile(UNITS.index(twice))
        groups = [SINGLE + tile for tile in unpack(_ORPHANS) if tile != pair]
        yield Form(Shape.THIRTEEN_ORPHANS, (*groups, PAIR + pair))


def knitted_tiles(hand: FullHand) -> Iterator[Form]:
    """Yield the reading as fourteen single honours and knitted tiles (全不靠, 七星不靠)."""
    if hand.melds or hand.jokers or (hand.concealed & ONES).bit_count() != _HAND:
        return
    suited = hand.concealed & ~_HONOURS
    if any(suited & knitted == suited for knitted in KNITTED):
        yield Form(Shape.KNITTED, _singles(hand.concealed))


def knitted_straight(hand: FullHand) -> Iterator[Form]:
    """Yield each reading as a knitted straight (组合龙), one set and a pair."""
    if len(hand.melds) > 1 or hand.jokers:
        return
    for knitted in straights_in(hand.concealed):
        for split in concealed_splits(hand.concealed - knitted):
            yield Form(Shape.KNITTED, (*_singles(knitted), *split), hand.melded)


def straights_in(packed: int) -> list[int]:
    """Return the knitted straights that packed tiles hold."""
    held = present(packed)
    return [knitted for knitted in KNITTED if held & knitted == knitted]


def _singles(packed: int) -> tuple[Group, ...]:
    return tuple(SINGLE + tile for tile in unpack(packed))
