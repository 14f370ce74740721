"""How the Guiyang family settles: one winning tile ends the hand, then beans and chickens.

The four variants share these steps; each says in one row of data what it pays by which rule.
"""

from collections import Counter

from rules.errors import EventError
from rules.hands.situation import By
from rules.lookup import look_up
from rules.notation import Hand
from rules.settling.common import READY, READY_WORDS, WRONG_COUNT, pay_penalty, penalty_of
from rules.settling.events import PLAYERS, Chicken, Declare, Draw, Kong, Penalty
from rules.settling.guiyang_dues import burnt_kong, dues, taken
from rules.settling.guiyang_money import Money, Taken
from rules.settling.procedure import Settling
from rules.settling.readiness import standings
from rules.settling.sheet import Sheet, WinMade
from rules.settling.wording import win_text
from rules.texts import TEXTS, filled
from rules.tiles import RANKED_SUITS, Tile, code_of, suit_of

GUARANTEE = "guarantee"  # 包牌
FOLLOW = "follow"  # 跟张
FOLLOW_DRAWN = "follow-drawn"  # the follower had just drawn the tile

_DECLARATIONS = READY_WORDS | {
    FOLLOW: FOLLOW,
    FOLLOW_DRAWN: FOLLOW_DRAWN,
    "跟张": FOLLOW,
}
_COPIES = 4


def guiyang(money: Money) -> Settling:
    """Return the settlement of a variant from its row of data."""
    return Settling(
        kong=_kong,
        wins=lambda sheet, wins: _wins(sheet, wins, money),
        draw=lambda sheet, event: _draw(sheet, event, money),
        is_over=_is_over,
        next_dealer=money.dealer,
        chicken=_chicken,
        chickens=money.chickens,
        checks=True,
        declare=lambda sheet, event: _declare(sheet, event, money),
        penalty=lambda sheet, event: _penalty(sheet, event, money),
        finish=lambda sheet: _finish(sheet, money),
    )


def _is_over(sheet: Sheet) -> bool:
    return sheet.draw is not None or bool(sheet.wins)


def _kong(_sheet: Sheet, _event: Kong) -> None:
    """Write nothing yet: a bean counts at the end, for a ready player."""


def _wins(sheet: Sheet, wins: tuple[WinMade, ...], money: Money) -> None:
    first = wins[0].event
    if first.situation.by in sheet.book.drawn:
        _pay_self_draw(sheet, wins[0], money)
        return
    if first.source is None:
        raise EventError(filled("refuse.no-discarder"))
    if money.three is not None and len(wins) == PLAYERS - 1:
        for made in wins:
            sheet.pay(made.event.by, first.source, made.value, money.three, win_text(made))
        return
    row = taken(money, wins)
    for made in wins:
        times = 1 if row is None else row.times
        rule = money.discard if times == 1 or row is None else row.rule
        sheet.pay(first.source, made.event.by, times * made.value, rule, win_text(made))
        if row is not None and row.more:
            _pay_more(sheet, wins, made, first.source, row)


def _pay_more(
    sheet: Sheet, wins: tuple[WinMade, ...], made: WinMade, source: int, row: Taken
) -> None:
    """Let who lost a tile of his kong pay more, by the kind of that kong where it matters."""
    kinds = set(row.more.values())
    if made.event.situation.by is By.KONG_DISCARD and len(kinds) > 1:
        kong = burnt_kong(sheet, wins)
        kinds = set() if kong is None else {row.more[kong.event.kind]}
    if not kinds:
        names = {"side": TEXTS[f"side.{made.event.by}"], "source": TEXTS[f"side.{source}"]}
        sheet.warn("settle.no-bean", **names)
        return
    sheet.pay(source, made.event.by, kinds.pop(), row.rule, TEXTS["line.kong-lost"])


def _pay_self_draw(sheet: Sheet, made: WinMade, money: Money) -> None:
    """Let the three others pay; who declared ready pays more where it is so."""
    winner = made.event.by
    for side in sheet.order(winner)[1:]:
        sheet.pay(side, winner, made.value, money.self_draw, win_text(made))
        if money.declared_pays is not None and side in sheet.declared:
            rule, units = money.declared_pays
            sheet.pay(side, winner, units, rule, TEXTS["line.declared-pays"])


