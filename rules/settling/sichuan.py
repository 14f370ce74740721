"""How the Sichuan family settles: kong money at once, bloody battle, the check at the draw.

The six variants share these steps; each says in one row of data what it pays by which rule.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from rules.hands.situation import By
from rules.notation import MeldKind
from rules.options import House
from rules.settling.common import nothing, pay_penalty
from rules.settling.events import Draw, Kong, Penalty
from rules.settling.procedure import Settling
from rules.settling.readiness import (
    Standing,
    WaitRule,
    living_waits,
    standings,
)
from rules.settling.reading import EventError
from rules.settling.sheet import KongMade, NextDeal, Sheet, WinMade
from rules.settling.wording import kong_text, win_text
from rules.texts import TEXTS, filled

FALSE_WIN = "false-win"  # 诈胡
_LAST = 1
_WINNERS = 3


@dataclass(frozen=True, slots=True)
class KongPay:
    """What one kind of kong earns, in units of the stake.

    ``feeder`` is paid by who discarded the tile, ``each`` by every player still in (besides the
    feeder, where there is one). ``when`` names the option and the word that bring the row into
    play; of the rows of a kind the first that is in play counts.
    """

    kind: MeldKind
    rule: str
    feeder: int = 0
    each: int = 0
    when: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Sharing:
    """How kong money moves when the discard after the kong is won (转雨, 呼叫转移).

    ``way`` gives full to each winner, or shares; ``feeder_cancels`` that nothing moves where the
    kong's feeder is among several winners (DY-P5).
    """

    rule: str
    way: Callable[[House], str]
    feeder_cancels: bool = False


@dataclass(frozen=True, slots=True)
class Money:
    """Everything that a variant of the family pays, each with its rule.

    ``bloody`` and ``rain`` tell from the house whether the hand goes on after a win, and whether
    kongs are paid. ``add_base`` is the rule of a self-draw's further unit. ``pig`` is the rule of
    a flower pig's sixteen units. ``checked`` picks what the check at the draw pays.
    """

    kongs: tuple[KongPay, ...]
    discard: str
    self_draw: str
    check: str
    refund: str
    dealer: Callable[[Sheet], NextDeal]
    sharing: Sharing | None = None
    add_base: str | None = None
    pig: str | None = None
    feeder_pays_kong_win: str | None = None
    declared_pays: str | None = None
    false_win: str | None = None
    wait_rule: WaitRule = living_waits
    checked: Callable[[House, Standing], int | None] = lambda _house, one: one.biggest
    bloody: Callable[[House], bool] = lambda _house: True
    rain: Callable[[House], bool] = lambda _house: True


PIG_UNITS = 16


def sichuan(money: Money) -> Settling:
    """Return the settlement of a variant from its row of data."""
    return Settling(
        kong=lambda sheet, event: _kong(sheet, event, money),
        wins=lambda sheet, wins: _wins(sheet, wins, money),
        draw=lambda sheet, event: _draw(sheet, event, money),
        is_over=lambda sheet: _is_over(sheet, money),
        next_dealer=money.dealer,
        penalty=lambda sheet, event: _penalty(sheet, event, money),
        finish=nothing,
    )


def _is_over(sheet: Sheet, money: Money) -> bool:
    """Tell whether the hand has ended: the wall used up, or enough players have won."""
    enough = _WINNERS if money.bloody(sheet.book.house) else _LAST
    return sheet.draw is not None or len(sheet.out) >= enough


def _kong(sheet: Sheet, event: Kong, money: Money) -> None:
    house = sheet.book.house
    if not money.rain(house):
        return
    rows = [row for row in money.kongs if row.kind is event.kind]
    row = next((row for row in rows if row.when is None or house.has(*row.when)), None)
    if row is None:
        return
    paid = sheet.kongs[-1].paid
    feeder = event.source if event.kind is MeldKind.DIRECT_KONG else None
    for side in sheet.still_in:
        units = row.feeder if side == feeder else row.each
        if units and side != event.by:
            paid[side] = sheet.pay(side, event.by, units, row.rule, kong_text(event))


def _wins(sheet: Sheet, wins: tuple[WinMade, ...], money: Money) -> None:
    for made in wins:
        if made.event.situation.by in sheet.book.drawn:
            _pay_self_draw(sheet, made, money)
        else:
            _pay_discard(sheet, made, money)
    if wins[0].event.situation.by is By.KONG_DISCARD and money.sharing is not None:
        _pass_on(sheet, wins, money.sharing)


def _pay_discard(sheet: Sheet, made: WinMade, money: Money) -> None:
    """Let the discarder or the robbed player pay."""
    source = made.event.source
    if source is None:
        raise EventError('a win on a discard has a discarder: give "from" as a side')
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


def _pass_on(sheet: Sheet, wins: tuple[WinMade, ...], sharing: Sharing) -> None:
    """Pass the money of the discarder's last kongs on to the winners."""
    way = sharing.way(sheet.book.house)
    source = wins[0].event.source
    if way == "off" or source is None:
        return
    chain = max(1, *(made.event.situation.kong_chain for made in wins))
    kongs = sheet.kongs_of(source)[-chain:]
    if not kongs:
        winner, konger = TEXTS[f"side.{wins[0].event.by}"], TEXTS[f"side.{source}"]
        sheet.warn("settle.no-kong", side=winner, source=konger)
    winners = [made.event.by for made in wins]
    for kong in kongs:
        feeder_wins = kong.event.kind is MeldKind.DIRECT_KONG and kong.event.source in winners
        if sharing.feeder_cancels and feeder_wins and len(winners) > 1:
            continue
        _pass_kong_on(sheet, kong, winners, sharing.rule, way)


