"""The deal (抓牌): which places of the wall each player takes, and what comes next."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.errors import LayoutError
from rules.programs import SIDES
from rules.wall import Place, checked_side


@dataclass(frozen=True, slots=True)
class DealPlan:
    """How the first tiles are taken, in drawing order.

    ``rounds`` times every seat takes ``at_once`` tiles, the dealer (seat 0) first; then single
    tiles go to the seats in ``last``. The dealer's jump (跳牌), t0 and t4 of what is left, is
    ``(0, 1, 2, 3, 0)``; a dealer who takes the two next tiles is ``(0, 0, 1, 2, 3)``.
    """

    rounds: int
    at_once: int
    last: tuple[int, ...]

    @property
    def takers(self) -> tuple[int, ...]:
        """Return the seat that takes each tile, ``t0`` first."""
        one_round = [seat for seat in SIDES for _ in range(self.at_once)]
        return (*one_round * self.rounds, *self.last)


JUMP = DealPlan(rounds=3, at_once=4, last=(0, 1, 2, 3, 0))
"""Three rounds of four, then the dealer jumps (COM-03, COM-04): 14 and 13."""

RAISED = DealPlan(rounds=0, at_once=0, last=(0,))
"""Where 13 tiles rise at every seat, the dealer draws his 14th from the wall."""


@dataclass(frozen=True, slots=True)
class Deal:
    """What each side takes, in order; the next tile to be drawn; how many are left (COM-09)."""

    hands: tuple[tuple[Place, ...], ...]
    upcoming: Place | None
    left: int


def deal(order: Sequence[Place], plan: DealPlan, dealer: int) -> Deal:
    """Deal a wall out; seat k is side ``dealer + k`` modulo 4.

    Raises:
        LayoutError: fewer tiles than the deal takes, or no such side.
    """
    checked_side(dealer, "dealer")
    takers = plan.takers
    if len(order) < len(takers):
        raise LayoutError(
            f"the wall has {len(order)} tiles and the deal takes {len(takers)}: choose a larger "
            "program"
        )
    hands: list[list[Place]] = [[] for _ in SIDES]
    for seat, place in zip(takers, order, strict=False):
        hands[(dealer + seat) % len(SIDES)].append(place)
    rest = order[len(takers) :]
    return Deal(tuple(map(tuple, hands)), rest[0] if rest else None, len(rest))
