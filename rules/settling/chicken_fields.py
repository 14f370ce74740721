"""Read how chickens (鸡) are counted, from a JSON object."""

from collections.abc import Mapping, Sequence

from rules.errors import EventError
from rules.notation import Hand, parse_hand
from rules.scoring.fields import Json, read_flag, read_number
from rules.settling.events import Chicken, Claimed
from rules.settling.fields import by_side, read_shown, read_side, read_source, read_tile
from rules.texts import filled
from rules.tiles import Tile

_MOST_CHICKENS = 8  # four of the turned design's next rank, four 1 of bamboo


def read_chicken(given: Json) -> Chicken:
    """Return what is counted after a win.

    Raises:
        RulesError: which field cannot be read, and what to give.
    """
    first = given.get("first")
    return Chicken(
        None if given.get("turned") is None else read_tile(given, "turned"),
        tuple(_chickens(one, "in_hand") for one in by_side(given.get("in_hand"), "in_hand")),
        tuple(_discards(one) for one in by_side(given.get("discarded"), "discarded")),
        tuple(read_shown(one) for one in by_side(given.get("hands"), "hands")),
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
            raise EventError(
                filled("refuse.too-many-chickens", name=name, number=number, most=_MOST_CHICKENS)
            )
        return number
    words = [given] if isinstance(given, str) else given
    if isinstance(words, Sequence) and all(isinstance(word, str) for word in words):
        return parse_hand(" ".join(map(str, words)))
    raise EventError(filled("refuse.chickens-read", name=name))


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
    raise EventError(filled("refuse.ready-read"))


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
        source = read_source(claim, by)
        if source is None:
            raise EventError(filled("refuse.no-discarder-claimed"))
        found.append(Claimed(by, source, read_tile(claim, "tile")))
    return tuple(found)
