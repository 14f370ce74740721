"""Judge a claimed win: legal or why not, the best reading, what it is worth."""

from typing import NamedTuple

from rules.hands.forms import Form
from rules.hands.full_hand import FullHand
from rules.hands.packed import RANKS
from rules.hands.refusals import Reason, Refusal
from rules.hands.situation import Claim, Pass
from rules.scoring.book import Book, PassRule, Scope
from rules.scoring.reading import read_claim
from rules.scoring.rows import Item, Tally

_LINE = 3


class WinCheck(NamedTuple):
    """The answer to a claimed win.

    ``value`` is the fan or points of the variant's own table after the cap, ``uncapped`` before
    it, ``multiplier`` what the stake is multiplied by. ``form`` is the reading to lay out,
    ``others`` are the other readings with their values. A refused claim holds only the refusal.
    """

    refusal: Refusal | None
    value: int = 0
    uncapped: int = 0
    multiplier: int | None = 0
    items: tuple[Item, ...] = ()
    roots: int = 0
    form: Form | None = None
    others: tuple[tuple[Form, int], ...] = ()

    @property
    def win(self) -> bool:
        """Tell whether the claim is a win."""
        return self.refusal is None


def check_win(book: Book, claim: Claim) -> WinCheck:
    """Judge a claimed win; wrong tiles are refused, never raised.

    Where a library counts whole hands the reading is left open; ``explain_win`` finds it.
    """
    if book.counter is not None:
        return book.counter.check(book, claim)
    hand = read_claim(book, claim)
    if isinstance(hand, Refusal):
        return WinCheck(hand)
    return judge(book, hand)


def explain_win(book: Book, claim: Claim) -> WinCheck:
    """Judge a claimed win and say how to lay it out."""
    check = check_win(book, claim)
    return check if book.counter is None else book.counter.laid_out(book, claim, check)


def judge(book: Book, hand: FullHand) -> WinCheck:
    """Judge a full hand whose tiles are known to be right.

    The reading worth most is taken; of equal ones the first, in the order of the shapes.
    """
    rules = book.rules
    for condition in rules.conditions:
        refusal = condition(hand, book.house)
        if refusal is not None:
            return WinCheck(refusal)
    tally = book.tally
    readings = [(form, tally(hand, form)) for shape in rules.shapes for form in shape(hand)]
    if not readings:
        return WinCheck(Refusal(Reason.SHAPE))
    form, best = readings[0]
    for other, worth in readings:
        if worth.value > best.value:
            form, best = other, worth
    return _unworthy(book, hand, best) or WinCheck(
        None,
        book.capped(best.value),
        best.value,
        book.multiplier(best.value) if rules.curve else None,
        best.items,
        hand.roots,
        form,
        tuple([(other, worth.value) for other, worth in readings if other is not form]),
    )


def _unworthy(book: Book, hand: FullHand, best: Tally) -> WinCheck | None:
    """Return the refusal of a hand that is worth too little, or may not be won after a pass."""
    if best.minimum < book.rules.minimum:
        values = {"value": best.minimum, "minimum": book.rules.minimum}
        return WinCheck(Refusal(Reason.MINIMUM, values))
    for verdict in book.rules.verdicts:
        refusal = verdict(hand, best, book.house)
        if refusal is not None:
            return WinCheck(refusal)
    passing = book.rules.passing
    if passing is not None and hand.situation.passed and not hand.drawn:
        for passed in hand.situation.passed:
            if _bars(passing, passed, hand, book.capped(best.value)):
                values = {"tile": passed.tile, "value": passed.value}
                return WinCheck(Refusal(Reason.PASSED, values))
    return None


def _bars(passing: PassRule, passed: Pass, hand: FullHand, value: int) -> bool:
    """Tell whether a passed win forbids this one."""
    if passing.declared_any and hand.situation.declared:
        return True
    if passing.unless_higher and value > passed.value:
        return False
    match passing.scope:
        case Scope.TILE:
            return passed.tile == hand.win
        case Scope.LINE:
            same_suit = passed.tile // RANKS == hand.win // RANKS
            return same_suit and (passed.tile - hand.win) % _LINE == 0
        case Scope.ANY:
            return True
