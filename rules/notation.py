"""Read and write tiles, melds and hands in compact notation.

``123m456p EEE`` is nine tiles; a meld stands in brackets: ``[222p]`` pung (碰), ``[123m]`` chow
(吃), ``[2222p]`` kong from a discard (直杠), ``[2222p*]`` concealed kong (暗杠), ``[2222p+]`` added
kong (补杠). Blanks may stand anywhere between tiles and mean nothing.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from rules.errors import TileError
from rules.languages import Text
from rules.texts import TEXTS, filled
from rules.tiles import CODES, UNREAD_CODE, Suit, Tile, code_of, rank_of, suit_of, tile_of

_DIGITS = "123456789"
_SUIT_LETTERS = frozenset(code[1] for code in CODES if len(code) == 2)
_LETTERS = frozenset(code for code in CODES if len(code) == 1) | {UNREAD_CODE}
_RUN_SUITS = (Suit.CHARACTERS, Suit.DOTS, Suit.BAMBOO)


class MeldKind(StrEnum):
    """What a meld is; the three kongs differ in who pays."""

    CHOW = "chow"  # 吃
    PUNG = "pung"  # 碰
    DIRECT_KONG = "direct"  # 直杠, from a discard
    ADDED_KONG = "added"  # 补杠, to a pung
    CONCEALED_KONG = "concealed"  # 暗杠


_KONG_MARKS = {
    "": MeldKind.DIRECT_KONG,
    "*": MeldKind.CONCEALED_KONG,
    "+": MeldKind.ADDED_KONG,
}
_MARKS = {kind: mark for mark, kind in _KONG_MARKS.items()}


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld: its kind and its three or four tiles in rising order."""

    kind: MeldKind
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand: the concealed tiles as written, and the melds."""

    tiles: tuple[Tile, ...]
    melds: tuple[Meld, ...]


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Read tiles in the order in which they are written.

    Raises:
        TileError: what cannot be read, and at which character.
    """
    return tuple(_tiles(text, 0, len(text)))


def parse_melds(text: str) -> tuple[Meld, ...]:
    """Read melds, each in brackets.

    Raises:
        TileError: what cannot be read, and at which character.
    """
    hand = parse_hand(text)
    if hand.tiles:
        raise _error(text, 0, TEXTS["refuse.brackets"])
    return hand.melds


def parse_hand(text: str) -> Hand:
    """Read a hand: concealed tiles and bracketed melds in any order.

    Raises:
        TileError: what cannot be read, and at which character.
    """
    tiles: list[Tile] = []
    melds: list[Meld] = []
    at = 0
    while at < len(text):
        opening = text.find("[", at)
        end = len(text) if opening < 0 else opening
        tiles += _tiles(text, at, end)
        if opening < 0:
            break
        closing = text.find("]", opening)
        if closing < 0:
            raise _error(text, opening, TEXTS["refuse.not-closed"])
        melds.append(_meld(text, opening, closing))
        at = closing + 1
    return Hand(tuple(tiles), tuple(melds))


def make_meld(tiles: Iterable[Tile], mark: str = "") -> Meld:
    """Return the meld that these tiles make; ``mark`` is ``*`` or ``+`` for the two other kongs.

    Raises:
        TileError: they make none, or the mark does not go with them.
    """
    ordered = tuple(sorted(tiles))
    if len(ordered) == 3 and not mark and is_run(ordered):
        return Meld(MeldKind.CHOW, ordered)
    if not _is_equal(ordered):
        raise TileError(filled("refuse.no-meld", tiles=repr(format_tiles(ordered))))
    if len(ordered) == 4 and mark in _KONG_MARKS:
        return Meld(_KONG_MARKS[mark], ordered)
    if len(ordered) == 3 and not mark:
        return Meld(MeldKind.PUNG, ordered)
    raise TileError(filled("refuse.mark", mark=repr(mark)))


def is_run(tiles: Iterable[Tile]) -> bool:
    """Tell whether three tiles are a run (顺子) of one suit, in any order."""
    ordered = sorted(tiles)
    if len(ordered) != 3 or ordered[-1] >= len(CODES):
        return False
    suits = {suit_of(tile) for tile in ordered}
    ranks = [rank_of(tile) for tile in ordered]
    low = ranks[0]
    return len(suits) == 1 and suits <= set(_RUN_SUITS) and ranks == [low, low + 1, low + 2]


def format_tiles(tiles: Iterable[Tile]) -> str:
    """Write tiles in their order: ``123m456pEEE``.

    Raises:
        TileError: no design has one of the numbers.
    """
    parts: list[str] = []
    for code in map(code_of, tiles):
        if len(code) == 2 and parts and parts[-1].endswith(code[1]) and len(parts[-1]) > 1:
            parts[-1] = parts[-1][:-1] + code
        else:
            parts.append(code)
    return "".join(parts)


def format_meld(meld: Meld) -> str:
    """Write a meld: ``[2222p*]``."""
    return f"[{format_tiles(meld.tiles)}{_MARKS.get(meld.kind, '')}]"


def format_hand(hand: Hand) -> str:
    """Write a hand: the concealed tiles, then the melds, set apart by blanks."""
    concealed = [format_tiles(hand.tiles)] if hand.tiles else []
    return " ".join(concealed + [format_meld(meld) for meld in hand.melds])


def _meld(text: str, opening: int, closing: int) -> Meld:
    end = closing
    mark = text[closing - 1]
    if mark in "*+":
        end -= 1
    else:
        mark = ""
    tiles = tuple(_tiles(text, opening + 1, end))
    try:
        return make_meld(tiles, mark)
    except TileError as error:
        raise _error(text, opening, error.text) from None


def _is_equal(ordered: tuple[Tile, ...]) -> bool:
    if len(ordered) not in (3, 4) or len(set(ordered)) != 1 or ordered[0] >= len(CODES):
        return False
    return suit_of(ordered[0]) not in (Suit.FLOWERS, Suit.ANIMALS)


def _tiles(text: str, start: int, end: int) -> Iterator[Tile]:
    """Yield the tiles of a stretch of text that holds no melds."""
    first_digit = start
    digits = ""
    for at in range(start, end):
        char = text[at]
        if char in _DIGITS:
            if not digits:
                first_digit = at
            digits += char
        elif digits and char in _SUIT_LETTERS:
            yield from _suited(text, first_digit, digits, char)
            digits = ""
        elif digits:
            why = filled("refuse.no-suit", given=repr(char), digits=repr(digits))
            raise _error(text, at, why)
        elif char in _LETTERS:
            yield tile_of(char)
        elif not char.isspace():
            key = "refuse.suit-first" if char in _SUIT_LETTERS else "refuse.no-letter"
            raise _error(text, at, filled(key, given=repr(char), suit=char))
    if digits:
        raise _error(text, first_digit, filled("refuse.suit-missing", digits=repr(digits)))


def _suited(text: str, at: int, digits: str, letter: str) -> Iterator[Tile]:
    for place, digit in enumerate(digits, start=at):
        try:
            yield tile_of(digit + letter)
        except TileError:
            why = filled("refuse.no-such-rank", given=repr(digit + letter))
            raise _error(text, place, why) from None


def _error(text: str, at: int, why: Text) -> TileError:
    shown = text if len(text) <= 60 else text[:57] + "..."
    return TileError(filled("refuse.at", given=repr(shown), at=at + 1, why=why))
