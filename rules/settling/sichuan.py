"""How the Sichuan family settles: kong money at once, bloody battle, the check at the draw.

The six variants share these steps; each says in one row of data what it pays by which rule.
"""

from rules.errors import EventError
from rules.hands.situation import By
from rules.notation import MeldKind
from rules.settling.common import FALSE_WIN, WRONG_COUNT, pay_penalty, penalty_of
from rules.settling.events import Draw, Penalty
from rules.settling.procedure import Settling
from rules.settling.rain import pass_on, pay_kong, refund
from rules.settling.readiness import standings
from rules.settling.sheet import Sheet, WinMade
from rules.settling.sichuan_money import Money
from rules.settling.wording import win_text
from rules.texts import TEXTS, filled

_LAST = 1
_WINNERS = 3
_PIG_UNITS = 16


def sichuan(money: Money) -> Settling:
    """Return the settlement of a variant from its row of data."""
    return Settling(
        kong=lambda sheet, event: pay_kong(sheet, event, money),
        wins=lambda sheet, wins: _wins(sheet, wins, money),
        draw=lambda sheet, event: _draw(sheet, event, money),
        is_over=lambda sheet: _is_over(sheet, money),
        next_dealer=money.dealer,
        declare=money.declare,
        penalty=lambda sheet, event: _penalty(sheet, event, money),
        checks=True,
        pigs=money.pig is not None,
    )


def _is_over(sheet: Sheet, money: Money) -> bool:
    """Tell whether the hand has ended: the wall used up, or enough players have won."""
    enough = _WINNERS if money.bloody(sheet.book.house) else _LAST
    return sheet.draw is not None or len(sheet.out) >= enough


def _wins(sheet: Sheet, wins: tuple[WinMade, ...], money: Money) -> None:
    for made in wins:
        if made.event.situation.by in sheet.book.drawn:
            _pay_self_draw(sheet, made, money)
        else:
            _pay_discard(sheet, made, money)
    after_a_kong = any(made.event.situation.by is By.KONG_DISCARD for made in wins)
    if after_a_kong and money.sharing is not None:
        pass_on(sheet, wins, money.sharing)


def _pay_discard(sheet: Sheet, made: WinMade, money: Money) -> None:
    """Let the discarder or the robbed player pay."""
    source = made.event.source
    if source is None:
        raise EventError(filled("refuse.no-discarder"))
    units = _units(sheet, made, source, money)
    sheet.pay(source, made.event.by, units, money.discard, win_text(made))


def _pay_self_draw(sheet: Sheet, made: WinMade, money: Money) -> None:
    """Let everyone still in pay; on the replacement of a direct kong the feeder, where it is so."""
    winner = made.event.by
    feeder = _feeder(sheet, made) if money.feeder_pays_kong_win else None
    if feeder is not None and money.feeder_pays_kong_win:
        rule = money.feeder_pays_kong_win
        sheet.pay(feeder, winner, _units(sheet, made, feeder, money), rule, win_text(made))
        return
    for side in sheet.still_in:
        if side == winner:
            continue
        units = _units(sheet, made, side, money)
        sheet.pay(side, winner, units, money.self_draw, win_text(made))
        if money.add_base and sheet.book.house.has("self_draw", "add_base"):
            sheet.pay(side, winner, 1, money.add_base, TEXTS["line.add-base"])


def _units(sheet: Sheet, made: WinMade, payer: int, money: Money) -> int:
    """Return what a win costs one payer; who declared ready pays one fan more where it is so."""
    more = 1 if money.declared_pays and payer in sheet.declared else 0
    return sheet.book.multiplier(made.uncapped + more)


def _feeder(sheet: Sheet, made: WinMade) -> int | None:
    """Return who fed the direct kong whose replacement wins, ``None`` for other wins."""
    if made.event.situation.by is not By.KONG:
        return None
    kongs = sheet.kongs_of(made.event.by)
    if not kongs:
        return made.event.source
    last = kongs[-1].event
    return last.source if last.kind is MeldKind.DIRECT_KONG else None


def _draw(sheet: Sheet, event: Draw, money: Money) -> None:
    """Check the players who are still in: pigs, readiness, refunds."""
    if len(sheet.still_in) <= _LAST:
        return
    found = standings(sheet, event, money.wait_rule)
    pigs = [one.side for one in found if one.pig] if money.pig else []
    sheet.not_ready = frozenset(one.side for one in found if not one.ready)
    for pig in pigs:
        _pay_pig(sheet, pig, pigs, money)
    for loser in found:
        if loser.ready or loser.side in pigs:
            continue
        for winner in found:
            value = money.checked(sheet.book.house, winner) if winner.ready else None
            if value is not None and winner.side not in pigs:
                units = sheet.book.multiplier(value)
                words = filled("line.check", value=value)
                sheet.pay(loser.side, winner.side, units, money.check, words)
    for side in sorted(sheet.not_ready | set(pigs)):
        refund(sheet, side, money)


def _pay_pig(sheet: Sheet, pig: int, pigs: list[int], money: Money) -> None:
    """Let a flower pig pay everybody who is none, or only those still in."""
    only_in = sheet.book.house.has("pig_pays", "players_still_in")
    sides = sheet.still_in if only_in else sheet.order(sheet.dealer)
    for side in sides:
        if side not in pigs and money.pig:
            sheet.pay(pig, side, _PIG_UNITS, money.pig, TEXTS["line.pig"])


def _penalty(sheet: Sheet, event: Penalty, money: Money) -> None:
    """Pay a false win as the variant says; other penalties by the amount that the table names.

    A wrong number of tiles may cost nothing at once: its owner pays at the draw, not being ready.
    """
    kind = penalty_of(event)
    if kind == WRONG_COUNT and event.amount is None and money.wrong_count is not None:
        sheet.barred.add(event.by)
        return
    if kind != FALSE_WIN or event.amount is not None or money.false_win is None:
        pay_penalty(sheet, event)
        return
    cap = sheet.book.cap
    if cap is None:
        sheet.warn("settle.no-cap")
        return
    for side in event.to or sheet.still_in:
        units = sheet.book.multiplier(cap)
        sheet.pay(event.by, side, units, money.false_win, TEXTS["line.false-win"])
