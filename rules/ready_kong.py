"""Kongs of a player who has declared ready (听牌): only where the hand stays ready (HB-07)."""

from collections.abc import Sequence

from rules.hands.refusals import Reason, Refusal
from rules.notation import Meld, MeldKind
from rules.scoring.book import Book
from rules.scoring.reading import WrongHand
from rules.scoring.waiting import waits
from rules.tiles import Tile

_FROM_HAND = {MeldKind.DIRECT_KONG: 3, MeldKind.ADDED_KONG: 1, MeldKind.CONCEALED_KONG: 4}
"""How many tiles a kong takes from the hand."""


def check_ready_kong(
    book: Book, tiles: Sequence[Tile], melds: Sequence[Meld], kind: MeldKind, tile: Tile
) -> Refusal | None:
    """Return why a ready player may not make a kong, ``None`` where he may.

    ``tiles`` are those in hand, with the tile just drawn where one was drawn.
    """
    wanted = _FROM_HAND[kind]
    if tiles.count(tile) < wanted:
        return Refusal(Reason.TOO_FEW, {"tile": tile, "wanted": wanted})
    kept = list(melds)
    if kind is MeldKind.ADDED_KONG:
        pung = Meld(MeldKind.PUNG, (tile,) * 3)
        if pung not in kept:
            return Refusal(Reason.NO_PUNG, {"tile": tile})
        kept.remove(pung)
    left = list(tiles)
    for _ in range(wanted):
        left.remove(tile)
    try:
        found = waits(book, tuple(left), (*kept, Meld(kind, (tile,) * 4)))
    except WrongHand as error:
        return error.refusal
    living = [wait for wait in found if not wait.fifth]
    return None if living else Refusal(Reason.NOT_READY, {"tile": tile})
