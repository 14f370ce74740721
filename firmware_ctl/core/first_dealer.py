"""Find a dealer by the dice (起庄): everybody throws, equals throw again."""

from collections.abc import Callable
from dataclasses import dataclass

from rules.dice import Throw
from rules.first_dealer import Found, first_dealer
from rules.programs import SIDES
from rules.tiles import Tile
from rules.variants import Variant

MOST_ROUNDS = 40
"""Fair dice do not tie so often in an age; dice that always fall alike must not hold the table."""


@dataclass(frozen=True, slots=True)
class FoundByDice:
    """Who deals, and what everybody threw, round by round; ``None`` where a side did not throw."""

    side: int
    rounds: tuple[tuple[Throw | None, ...], ...]


def find_by_dice(row: Variant, throw: Callable[[], Throw], turned: Tile | None) -> FoundByDice:
    """Throw for all four sides until the variant's way names one.

    Of those who are still equal after ``MOST_ROUNDS`` the first deals.

    Raises:
        DiceError: no dice decide in this variant, or the tile that must be turned over is missing.
    """
    throws = tuple(throw() for _ in SIDES)
    rounds: list[tuple[Throw | None, ...]] = [throws]
    found = first_dealer(row, throws, turned)
    while found.side is None:
        again = tuple(throw() if side in found.again else None for side in SIDES)
        rounds.append(again)
        # Whoever is out of it has thrown less than any two dice can show.
        sums = {side: sum(faces) for side, faces in enumerate(again) if faces is not None}
        best = tuple(side for side in sums if sums[side] == max(sums.values()))
        alone = len(best) == 1 or len(rounds) == MOST_ROUNDS
        found = Found(best[0]) if alone else Found(None, best)
    return FoundByDice(found.side, tuple(rounds))
