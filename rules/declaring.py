"""When a player of Guiyang may declare that he is ready (报听)."""

from rules.hands.refusals import Refusal
from rules.notation import Meld, MeldKind
from rules.scoring.book import Book
from rules.scoring.waiting import waits
from rules.tiles import Tile


def check_declare(
    book: Book,
    tiles: tuple[Tile, ...],
    melds: tuple[Meld, ...] = (),
    *,
    discards: int,
    as_dealt: bool,
) -> Refusal | None:
    """Return why ready may not be declared, ``None`` where it may (GY1-50, GY1-52, GY2-F11).

    ``tiles`` are the thirteen left after the discard, ``discards`` counts the player's own so far,
    ``as_dealt`` tells that they are the tiles that he was dealt.

    Raises:
        WrongHand: the tiles cannot be a hand of the variant.
    """
    exposed = any(meld.kind is not MeldKind.CONCEALED_KONG for meld in melds)
    if discards != 1 or exposed:
        return Refusal("not.first-turn")
    if book.house.on("original_hand_only") and not as_dealt:
        return Refusal("not.original")
    if all(wait.fifth for wait in waits(book, tiles, melds)):
        return Refusal("not.ready")
    return None
