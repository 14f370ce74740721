"""A hand as one number: five bits count the copies of each design that can stand in a set.

One addition joins two hands, one mask asks every design at once. Five bits hold what any hand can
hold, so a field never runs over into the next. Flowers, jokers and animals are no part of it.
"""

from collections.abc import Iterable, Iterator

from rules.tiles import Tile

KINDS = 34
"""The designs that stand in sets: three suits of nine and seven honours."""

BITS = 5
FIELD = (1 << BITS) - 1
RANKS = 9
SUIT_BITS = BITS * RANKS
SUIT_MASK = (1 << SUIT_BITS) - 1

UNITS: tuple[int, ...] = tuple(1 << BITS * tile for tile in range(KINDS))
"""One copy of each design."""

ONES = sum(UNITS)
"""One copy of every design."""

_FOURS = ONES << 2


def pack(tiles: Iterable[Tile]) -> int:
    """Return tiles of the 34 designs as one number."""
    return sum([UNITS[tile] for tile in tiles])


def unpack(packed: int) -> Iterator[Tile]:
    """Yield the tiles of a packed hand in rising order."""
    for tile in range(KINDS):
        for _ in range(packed >> BITS * tile & FIELD):
            yield Tile(tile)


def copies(packed: int, tile: Tile) -> int:
    """Return how many copies of a design a packed hand holds."""
    return packed >> BITS * tile & FIELD


def field_mask(tiles: Iterable[int]) -> int:
    """Return a mask that covers the whole fields of these designs."""
    return sum(UNITS[tile] * FIELD for tile in tiles)


def fours(packed: int) -> int:
    """Return how many designs a hand of at most seven copies each holds four times or more."""
    return (packed & _FOURS).bit_count()


def present(packed: int) -> int:
    """Return one copy of every design that a hand of at most seven copies each holds."""
    return (packed | packed >> 1 | packed >> 2) & ONES


def overfull(packed: int) -> int:
    """Return a number that is not zero where a design occurs more than four times."""
    four = packed & _FOURS
    return four & (packed << 1 | packed << 2) | packed & (ONES << 3 | ONES << 4)


def all_even(packed: int) -> bool:
    """Tell whether every design occurs an even number of times."""
    return not packed & ONES


def suit_keys(packed: int) -> tuple[int, int, int, int]:
    """Return the counts of each suit, and of the honours, as four numbers of their own."""
    return (
        packed & SUIT_MASK,
        packed >> SUIT_BITS & SUIT_MASK,
        packed >> 2 * SUIT_BITS & SUIT_MASK,
        packed >> 3 * SUIT_BITS,
    )
