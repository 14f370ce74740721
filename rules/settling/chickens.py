"""Chickens (鸡): tiles that pay after a win, by the tile that is turned then.

The next rank of the turned tile is a chicken (翻鸡); the 1 of bamboo may always be one (幺鸡), and
is golden (金鸡) where a 9 of bamboo is turned.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from rules.hands.packed import RANKS
from rules.options import House
from rules.settling.events import Chicken
from rules.tiles import Tile, tile_of

ONE_OF_BAMBOO = tile_of("1s")


@dataclass(frozen=True, slots=True)
class Chickens:
    """What a variant pays for chickens, each kind with its rule; ``value`` is in units.

    ``standing`` pays each 1 of bamboo whatever is turned, ``golden`` pays it ``golden_value``
    where 9 of bamboo is turned. ``first`` doubles the first 1 of bamboo discarded (英雄鸡,
    冲锋鸡); where somebody takes it, it is the taker's if ``first_moves`` and nobody's if not.
    ``claimed`` lets the discarder pay the taker of a chicken one more. ``owed`` lets a player who
    is not ready pay for the 1 of bamboo that he discarded (责任鸡).
    The functions tell from the house which of these are played, and whether discards count.
    """

    turned: str
    value: int = 1
    standing: str | None = None
    golden: str | None = None
    golden_value: Callable[[House], int] = lambda _house: 2
    first: str | None = None
    first_moves: bool = False
    claimed: str | None = None
    owed: str | None = None
    has_standing: Callable[[House], bool] = lambda _house: True
    has_first: Callable[[House], bool] = lambda _house: True
    outside: Callable[[House], bool] = lambda _house: False
    standing_outside: Callable[[House], bool] = lambda _house: False


class Kind(NamedTuple):
    """A design that is a chicken in this hand: by which rule, worth how much a tile."""

    rule: str
    value: int


def next_rank(tile: Tile) -> Tile:
    """Return the next rank of a suited tile; 1 follows 9."""
    first = tile - tile % RANKS
    return Tile(first + (tile - first + 1) % RANKS)


def is_golden(event: Chicken | None) -> bool:
    """Tell whether the tile turned makes the 1 of bamboo golden."""
    turned = None if event is None else event.turned
    return turned is not None and next_rank(turned) == ONE_OF_BAMBOO


def kinds_of(row: Chickens, house: House, event: Chicken | None) -> dict[Tile, Kind]:
    """Return the designs that are chickens, before a tile is turned only the standing one."""
    kinds: dict[Tile, Kind] = {}
    if event is not None and event.turned is not None:
        kinds[next_rank(event.turned)] = Kind(row.turned, row.value)
    if row.standing is not None and row.has_standing(house):
        kinds.setdefault(ONE_OF_BAMBOO, Kind(row.standing, row.value))
    if row.golden is not None and is_golden(event):
        kinds[ONE_OF_BAMBOO] = Kind(row.golden, row.golden_value(house))
    return kinds


def counts_outside(row: Chickens, house: House, tile: Tile) -> bool:
    """Tell whether a chicken counts among the discards too (内外鸡)."""
    return row.outside(house) or (tile == ONE_OF_BAMBOO and row.standing_outside(house))
