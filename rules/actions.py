"""What a player may do with a tile: claim it, discard it, let a win go."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rules.hands.packed import KINDS
from rules.hands.refusals import Reason, Refusal
from rules.notation import MeldKind, is_run
from rules.scoring.book import Book
from rules.tiles import RANKED_SUITS, Suit, Tile, suit_of


class Call(StrEnum):
    """A claim of another player's discard, besides the win."""

    CHOW = "chow"  # 吃
    PUNG = "pung"  # 碰
    KONG = "kong"  # 直杠


LAST_TILES = 4
"""The tiles at the wall's end on which a win must be taken, where it must (最后四张)."""

_EQUAL = {Call.PUNG: 2, Call.KONG: 3}


@dataclass(frozen=True, slots=True)
class Position:
    """A player's state: tiles in hand, the suit that he lacks, whether his hand is frozen.

    ``floated`` tells that another player discarded a joker in this round (财飘).
    """

    tiles: tuple[Tile, ...]
    lack: Suit | None = None
    frozen: bool = False  # ready was declared
    floated: bool = False


def check_call(
    book: Book, call: Call, position: Position, tile: Tile, steps: int
) -> Refusal | None:
    """Return why a discard may not be claimed, ``None`` where it may.

    ``steps`` is how many seats the discarder sits before the caller: 1 is the previous player.
    """
    if tile >= KINDS:
        return Refusal(Reason.NO_MELD, {"tile": tile})
    if position.floated:
        return Refusal(Reason.FLOATED_CALL)
    if position.frozen:
        return Refusal(Reason.FROZEN)
    if position.lack is not None and suit_of(tile) is position.lack:
        return Refusal(Reason.LACK_CALL, {"tile": tile})
    if call is Call.CHOW:
        return _check_chow(book, position, tile, steps)
    if position.tiles.count(tile) < _EQUAL[call]:
        return Refusal(Reason.TOO_FEW, {"tile": tile, "wanted": _EQUAL[call]})
    return None


def _check_chow(book: Book, position: Position, tile: Tile, steps: int) -> Refusal | None:
    if not book.rules.chow:
        return Refusal(Reason.NO_CHOW, {"variant": book.set_up.name})
    if steps != 1:
        return Refusal(Reason.CHOW_FROM)
    held = set(position.tiles)
    around = [(tile - 2, tile - 1), (tile - 1, tile + 1), (tile + 1, tile + 2)]
    runs = [pair for pair in around if held >= set(pair) and is_run((tile, *map(Tile, pair)))]
    return None if runs else Refusal(Reason.NO_RUN, {"tile": tile})


def check_rob(kind: MeldKind) -> Refusal | None:
    """Return why a kong may not be robbed (抢杠): only an added one may."""
    return None if kind is MeldKind.ADDED_KONG else Refusal(Reason.NOT_ADDED)


def check_discard(
    position: Position, tile: Tile, drawn: Tile | None = None, shown: Collection[Tile] = ()
) -> Refusal | None:
    """Return why a tile may not be discarded, ``None`` where it may.

    ``drawn`` is the tile just drawn, ``shown`` are the waits that others have laid open (跳舞).
    """
    if position.frozen and drawn is not None and tile != drawn:
        return Refusal(Reason.FROZEN)
    lacks = [own for own in position.tiles if suit_of(own) is position.lack]
    if position.lack is not None and lacks and suit_of(tile) is not position.lack:
        return Refusal(Reason.LACK_FIRST, {"tile": lacks[0]})
    if tile in shown and not position.frozen:
        return Refusal(Reason.SHOWN_WAIT, {"tile": tile})
    return None


def lack_choices(tiles: Sequence[Tile]) -> tuple[Suit, ...]:
    """Return the suits that a player may name as lacking (定缺) after the deal (NS-02, NS-03).

    A hand of two suits lacks the third; a hand of one suit chooses between the two others.
    """
    held = {suit_of(tile) for tile in tiles}
    missing = tuple(suit for suit in RANKED_SUITS if suit not in held)
    return missing or RANKED_SUITS


def must_win(book: Book, left: int) -> str | None:
    """Return the rule by which a ready player must win on a tile, ``None`` where he may pass.

    ``left`` counts the tiles that are left in the wall when the tile appears.
    """
    rule = book.rules.last_four
    if rule is None or left >= LAST_TILES or book.house.has("last_four_forced", "off"):
        return None
    return rule
