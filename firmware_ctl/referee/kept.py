"""The evening as it is written down: each closed hand with its ledger and what it brought.

Whole numbers, texts and tuples of them, so that it comes back without loss. What a hand brought is
kept beside its ledger: scores do not change because a rule is read otherwise later. No rules are
needed to read it, so that commands which only look at a record stay light.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

MOST_HANDS = 256
"""The newest hands whose ledgers are kept: more than an evening has."""

Amount = int | Fraction
Amounts = tuple[Amount, ...]
Texts = tuple[str, ...]

NOTHING: Amounts = (0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class KeptHand:
    """A closed hand (一局): its ledger as a line of JSON, and what each side won, exactly."""

    text: str
    totals: Texts


@dataclass(frozen=True, slots=True)
class KeptEvening:
    """The closed hands of an evening; ``before`` is what still older ones left on each account."""

    before: Texts = ("0", "0", "0", "0")
    hands: tuple[KeptHand, ...] = ()
    older: int = 0

    def closed(self, hand: KeptHand) -> "KeptEvening":
        """Return the evening with a further hand; the oldest one may go into the sum."""
        hands = (*self.hands, hand)
        if len(hands) <= MOST_HANDS:
            return replace(self, hands=hands)
        oldest, *kept = hands
        before = plus(amounts(self.before), amounts(oldest.totals))
        return KeptEvening(texts(before), tuple(kept), self.older + 1)

    def running(self) -> list[Amounts]:
        """Return the score of each side after each hand that is kept."""
        score = amounts(self.before)
        rows = []
        for hand in self.hands:
            score = plus(score, amounts(hand.totals))
            rows.append(score)
        return rows

    @property
    def count(self) -> int:
        """Return how many hands the evening had so far."""
        return self.older + len(self.hands)


NO_HANDS = KeptEvening()


def amounts(written: Texts) -> Amounts:
    """Return amounts from their texts."""
    return tuple(int(one) if "/" not in one else Fraction(one) for one in written)


def texts(exact: Sequence[Amount]) -> Texts:
    """Return amounts as texts that lose nothing."""
    return tuple(str(one) for one in exact)


def plus(one: Amounts, other: Sequence[Amount]) -> Amounts:
    """Return the sum for each side."""
    return tuple(a + b for a, b in zip(one, other, strict=True))
