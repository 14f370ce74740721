"""One wall alone: exact chances of what it shows, for the report page and for a note in the log.

A single wall can show crude stacking only; whether a table is honest is what the bets over many
deals are for. Statistics: stacks of equal tiles, equal neighbours, tiles where they lay before,
and the best agreement with the wall before, turned.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise

from rules.integrity.laws import (
    Moments,
    match_moments,
    neighbour_moments,
    sorted_copies,
    stack_moments,
    tail_of,
)
from rules.tiles import Tile

Wall = Sequence[Tile]


class Statistic(StrEnum):
    """What is counted in one wall."""

    STACKS = "stacks"
    NEIGHBOURS = "equal-neighbours"
    PLACES = "same-places"
    TURNED = "turned-wall"


@dataclass(frozen=True, slots=True)
class Rarity:
    """A count, and the chance that a well-mixed wall shows as many or more."""

    statistic: Statistic
    count: int
    chance: float


@dataclass(frozen=True, slots=True)
class Composition:
    """Of what a wall is made: copies of each kind, how many stacks, and the wall before's copies.

    ``before`` is empty where the wall before is not known.
    """

    copies: tuple[int, ...]
    stacks: int
    before: tuple[int, ...] = ()


def counted(wall: Wall, stacks: Sequence[tuple[int, int]], before: Wall = ()) -> tuple[int, ...]:
    """Return a wall's counts, in the order of ``Statistic``; -1 where the wall before is not known.

    ``wall`` is in ring order, ``stacks`` are the indices of its stacks.
    """
    own = sum(wall[upper] == wall[lower] for upper, lower in stacks)
    near = sum(one == other for one, other in pairwise(wall))
    if len(before) != len(wall):
        return own, near, -1, -1
    agree = [_agreement(wall, before, turn) for turn in range(len(wall))]
    return own, near, agree[0], max(agree[1:])


def rarities(counts: Sequence[int], made: Composition) -> tuple[Rarity, ...]:
    """Return how rare a wall's counts are, every place of it being known.

    Of all turns the best one counts, at its chance times the number of turns.
    """
    found = []
    for statistic, count in zip(Statistic, counts, strict=True):
        if count >= 0 and (made.before or statistic in (Statistic.STACKS, Statistic.NEIGHBOURS)):
            turns = sum(made.copies) - 1 if statistic is Statistic.TURNED else 1
            found.append(Rarity(statistic, count, min(1.0, turns * _tail(statistic, made, count))))
    return tuple(found)


def holm(chances: Sequence[float]) -> tuple[float, ...]:
    """Return Holm's adjusted chances, in the order given: together they keep their level."""
    adjusted = [0.0] * len(chances)
    worst = 0.0
    for rank, at in enumerate(sorted(range(len(chances)), key=chances.__getitem__)):
        worst = max(worst, min(1.0, (len(chances) - rank) * chances[at]))
        adjusted[at] = worst
    return tuple(adjusted)


def soft_rank(gain: float, others: Sequence[float]) -> float:
    """Return the soft-rank e-value of a gain among gains of walls mixed anew.

    It is fair for any number of others: ``(B + 1) g_0 / sum g_b``.
    """
    return (len(others) + 1) * gain / (gain + sum(others))


def _agreement(wall: Wall, before: Wall, turn: int) -> int:
    turned = [*before[turn:], *before[:turn]]
    return sum(one == other for one, other in zip(wall, turned, strict=True))


@lru_cache(maxsize=4096)
def _tail(statistic: Statistic, made: Composition, count: int) -> float:
    return float(tail_of(_moments(statistic, made), count))


def _moments(statistic: Statistic, made: Composition) -> Moments:
    match statistic:
        case Statistic.STACKS:
            return stack_moments(sorted_copies(made.copies), made.stacks)
        case Statistic.NEIGHBOURS:
            return neighbour_moments(sorted_copies(made.copies))
        case Statistic.PLACES | Statistic.TURNED:
            pairs = tuple(sorted(zip(made.copies, made.before, strict=True)))
            return match_moments(pairs, sum(made.copies))
