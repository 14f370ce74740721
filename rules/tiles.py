"""The designs of tiles (牌种): their numbers, codes and suits.

A design's number is what a tile's tag carries; it never changes. 0..26 are the suits, 27..33 the
honours, 34..41 the flowers, 42 the joker, 43..46 the animals; 255 is a tile that was not read.
Fields, tags and tables hold numbers, people and files see codes.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import NewType

from rules.errors import TileError
from rules.texts import filled

Tile = NewType("Tile", int)
"""A design by its number."""


class Suit(StrEnum):
    """A family of designs; the value is the letter that its codes carry, if any."""

    CHARACTERS = "m"  # 万
    DOTS = "p"  # 筒, 饼
    BAMBOO = "s"  # 条, 索
    WINDS = "winds"  # 风
    DRAGONS = "dragons"  # 箭
    FLOWERS = "flowers"  # 花
    JOKERS = "jokers"  # 百搭
    ANIMALS = "x"  # 动物


RANKED_SUITS = (Suit.CHARACTERS, Suit.DOTS, Suit.BAMBOO)
"""The three suits whose designs carry ranks, in the order of their numbers."""


def _designs() -> Iterator[tuple[str, Suit, int]]:
    """Yield code, suit and rank of every design in the order of its number."""
    for suit in RANKED_SUITS:
        for rank in range(1, 10):
            yield f"{rank}{suit.value}", suit, rank
    for letters, suit in (
        ("ESWN", Suit.WINDS),
        ("CFP", Suit.DRAGONS),
        ("abcdefgh", Suit.FLOWERS),
        ("J", Suit.JOKERS),
    ):
        for rank, letter in enumerate(letters, start=1):
            yield letter, suit, rank
    for rank in range(1, 5):
        yield f"{rank}{Suit.ANIMALS.value}", Suit.ANIMALS, rank


_DESIGNS = tuple(_designs())

CODES: tuple[str, ...] = tuple(code for code, _, _ in _DESIGNS)
"""The code of each design, by its number."""

TILES: tuple[Tile, ...] = tuple(Tile(number) for number in range(len(CODES)))
"""Every design, in the order of the numbers."""

UNREAD = Tile(255)
"""A tile whose design is not known; its code is ``?``."""

UNREAD_CODE = "?"

_NUMBERS = {code: tile for tile, code in zip(TILES, CODES, strict=True)} | {UNREAD_CODE: UNREAD}


WINDS: tuple[Tile, ...] = tuple(_NUMBERS[code] for code in "ESWN")
"""The four winds in the order of the seats: the dealer's first."""


def tile_of(code: str) -> Tile:
    """Return the design with this code: ``5m``, ``E``, ``a``, ``?``.

    Raises:
        TileError: there is no such code.
    """
    try:
        return _NUMBERS[code]
    except KeyError:
        raise TileError(filled("refuse.no-tile", code=repr(code))) from None


def code_of(tile: Tile) -> str:
    """Return a design's code.

    Raises:
        TileError: no design has this number.
    """
    if tile == UNREAD:
        return UNREAD_CODE
    return _DESIGNS[checked(tile)][0]


def suit_of(tile: Tile) -> Suit:
    """Return a design's family.

    Raises:
        TileError: no design has this number, or the tile is unread.
    """
    return _DESIGNS[checked(tile)][1]


def rank_of(tile: Tile) -> int:
    """Return a design's place in its family, counted from 1: 1..9 for the suits.

    Raises:
        TileError: no design has this number, or the tile is unread.
    """
    return _DESIGNS[checked(tile)][2]


def checked(number: int) -> Tile:
    """Return a number as a design, for numbers that come from outside such as a tag's.

    Raises:
        TileError: no design has this number.
    """
    if not 0 <= number < len(CODES):
        raise TileError(f"no design has number {number}: use 0..{len(CODES) - 1}")
    return Tile(number)
