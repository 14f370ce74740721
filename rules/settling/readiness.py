"""Who is ready when the wall is used up (查叫), and what a ready hand is worth."""

from collections.abc import Callable
from dataclasses import dataclass

from rules.hands.packed import pack, suit_keys
from rules.hands.situation import Situation
from rules.notation import Meld
from rules.scoring.book import Book
from rules.scoring.reading import WrongHand
from rules.scoring.waiting import Wait, waits
from rules.settling.checking import declared_value
from rules.settling.events import Draw, Shown
from rules.settling.sheet import Sheet
from rules.texts import TEXTS
from rules.tiles import RANKED_SUITS, Suit, Tile

_NOTHING = Shown(ready=False)


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a player stands at the draw.

    ``values`` are what the hand could still be worth, one for each wait that counts, rising; a
    player who is ready on waits that nobody can hit has none. ``pig`` marks a hand with a tile of
    a suit that it must not hold (花猪).
    """

    side: int
    ready: bool
    values: tuple[int, ...] = ()
    pig: bool = False

    @property
    def biggest(self) -> int | None:
        """Return the best that the hand could be worth (查大)."""
        return self.values[-1] if self.values else None

    @property
    def smallest(self) -> int | None:
        """Return the least that the hand could be worth (查小)."""
        return self.values[0] if self.values else None


WaitRule = Callable[[Book, tuple[Wait, ...]], tuple[bool, tuple[Wait, ...]]]
"""From all waits of a hand: is it ready, and which waits may be paid."""


def living_waits(_book: Book, found: tuple[Wait, ...]) -> tuple[bool, tuple[Wait, ...]]:
    """Count every wait but a fifth tile."""
    living = tuple(wait for wait in found if not wait.fifth)
    return bool(living), living


def standings(sheet: Sheet, event: Draw, wait_rule: WaitRule = living_waits) -> list[Standing]:
    """Return where each player who is still in stands, in playing order from the dealer."""
    return [standing_of(sheet, side, event.shown[side], wait_rule) for side in sheet.still_in]


def standing_of(
    sheet: Sheet, side: int, shown: Shown | None, wait_rule: WaitRule = living_waits
) -> Standing:
    """Return where one player stands by what he shows; who is barred (相公) is not ready."""
    name = TEXTS[f"side.{side}"]
    if shown is None:
        sheet.warn("settle.not-shown", side=name)
        shown = _NOTHING
    if side in sheet.barred:
        return Standing(side, ready=False)
    if shown.tiles is None:
        return _by_word(sheet, side, shown)
    melds = known_melds(sheet, side, shown)
    lack = shown.lack or sheet.lacks.get(side)
    try:
        situation = Situation(lack=lack, declared=side in sheet.declared, any_way=True)
        seen = shown.seen + _open_tiles(sheet, side)
        found = waits(sheet.book, shown.tiles, melds, situation, seen)
    except WrongHand as error:
        sheet.warn("settle.wrong-hand", side=name, why=error.refusal.words())
        return Standing(side, ready=False)
    ready, paid = wait_rule(sheet.book, found)
    ready = ready and not shown.let_go
    values = tuple(sorted(wait.value for wait in paid)) if ready else ()
    return Standing(side, ready, values, is_pig(shown.tiles, melds, lack))


def _open_tiles(sheet: Sheet, side: int) -> tuple[Tile, ...]:
    """Return tiles that lie open before others: their kongs, and the hands that have won."""
    found: list[Tile] = []
    for made in sheet.kongs:
        if made.event.by != side:
            found += (made.event.tile,) * 4
    return (*found, *sheet.won_tiles())


def _by_word(sheet: Sheet, side: int, shown: Shown) -> Standing:
    """Take a player's word where no tiles are shown."""
    if not shown.ready:
        return Standing(side, ready=False, pig=shown.pig)
    if shown.value is None:
        sheet.warn("settle.no-value", side=TEXTS[f"side.{side}"])
    value = 1 if shown.value is None else declared_value(sheet, shown.value)
    return Standing(side, ready=True, values=(sheet.book.capped(value),))


def known_melds(sheet: Sheet, side: int, shown: Shown) -> tuple[Meld, ...]:
    """Return the melds shown, with the kongs of the sheet that the hand shown leaves out."""
    return sheet.melds_with_kongs(side, shown.tiles or (), shown.melds)


def is_pig(tiles: tuple[Tile, ...], melds: tuple[Meld, ...], lack: Suit | None) -> bool:
    """Tell whether a hand is a flower pig (花猪): a tile of the lack suit, or three suits."""
    keys = suit_keys(pack((*tiles, *(tile for meld in melds for tile in meld.tiles))))
    if lack is not None:
        return keys[RANKED_SUITS.index(lack)] > 0
    return all(keys[:3])


def readiness_of(found: list[Standing]) -> tuple[list[int], list[int]]:
    """Return the sides that are ready and those that are not, in the order given."""
    ready = [standing.side for standing in found if standing.ready]
    return ready, [standing.side for standing in found if not standing.ready]
