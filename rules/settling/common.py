"""Settlement steps that variants share."""

from rules.hands.refusals import Refusal
from rules.settling.events import Chicken, Declare, Draw, Kong, Penalty, Win
from rules.settling.reading import EventError
from rules.settling.sheet import Sheet
from rules.texts import filled

HOUSE = "house"
"""The rule of an amount that the table itself has named."""

READY = "ready"
LACK = "lack"


def nothing(_sheet: Sheet) -> None:
    """Write no lines."""


def refuse_nothing(_sheet: Sheet, _event: Win) -> Refusal | None:
    """Let every win be judged."""
    return None


def no_kong_money(_sheet: Sheet, _event: Kong) -> None:
    """Pay nothing for a kong."""


def nothing_at_the_draw(_sheet: Sheet, _event: Draw) -> None:
    """Pay nothing where the wall is used up."""


def no_chickens(sheet: Sheet, _event: Chicken) -> None:
    """Refuse chickens.

    Raises:
        EventError: always; the variant has none.
    """
    raise EventError(f"{sheet.book.id} has no chickens: leave this event out")


def note_declaration(sheet: Sheet, event: Declare) -> None:
    """Note who declared ready (报叫, 报听), and which suit a player lacks (定缺).

    Raises:
        EventError: a lack suit without a suit.
    """
    if event.kind == LACK:
        if event.suit is None:
            raise EventError('declare lack: give "suit" as m, p or s')
        sheet.lacks[event.by] = event.suit
    else:
        sheet.declared[event.by] = event.kind


def pay_penalty(sheet: Sheet, event: Penalty) -> None:
    """Pay a penalty that the table has named itself, to all others where none is named.

    Without an amount nothing moves: the variant names none.
    """
    if event.amount is None:
        sheet.warn("settle.no-amount", kind=event.kind, variant=sheet.book.set_up.name)
        return
    for side in event.to or sheet.still_in:
        sheet.pay(event.by, side, event.amount, HOUSE, filled("line.penalty", kind=event.kind))
