"""DY: Deyang mahjong (德阳麻将): patterns add up, at least one fan."""

from rules.books import names
from rules.books.deyang_texts import TEXTS
from rules.errors import EventError
from rules.hands.forms import seven_pairs, standard
from rules.hands.situation import Fact
from rules.notation import MeldKind
from rules.options import House
from rules.scoring import predicates as ask
from rules.scoring.book import Book, PassRule, Rules, Scope
from rules.scoring.curves import doubling_from_one
from rules.scoring.rows import Row
from rules.scoring.schemes import Total
from rules.scoring.waiting import Wait
from rules.settling.common import note_ready
from rules.settling.dealers import by_readiness
from rules.settling.events import Declare
from rules.settling.readiness import Standing
from rules.settling.sheet import Sheet
from rules.settling.sichuan import sichuan
from rules.settling.sichuan_money import KongPay, Money, Sharing
from rules.texts import filled

_TERMINALS = "DY-F7"
_PURE = "DY-F5"

RULES = Rules(
    id="DY",
    asks=(Fact.KONG_CHAIN,),
    shapes=(standard, seven_pairs),  # DY-21
    conditions=(),
    scheme=Total(
        (
            # DY-F15: rows add up. Sums of these rows are DY-F9, DY-F10, DY-F12, DY-F13, DY-F14.
            Row("DY-F1", names.NO_TERMINALS, 1, ask.no_terminals),
            Row("DY-F2", names.SUIT_MISSING, 1, ask.two_suits),
            Row("DY-F3", names.ROOT, 1, ask.roots),
            Row("DY-F4", names.SEVEN_PAIRS, 2, ask.is_seven_pairs_shape),
            Row(_PURE, names.PURE, 3, ask.pure),
            Row("DY-F6", names.ALL_PUNGS, 1, ask.all_pungs),
            Row(_TERMINALS, names.TERMINALS, 3, ask.terminals_everywhere),
            Row(
                "DY-F8",
                names.TWO_FIVE_EIGHT,
                4,
                ask.pungs_of_two_five_eight,
                replaces=("DY-F1", "DY-F6"),
            ),
            Row(
                "DY-F11",
                names.PURE_TERMINALS,
                "pure_terminals",
                ask.pure_terminals,
                replaces=(_PURE, _TERMINALS),
            ),
            Row("DY-E1", names.ROBBED_KONG, 1, ask.robbed_kong),
            Row("DY-E2", names.KONG_DISCARD, 1, ask.kong_discard),
            Row("DY-E3", names.SINGLE_WAIT, 1, ask.single_wait_on_four_melds),
            Row("DY-E6", names.DECLARED, 1, ask.declared),
            Row(
                "DY-E4",
                names.SELF_DRAWN,
                1,
                ask.self_drawn_but_kong,
                when=("kong_win_extra", "instead_of_self_draw"),
                for_minimum=False,
            ),
            Row(
                "DY-E4",
                names.SELF_DRAWN,
                1,
                ask.self_drawn,
                when=("kong_win_extra", "both"),
                for_minimum=False,
            ),
            Row("DY-E5", names.KONG_WIN, 1, ask.kong_win, for_minimum=False),
            # DY-E8: an earthly hand is a self-draw like any other.
            Row("DY-E7", names.HEAVEN, "heavenly_bonus", ask.heaven, for_minimum=False),
        )
    ),
    curve=doubling_from_one,
    minimum=1,  # DY-20
    passing=PassRule("DY-41", Scope.TILE, unless_higher=False, declared_any=True),
    last_four="DY-15",
    texts=TEXTS,
)


def _deyang_waits(book: Book, found: tuple[Wait, ...]) -> tuple[bool, tuple[Wait, ...]]:
    """Count waits that nobody can hit as the house has agreed (DY-31, DY-32)."""
    if book.house.has("dead_wait", "paid"):
        return bool(found), found
    living = tuple(wait for wait in found if not wait.dead)
    if book.house.has("dead_wait", "not_ready"):
        return bool(living), living
    return bool(found), living


def _checked(house: House, standing: Standing) -> int | None:
    """Return what the check pays a ready player: the best value, or the smallest (DY-30)."""
    return standing.smallest if house.has("draw_value", "smallest") else standing.biggest


def _declare(sheet: Sheet, event: Declare) -> None:
    """Note a declaration; the dealer makes none (DY-40).

    Raises:
        EventError: the dealer declares.
    """
    if event.by == sheet.dealer:
        raise EventError(filled("refuse.dealer-declares"))
    note_ready(sheet, event)


SETTLING = sichuan(
    Money(
        kongs=(
            KongPay(MeldKind.DIRECT_KONG, "DY-P2", feeder=2),
            KongPay(MeldKind.ADDED_KONG, "DY-P2", each=1),
            KongPay(MeldKind.CONCEALED_KONG, "DY-P2", each=2),
        ),
        discard="DY-P1",
        self_draw="DY-P1",
        sharing=Sharing("DY-P4", lambda _house: "shared", feeder_cancels=True),
        declared_pays="DY-P8",
        false_win="DY-41",
        wrong_count="DY-42",
        check="DY-30",
        refund="DY-P3",
        wait_rule=_deyang_waits,
        checked=_checked,
        dealer=by_readiness,
        declare=_declare,
    )
)
