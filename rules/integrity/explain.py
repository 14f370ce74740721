"""Find what the evidence is about: the leading family, its leading bet, who and which it names."""

from math import isnan

import numpy as np

from rules.integrity.effects import interval
from rules.integrity.engine import State
from rules.integrity.hypotheses import BLOCKS, OF_NULL, SPANS, STAKES, Family, Null
from rules.integrity.layout import Layout
from rules.integrity.reading import Bools, Reals
from rules.integrity.sightings import SIGHT_OF_BET, SIGHTS, normal
from rules.integrity.verdict import Finding

_OF_HANDS = (Family.SEAT, Family.CUT, Family.BOTH, Family.BEST, Family.HAND)


def family_shares(log_wealth: Reals, null: Null | None) -> tuple[tuple[Family, float], ...]:
    """Return each family's share of the evidence, largest first.

    ``log_wealth`` has shape (bets,); where ``null`` is given, only bets against it count.
    """
    worth = _worth(log_wealth, null)
    shares = [
        (block.family, float(worth[span].sum()))
        for block, span in zip(BLOCKS, SPANS, strict=True)
        if null is None or block.null is null
    ]
    return tuple(sorted(shares, key=lambda row: -row[1]))


def find(
    past: State, log_wealth: Reals, null: Null | None, layout: Layout | None
) -> tuple[Finding, Null]:
    """Return what the leading bet of the leading family is about, and the null that it is against.

    ``past`` has one row; ``log_wealth`` is that row's wealth, or its detectors.
    """
    family, share = family_shares(log_wealth, null)[0]
    number = [block.family for block in BLOCKS].index(family)
    block, span = BLOCKS[number], SPANS[number]
    worth = _worth(log_wealth, null)[span]
    bet = span.start + int(worth.argmax())
    sight = SIGHTS[SIGHT_OF_BET[bet]] if SIGHT_OF_BET[bet] >= 0 else None
    usual = None
    effect = None
    seen = None
    if sight is not None:
        deals = float(past.run_deals[0, bet])
        seen = float(past.run_seen[0, bet]) / deals if deals else None
        effect = interval(past.sums[0, SIGHT_OF_BET[bet]], sight.most)
        if layout is not None:
            known = normal(layout)[SIGHT_OF_BET[bet]]
            usual = None if isnan(known) else known
    who = None
    if family in _OF_HANDS:
        who = int(np.unravel_index(bet - span.start, block.shares.shape)[0])
    return (
        Finding(
            family=family,
            share=share,
            who=who,
            what=None if sight is None else sight.name,
            which=None if sight is None or who is not None else sight.which,
            deals=int(past.deals[0] - past.since[0, bet] + 1),
            seen=seen,
            normal=usual,
            effect=effect,
        ),
        block.null,
    )


def _worth(log_wealth: Reals, null: Null | None) -> Reals:
    counted: Bools = np.ones(len(log_wealth), bool) if null is None else OF_NULL[null]
    top = log_wealth[counted].max()
    worth: Reals = np.where(counted, STAKES * np.exp(np.minimum(log_wealth - top, 0.0)), 0.0)
    shares: Reals = worth / worth.sum()
    return shares
