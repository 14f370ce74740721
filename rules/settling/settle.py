"""Settle a hand: fold its events into lines that sum to zero."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rules.books import module_of
from rules.errors import EventError, RulesError
from rules.languages import Text
from rules.scoring.book import Book
from rules.scoring.judging import check_win
from rules.settling.checking import (
    check_first_tiles,
    check_in,
    check_kong,
    check_together,
    declared_value,
    warn_of_a_fifth,
    worth_too_little,
)
from rules.settling.events import (
    PLAYERS,
    Chicken,
    Declare,
    Draw,
    Event,
    Kong,
    Penalty,
    Start,
    Win,
)
from rules.settling.procedure import Settling
from rules.settling.sheet import (
    TAKEN_FROM_OTHERS,
    Amount,
    KongMade,
    Line,
    NextDeal,
    Sheet,
    WinMade,
)
from rules.texts import TEXTS, filled
from rules.tiles import WINDS

Step = tuple[Event, ...]
"""One event, or all wins on one tile."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """A settled hand: lines, what each side won, who deals next (``None`` while it goes on)."""

    lines: tuple[Line, ...]
    totals: tuple[Amount, ...]
    next_dealer: NextDeal | None
    warnings: tuple[Text, ...]
    out: frozenset[int]
    wins: tuple[WinMade, ...]


def settle(book: Book, events: Sequence[Event]) -> Settlement:
    """Settle a hand from its events; the first is its start. The same events settle alike.

    Raises:
        EventError: an event that cannot have happened then, with its number counted from 1.
    """
    if not events or not isinstance(events[0], Start):
        raise EventError('event 1: a hand begins with {"e": "start", "dealer": 0}')
    sheet = Sheet(book, events[0])
    settling = settling_of(book.id)
    number = 2
    for step in _steps(events[1:]):
        try:
            _apply(sheet, settling, step)
        except RulesError as error:
            raise EventError(filled("refuse.event", number=number, why=error.text)) from None
        number += len(step)
    sheet.cause = None
    settling.finish(sheet)
    over = settling.is_over(sheet)
    return Settlement(
        tuple(sheet.lines),
        sheet.totals(),
        settling.next_dealer(sheet) if over else None,
        tuple(sheet.warnings),
        sheet.out,
        tuple(made for together in sheet.wins for made in together),
    )


def settling_of(variant: str) -> Settling:
    """Return how a variant settles.

    Raises:
        EventError: its rule book does not settle hands.
    """
    settling: Settling | None = getattr(module_of(variant), "SETTLING", None)
    if settling is None:
        raise EventError(filled("refuse.no-settlement", id=variant))
    return settling


def _steps(events: Sequence[Event]) -> Iterator[Step]:
    """Yield the events one by one, several winners on one tile together."""
    together: list[Event] = []
    for event in events:
        if together and not _same_tile(together[-1], event):
            yield tuple(together)
            together = []
        together.append(event)
        if not isinstance(event, Win):
            yield tuple(together)
            together = []
    if together:
        yield tuple(together)


def _same_tile(first: Event, second: Event) -> bool:
    """Tell whether two events are wins on one and the same discard or robbed tile."""
    return (
        isinstance(first, Win)
        and isinstance(second, Win)
        and first.source is not None
        and first.source == second.source
        and first.tile == second.tile
        and first.by != second.by
    )


def _apply(sheet: Sheet, settling: Settling, step: Step) -> None:
    event = step[0]
    sheet.cause = event
    if isinstance(event, Kong | Win | Draw) and settling.is_over(sheet):
        raise EventError(filled("refuse.hand-over"))
    match event:
        case Start():
            raise EventError("a hand starts once: settle the next hand by itself")
        case Kong():
            check_kong(sheet, event)
            sheet.kongs.append(KongMade(event))
            settling.kong(sheet, event)
        case Win():
            _win(sheet, settling, step)
        case Draw():
            sheet.draw = event
            settling.draw(sheet, event)
        case Chicken():
            settling.chicken(sheet, event)
            sheet.chicken = event
        case Declare():
            sheet.declarations.append(event)
            settling.declare(sheet, event)
        case Penalty():
            settling.penalty(sheet, event)


def _win(sheet: Sheet, settling: Settling, step: Step) -> None:
    """Judge the winners on one tile and let the variant pay those who stand."""
    wins = [event for event in step if isinstance(event, Win)]
    source = wins[0].source
    check_together(wins)
    for win in wins:
        check_first_tiles(sheet, win)
        check_in(sheet, win.by, source if win.situation.by in TAKEN_FROM_OTHERS else None)
    if source is not None:
        wins.sort(key=lambda win: (win.by - source) % 4)
    stand = tuple(made for win in wins if (made := _judged(sheet, settling, win)) is not None)
    if settling.one_winner:
        for made in stand[1:]:
            name = _side_name(made.event.by)
            sheet.warn("settle.one-winner", side=name, rule=settling.one_winner)
        stand = stand[:1]
    if stand:
        settling.wins(sheet, stand)
        sheet.wins.append(stand)


def _judged(sheet: Sheet, settling: Settling, win: Win) -> WinMade | None:
    """Return a win with its worth; a refused one leaves a warning and nothing else."""
    name = _side_name(win.by)
    refusal = settling.refuses(sheet, win) or worth_too_little(sheet, win)
    if refusal is not None:
        sheet.warn("settle.refused", side=name, why=refusal.words())
        return None
    if win.by in sheet.barred:
        sheet.warn("settle.barred", side=name)
        return None
    if win.claim is None:
        value = declared_value(sheet, win.value or 0)
        sheet.warn("settle.not-verified", side=name, value=value)
        return WinMade(win, sheet.book.capped(value), value, None)
    situation = replace(
        win.situation,
        dealer=win.by == sheet.dealer,
        seat_wind=win.situation.seat_wind or WINDS[(win.by - sheet.dealer) % PLAYERS],
        round_wind=win.situation.round_wind or sheet.start.round_wind,
        declared=win.situation.declared or win.by in sheet.declared,
        lack=win.situation.lack or sheet.lacks.get(win.by),
        streak=win.situation.streak or sheet.start.streak,
        from_declared=win.situation.from_declared or win.source in sheet.declared,
    )
    melds = sheet.melds_with_kongs(win.by, win.claim.tiles, win.claim.melds)
    claim = replace(win.claim, melds=melds, situation=situation)
    check = check_win(sheet.book, claim)
    if check.refusal is not None:
        sheet.warn("settle.refused", side=name, why=check.refusal.words())
        return None
    warn_of_a_fifth(sheet, win.by, claim)
    whole = replace(win, claim=claim, situation=situation)
    return WinMade(whole, check.value, check.uncapped, check)


def _side_name(side: int) -> Text:
    return TEXTS[f"side.{side}"]
