"""Kong money (刮风下雨) of the Sichuan family: paid at once, passed on, given back."""

from fractions import Fraction

from rules.notation import MeldKind
from rules.settling.events import Kong
from rules.settling.sheet import KongMade, Sheet, WinMade
from rules.settling.sichuan_money import Money, Sharing
from rules.settling.wording import kong_text
from rules.texts import TEXTS


def pay_kong(sheet: Sheet, event: Kong, money: Money) -> None:
    """Pay a kong at once, by its kind; no money where it does not rain."""
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


def pass_on(sheet: Sheet, wins: tuple[WinMade, ...], sharing: Sharing) -> None:
    """Pass the money of the discarder's last kongs on to the winners, of each kong once."""
    way = sharing.way(sheet.book.house)
    source = wins[0].event.source
    if way == "off" or source is None:
        return
    chain = max(1, *(made.event.situation.kong_chain for made in wins))
    kongs = [kong for kong in sheet.kongs_of(source)[-chain:] if not kong.passed_on]
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


def refund(sheet: Sheet, side: int, money: Money) -> None:
    """Give the kong money back to those who paid it and are still in.

    Money that was passed on is no longer the player's to give back.
    """
    for kong in sheet.kongs_of(side):
        if kong.passed_on:
            continue
        for payer, amount in kong.paid.items():
            if payer in sheet.still_in:
                sheet.move(side, payer, amount, money.refund, TEXTS["line.refund"])
