"""Groups: the pungs, chows and pairs that a hand is read as, each one small number.

A pung (刻子) or kong (杠) of design ``t`` is ``t``, a chow (顺子) beginning with it ``64 + t``,
a pair (对子) of it is ``128 + t``, a single tile of a special hand ``192 + t``: what a pattern
asks of a group is a comparison or a lookup.
"""

from collections.abc import Iterable, Sequence

from rules.hands.packed import KINDS, RANKS
from rules.notation import Meld, MeldKind, format_tiles
from rules.tiles import Tile

Group = int
"""A group's number."""

CHOW = 64
PAIR = 128
SINGLE = 192
_DESIGN = 63


def is_pung(group: Group) -> bool:
    """Tell whether a group is a pung or kong."""
    return group < CHOW


def is_chow(group: Group) -> bool:
    """Tell whether a group is a chow."""
    return CHOW <= group < PAIR


def is_pair(group: Group) -> bool:
    """Tell whether a group is a pair."""
    return PAIR <= group < SINGLE


def first_tile(group: Group) -> Tile:
    """Return the lowest design of a group."""
    return Tile(group & _DESIGN)


def group_tiles(group: Group) -> tuple[Tile, ...]:
    """Return the tiles of a group; of a kong three."""
    tile = first_tile(group)
    if is_chow(group):
        return tile, Tile(tile + 1), Tile(tile + 2)
    return (tile,) * (3 if is_pung(group) else 2 if is_pair(group) else 1)


def group_of(meld: Meld) -> Group:
    """Return the group that a meld stands for."""
    return meld.tiles[0] + (CHOW if meld.kind is MeldKind.CHOW else 0)


def lay_out(groups: Sequence[Group]) -> str:
    """Return groups as a player lays them out: ``123m 456m 99m``."""
    return " ".join(format_tiles(group_tiles(group)) for group in groups)


def groups_over(tiles: Iterable[int]) -> frozenset[Group]:
    """Return every pung, chow and pair that holds one of these designs."""
    wanted = set(tiles)
    return frozenset(group for group in _ALL if wanted & set(group_tiles(group)))


def groups_within(tiles: Iterable[int]) -> frozenset[Group]:
    """Return every pung, chow and pair that holds none but these designs."""
    wanted = set(tiles)
    return frozenset(group for group in _ALL if set(group_tiles(group)) <= wanted)


_STARTS = tuple(suit * RANKS + rank for suit in range(3) for rank in range(RANKS - 2))
_ALL: tuple[Group, ...] = (
    *range(KINDS),
    *(CHOW + tile for tile in _STARTS),
    *(PAIR + tile for tile in range(KINDS)),
)
