"""How soon each cheat should be found, and how soon anything could find it.

Medians and 90 % points with mixing "uniform" on 136 tiles, and the median where only null A counts
("drum"), are the goals that were set beforehand. With 108 tiles the same goals hold, multiplied by
the ratio of the floors. A floor is ln(1 / alpha) over the Kullback-Leibler information of a deal,
for somebody who knows everything but whether there is a cheat.
"""

from dataclasses import dataclass
from math import ceil, comb, log

import numpy as np
from numpy.typing import NDArray

from firmware_ctl.audit_lab.hands import suit_law, tilted
from firmware_ctl.audit_lab.layout import FACES, HAND, layout
from hal.sim.cheats import (
    CHEATS,
    ForcedSum,
    LoadedDice,
    ReadyHand,
    SeatPairs,
    SeatSuit,
    StackedPairs,
)

Reals = NDArray[np.float64]

NATS = log(1e4)
"""What a lifetime false alarm of 1e-4 costs."""

READY = {"GD": 8.1e-5, "HB": 8.1e-5, "CD": 1.02e-3}
"""How often a dealt hand of 13 waits, by variant (1e8 simulated hands; mahjong.ara.black)."""


@dataclass(frozen=True, slots=True)
class Goal:
    """One row: deals to the median and the 90 % point; the median by null A or B alone, if it can.

    ``most`` is when a study gives up; ``floor`` is in deals, where no law gives it. ``dice_only``
    cheats are looked for at tables without a reader. ``copies`` may be found by null B, which needs
    deals of both tile sets where two alternate.
    """

    cheat: str
    median: int
    ninety: int
    by_a: int | None
    most: int
    floor: float | None = None
    dice_only: bool = False
    by_b: int | None = None
    copies: bool = False


GOALS = (
    Goal("suit", 20, 32, 30, 200),
    Goal("suit-varies", 57, 90, 68, 400),
    Goal("suit-late", 32, 44, None, 700),
    Goal("ready", 2, 2, 7, 60),
    Goal("ready-2nd", 3, 7, 17, 120),
    Goal("ready-4th", 7, 19, 47, 250),
    Goal("ready-8th", 20, 40, 163, 600),
    Goal("fixed-hand", 2, 2, 11, 60),
    Goal("places-4", 3, 3, None, 40, floor=2, copies=True),
    Goal("places-8", 3, 3, None, 40, floor=2, copies=True),
    Goal("stack-one", 6, 6, None, 60, by_b=9, copies=True),
    Goal("stack-five", 4, 5, None, 40, floor=1.9),
    Goal("stack-three-kinds", 2, 2, None, 60, by_b=16, copies=True),
    Goal("pairs", 120, 180, 119, 400),
    Goal("copy", 2, 2, None, 40, floor=2, copies=True),
    Goal("copy-rotated", 2, 2, None, 40, floor=2, copies=True),
    Goal("break", 9, 11, 9, 60, floor=4.9),
    Goal("break-half", 31, 46, 29, 200, floor=18),
    Goal("dice-20", 2100, 3250, None, 6000, dice_only=True),
    Goal("dice-50", 367, 533, None, 1500, dice_only=True),
    Goal("dice-80", 143, 215, None, 800, dice_only=True),
    Goal("dice-double", 95, 139, None, 600, dice_only=True),
    Goal("dice-20-points", 70, 110, None, 500, dice_only=True),
    Goal("sum-half", 35, 55, None, 300, dice_only=True),
)  # fmt: skip
"""Every cheat that has a goal."""


def floor(goal: Goal, variant: str) -> float | None:
    """Return the floor in deals, at least one; ``None`` where no law is known."""
    recipe = CHEATS[goal.cheat].recipe
    if isinstance(recipe, StackedPairs) and recipe.designs_known:
        return max(1.0, _of_stacks(recipe, variant))
    information = _information(goal.cheat, variant)
    return goal.floor if information is None else max(1.0, NATS / information)


def scale(goal: Goal, variant: str) -> float:
    """Return by how much a goal for 136 tiles is multiplied for a variant's set."""
    here, there = floor(goal, variant), floor(goal, "GD")
    return here / there if here is not None and there is not None else 1.0


