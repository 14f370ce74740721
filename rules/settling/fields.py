"""Read the fields that events share: sides, tiles, hands shown."""

from collections.abc import Mapping, Sequence

from rules.errors import EventError
from rules.notation import parse_hand, parse_melds, parse_tiles
from rules.scoring.fields import Json, read_flag, read_joined, read_number, read_suit
from rules.settling.events import PLAYERS, Shown
from rules.texts import filled
from rules.tiles import Tile

_WORDS = {
    "ready": Shown(ready=True),
    "not-ready": Shown(ready=False),
    "pig": Shown(ready=False, pig=True),
}


def read_side(given: object, name: str) -> int:
    """Return a side.

    Raises:
        EventError: not 0..3.
    """
    if isinstance(given, int | str) and not isinstance(given, bool) and str(given) in set("0123"):
        return int(given)
    raise EventError(filled("refuse.side", name=name, given=repr(given)))


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
    raise EventError(filled("refuse.by-side", name=name))


def read_shown(given: object) -> Shown | None:
    """Return what a player shows: text or a list of texts, an object, or a bare word.

    Raises:
        RulesError: it cannot be read.
    """
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
    if isinstance(given, Sequence):
        hand = parse_hand(read_joined(given))
        return Shown(hand.tiles, hand.melds)
    if not isinstance(given, Mapping):
        raise EventError(filled("refuse.shown"))
    suit = given.get("lack")
    hand = parse_hand(read_text(given, "hand"))
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


def read_source(given: Json, by: int) -> int | None:
    """Return the side that a tile comes from, ``None`` where none is given.

    Raises:
        EventError: no side, or the player himself.
    """
    if given.get("from") is None:
        return None
    source = read_side(given["from"], "from")
    if source == by:
        raise EventError(filled("refuse.from-himself", source=source))
    return source


def read_tile(given: Json, name: str) -> Tile:
    """Return the one tile of a field.

    Raises:
        RulesError: it is no tile, or more than one.
    """
    tiles = parse_tiles(read_text(given, name))
    if len(tiles) != 1:
        raise EventError(filled("refuse.one-tile", name=name, given=repr(given.get(name))))
    return tiles[0]


def read_text(given: Json, name: str) -> str:
    """Return the text of a field, none for none.

    Raises:
        EventError: it is no text.
    """
    text = given.get(name)
    if text is None:
        return ""
    if not isinstance(text, str):
        raise EventError(filled("refuse.notation", name=name, given=repr(text)))
    return text
