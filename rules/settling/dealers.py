"""Who deals the next hand (下庄)."""

from collections.abc import Callable

from rules.settling.sheet import NextDeal, Sheet
from rules.variants import NextDealer

_SEVERAL = 2


def by_succession(rule_win: str, rule_draw: str) -> Callable[[Sheet], NextDeal]:
    """Return the next dealer as the set-up row says, naming these rules.

    Where the row says ``readiness`` the variant has its own function.
    """

    def find(sheet: Sheet) -> NextDeal:
        after = sheet.book.set_up.next_dealer
        if not sheet.wins:
            return NextDeal(_side(sheet, after.draw), rule_draw)
        several = len(sheet.wins[0]) >= _SEVERAL
        return NextDeal(_side(sheet, after.several if several else after.win), rule_win)

    return find


def _side(sheet: Sheet, way: NextDealer) -> int | None:
    """Return the side that a way names, ``None`` where dice decide."""
    match way:
        case NextDealer.STAYS:
            return sheet.dealer
        case NextDealer.NEXT_SEAT:
            return (sheet.dealer + 1) % 4
        case NextDealer.DEALER_OR_NEXT:
            stays = sheet.wins[0][0].event.by == sheet.dealer
            return sheet.dealer if stays else (sheet.dealer + 1) % 4
        case NextDealer.WINNER | NextDealer.FIRST_WINNER:
            return sheet.wins[0][0].event.by
        case NextDealer.DISCARDER:
            return sheet.wins[0][0].event.source
        case NextDealer.DISCARDER_OF_THREE:
            first = sheet.wins[0]
            return first[0].event.source if len(first) > _SEVERAL else first[0].event.by
        case NextDealer.DICE | NextDealer.READINESS:
            return None


def by_readiness(sheet: Sheet) -> NextDeal:
    """Return the dealer after a draw in Deyang (DY-05, DY-36).

    One ready player deals; else one who is not; of two who are not the one who drew last; in any
    other case who drew the last tile.
    """
    if sheet.wins:
        return by_succession("DY-05", "DY-36")(sheet)
    not_ready = [side for side in sheet.still_in if side in sheet.not_ready]
    ready = [side for side in sheet.still_in if side not in sheet.not_ready]
    if len(ready) == 1:
        return NextDeal(ready[0], "DY-36")
    if len(not_ready) == 1:
        return NextDeal(not_ready[0], "DY-36")
    last = sheet.draw.last_drawer if sheet.draw else None
    if last is None:
        sheet.warn("settle.last-drawer")
        return NextDeal(None, "DY-36")
    if len(not_ready) == _SEVERAL:
        back = [(last - steps) % 4 for steps in range(4)]
        return NextDeal(next(side for side in back if side in not_ready), "DY-36")
    return NextDeal(last, "DY-36")


def by_ready_players(
    *, win: str, three: str, draw: str, nothing: str
) -> Callable[[Sheet], NextDeal]:
    """Return the next dealer by who was ready at a draw, naming these rules (GY3-36, GY4-05).

    After a win as the set-up row says. After a draw with all or none ready the dealer stays; a
    single one who is not ready deals; else the dealer if ready, or the ready one nearest to him.
    """
    after_win = by_succession(win, draw)

    def find(sheet: Sheet) -> NextDeal:
        if sheet.wins:
            found = after_win(sheet)
            return NextDeal(found.side, three if len(sheet.wins[0]) > _SEVERAL else win)
        ready = [side for side in sheet.order(sheet.dealer) if side not in sheet.not_ready]
        if len(sheet.not_ready) == 1:
            return NextDeal(next(iter(sheet.not_ready)), draw)
        if not ready or not sheet.not_ready:
            return NextDeal(sheet.dealer, nothing)
        return NextDeal(ready[0], draw)

    return find


def by_table(sheet: Sheet) -> NextDeal:
    """Return the dealer at the two tables of QQ Sichuan and Standard Sichuan (QS-05).

    The bloody table throws dice for every hand. At the normal table the discarder deals, a winner
    by self-draw deals, after a draw the dealer stays.
    """
    if sheet.book.house.has("mode", "bloody"):
        return NextDeal(None, "QS-05")
    if not sheet.wins:
        return NextDeal(sheet.dealer, "QS-05")
    first = sheet.wins[0][0].event
    drawn = first.situation.by in sheet.book.drawn
    return NextDeal(first.by if drawn else first.source, "QS-05")
