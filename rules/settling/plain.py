"""How plain tables settle: the first win or the draw ends the hand; what is paid is data."""

from collections.abc import Callable
from dataclasses import dataclass

from rules.hands.refusals import Refusal
from rules.languages import Text
from rules.notation import MeldKind
from rules.settling.common import no_declarations, refuse_nothing
from rules.settling.events import Declare, Draw, Kong, Win
from rules.settling.procedure import Settling
from rules.settling.sheet import Amount, NextDeal, Sheet, WinMade
from rules.settling.wording import kong_text, win_text
from rules.texts import TEXTS


@dataclass(frozen=True, slots=True)
class KongDue:
    """What one kind of kong earns: the names of the book's amounts.

    ``feeder`` is what the feeder pays, ``each`` what every other player pays.
    """

    kind: MeldKind
    rule: str
    feeder: str | None = None
    each: str | None = None


@dataclass(frozen=True, slots=True)
class Dues:
    """Everything that a plain table pays, each with its rule.

    Who pays a win pays the hand's value, and ``factor`` times all that is paid between two sides.
    ``void_at_draw`` is the rule by which kong money is given back after a draw.
    """

    discard: str
    self_draw: str
    one_winner: str
    dealer: Callable[[Sheet], NextDeal]
    kongs: tuple[KongDue, ...] = ()
    void_at_draw: str | None = None
    factor: Callable[[Sheet, int, int], int] = lambda _sheet, _payer, _payee: 1
    refuses: Callable[[Sheet, Win], Refusal | None] = refuse_nothing
    declare: Callable[[Sheet, Declare], None] = no_declarations


def plain(dues: Dues) -> Settling:
    """Return the settlement of a variant from its row of data."""
    return Settling(
        kong=lambda sheet, event: _kong(sheet, event, dues),
        wins=lambda sheet, wins: _win(sheet, wins[0], dues),
        draw=lambda sheet, event: _draw(sheet, event, dues),
        is_over=ends_with_a_win,
        next_dealer=dues.dealer,
        declare=dues.declare,
        refuses=dues.refuses,
        one_winner=dues.one_winner,
    )


def ends_with_a_win(sheet: Sheet) -> bool:
    """Tell whether the hand has ended: won, or the wall used up."""
    return bool(sheet.wins) or sheet.draw is not None


def table_factor(sheet: Sheet, _payer: int, _payee: int) -> int:
    """Return the factor that the table has set (GD-05)."""
    return sheet.book.house.number("table_factor") or 1


def double_for_the_dealer(sheet: Sheet, payer: int, payee: int) -> int:
    """Return 2 where the dealer pays or is paid and the house doubles for him (HZ-23)."""
    doubles = sheet.book.house.on("dealer_double")
    return 2 if doubles and sheet.dealer in (payer, payee) else 1


def _kong(sheet: Sheet, event: Kong, dues: Dues) -> None:
    row = next((row for row in dues.kongs if row.kind is event.kind), None)
    if row is None:
        return
    paid = sheet.kongs[-1].paid
    feeder = event.source if event.kind is MeldKind.DIRECT_KONG else None
    for side in sheet.order(sheet.dealer):
        key = row.feeder if side == feeder else row.each
        if key is not None and side != event.by:
            words = kong_text(event)
            paid[side] = _pay(sheet, side, event.by, sheet.book.amount(key), row.rule, dues, words)


def _win(sheet: Sheet, made: WinMade, dues: Dues) -> None:
    """Let the discarder or the robbed player pay, or everybody for a tile drawn."""
    winner, source = made.event.by, made.event.source
    units = sheet.book.multiplier(made.uncapped)
    drawn = source is None or made.event.situation.by in sheet.book.drawn
    for side in sheet.order(sheet.dealer):
        if side != winner and (drawn or side == source):
            rule = dues.self_draw if drawn else dues.discard
            _pay(sheet, side, winner, units, rule, dues, win_text(made))


def _draw(sheet: Sheet, _event: Draw, dues: Dues) -> None:
    """Give kong money back where a draw makes it void."""
    if dues.void_at_draw is None:
        return
    for kong in sheet.kongs:
        for payer, amount in kong.paid.items():
            sheet.move(kong.event.by, payer, amount, dues.void_at_draw, TEXTS["line.void-kong"])


def _pay(
    sheet: Sheet, payer: int, payee: int, units: int, rule: str, dues: Dues, words: Text
) -> Amount:
    return sheet.pay(payer, payee, units * dues.factor(sheet, payer, payee), rule, words)
