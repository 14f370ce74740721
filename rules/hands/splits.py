"""Split one suit into sets and at most one pair, in every possible way.

A hand's suits are independent, so a hand is read by looking four small keys up. The answers are
kept: a table meets the same few thousand keys again and again.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement

from rules.hands.groups import CHOW, PAIR, Group
from rules.hands.packed import BITS, FIELD, KINDS, RANKS

Split = tuple[Group, ...]
"""The groups of one suit, in rising order of their lowest design."""

Splits = tuple[tuple[Split, ...], tuple[Split, ...]]
"""The splits of one suit: those without a pair, and those with one."""

HONOURS = 3
"""The number of the honours' key, behind the three suits."""

_UNITS = tuple(1 << BITS * rank for rank in range(RANKS))
_RUN = _UNITS[0] + _UNITS[1] + _UNITS[2]


@lru_cache(maxsize=1 << 16)
def suit_splits(key: int, suit: int) -> Splits:
    """Return every split of a suit's counts; both parts are empty when there is none.

    ``suit`` is 0..2, or ``HONOURS``, whose designs make no chow.
    """
    if _size(key) % 3 == 1:
        return (), ()
    found = tuple(_splits(key, 0, suit))
    bare = tuple(split for split in found if all(group < PAIR for group in split))
    paired = tuple(split for split in found if any(group >= PAIR for group in split))
    return bare, paired


@lru_cache(maxsize=1 << 12)
def joker_splits(key: int, suit: int, jokers: int) -> Splits:
    """Return every split of a suit's counts and so many jokers (百搭), named as what they are.

    A joker may stand for any design of the suit, a fifth copy included.
    """
    if not jokers:
        return suit_splits(key, suit)
    ranks = KINDS - HONOURS * RANKS if suit == HONOURS else RANKS
    bare: list[Split] = []
    paired: list[Split] = []
    for stands_for in combinations_with_replacement(_UNITS[:ranks], jokers):
        without, with_pair = suit_splits(key + sum(stands_for), suit)
        bare += without
        paired += with_pair
    return tuple(bare), tuple(paired)


def _splits(key: int, paired: int, suit: int) -> Iterator[Split]:
    """Yield the splits; of the lowest rank, what is no pung and no pair begins chows."""
    if not key:
        yield ()
        return
    rank = ((key & -key).bit_length() - 1) // BITS
    count = key >> BITS * rank & FIELD
    tile = suit * RANKS + rank
    for pungs in range(count // 3 + 1):
        for pairs in range(1 - paired + 1):
            chows = count - 3 * pungs - 2 * pairs
            if chows < 0 or (chows and not _fits(key, rank, chows, suit)):
                continue
            rest = key - (count - chows) * _UNITS[rank] - chows * (_RUN << BITS * rank)
            own = (tile,) * pungs + (tile + CHOW,) * chows + (tile + PAIR,) * pairs
            for split in _splits(rest, paired or pairs, suit):
                yield own + split


def _fits(key: int, rank: int, chows: int, suit: int) -> bool:
    """Tell whether so many chows can begin at a rank."""
    if suit == HONOURS or rank > RANKS - 3:
        return False
    following = key >> BITS * (rank + 1)
    return following & FIELD >= chows and following >> BITS & FIELD >= chows


def _size(key: int) -> int:
    total = 0
    while key:
        total += key & FIELD
        key >>= BITS
    return total
