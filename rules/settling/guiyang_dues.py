"""What is due when a hand of the Guiyang family ends: beans, chickens, responsibility.

Beans and chickens wait for the end: they count for players who are ready when somebody wins. While
the hand goes on everybody is taken to be ready.
"""

from collections.abc import Iterable
from typing import NamedTuple

from rules.hands.situation import By
from rules.languages import Text
from rules.notation import Hand, MeldKind
from rules.scoring.reading import HAND
from rules.settling.chickens import ONE_OF_BAMBOO, kinds_of
from rules.settling.events import PLAYERS, Kong, Shown
from rules.settling.flock import Flock
from rules.settling.guiyang_money import Bean, Money, Taken
from rules.settling.readiness import known_melds, standing_of
from rules.settling.sheet import KongMade, Sheet, WinMade
from rules.settling.wording import kong_text
from rules.texts import TEXTS, filled
from rules.tiles import Tile


class Due(NamedTuple):
    """An amount in units that one side owes another, by which rule, in words."""

    payer: int
    payee: int
    units: int
    rule: str
    text: Text


def dues(sheet: Sheet, money: Money) -> list[Due]:
    """Return all that is due besides the win itself, in playing order of the payees."""
    flock = None if sheet.chicken is None else Flock(money.chickens, sheet, sheet.chicken)
    ready = _ready(sheet)
    lost = _lost(sheet, money)
    found: list[Due] = []
    for side in sheet.order(sheet.dealer):
        if side == lost:
            continue
        beans, paid = _beans(sheet, money, side) if side in ready else ([], set())
        found += beans
        if flock and (side in ready or not money.chickens_need_ready(sheet.book.house)):
            found += _chickens(flock, side, paid)
    if money.three_with_beans and len(_winners(sheet)) == PLAYERS - 1:
        found = list(_turned_to(_source(sheet), found))
    if flock and money.chickens.owed:
        found += _owed(sheet, money, flock, ready - {lost})
    return found


def taken(money: Money, wins: tuple[WinMade, ...]) -> Taken | None:
    """Return the row of a win on the discard after a kong, or on a robbed one."""
    rows = {By.KONG_DISCARD: money.burnt, By.ROB: money.robbed}
    return rows.get(wins[0].event.situation.by) if wins else None


def burnt_kong(sheet: Sheet, wins: tuple[WinMade, ...]) -> KongMade | None:
    """Return the kong after which the winning tile was discarded."""
    if not wins or wins[0].event.situation.by is not By.KONG_DISCARD:
        return None
    source = wins[0].event.source
    kongs = [] if source is None else sheet.kongs_of(source)
    return kongs[-1] if kongs else None


def _winners(sheet: Sheet) -> tuple[WinMade, ...]:
    return sheet.wins[0] if sheet.wins else ()


def _lost(sheet: Sheet, money: Money) -> int | None:
    """Return who loses every income of the hand (一废全废)."""
    row = taken(money, _winners(sheet))
    return _source(sheet) if row is not None and row.loses_all else None


def _source(sheet: Sheet) -> int | None:
    return sheet.wins[0][0].event.source if sheet.wins else None


def _ready(sheet: Sheet) -> frozenset[int]:
    """Return who is ready; of a side of which nothing is known it is said once."""
    if not sheet.wins:
        return frozenset(range(PLAYERS))
    return frozenset(side for side in range(PLAYERS) if side in sheet.out or _is_ready(sheet, side))


def _is_ready(sheet: Sheet, side: int) -> bool:
    event = sheet.chicken
    if side in sheet.barred:
        return False
    if event is not None and event.ready is not None:
        return side in event.ready
    shown = _shown(sheet, side)
    if shown is not None:
        return standing_of(sheet, side, shown).ready
    if _has_something(sheet, side):
        sheet.warn("settle.ready-unknown", side=TEXTS[f"side.{side}"])
    return False


def _shown(sheet: Sheet, side: int) -> Shown | None:
    """Return the hand of a side: as shown, or a whole one that its chickens are counted in."""
    event = sheet.chicken
    if event is None or event.shown[side] is not None:
        return None if event is None else event.shown[side]
    given = event.in_hand[side]
    if not isinstance(given, Hand):
        return None
    hand = Shown(given.tiles, given.melds)
    whole = len(hand.tiles or ()) + 3 * len(known_melds(sheet, side, hand)) == HAND
    return hand if whole else None


def _has_something(sheet: Sheet, side: int) -> bool:
    event = sheet.chicken
    counted = event is not None and bool(event.in_hand[side] or event.discarded[side])
    return counted or bool(sheet.kongs_of(side))


def _each(sheet: Sheet, payee: int) -> Iterable[int]:
    return (side for side in sheet.order(payee) if side != payee)


