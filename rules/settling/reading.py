"""Read events from JSON objects; every mistake is one sentence that says what and where."""

from collections.abc import Callable, Mapping, Sequence

from rules.dice import Throw, checked_throw
from rules.errors import RulesError
from rules.hands.situation import By, Claim
from rules.lookup import look_up
from rules.notation import Hand, MeldKind, parse_hand, parse_melds, parse_tiles
from rules.scoring.fields import (
    read_flag,
    read_joined,
    read_number,
    read_situation,
    read_suit,
    read_wind,
    read_word,
)
from rules.settling.events import (
    PLAYERS,
    Chicken,
    Claimed,
    Declare,
    Draw,
    Event,
    Kong,
    Penalty,
    Shown,
    Start,
    Win,
)
from rules.tiles import Tile

Json = Mapping[str, object]

_KONGS = {
    kind.value: kind
    for kind in (MeldKind.DIRECT_KONG, MeldKind.ADDED_KONG, MeldKind.CONCEALED_KONG)
}
_WORDS = {
    "ready": Shown(ready=True),
    "not-ready": Shown(ready=False),
    "pig": Shown(ready=False, pig=True),
}
_MOST_CHICKENS = 8  # four of the turned design's next rank, four 1 of bamboo
_FROM_OTHERS = (By.DISCARD, By.ROB, By.KONG_DISCARD)


class EventError(RulesError):
    """An event that cannot be read, or cannot have happened then."""


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
        raise EventError(f"event {name}: {error}") from None


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
    source = None if kind is MeldKind.CONCEALED_KONG else _source(given, by)
    if kind is MeldKind.DIRECT_KONG and source is None:
        raise EventError('a direct kong has a feeder: give "from" as a side 0..3')
    return Kong(by, kind, _tile(given, "tile"), source, read_flag(given, "late"))


def _win(given: Json) -> Win:
    by = read_side(given.get("by"), "by")
    source = _source(given, by)
    how = By.SELF if source is None else By.DISCARD
    words = {**given, "by": given.get("how") or how.value}
    situation = read_situation(words)
    if source is None and situation.by in _FROM_OTHERS:
        raise EventError(f'a win by {situation.by} takes another\'s tile: give "from" as a side')
    if source is not None and situation.by in (By.SELF, By.HEAVEN):
        raise EventError(f'a win by {situation.by} is drawn: leave "from" out')
    value = given.get("value")
    declared = None if value is None else read_number(given, "value", 0)
    if given.get("hand") is None:
        if declared is None:
            raise EventError('give the tiles as "hand" and "tile", or what it is worth as "value"')
        tile = None if given.get("tile") is None else _tile(given, "tile")
        return Win(by, source, situation, value=declared, tile=tile)
    hand = parse_hand(read_word(given, "hand"))
    melds = hand.melds + parse_melds(read_joined(given.get("melds")))
    tile = _tile(given, "tile")
    return Win(by, source, situation, Claim(hand.tiles, melds, tile, situation), declared, tile)


def _draw(given: Json) -> Draw:
    last = given.get("last_drawer")
    shown = tuple(_shown(one) for one in by_side(given.get("hands"), "hands"))
    return Draw(shown, None if last is None else read_side(last, "last_drawer"))


def _chicken(given: Json) -> Chicken:
    first = given.get("first")
    return Chicken(
        None if given.get("turned") is None else _tile(given, "turned"),
        tuple(_chickens(one, "in_hand") for one in by_side(given.get("in_hand"), "in_hand")),
        tuple(_discards(one) for one in by_side(given.get("discarded"), "discarded")),
        tuple(_shown(one) for one in by_side(given.get("hands"), "hands")),
        _sides_ready(given.get("ready")),
        None if first is None else read_side(first, "first"),
        _claims(given.get("claimed")),
    )


def _chickens(given: object, name: str) -> Hand | int | None:
    """Read a hand or its chickens as text, or their bare number."""
    if given is None:
        return None
    if isinstance(given, int):
        number = read_number({name: given}, name, 0)
        if number > _MOST_CHICKENS:
            raise EventError(f'"{name}" is {number}: there are at most {_MOST_CHICKENS} chickens')
        return number
    words = [given] if isinstance(given, str) else given
    if isinstance(words, Sequence) and all(isinstance(word, str) for word in words):
        return parse_hand(" ".join(map(str, words)))
    raise EventError(f'"{name}" of a side is text such as "66m1s", or a number of chickens')


def _discards(given: object) -> tuple[Tile, ...] | int:
    read = _chickens(given, "discarded")
    if isinstance(read, Hand):
        return read.tiles
    return () if read is None else read


