"""Turn the arguments of a command, which are words and numbers, into an event of the ledger."""

from collections.abc import Callable, Mapping

from rules.errors import EventError
from rules.settling.events import PLAYERS
from rules.settling.ledger import Entry
from rules.texts import filled

Args = Mapping[str, str | int]

ENTRIES = ("claim", "kong", "draw", "declare", "chicken", "penalty")
"""The commands that enter an event."""

FLAGS = ("declared", "floated", "from_declared", "last_of_kind", "last_tile")
"""What may be said of a win besides, in the argument ``flags``."""


_CLAIMED = ("by", "from", "tile")


def entry_of(word: str, args: Args) -> Entry:
    """Return the event that a command enters.

    Raises:
        EventError: an argument cannot be understood.
    """
    return _MAKERS[word](args)


def _claim(args: Args) -> Entry:
    flags = str(args.get("flags", "")).replace(",", " ").split()
    for flag in flags:
        if flag not in FLAGS:
            raise EventError(filled("refuse.flags", flags=", ".join(FLAGS), given=repr(flag[:20])))
    args = {name: value for name, value in args.items() if (name, value) != ("from", "self")}
    names = (
        *("by", "from", "value", "tile", "hand", "melds", "how", "flowers", "kong_chain"),
        *("piao", "round_wind"),
    )
    return {"e": "win", **_taken(args, names), **dict.fromkeys(flags, True)}


def _kong(args: Args) -> Entry:
    late = {"late": True} if args.get("late") == "late" else {}
    return {"e": "kong", **_taken(args, ("by", "kind", "tile", "from")), **late}


def _draw(args: Args) -> Entry:
    last = {"last_drawer": args["last"]} if "last" in args else {}
    return {"e": "draw", "hands": [_shown(one) for one in _by_side(args, "hands")], **last}


def _shown(text: str | None) -> object:
    """Return what a side shows; ``ready 8`` is a ready hand that would have been worth 8."""
    word, _, worth = (text or "").partition(" ")
    value = _number_or_text(worth.strip())
    return {"ready": True, "value": value} if word == "ready" and isinstance(value, int) else text


def _declare(args: Args) -> Entry:
    return {"e": "declare", **_taken(args, ("by", "kind", "suit", "tiles"))}


def _chicken(args: Args) -> Entry:
    ready = {"ready": _sides(args, "ready")} if "ready" in args else {}
    return {
        "e": "chicken",
        **_taken(args, ("turned", "first")),
        "in_hand": [_number_or_text(one) for one in _by_side(args, "in_hand")],
        "discarded": [_number_or_text(one) for one in _by_side(args, "discarded")],
        **ready,
        **({"claimed": _claimed(str(args["claimed"]))} if "claimed" in args else {}),
    }


def _penalty(args: Args) -> Entry:
    to = {"to": _sides(args, "to")} if "to" in args else {}
    return {"e": "penalty", **_taken(args, ("by", "kind", "amount")), **to}


_MAKERS: Mapping[str, Callable[[Args], Entry]] = {
    "claim": _claim,
    "kong": _kong,
    "draw": _draw,
    "declare": _declare,
    "chicken": _chicken,
    "penalty": _penalty,
}


def _taken(args: Args, names: tuple[str, ...]) -> dict[str, object]:
    return {name: args[name] for name in names if name in args}


def _by_side(args: Args, name: str) -> list[str | None]:
    """Return four texts parted by slashes, in the order of the sides; an empty one is none."""
    text = str(args.get(name, "///"))
    parts = [part.strip() or None for part in text.split("/")]
    if len(parts) != PLAYERS:
        raise EventError(filled("refuse.four-parts", name=name))
    return parts


def _claimed(text: str) -> list[Entry]:
    """Return who took which discarded chicken from whom, from such as ``0 1 1s/2 3 6m``."""
    taken = [part.split() for part in text.split("/")]
    if not all(len(words) == len(_CLAIMED) for words in taken):
        raise EventError(filled("refuse.claimed"))
    return [dict(zip(_CLAIMED, words, strict=True)) for words in taken]


def _number_or_text(given: str | None) -> str | int | None:
    return int(given) if given is not None and given.isascii() and given.isdigit() else given


def _sides(args: Args, name: str) -> list[int]:
    words = str(args[name]).replace(",", " ").split()
    if not all(word in {str(side) for side in range(PLAYERS)} for word in words):
        raise EventError(filled("refuse.sides", name=name))
    return [int(word) for word in words]