def _beans(sheet: Sheet, money: Money, side: int) -> tuple[list[Due], set[Tile]]:
    """Return what a side's kongs earn, and the designs whose chickens are paid with them."""
    found: list[Due] = []
    with_chickens: set[Tile] = set()
    burnt = burnt_kong(sheet, _winners(sheet))
    for made in sheet.kongs_of(side):
        kong = made.event
        if made is burnt:
            continue
        if _is_of_ones(money, kong):
            with_chickens.add(kong.tile)
            found += _of_ones(sheet, money, kong)
        elif _is_of_chickens(sheet, money, kong):
            with_chickens.add(kong.tile)
            text = filled("line.kong-chickens", kong=kong_text(kong))
            units = money.concealed_chickens or 0
            rule = money.chickens.turned
            found += [Due(payer, side, units, rule, text) for payer in _each(sheet, side)]
        elif not (kong.late and money.at_once):
            found += _plain(sheet, money.beans[kong.kind], kong)
    return found, with_chickens


def _plain(sheet: Sheet, bean: Bean, kong: Kong) -> list[Due]:
    """Return what a kong earns of which no tile is a chicken."""
    text = kong_text(kong)
    return [
        Due(payer, kong.by, units, bean.rule, text)
        for payer in _each(sheet, kong.by)
        if (units := _bean_units(bean, kong, payer))
    ]


def _bean_units(bean: Bean, kong: Kong, payer: int) -> int:
    is_feeder = kong.kind is MeldKind.DIRECT_KONG and payer == kong.source
    return bean.feeder if is_feeder else bean.each


def _is_of_ones(money: Money, kong: Kong) -> bool:
    return money.kong_of_ones is not None and kong.tile == ONE_OF_BAMBOO


def _is_of_chickens(sheet: Sheet, money: Money, kong: Kong) -> bool:
    """Tell whether a concealed kong is of a plain chicken that pays all in one."""
    if money.concealed_chickens is None or kong.kind is not MeldKind.CONCEALED_KONG:
        return False
    kind = kinds_of(money.chickens, sheet.book.house, sheet.chicken).get(kong.tile)
    return kind is not None and kind.value == money.chickens.value


def _of_ones(sheet: Sheet, money: Money, kong: Kong) -> list[Due]:
    """Return what a kong of 1 of bamboo earns: four chickens, the bean, one more from the feeder.

    A golden concealed one is worth what the house says.
    """
    house = sheet.book.house
    kind = kinds_of(money.chickens, house, sheet.chicken)[ONE_OF_BAMBOO]
    golden = kind.value != money.chickens.value
    bean = Bean("") if kong.late else money.beans[kong.kind]
    gold = house.number(money.gold_concealed) if money.gold_concealed else None
    text = filled("line.kong-chickens", kong=kong_text(kong))
    found: list[Due] = []
    for payer in _each(sheet, kong.by):
        units = 4 * kind.value + _bean_units(bean, kong, payer)
        if payer == kong.source:
            units += kind.value
        if golden and kong.kind is MeldKind.CONCEALED_KONG and gold is not None and not kong.late:
            units = gold
        found.append(Due(payer, kong.by, units, money.kong_of_ones or "", text))
    return found


def _chickens(flock: Flock, side: int, paid: set[Tile]) -> list[Due]:
    return [
        Due(payer, side, counted.units, counted.rule, counted.text)
        for counted in flock.of(side, paid)
        for payer in _each(flock.sheet, side)
        if counted.payer in (None, payer)
    ]


def _owed(sheet: Sheet, money: Money, flock: Flock, ready: frozenset[int]) -> list[Due]:
    """Let who is not ready pay for the 1 of bamboo that he discarded (责任鸡).

    Where it was taken for a kong, the kong's beans are owed too; its maker has been paid.
    """
    if not sheet.wins:
        return []
    found: list[Due] = []
    for payer in sheet.order(sheet.dealer):
        if payer in ready or payer in sheet.out or payer == _lost(sheet, money):
            continue
        for payee in _each(sheet, payer):
            if payee not in ready:
                continue
            units = flock.worth_of_ones(payer, but_taken_by=payee)
            for kong in (made.event for made in sheet.kongs):
                fed = kong.kind is MeldKind.DIRECT_KONG and kong.source == payer
                if fed and kong.tile == ONE_OF_BAMBOO and kong.by != payee:
                    units += money.beans[kong.kind].feeder
            if units:
                rule = money.chickens.owed or ""
                found.append(Due(payer, payee, units, rule, TEXTS["line.chicken-owed"]))
    return found


def _turned_to(discarder: int | None, found: Iterable[Due]) -> Iterable[Due]:
    """Turn beans and chickens of three winners round: they pay the discarder, who gets no own."""
    for due in found:
        if due.payee == discarder:
            continue
        if due.payer == discarder:
            yield due._replace(payer=due.payee, payee=due.payer)
        else:
            yield due
