"""Inspection (验牌): what is wrong with the tiles that players hold and that lie open."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rules.hands.refusals import Reason, Refusal
from rules.languages import Language, Text
from rules.notation import Meld, MeldKind, format_meld
from rules.scoring.book import Book
from rules.scoring.reading import HAND
from rules.texts import filled, say
from rules.tile_names import NAMES
from rules.tiles import UNREAD, Tile
from rules.wording import side_text

Json = dict[str, object]


@dataclass(frozen=True, slots=True)
class Held:
    """What a player holds: concealed tiles and melds; ``drawn`` after drawing or claiming."""

    tiles: tuple[Tile, ...]
    melds: tuple[Meld, ...] = ()
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class Irregularity:
    """Something wrong: whose, ``None`` where it is nobody's in particular, and what."""

    side: int | None
    reason: str
    text: Text


def inspect(
    book: Book,
    held: Sequence[Held | None],
    elsewhere: Sequence[Tile] = (),
    *,
    complete: bool = False,
) -> list[Irregularity]:
    """Return all that is wrong, by side and then for the whole table.

    ``elsewhere`` are discards and other open tiles. Where ``complete`` is true every tile of the
    set has been seen, and missing tiles are named too. A tile that was not read counts as a tile.
    """
    found: list[Irregularity] = []
    seen: Counter[Tile] = Counter(elsewhere)
    for side, own in enumerate(held):
        if own is not None:
            found += _of_player(book, side, own)
            seen.update(own.tiles)
            seen.update(tile for meld in own.melds for tile in meld.tiles)
    counts = book.set_up.tile_set.counts
    for tile in sorted(set(seen) - {UNREAD}):
        if not counts[tile]:
            refusal = Refusal(Reason.FOREIGN, {"tile": tile, "variant": book.set_up.name})
            found.append(Irregularity(None, refusal.reason, refusal.words()))
        elif seen[tile] > counts[tile]:
            refusal = Refusal(Reason.FIFTH, {"tile": tile, "count": seen[tile]})
            found.append(Irregularity(None, refusal.reason, refusal.words()))
    if complete:
        found += _missing(book, seen)
    return found


def inspect_answer(found: Sequence[Irregularity], language: Language) -> Json:
    """Return what is wrong as a JSON-able object."""
    return {
        "right": not found,
        "found": [
            {"side": one.side, "reason": one.reason, "text": one.text.to(language)} for one in found
        ],
    }


def inspect_sheet(found: Sequence[Irregularity], language: Language) -> str:
    """Return what is wrong as lines for people."""
    if not found:
        return say("inspect.right", language)
    return "\n".join(_line(one, language) for one in found)


def _line(one: Irregularity, language: Language) -> str:
    text = one.text.to(language)
    if one.side is None:
        return text
    return say("inspect.side", language, side=side_text(one.side, language), text=text)


def _of_player(book: Book, side: int, own: Held) -> list[Irregularity]:
    """Return a wrong number of tiles (相公) and melds that the variant does not have."""
    found: list[Refusal] = []
    wanted = HAND - 3 * len(own.melds) + own.drawn
    if len(own.tiles) != wanted:
        values = {"given": len(own.tiles), "wanted": wanted, "melds": len(own.melds)}
        found.append(Refusal(Reason.COUNT, values))
    found += [
        Refusal(Reason.CHOW, {"meld": format_meld(meld), "variant": book.set_up.name})
        for meld in own.melds
        if meld.kind is MeldKind.CHOW and not book.rules.chow
    ]
    return [Irregularity(side, refusal.reason, refusal.words()) for refusal in found]


def _missing(book: Book, seen: Counter[Tile]) -> list[Irregularity]:
    tile_set = book.set_up.tile_set
    return [
        Irregularity(
            None,
            "wall.missing",
            filled("wall.missing", tile=NAMES[tile], count=tile_set.counts[tile] - seen[tile]),
        )
        for tile in tile_set.designs
        if seen[tile] < tile_set.counts[tile]
    ]
