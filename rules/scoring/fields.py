"""Read the fields that describe a win from JSON objects: names as on the command line."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from rules.errors import RulesError
from rules.hands.situation import By, Claim, Pass, Situation
from rules.lookup import look_up
from rules.notation import Meld, parse_hand, parse_melds, parse_tiles
from rules.texts import filled
from rules.tiles import RANKED_SUITS, Suit, Tile, suit_of

Json = Mapping[str, object]

_BY = {by.value: by for by in By}
_SUITS = {suit.value: suit for suit in RANKED_SUITS}
_ON = ("on", "true", "yes", "1")
_MOST_KONGS = 4
_OFF = ("off", "false", "no", "0", "")


class FieldError(RulesError):
    """A field that does not hold what it should."""


class Waiting(NamedTuple):
    """A hand that waits: its tiles and melds, the situation, tiles that lie open elsewhere."""

    tiles: tuple[Tile, ...]
    melds: tuple[Meld, ...]
    situation: Situation
    seen: tuple[Tile, ...]


def read_waiting_fields(given: Json) -> Waiting:
    """Return a hand that waits from its fields ``hand``, ``melds``, ``seen`` and a situation's.

    Where ``by`` is not given the tile may come in any way.

    Raises:
        RulesError: which field cannot be read, and what to give.
    """
    hand = parse_hand(read_word(given, "hand"))
    melds = hand.melds + parse_melds(read_joined(given.get("melds")))
    seen = parse_tiles(read_joined(given.get("seen")))
    situation = replace(read_situation(given), any_way=given.get("by") is None)
    return Waiting(hand.tiles, melds, situation, seen)


def read_claim_fields(given: Json) -> Claim:
    """Return a claimed win from its fields ``hand``, ``melds``, ``win`` and those of a situation.

    Raises:
        RulesError: which field cannot be read, and what to give.
    """
    hand = parse_hand(read_word(given, "hand"))
    winning = parse_tiles(read_word(given, "win"))
    if len(winning) != 1:
        raise FieldError(f'"win" is {given.get("win")!r}: give the one winning tile, such as 5m')
    melds = hand.melds + parse_melds(read_joined(given.get("melds")))
    return Claim(hand.tiles, melds, winning[0], read_situation(given))


def read_situation(given: Json) -> Situation:
    """Return a situation from its fields; what is not given has its default.

    Raises:
        RulesError: which field cannot be read, and what to give.
    """
    lack = given.get("lack")
    return Situation(
        by=look_up(_BY, str(given.get("by") or By.DISCARD.value), "way to win"),
        dealer=read_flag(given, "dealer"),
        seat_wind=read_wind(given, "seat_wind"),
        round_wind=read_wind(given, "round_wind"),
        flowers=_flowers(given),
        last_tile=read_flag(given, "last_tile"),
        last_of_kind=read_flag(given, "last_of_kind"),
        lack=None if lack is None else read_suit(lack),
        piao=read_number(given, "piao", 0),
        floated=read_flag(given, "floated"),
        streak=read_number(given, "streak", 0),
        declared=read_flag(given, "declared"),
        kong_chain=_kong_chain(given),
        passed=_passes(given.get("passed")),
        from_declared=read_flag(given, "from_declared"),
    )


def read_word(given: Json, name: str) -> str:
    """Return a text field that must be there.

    Raises:
        FieldError: it is missing or no text.
    """
    word = given.get(name)
    if not isinstance(word, str):
        key = "refuse.missing" if word is None else "refuse.no-text"
        raise FieldError(filled(key, name=name, given=repr(word)))
    return word


def read_number(given: Json, name: str, usual: int) -> int:
    """Return a whole number of at least 0.

    Raises:
        FieldError: it is none.
    """
    number = given.get(name)
    if number is None:
        return usual
    text = str(number)
    if isinstance(number, bool) or not (text.isascii() and text.isdecimal() and len(text) < 7):
        raise FieldError(filled("refuse.number", name=name, given=repr(number)))
    return int(text)


def read_flag(given: Json, name: str) -> bool:
    """Return a yes or no.

    Raises:
        FieldError: it is neither.
    """
    flag = given.get(name)
    word = "" if flag is None else str(flag).casefold()
    if word in _ON:
        return True
    if word in _OFF:
        return False
    raise FieldError(filled("refuse.flag", name=name, given=repr(flag)))


def read_suit(given: object) -> Suit:
    """Return one of the three suits, from its letter.

    Raises:
        UnknownName: it is none.
    """
    return look_up(_SUITS, str(given), "suit")


def read_wind(given: Json, name: str) -> Tile | None:
    """Return a wind, ``None`` where none is given.

    Raises:
        FieldError: another tile.
    """
    if given.get(name) is None:
        return None
    tiles = parse_tiles(read_word(given, name))
    if len(tiles) == 1 and suit_of(tiles[0]) is Suit.WINDS:
        return tiles[0]
    raise FieldError(filled("refuse.wind", name=name, given=repr(given[name])))


def _kong_chain(given: Json) -> int:
    chain = read_number(given, "kong_chain", 1)
    if chain > _MOST_KONGS:
        raise FieldError(filled("refuse.kong-chain", chain=chain, most=_MOST_KONGS))
    return chain


def _flowers(given: Json) -> tuple[Tile, ...]:
    flowers = parse_tiles(read_joined(given.get("flowers")))
    for tile in flowers:
        if suit_of(tile) is not Suit.FLOWERS:
            raise FieldError(filled("refuse.flowers", given=repr(given["flowers"])))
    if len(set(flowers)) != len(flowers):
        raise FieldError(filled("refuse.flower-twice", given=repr(given["flowers"])))
    return flowers


def _passes(given: object) -> tuple[Pass, ...]:
    """Read passed wins: text such as ``4m:1 2p:0``, or an object of tiles and values."""
    if not given:
        return ()
    pairs = (
        [(str(tile), str(value)) for tile, value in given.items()]
        if isinstance(given, Mapping)
        else [(tile, value) for tile, _, value in (one.partition(":") for one in _words(given))]
    )
    found: list[Pass] = []
    for tile, value in pairs:
        tiles = parse_tiles(tile)
        if len(tiles) != 1 or not value.isdecimal():
            raise FieldError(filled("refuse.passed", given=repr(given)))
        found.append(Pass(tiles[0], int(value)))
    return tuple(found)


def _words(given: object) -> list[str]:
    return str(given).replace(",", " ").split()


def read_joined(given: object) -> str:
    """Return text as it is, a list of texts as one, and nothing as no text.

    Raises:
        FieldError: neither text nor a list of texts.
    """
    if given is None:
        return ""
    if isinstance(given, str):
        return given
    if isinstance(given, Sequence) and all(isinstance(one, str) for one in given):
        return " ".join(map(str, given))
    raise FieldError(filled("refuse.melds", given=repr(given)))
