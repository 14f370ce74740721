"""What the wall check bets on, and with what share of its stake: frozen under a version.

Weights were chosen on simulated cheats, never on a table's own deals; whoever changes one of them
raises ``VERSION``, and a table then goes on with what its evidence has left. Shares are averaged,
never multiplied, since bets on one wall depend on each other.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from rules.integrity.neighbours import KEPT_SHARES, NEIGHBOUR_TILTS, RUN_SHARES, STACK_TILTS
from rules.integrity.reading import KINDS, Bools, Reals
from rules.integrity.seats import BEST_STAKES, GAINS, HAND_BETS, SIDES
from rules.integrity.stacked_kinds import EVENT_STAKES, PEER_TILTS
from rules.integrity.throws import LIFTS, SUM_STAKES, SUMS

VERSION = 1


class Null(StrEnum):
    """What is taken for granted until a bet against it pays too well."""

    FAIR_PLAY = "A"  # dice are fair and do not know the wall, and no seat is singled out
    NO_COPYING = "B"  # walls are not copied, and no kind is favoured
    WELL_MIXED = "C"  # every order of the tiles is equally likely


class Family(StrEnum):
    """Bets of one sort; the value is what files and texts call it."""

    SEAT = "seat"  # a seat against the others
    CUT = "cut"  # the dice against dice that were not thrown
    BOTH = "seat-and-cut"  # the hand dealt against every hand that might have been
    BEST = "best-cut"  # the best of all cuts
    FACES = "faces"
    SUMS = "sums"
    FORETOLD = "dice"
    PLACES = "same-places"
    KIND = "same-kind-places"
    TURNED = "turned-wall"
    PEERS = "favoured-kind"
    HAND = "hand"
    STACKED = "stacked-kind"
    STACKS = "stacks"
    EQUAL = "equal-neighbours"
    KEPT = "kept-neighbours"
    RUNS = "runs"


@dataclass(frozen=True)
class Block:
    """The bets of one family: their shape, and each one's share of the family's ``stake``."""

    family: Family
    null: Null
    stake: float
    shares: Reals

    @property
    def size(self) -> int:
        """Return how many bets there are."""
        return int(self.shares.size)


def _shares(*axes: Sequence[float]) -> Reals:
    """Return shares that add up to one: a product over the axes."""
    shares = np.ones(1)
    for axis in axes:
        shares = np.multiply.outer(shares, np.array(axis, float) / np.sum(axis))
    whole: Reals = shares[0]
    return whole


def _even(count: int) -> list[float]:
    return [1.0] * count


_WHO = [0.15] * 4 + [0.22] + [0.06] * 3
_SEAT = {"m": 1, "p": 1, "s": 1, "z": 0.5, "suit": 4, "pairs": 1, "ready": 0.5}
_CUT = {
    "m": 0.6, "p": 0.6, "s": 0.6, "z": 0.2, "suit": 0.8, "longest": 1.5, "pairs": 0.8,
    "distance": 0.3, "near": 0.6, "ready": 3.0,
}  # fmt: skip
_BOTH = {
    "m": 1.0, "p": 1.0, "s": 1.0, "z": 0.1, "suit": 2.4, "longest": 0.1, "pairs": 1.6,
    "distance": 0.2, "near": 0.2, "ready": 0.6,
}  # fmt: skip
_HAND = {
    "m": 0.6, "p": 0.6, "s": 0.6, "z": 0.2, "suit": 0.8, "pairs": 0.7, "distance": 0.3,
    "near": 0.3, "ready": 2.0,
}  # fmt: skip
_USUAL_KINDS = 34
_KINDS = [1.0] * _USUAL_KINDS + [0.1] * (KINDS - _USUAL_KINDS)
_GAIN_NAMES = [gain.name for gain in GAINS]


def _named(weights: Mapping[str, float], names: Sequence[str]) -> list[float]:
    return [weights.get(name, 0.02) for name in names]


BLOCKS = (
    Block(Family.SEAT, Null.FAIR_PLAY, 0.01, _shares(_even(SIDES), _named(_SEAT, _GAIN_NAMES))),
    Block(Family.CUT, Null.FAIR_PLAY, 0.12, _shares(_WHO, _named(_CUT, _GAIN_NAMES))),
    Block(Family.BOTH, Null.FAIR_PLAY, 0.22, _shares(_even(SIDES), _named(_BOTH, _GAIN_NAMES))),
    Block(Family.BEST, Null.FAIR_PLAY, 0.05, _shares(_WHO, [3, 1], _even(len(BEST_STAKES)))),
    Block(Family.FACES, Null.FAIR_PLAY, 0.08, _shares([2.0, 1, 1], _even(6), _even(len(LIFTS)))),
    Block(Family.SUMS, Null.FAIR_PLAY, 0.04, _shares(_even(len(SUMS)), _even(len(SUM_STAKES)))),
    Block(Family.FORETOLD, Null.FAIR_PLAY, 0.01, np.ones(1)),
    Block(Family.PLACES, Null.NO_COPYING, 0.03, np.ones(1)),
    Block(Family.KIND, Null.NO_COPYING, 0.07, np.ones(1)),
    Block(Family.TURNED, Null.NO_COPYING, 0.02, np.ones(1)),
    Block(Family.PEERS, Null.NO_COPYING, 0.05, _shares(_KINDS, _even(len(PEER_TILTS)))),
    Block(Family.HAND, Null.WELL_MIXED, 0.16, _shares(_WHO, _named(_HAND, HAND_BETS))),
    Block(Family.STACKED, Null.WELL_MIXED, 0.065, _shares(_KINDS, _even(len(EVENT_STAKES)))),
    Block(Family.STACKS, Null.WELL_MIXED, 0.055, _shares(_even(len(STACK_TILTS)))),
    Block(Family.EQUAL, Null.WELL_MIXED, 0.005, _shares(_even(len(NEIGHBOUR_TILTS)))),
    Block(Family.KEPT, Null.WELL_MIXED, 0.01, _shares(_even(len(KEPT_SHARES)))),
    Block(Family.RUNS, Null.WELL_MIXED, 0.005, _shares(_even(len(RUN_SHARES)))),
)
"""Every bet, in the order in which a table's evidence holds them."""

_ENDS = np.cumsum([block.size for block in BLOCKS])
SPANS = tuple(
    slice(int(end) - block.size, int(end)) for block, end in zip(BLOCKS, _ENDS, strict=True)
)
"""Where each block's bets are."""

BETS = int(_ENDS[-1])
STAKES = np.concatenate([block.stake * block.shares.ravel() for block in BLOCKS])
"""Each bet's share; they add up to one."""

OF_NULL: dict[Null, Bools] = {
    null: np.repeat([block.null is null for block in BLOCKS], [block.size for block in BLOCKS])
    for null in Null
}
"""Which bets are against each null."""

COPYING = slice(
    min(
        span.start
        for span, block in zip(SPANS, BLOCKS, strict=True)
        if block.null is Null.NO_COPYING
    ),
    max(
        span.stop
        for span, block in zip(SPANS, BLOCKS, strict=True)
        if block.null is Null.NO_COPYING
    ),
)
"""The bets of null B, which lie side by side: they are held for each tile set as well."""