def _pass_kong_on(sheet: Sheet, kong: KongMade, winners: list[int], rule: str, way: str) -> None:
    total = kong.total
    if not total:
        return
    kong.passed_on = True
    shares = [Fraction(total)] * len(winners)
    if way == "shared":
        shares = [Fraction(total) / len(winners)] * len(winners)
        if sheet.book.house.has("kong_shares", "whole"):
            left = int(total) % len(winners)
            whole = int(total) // len(winners)
            shares = [Fraction(whole + (place < left)) for place in range(len(winners))]
    for winner, share in zip(winners, shares, strict=True):
        sheet.move(kong.event.by, winner, share, rule, TEXTS["line.passed-on"])


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
        _refund(sheet, side, money)


def _pay_pig(sheet: Sheet, pig: int, pigs: list[int], money: Money) -> None:
    """Let a flower pig pay everybody who is none, or only those still in."""
    only_in = sheet.book.house.has("pig_pays", "players_still_in")
    sides = sheet.still_in if only_in else sheet.order(sheet.dealer)
    for side in sides:
        if side not in pigs and money.pig:
            sheet.pay(pig, side, PIG_UNITS, money.pig, TEXTS["line.pig"])


def _refund(sheet: Sheet, side: int, money: Money) -> None:
    """Give the kong money back to those who paid it and are still in.

    Money that was passed on is no longer the player's to give back.
    """
    for kong in sheet.kongs_of(side):
        if kong.passed_on:
            continue
        for payer, amount in kong.paid.items():
            if payer in sheet.still_in:
                sheet.move(side, payer, amount, money.refund, TEXTS["line.refund"])


def _penalty(sheet: Sheet, event: Penalty, money: Money) -> None:
    """Pay a false win as the variant says; other penalties by the amount that the table names."""
    if event.kind != FALSE_WIN or event.amount is not None or money.false_win is None:
        pay_penalty(sheet, event)
        return
    cap = sheet.book.cap
    if cap is None:
        sheet.warn("settle.no-cap")
        return
    for side in event.to or sheet.still_in:
        units = sheet.book.multiplier(cap)
        sheet.pay(event.by, side, units, money.false_win, TEXTS["line.false-win"])
