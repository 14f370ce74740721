"""Forms: the ways in which a full hand can be read as a winning shape.

A shape is a function that yields every form of a hand; a variant lists the shapes that it plays.
"""

from collections.abc import Callable, Iterator
from enum import StrEnum
from itertools import islice
from typing import NamedTuple

from rules.hands.full_hand import FullHand
from rules.hands.groups import PAIR, Group
from rules.hands.packed import BITS, KINDS, all_even, copies, suit_keys
from rules.hands.splits import Split, Splits, joker_splits, suit_splits
from rules.tiles import Tile


class Shape(StrEnum):
    """What a form is made of."""

    STANDARD = "standard"  # 4 sets and a pair
    SEVEN_PAIRS = "seven-pairs"  # 七对
    THIRTEEN_ORPHANS = "thirteen-orphans"  # 十三幺
    KNITTED = "knitted"  # 全不靠, 七星不靠, 组合龙


class Form(NamedTuple):
    """One way to read a hand: its groups in hand, and those of its melds.

    A shape that is not made of groups has none. Two jokers that make a pair of their own are not
    among the groups of seven pairs.
    """

    shape: Shape
    concealed: tuple[Group, ...]
    melded: tuple[Group, ...] = ()


Forms = Callable[[FullHand], Iterator[Form]]
"""A shape: yields every form of a hand."""


def standard(hand: FullHand) -> Iterator[Form]:
    """Yield every reading as four sets and a pair."""
    if hand.jokers:
        for split in _with_jokers(hand):
            yield Form(Shape.STANDARD, split, hand.melded)
        return
    for split in concealed_splits(hand.concealed):
        yield Form(Shape.STANDARD, split, hand.melded)


def one_standard(hand: FullHand) -> Iterator[Form]:
    """Yield one reading as four sets and a pair, where all of them are worth the same."""
    yield from islice(standard(hand), 1)


def seven_pairs(hand: FullHand) -> Iterator[Form]:
    """Yield the reading as seven pairs (七对); four equal tiles are two of them; no melds.

    Jokers complete single tiles; those left over are pairs of their own.
    """
    if hand.melds:
        return
    if not hand.jokers:
        if all_even(hand.concealed):
            yield Form(Shape.SEVEN_PAIRS, _pairs(hand.concealed))
        return
    single = [tile for tile in range(KINDS) if copies(hand.concealed, Tile(tile)) % 2]
    if len(single) <= hand.jokers:
        filled = hand.concealed + sum(1 << BITS * tile for tile in single)
        yield Form(Shape.SEVEN_PAIRS, _pairs(filled))


def concealed_splits(packed: int) -> list[Split]:
    """Return every split of packed tiles into sets and exactly one pair."""
    keys = enumerate(suit_keys(packed))
    return _joined([suit_splits(key, suit) for suit, key in keys if key])


def is_standard(packed: int) -> bool:
    """Tell whether packed tiles are sets and exactly one pair, without naming them."""
    pairs = 0
    for suit, key in enumerate(suit_keys(packed)):
        if key:
            bare, paired = suit_splits(key, suit)
            if paired:
                pairs += 1
            elif not bare:
                return False
    return pairs == 1


def is_seven_pairs(packed: int) -> bool:
    """Tell whether fourteen packed tiles are seven pairs, four equal tiles being two of them."""
    return all_even(packed)


def _joined(parts: list[Splits]) -> list[Split]:
    """Return the hands that take the pair from one suit and only sets from the others.

    A suit's tile count tells which: no suit splits both with a pair and without.
    """
    joined: list[Split] = [()]
    pairs = 0
    for bare, paired in parts:
        if paired:
            pairs += 1
        choices = paired or bare
        if len(choices) == 1:
            choice = choices[0]
            joined = [split + choice for split in joined]
        else:
            joined = [split + choice for split in joined for choice in choices]
    return joined if pairs == 1 else []


def _with_jokers(hand: FullHand) -> Iterator[Split]:
    """Yield the splits for every way to share the jokers out among the suits."""
    keys = suit_keys(hand.concealed)
    for shared in shares(hand.jokers, len(keys)):
        parts = [
            joker_splits(key, suit, share)
            for suit, (key, share) in enumerate(zip(keys, shared, strict=True))
            if key or share
        ]
        yield from _joined(parts)


def shares(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to share so many jokers out among so many parts."""
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in shares(total - first, parts - 1):
            yield (first, *rest)


def _pairs(packed: int) -> tuple[Group, ...]:
    return tuple(
        PAIR + tile for tile in range(KINDS) for _ in range(copies(packed, Tile(tile)) // 2)
    )
