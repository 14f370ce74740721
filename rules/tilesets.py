"""Tile sets (牌组): which designs lie in a box, and how many of each."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.errors import LayoutError
from rules.lookup import look_up
from rules.tiles import TILES, Suit, Tile, code_of, suit_of, tile_of

LARGEST_SET = 160
"""Four sides of 20 stacks of two tiles: what a table holds."""


@dataclass(frozen=True, slots=True)
class TileSet:
    """A checked multiset of designs: ``counts[tile]`` copies of each, by design number."""

    id: str
    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.counts) != len(TILES) or min(self.counts) < 0:
            raise LayoutError(
                f"tile set {self.id!r}: give each of {len(TILES)} designs a count >= 0"
            )
        if not 1 <= self.total <= LARGEST_SET:
            raise LayoutError(
                f"tile set {self.id!r} has {self.total} tiles: a table holds 1..{LARGEST_SET}"
            )

    @property
    def total(self) -> int:
        """Return how many tiles the set has."""
        return sum(self.counts)

    @property
    def designs(self) -> tuple[Tile, ...]:
        """Return the designs that occur, in the order of their numbers."""
        return tuple(tile for tile in TILES if self.counts[tile])

    def tiles(self) -> tuple[Tile, ...]:
        """Return every tile of the set, equal ones side by side."""
        return tuple(tile for tile in TILES for _ in range(self.counts[tile]))


def custom_set(name: str, counts: Mapping[str, int]) -> TileSet:
    """Return a set made from counts by code, such as ``{"1m": 4, "J": 2}``.

    Raises:
        TileError: a code is not known.
        LayoutError: a count is negative, or the set is empty or too large for a table.
    """
    by_tile = {tile_of(code): count for code, count in counts.items()}
    stray = sorted(set(by_tile) - set(TILES))
    if stray:
        raise LayoutError(f"tile set {name!r}: '?' is no design; name the tile's own code")
    return TileSet(name, tuple(by_tile.get(tile, 0) for tile in TILES))


def counted_set(name: str, text: str) -> TileSet:
    """Return a set from counts in one line, such as ``1m-9m=4 E=4 a-h=1 J=8``.

    Raises:
        TileError: a code is not known.
        LayoutError: a part that is no count, a design twice, or a set that no table holds.
    """
    counts: dict[str, int] = {}
    for part in text.replace(",", " ").split():
        designs, equals, number = part.partition("=")
        if not (equals and number.isascii() and number.isdigit() and len(number) < 4):
            raise LayoutError(f"tile set {name!r}: {part!r} is no count; write 1m-9m=4 E=4 J=8")
        for tile in _span(designs):
            code = code_of(tile)
            if code in counts:
                raise LayoutError(f"tile set {name!r}: {code} is counted twice; keep one count")
            counts[code] = int(number)
    return custom_set(name, counts)


def _span(text: str) -> tuple[Tile, ...]:
    """Return the designs of a code, or of two codes of one suit and all between them."""
    first, dash, last = text.partition("-")
    start = tile_of(first)
    end = tile_of(last) if dash else start
    if not {start, end} <= set(TILES) or suit_of(start) is not suit_of(end) or end < start:
        raise LayoutError(f"{text}: from a tile to a later one of its suit, such as 1m-9m")
    return TILES[TILES.index(start) : TILES.index(end) + 1]


_SUITS = {Suit.CHARACTERS: 4, Suit.DOTS: 4, Suit.BAMBOO: 4}
_TWO_SUITS = {Suit.DOTS: 4, Suit.BAMBOO: 4}
_HONOURS = {Suit.WINDS: 4, Suit.DRAGONS: 4}
_FLOWERS = {Suit.FLOWERS: 1}
_RED = tile_of("C")
_WHITE = tile_of("P")


def _named(
    name: str, families: Mapping[Suit, int], extra: Mapping[Tile, int] | None = None
) -> TileSet:
    counts = [families.get(suit_of(tile), 0) for tile in TILES]
    for tile, count in (extra or {}).items():
        counts[tile] += count
    return TileSet(name, tuple(counts))


SETS: dict[str, TileSet] = {
    row.id: row
    for row in (
        _named("152", {**_SUITS, **_HONOURS, **_FLOWERS, Suit.JOKERS: 8}),  # American
        _named("148", {**_SUITS, **_HONOURS, **_FLOWERS, Suit.ANIMALS: 1}),  # Singapore
        _named("144", {**_SUITS, **_HONOURS, **_FLOWERS}),  # MCR-01, B144-01
        _named("140", {**_SUITS, **_HONOURS, Suit.JOKERS: 4}),
        _named("136", {**_SUITS, **_HONOURS}),  # COM-01
        _named("128", {**_SUITS, Suit.DRAGONS: 4, **_FLOWERS}),
        _named("124", {**_SUITS, Suit.WINDS: 4}),
        _named("120", {**_SUITS, Suit.DRAGONS: 4}),  # Wuhan
        _named("112", _SUITS, {_RED: 4}),  # 红中, Hunan
        _named("108", _SUITS),  # CD-01
        _named("84", {**_TWO_SUITS, Suit.DRAGONS: 4}),  # 卡五星, Hubei
        _named("72", _TWO_SUITS),  # 两房牌, Neijiang: no 万 (MA-08)
        _named("40", {Suit.DOTS: 4}, {_WHITE: 4}),  # 推筒子
        _named("36", {Suit.DOTS: 4}),
    )
}
"""The sets whose composition is known, by name; a house may add its own by ``custom_set``."""


def tile_set(name: str) -> TileSet:
    """Return a named set.

    Raises:
        UnknownName: there is none of this name.
    """
    return look_up(SETS, name, "tile set")
