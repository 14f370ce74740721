"""Find the first dealer (起庄) from the throws of the players."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.dice import Throw, checked_throw
from rules.errors import DiceError
from rules.tiles import RANKED_SUITS, Tile, rank_of, suit_of
from rules.variants import FirstDealer, Variant

_LOWEST_BIG = 5
_PLAYERS = 4


@dataclass(frozen=True, slots=True)
class Found:
    """The first dealer's side, or the sides that throw again because they were equal."""

    side: int | None
    again: tuple[int, ...] = ()


def first_dealer(row: Variant, throws: Sequence[Throw], turned: Tile | None = None) -> Found:
    """Return who deals first, from one throw of each side, East's first.

    In Deyang (DY-03) a turned tile of rank 5..9 lets the highest throw deal, 1..4 the lowest, and
    of equal throws the earlier counts. Elsewhere the highest deals and equal ones throw again.

    Raises:
        DiceError: not four throws, a face outside 1..6, a turned tile that is missing or has no
            rank, or a variant whose first dealer no dice decide.
    """
    if row.first_dealer not in (FirstDealer.HIGHEST_THROW, FirstDealer.TURNED_TILE):
        raise DiceError(f"{row.id}: no throw decides the first dealer; choose the side")
    if len(throws) != _PLAYERS:
        raise DiceError(f"{len(throws)} throws: each of the four players throws once")
    sums = [sum(checked_throw(throw)) for throw in throws]
    if row.first_dealer is FirstDealer.TURNED_TILE:
        best = max(sums) if _is_big(turned) else min(sums)
        return Found(sums.index(best))
    equal = tuple(side for side, total in enumerate(sums) if total == max(sums))
    return Found(equal[0]) if len(equal) == 1 else Found(None, equal)


def _is_big(turned: Tile | None) -> bool:
    if turned is None or suit_of(turned) not in RANKED_SUITS:
        raise DiceError("turn a tile of a suit over: its rank says whether high or low deals")
    return rank_of(turned) >= _LOWEST_BIG
