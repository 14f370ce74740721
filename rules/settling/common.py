"""Settlement steps that variants share."""

from rules.errors import EventError
from rules.hands.refusals import Refusal
from rules.lookup import look_up
from rules.settling.events import Chicken, Declare, Draw, Kong, Penalty, Win
from rules.settling.sheet import Sheet
from rules.texts import filled

HOUSE = "house"
"""The rule of an amount that the table itself has named."""

READY = "ready"  # 报叫, 报听
LACK = "lack"  # 定缺
SING = "sing"  # 唱歌: who is ready says so
DANCE = "dance"  # 跳舞: who is ready shows his waits

FALSE_WIN = "false-win"  # 诈胡
WRONG_COUNT = "wrong-count"  # 相公

_PENALTY_WORDS = {
    "诈胡": FALSE_WIN,
    "诈和": FALSE_WIN,
    "zhahu": FALSE_WIN,
    "相公": WRONG_COUNT,
    "xianggong": WRONG_COUNT,
}
READY_WORDS = dict.fromkeys((READY, "报叫", "报听", "听", "baojiao", "baoting", "ting"), READY)
_LACK_WORDS = dict.fromkeys((LACK, "定缺", "dingque"), LACK)
_OPEN_WORDS = {SING: SING, "唱歌": SING, DANCE: DANCE, "跳舞": DANCE}


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
    raise EventError(filled("refuse.no-chickens", id=sheet.book.id))


def no_declarations(sheet: Sheet, _event: Declare) -> None:
    """Refuse a declaration.

    Raises:
        EventError: always; the variant has none.
    """
    raise EventError(filled("refuse.no-declarations", id=sheet.book.id))


def note_ready(sheet: Sheet, event: Declare) -> None:
    """Note who declared ready (报叫, 报听).

    Raises:
        UnknownName: another declaration.
    """
    sheet.declared[event.by] = look_up(READY_WORDS, event.kind, "declaration")


def note_lack(sheet: Sheet, event: Declare) -> None:
    """Note which suit a player lacks (定缺).

    Raises:
        UnknownName: another declaration.
        EventError: no suit is named.
    """
    look_up(_LACK_WORDS, event.kind, "declaration")
    if event.suit is None:
        raise EventError(filled("refuse.lack-suit"))
    sheet.lacks[event.by] = event.suit


def check_open(sheet: Sheet, event: Declare) -> None:
    """Let a player tell that he is ready, or show his waits (唱歌, 跳舞); no money follows.

    Raises:
        UnknownName: another declaration.
        EventError: the house does not play it.
    """
    option = look_up(_OPEN_WORDS, event.kind, "declaration")
    if not sheet.book.house.on(option):
        raise EventError(filled("refuse.option-off", option=option))


def penalty_of(event: Penalty) -> str:
    """Return the kind of a penalty, by its English word where it has one."""
    word = event.kind.strip().casefold().replace("_", "-").replace(" ", "-")
    return _PENALTY_WORDS.get(word, word)


def pay_penalty(sheet: Sheet, event: Penalty) -> None:
    """Pay a penalty that the table has named itself, to all others where none is named.

    Without an amount nothing moves: the variant names none. Who has a wrong number of tiles can
    no longer win, in any variant.
    """
    if penalty_of(event) == WRONG_COUNT:
        sheet.barred.add(event.by)
    if event.amount is None:
        sheet.warn("settle.no-amount", kind=event.kind, variant=sheet.book.set_up.name)
        return
    for side in event.to or sheet.still_in:
        sheet.pay(event.by, side, event.amount, HOUSE, filled("line.penalty", kind=event.kind))