def scaled(deals: int, goal: Goal, variant: str) -> int:
    """Return a number of deals of a goal for a variant's set."""
    return max(ceil(deals * scale(goal, variant)), ceil(floor(goal, variant) or 1))


def _information(cheat: str, variant: str) -> float | None:
    """Return the Kullback-Leibler information of one deal in nats, where its law is known."""
    row = CHEATS[cheat]
    match row.recipe:
        case SeatSuit(extra=extra, suits_known=known):
            return _of_suit(variant, extra) if known else _of_any_suit(variant, extra)
        case SeatPairs(extra=extra):
            return _of_pairs(variant, extra)
        case ReadyHand():
            return _of_event(READY[variant], row.share)
        case LoadedDice(chance=chance):
            other = (1 - chance) / (FACES - 1)
            one = chance * log(chance * FACES) + (1 - chance) * log(other * FACES)
            return 2 * one
        case ForcedSum(total=total):
            return _of_event((6 - abs(7 - total)) / 36, row.share)
    return None


def _of_event(fair: float, share: float) -> float:
    """Return the information of an event that is made to happen in a share of the deals."""
    seen = share + (1 - share) * fair
    if seen == 1:
        return log(1 / fair)
    return seen * log(seen / fair) + (1 - seen) * log((1 - seen) / (1 - fair))


def _of_stacks(recipe: StackedPairs, variant: str) -> float:
    """Return the floor in deals of kinds that stand stacked; which kinds is not known."""
    table = layout(variant)
    tiles = table.tiles
    apart = (tiles - 4) * (tiles - 6) / ((tiles - 1) * (tiles - 3))
    fair = 1 - apart if recipe.pairs == 1 else 3 / ((tiles - 1) * (tiles - 3))
    choices = comb(len(table.designs), recipe.designs)
    return (NATS + log(choices)) / (recipe.designs * log(1 / fair))


def _of_pairs(variant: str, extra: float) -> float:
    """Return the information of a tilted number of pairs; its fair law kind by kind."""
    copies = np.bincount(layout(variant).kind_of)
    ways = np.zeros((HAND + 1, HAND // 2 + 1))
    ways[0, 0] = 1
    for count in copies[copies > 0].tolist():
        more = np.zeros_like(ways)
        for taken in range(count + 1):
            is_pair = int(taken > 1)
            shifted = ways[: HAND + 1 - taken, : ways.shape[1] - is_pair]
            more[taken:, is_pair:] += comb(count, taken) * shifted
        ways = more
    law = ways[HAND] / ways[HAND].sum()
    values = np.arange(len(law), dtype=float)
    unfair = tilted(law, values, float(law @ values) + extra)
    there = law > 0
    return float((unfair[there] * np.log(unfair[there] / law[there])).sum())


def _of_suit(variant: str, extra: float) -> float:
    law, fair = _suit_laws(variant, extra)
    return float((law * np.log(law / fair)).sum())


def _suit_laws(variant: str, extra: float) -> tuple[Reals, Reals]:
    table = layout(variant)
    own = len(table.suit_pieces()[0])
    return suit_law(table.tiles, own, extra), suit_law(table.tiles, own, 0.0)


def _of_any_suit(variant: str, extra: float) -> float:
    """Return the information of a suit that is drawn anew, summed over all shares of the suits."""
    table = layout(variant)
    sizes = [len(own) for own in table.suit_pieces()]
    rest = table.tiles - sum(sizes)
    law, fair = _suit_laws(variant, extra)
    ratio = law / fair
    total = comb(table.tiles, 13)
    information = 0.0
    for first in range(14):
        for second in range(14 - first):
            for third in range(14 - first - second):
                honours = 13 - first - second - third
                ways = comb(rest, honours)
                for size, count in zip(sizes, (first, second, third), strict=True):
                    ways *= comb(size, count)
                odds = (ratio[first] + ratio[second] + ratio[third]) / 3
                information += ways / total * odds * log(odds)
    return information
