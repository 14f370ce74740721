"""MCR: judge a claimed win by one question to the library.

The usual house counts as the library does. What is wrong with the tiles is looked for first, as
cheaply as that goes: the counting itself takes a few microseconds.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from operator import itemgetter

from rules.books.competition_fans import ITEMS
from rules.books.competition_library import (
    SEATS,
    WORDS,
    Pack,
    calculator,
    is_no_win,
    laid_apart,
)
from rules.hands.packed import ONES, UNITS, overfull
from rules.hands.refusals import Reason, Refusal
from rules.hands.situation import By, Claim
from rules.options import House
from rules.scoring.book import Book
from rules.scoring.judging import WinCheck, judge
from rules.scoring.reading import HAND, read_claim

MINIMUM = 8
"""起和分: the least fan of a win, flowers aside (MCR-05)."""

_NO_WIN = WinCheck(Refusal(Reason.SHAPE))
_TOO_LITTLE = tuple(
    WinCheck(Refusal(Reason.MINIMUM, {"value": value, "minimum": MINIMUM}))
    for value in range(MINIMUM)
)

# Looked up often enough that a name of the module's own pays.
_item, _points = ITEMS.__getitem__, itemgetter(0)
_SELF, _DISCARD, _KONG, _ROB = By.SELF, By.DISCARD, By.KONG, By.ROB
_CAN_CONTRADICT = frozenset({By.ROB, By.HEAVEN, By.EARTH})
"""Situations that the tiles can contradict."""

_FOURS = ONES << 2

_made: Callable[[tuple[object, ...]], WinCheck] = partial(tuple.__new__, WinCheck)
"""Makes an answer from all its fields at once: no defaults to fill in, half the time."""


class Counter:
    """The judge of houses that count as the library does."""

    def check(self, book: Book, claim: Claim, *, known: bool = False) -> WinCheck:
        """Judge a claim, of tiles ``known`` to be right or not; its reading is left open.

        Raises:
            LibraryMissing: PyMahjongGB is not installed.
        """
        tiles, melds, win, situation = claim.tiles, claim.melds, claim.win, claim.situation
        if situation.any_way:
            return self._in_any_way(book, claim, known=known)
        by = situation.by
        try:
            pick = itemgetter(*tiles, win)  # of two tiles and more it reads tables in one go
            words = pick(WORDS)
            packed = sum(pick(UNITS))
        except (IndexError, TypeError):
            return WinCheck(_why_not(book, claim) or Refusal(Reason.SHAPE))
        packs: tuple[Pack, ...] = ()
        if melds:
            for pack, units in map(laid_apart, melds):
                packs += (pack,)
                packed += units
        if not known and (
            len(tiles) + 3 * len(melds) != HAND
            or (packed & _FOURS and overfull(packed))
            or (by is not _SELF and by is not _DISCARD and by in _CAN_CONTRADICT)
        ):
            refusal = _why_not(book, claim)
            if refusal is not None:
                return WinCheck(refusal)
        flowers = len(situation.flowers)
        try:
            fans = calculator()(
                packs,
                words[:-1],
                words[-1],
                flowers,
                by is _SELF or (by is not _DISCARD and by in book.drawn),
                situation.last_of_kind,
                by is _KONG or by is _ROB,
                situation.last_tile,
                SEATS[situation.seat_wind],
                SEATS[situation.round_wind],
            )
        except TypeError as error:
            if is_no_win(error):
                return _NO_WIN
            raise
        value: int = sum(map(_points, fans))
        if value - flowers < MINIMUM:
            return _TOO_LITTLE[value - flowers]
        return _made((None, value, value, None, tuple(map(_item, fans)), 0, None, ()))

    def laid_out(self, book: Book, claim: Claim, check: WinCheck) -> WinCheck:
        """Return the answer with the reading to lay out, and the other readings."""
        hand = read_claim(book, claim)
        if isinstance(hand, Refusal) or not check.win:
            return check
        wanted = {(item.rule, item.value) for item in check.items}
        found = [
            (form, book.tally(hand, form)) for shape in book.rules.shapes for form in shape(hand)
        ]
        best = next(
            (form for form, tally in found if {(i.rule, i.value) for i in tally.items} == wanted),
            judge(book, hand).form,
        )
        others = tuple((form, tally.value) for form, tally in found if form != best and tally.value)
        return check._replace(form=best, others=others)

    def _in_any_way(self, book: Book, claim: Claim, *, known: bool) -> WinCheck:
        """Judge a tile that may come in any way: as a discard, drawn where that is not enough."""
        for by in (By.DISCARD, By.SELF):
            situation = replace(claim.situation, by=by, any_way=False)
            found = self.check(book, replace(claim, situation=situation), known=known)
            if found.win:
                break
        return found


def counter(house: House) -> Counter | None:
    """Return the judge of a house, ``None`` where its options ask for every reading."""
    usual = (
        house.has("knitted_wait", "counted")
        and house.has("own_four_wait", "counts")
        and house.on("ming_an_gang")
    )
    return Counter() if usual else None


def _why_not(book: Book, claim: Claim) -> Refusal | None:
    """Return why tiles that look odd cannot be a hand."""
    found = read_claim(book, claim)
    return found if isinstance(found, Refusal) else None