def _sides_ready(given: object) -> frozenset[int] | None:
    """Read the sides that are ready, from a list of them or an object of yes and no by side."""
    if given is None:
        return None
    if isinstance(given, Mapping):
        return frozenset(read_side(side, "ready") for side in given if read_flag(given, side))
    if isinstance(given, Sequence) and not isinstance(given, str):
        return frozenset(read_side(side, "ready") for side in given)
    raise EventError('"ready" is a list of the sides that are ready, such as [0, 2]')


def _claims(given: object) -> tuple[Claimed, ...]:
    """Read which discards were taken, each as an object of by, from and tile."""
    claims = given or ()
    if not isinstance(claims, Sequence) or not all(isinstance(one, Mapping) for one in claims):
        raise EventError(
            '"claimed" is a list of objects such as {"by": 0, "from": 1, "tile": "1s"}'
        )
    found: list[Claimed] = []
    for claim in claims:
        by = read_side(claim.get("by"), "by")
        source = _source(claim, by)
        if source is None:
            raise EventError('a claimed discard has a discarder: give "from" as a side 0..3')
        found.append(Claimed(by, source, _tile(claim, "tile")))
    return tuple(found)


def _declare(given: Json) -> Declare:
    suit = given.get("suit", given.get("lack"))
    tiles = parse_tiles(_text(given, "tiles"))
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
        raise EventError(f'"to" names {by}, who pays: name the others')
    return Penalty(by, read_word(given, "kind"), paid, amount)


_READERS: dict[str, Callable[[Json], Event]] = {
    "start": _start,
    "kong": _kong,
    "win": _win,
    "draw": _draw,
    "chicken": _chicken,
    "declare": _declare,
    "penalty": _penalty,
}


def read_side(given: object, name: str) -> int:
    """Return a side.

    Raises:
        EventError: not 0..3.
    """
    if isinstance(given, int | str) and not isinstance(given, bool) and str(given) in set("0123"):
        return int(given)
    raise EventError(f'"{name}" is {given!r}: give a side 0..3')


def by_side(given: object, name: str) -> tuple[object, ...]:
    """Return four values from a list, or from an object keyed by side; ``None`` where none is.

    Raises:
        EventError: neither of these.
    """
    if given is None:
        return (None,) * PLAYERS
    if isinstance(given, Mapping):
        sides = {read_side(side, name): value for side, value in given.items()}
        return tuple(sides.get(side) for side in range(PLAYERS))
    if isinstance(given, Sequence) and not isinstance(given, str) and len(given) == PLAYERS:
        return tuple(given)
    raise EventError(f'"{name}" is a list of four, or an object keyed by side "0".."3"')


def _shown(given: object) -> Shown | None:
    """Read a hand as text, as an object, or as a bare word: ready, not-ready, pig."""
    if given is None or given == "":
        return None
    if isinstance(given, bool):
        return Shown(ready=given)
    if isinstance(given, str):
        word = given.strip().casefold().replace(" ", "-")
        if word in _WORDS:
            return _WORDS[word]
        hand = parse_hand(given)
        return Shown(hand.tiles, hand.melds)
    if not isinstance(given, Mapping):
        raise EventError('a hand shown is text such as "123m456p [222s]", or an object')
    suit = given.get("lack")
    hand = parse_hand(_text(given, "hand"))
    return Shown(
        hand.tiles if given.get("hand") is not None else None,
        hand.melds + parse_melds(read_joined(given.get("melds"))),
        read_flag(given, "ready") if "ready" in given else None,
        None if given.get("value") is None else read_number(given, "value", 0),
        None if suit is None else read_suit(suit),
        parse_tiles(read_joined(given.get("seen"))),
        read_flag(given, "let_go"),
        read_flag(given, "pig"),
    )


def _source(given: Json, by: int) -> int | None:
    if given.get("from") is None:
        return None
    source = read_side(given["from"], "from")
    if source == by:
        raise EventError(
            f'"from" is {source}, the player himself: name another side or leave it out'
        )
    return source


def _throws(dice: object, dice2: object) -> tuple[Throw, ...]:
    throws: list[Throw] = []
    for faces in (dice, dice2):
        if faces is None:
            continue
        if not isinstance(faces, Sequence) or not all(isinstance(face, int) for face in faces):
            raise EventError(f'"dice" is {faces!r}: give two faces such as [3, 4]')
        throws.append(checked_throw(faces))
    return tuple(throws)


def _tile(given: Json, name: str) -> Tile:
    tiles = parse_tiles(_text(given, name))
    if len(tiles) != 1:
        raise EventError(f'"{name}" is {given.get(name)!r}: give one tile such as "5m"')
    return tiles[0]


def _text(given: Json, name: str) -> str:
    text = given.get(name)
    if text is None:
        return ""
    if not isinstance(text, str):
        raise EventError(f'"{name}" is {text!r}: give text in tile notation')
    return text
