"""Read a claimed hand: is it a hand of this variant at all?"""

from rules.errors import RulesError
from rules.hands.full_hand import FullHand, full_hand
from rules.hands.packed import KINDS, copies, overfull
from rules.hands.refusals import Reason, Refusal
from rules.hands.situation import By, Claim
from rules.notation import Meld, MeldKind, format_meld
from rules.scoring.book import Book
from rules.tiles import UNREAD, Tile

HAND = 13
_FOUR = 4
_FIRST_TILES = (By.HEAVEN, By.EARTH)


class WrongHand(RulesError):
    """Tiles that cannot be a hand of the variant."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.say())
        self.refusal = refusal


def read_claim(book: Book, claim: Claim) -> FullHand | Refusal:
    """Return the full hand, or why these tiles cannot be one."""
    refusal = _shape_of(book, claim.tiles, claim.melds, (claim.win,))
    if refusal is not None:
        return refusal
    by = claim.situation.by
    hand = full_hand(claim, drawn=by in book.drawn, jokers=book.jokers)
    return _tiles_of(book, hand) or _situation_of(hand) or hand


def check_hand(book: Book, tiles: tuple[Tile, ...], melds: tuple[Meld, ...]) -> None:
    """Check a hand that waits: thirteen tiles, a kong counting three.

    Raises:
        WrongHand: it cannot be one; the refusal says why.
    """
    refusal = _shape_of(book, tiles, melds, ())
    if refusal is None and tiles:
        claim = Claim(tiles[:-1], melds, tiles[-1])
        refusal = _tiles_of(book, full_hand(claim, drawn=False, jokers=book.jokers))
    if refusal is not None:
        raise WrongHand(refusal)


def _shape_of(
    book: Book, tiles: tuple[Tile, ...], melds: tuple[Meld, ...], extra: tuple[Tile, ...]
) -> Refusal | None:
    """Return what is wrong with the number of tiles, the melds, or tiles of other kinds."""
    if len(melds) > _FOUR:
        return Refusal(Reason.MELDS, {"melds": len(melds)})
    wanted = HAND - 3 * len(melds)
    if len(tiles) != wanted:
        return Refusal(Reason.COUNT, {"given": len(tiles), "wanted": wanted, "melds": len(melds)})
    for meld in melds:
        if meld.kind is MeldKind.CHOW and not book.rules.chow:
            values = {"meld": format_meld(meld), "variant": book.set_up.name}
            return Refusal(Reason.CHOW, values)
    if max(*tiles, *extra, *(meld.tiles[-1] for meld in melds), 0) >= KINDS:
        return _other_kind(book, tiles, melds, extra)
    return None


def _other_kind(
    book: Book, tiles: tuple[Tile, ...], melds: tuple[Meld, ...], extra: tuple[Tile, ...]
) -> Refusal | None:
    """Return the refusal of the first tile that makes no set: unread, or foreign here."""
    melded = [tile for meld in melds for tile in meld.tiles]
    if UNREAD in (*tiles, *extra, *melded):
        return Refusal(Reason.UNREAD)
    strange = [tile for tile in (*tiles, *extra) if tile >= KINDS and tile not in book.jokers]
    strange += [tile for tile in melded if tile >= KINDS]
    return _foreign(book, strange[0]) if strange else None


def _tiles_of(book: Book, hand: FullHand) -> Refusal | None:
    """Return what is wrong with the designs: one that is not in the set, or a fifth copy."""
    counts = hand.counts
    if counts & book.foreign:
        return _foreign(book, _lowest(counts & book.foreign))
    surplus = overfull(counts)
    if surplus:
        tile = _lowest(surplus)
        return Refusal(Reason.FIFTH, {"tile": tile, "count": copies(counts, tile)})
    if hand.jokers:
        joker = min(book.jokers)
        count = hand.jokers + copies(counts, joker)
        if count > _FOUR:
            return Refusal(Reason.FIFTH, {"tile": joker, "count": count})
    return None


def _situation_of(hand: FullHand) -> Refusal | None:
    """Return what the tiles tell against the situation."""
    situation = hand.situation
    if situation.by is By.ROB and hand.win < KINDS and copies(hand.counts, hand.win) > 1:
        return Refusal(Reason.ROB_HELD, {"tile": hand.win})
    if situation.by in _FIRST_TILES:
        if any(meld.kind is not MeldKind.CONCEALED_KONG for meld in hand.melds):
            return Refusal(Reason.HEAVEN_MELDS)
        if situation.by is By.EARTH and situation.dealer:
            return Refusal(Reason.EARTH_DEALER)
    return None


def _foreign(book: Book, tile: Tile) -> Refusal:
    return Refusal(Reason.FOREIGN, {"tile": tile, "variant": book.set_up.name})


def _lowest(fields: int) -> Tile:
    """Return the lowest design with a bit set."""
    return next(Tile(tile) for tile in range(KINDS) if copies(fields, Tile(tile)))
