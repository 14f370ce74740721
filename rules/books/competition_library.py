"""MCR: ask PyMahjongGB what a hand is worth.

The library takes tuples of words and checks little of what it is given: a hand goes to it only
when its numbers of tiles are right.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module

from rules.errors import RulesError
from rules.hands.packed import RANKS, UNITS
from rules.notation import Meld, MeldKind
from rules.tiles import WINDS, Tile

Fans = tuple[tuple[int, str], ...]
"""The library's answer: the points of each fan, all its occurrences together, and its word."""

Pack = tuple[str, str, int]
"""A set that lies apart: its kind, its tile, and from whom, 0 for nobody."""

Apart = tuple[Pack, int]
"""Such a set, and its packed tiles."""


class LibraryMissing(RulesError):
    """PyMahjongGB is not installed."""


_SUITED = tuple(f"{'WBT'[tile // RANKS]}{tile % RANKS + 1}" for tile in range(3 * RANKS))

WORDS: tuple[str, ...] = (*_SUITED, "F1", "F2", "F3", "F4", "J1", "J2", "J3")
"""What the library calls each of the 34 designs: 万 W, 饼 B, 条 T, 风 F, 箭 J."""

_NOT_TOLD = 4
"""A seat whose wind no pung equals, for a wind that was not told."""

SEATS: dict[Tile | None, int] = {None: _NOT_TOLD} | {wind: seat for seat, wind in enumerate(WINDS)}
_FROM_ANOTHER = 1
_PUNGS: tuple[Apart, ...] = tuple(
    (("PENG", word, _FROM_ANOTHER), 3 * unit) for word, unit in zip(WORDS, UNITS, strict=True)
)
_KONGS: tuple[Apart, ...] = tuple(
    (("GANG", word, _FROM_ANOTHER), 4 * unit) for word, unit in zip(WORDS, UNITS, strict=True)
)
_OWN_KONGS: tuple[Apart, ...] = tuple((("GANG", word, 0), units) for (_, word, _), units in _KONGS)
_CHOWS: tuple[Apart, ...] = tuple(
    (("CHI", WORDS[tile + 1], _FROM_ANOTHER), sum(UNITS[tile : tile + 3]))
    for tile in range(3 * RANKS)
)

# Looked up often enough that a name of the module's own pays.
_PUNG, _CHOW, _CONCEALED_KONG = MeldKind.PUNG, MeldKind.CHOW, MeldKind.CONCEALED_KONG


@cache
def calculator() -> Callable[..., Fans]:
    """Return the library's function.

    Raises:
        LibraryMissing: it is not installed; the message says how to install it.
    """
    try:
        found: Callable[..., Fans] = import_module("MahjongGB").MahjongFanCalculator
    except ImportError:
        raise LibraryMissing(
            "MCR needs the package PyMahjongGB to count its fans: pip install 'mjtable[mcr]' "
            "(it is compiled: g++ and python3-dev must be there)"
        ) from None
    return found


def laid_apart(meld: Meld) -> Apart:
    """Return a meld in the library's words, of a chow the middle tile, and its packed tiles."""
    kind = meld.kind
    tile = meld.tiles[0]
    if kind is _PUNG:
        return _PUNGS[tile]
    if kind is _CHOW:
        return _CHOWS[tile]
    return _OWN_KONGS[tile] if kind is _CONCEALED_KONG else _KONGS[tile]


def is_no_win(error: TypeError) -> bool:
    """Tell whether the library's complaint is that the hand does not win."""
    return str(error) == "ERROR_NOT_WIN"