def _draw(sheet: Sheet, event: Draw, money: Money) -> None:
    """Let who is not ready pay who is; where all are, or none, nothing moves."""
    found = standings(sheet, event)
    sheet.not_ready = frozenset(one.side for one in found if not one.ready)
    for loser in (one for one in found if not one.ready):
        for winner in found:
            if winner.ready and winner.biggest is not None:
                words = filled("line.check", value=winner.biggest)
                sheet.pay(loser.side, winner.side, winner.biggest, money.check, words)


def _chicken(sheet: Sheet, event: Chicken) -> None:
    """Check the chickens; they are paid when the hand is over.

    Raises:
        EventError: they are counted already, the turned tile is none of the set, or there are
            more than four of a design.
    """
    if sheet.chicken is not None:
        raise EventError(filled("refuse.chickens-twice"))
    if event.turned is not None and suit_of(event.turned) not in RANKED_SUITS:
        raise EventError(filled("refuse.turned", tile=code_of(event.turned)))
    seen: Counter[Tile] = Counter() if event.turned is None else Counter([event.turned])
    for hand in event.in_hand:
        if isinstance(hand, Hand):
            seen.update(hand.tiles)
            seen.update(tile for meld in hand.melds for tile in meld.tiles)
    for tiles in event.discarded:
        if not isinstance(tiles, int):
            seen.update(tiles)
    for tile, count in seen.items():
        if count > _COPIES:
            raise EventError(filled("refuse.five", count=count, tile=code_of(tile)))


def _declare(sheet: Sheet, event: Declare, money: Money) -> None:
    """Note who declared ready (报听); let the dealer pay when three have followed (跟张).

    Raises:
        EventError: the variant or the house has no such declaration.
    """
    kind = look_up(_DECLARATIONS, event.kind, "declaration")
    if kind == READY:
        if money.declares is None:
            raise EventError(filled("refuse.no-ready", id=sheet.book.id))
        sheet.declared[event.by] = READY
        return
    if money.follow is None or not sheet.book.house.on("follow_tile"):
        raise EventError(filled("refuse.no-following"))
    if event.by == sheet.dealer:
        raise EventError(filled("refuse.dealer-follows", by=event.by))
    _pay_followers(sheet, money.follow)


def _pay_followers(sheet: Sheet, rule: str) -> None:
    """Pay the three followers: one each, doubled for every one who had drawn the tile."""
    kinds = {one.by: _DECLARATIONS.get(one.kind.casefold()) for one in sheet.declarations}
    followed = {side: kind for side, kind in kinds.items() if kind in (FOLLOW, FOLLOW_DRAWN)}
    if len(followed) < PLAYERS - 1:
        return
    units = 1 << list(followed.values()).count(FOLLOW_DRAWN)
    for side in followed:
        sheet.pay(sheet.dealer, side, units, rule, TEXTS["line.follow"])


def _penalty(sheet: Sheet, event: Penalty, money: Money) -> None:
    """Bar who has a wrong number of tiles; let who passed a win pay for all where it is played."""
    kind = penalty_of(event)
    if kind == WRONG_COUNT and event.amount is None:
        sheet.barred.add(event.by)
    elif kind in (GUARANTEE, "包牌", "baopai") and money.guarantee and event.amount is not None:
        if not sheet.book.house.on("guarantee"):
            raise EventError(filled("refuse.no-guarantee"))
        for side in sheet.order(event.by)[1:]:
            sheet.pay(event.by, side, event.amount, money.guarantee, TEXTS["line.guarantee"])
    else:
        pay_penalty(sheet, event)


def _finish(sheet: Sheet, money: Money) -> None:
    """Pay beans and chickens; after a draw neither counts."""
    if sheet.draw is not None:
        if sheet.chicken is not None:
            sheet.warn("settle.no-chickens")
        return
    found = dues(sheet, money)
    for due in found:
        sheet.pay(due.payer, due.payee, due.units, due.rule, due.text)
    if found and not sheet.wins:
        sheet.warn("settle.so-far")
