"""Read events from JSON objects; every mistake is one sentence that says what and where."""

from collections.abc import Callable, Mapping, Sequence

from rules.dice import Throw, checked_throw
from rules.errors import EventError, RulesError
from rules.hands.situation import By, Claim
from rules.lookup import look_up
from rules.notation import MeldKind, parse_hand, parse_melds, parse_tiles
from rules.scoring.fields import (
    Json,
    read_flag,
    read_joined,
    read_number,
    read_situation,
    read_suit,
    read_wind,
    read_word,
)
from rules.settling.chicken_fields import read_chicken
from rules.settling.events import Declare, Draw, Event, Kong, Penalty, Start, Win
from rules.settling.fields import (
    by_side,
    read_shown,
    read_side,
    read_source,
    read_text,
    read_tile,
)
from rules.texts import filled

_KONGS = {
    kind.value: kind
    for kind in (MeldKind.DIRECT_KONG, MeldKind.ADDED_KONG, MeldKind.CONCEALED_KONG)
}
_FROM_OTHERS = (By.DISCARD, By.ROB, By.KONG_DISCARD)


def read_event(given: object) -> Event:
    """Return an event from its JSON object.

    Raises:
        RulesError: what is wrong with it, and which field to change.
    """
    if not isinstance(given, Mapping):
        raise EventError('an event is a JSON object such as {"e": "kong", "by": 0, ...}')
    name = given.get("e")
    if not isinstance(name, str):
        raise EventError(f'an event has a name in "e": use {", ".join(_READERS)}')
    reader = look_up(_READERS, name, "event")
    try:
        return reader(given)
    except RulesError as error:
        raise EventError(filled("refuse.in-event", name=name, why=error.text)) from None


def _start(given: Json) -> Start:
    options = given.get("options") or {}
    if not isinstance(options, Mapping):
        raise EventError('"options" is an object of names and values')
    return Start(
        read_side(given.get("dealer", 0), "dealer"),
        dict(options),
        _throws(given.get("dice"), given.get("dice2")),
        read_number(given, "streak", 0),
        read_wind(given, "round_wind"),
    )


def _kong(given: Json) -> Kong:
    by = read_side(given.get("by"), "by")
    kind = look_up(_KONGS, read_word(given, "kind"), "kind of kong")
    source = None if kind is MeldKind.CONCEALED_KONG else read_source(given, by)
    if kind is MeldKind.DIRECT_KONG and source is None:
        raise EventError(filled("refuse.no-feeder"))
    return Kong(by, kind, read_tile(given, "tile"), source, read_flag(given, "late"))


def _win(given: Json) -> Win:
    by = read_side(given.get("by"), "by")
    source = read_source(given, by)
    how = By.SELF if source is None else By.DISCARD
    words = {**given, "by": given.get("how") or how.value}
    situation = read_situation(words)
    if source is None and situation.by in _FROM_OTHERS:
        raise EventError(filled("refuse.from-needed", by=situation.by))
    if source is not None and situation.by in (By.SELF, By.HEAVEN):
        raise EventError(filled("refuse.from-drawn", by=situation.by))
    value = given.get("value")
    declared = None if value is None else read_number(given, "value", 0)
    if given.get("hand") is None:
        if declared is None:
            raise EventError(filled("refuse.no-worth"))
        tile = None if given.get("tile") is None else read_tile(given, "tile")
        return Win(by, source, situation, value=declared, tile=tile)
    hand = parse_hand(read_word(given, "hand"))
    melds = hand.melds + parse_melds(read_joined(given.get("melds")))
    tile = read_tile(given, "tile")
    return Win(by, source, situation, Claim(hand.tiles, melds, tile, situation), declared, tile)


def _draw(given: Json) -> Draw:
    last = given.get("last_drawer")
    shown = tuple(read_shown(one) for one in by_side(given.get("hands"), "hands"))
    return Draw(shown, None if last is None else read_side(last, "last_drawer"))


def _declare(given: Json) -> Declare:
    suit = given.get("suit", given.get("lack"))
    tiles = parse_tiles(read_text(given, "tiles"))
    return Declare(
        read_side(given.get("by"), "by"),
        read_word(given, "kind"),
        None if suit is None else read_suit(suit),
        tiles,
    )


def _penalty(given: Json) -> Penalty:
    to = given.get("to")
    sides = to if isinstance(to, Sequence) and not isinstance(to, str) else [to]
    paid = tuple(read_side(side, "to") for side in sides if side is not None)
    amount = None if given.get("amount") is None else read_number(given, "amount", 0)
    by = read_side(given.get("by"), "by")
    if by in paid:
        raise EventError(filled("refuse.pays-himself", by=by))
    return Penalty(by, read_word(given, "kind"), paid, amount)


_READERS: dict[str, Callable[[Json], Event]] = {
    "start": _start,
    "kong": _kong,
    "win": _win,
    "draw": _draw,
    "chicken": read_chicken,
    "declare": _declare,
    "penalty": _penalty,
}


def _throws(dice: object, dice2: object) -> tuple[Throw, ...]:
    throws: list[Throw] = []
    for faces in (dice, dice2):
        if faces is None:
            continue
        if not isinstance(faces, Sequence) or not all(isinstance(face, int) for face in faces):
            raise EventError(filled("refuse.dice", given=repr(faces)))
        throws.append(checked_throw(faces))
    return tuple(throws)
