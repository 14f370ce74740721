"""What a hand waits for (听牌), and what each wait is worth."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.hands.full_hand import assemble
from rules.hands.packed import KINDS, UNITS, copies, pack
from rules.hands.situation import Claim, Situation
from rules.notation import Meld
from rules.scoring.book import Book
from rules.scoring.judging import judge
from rules.scoring.reading import check_hand
from rules.tiles import Tile

_WAITING = Situation(any_way=True)


@dataclass(frozen=True, slots=True)
class Wait:
    """A tile that would win: its value after the cap, and how many copies may still come.

    ``fifth`` marks a tile of which the hand itself holds all four: it can never be won. ``dead``
    marks one of which no copy is left, by what the hand and the tiles seen tell.
    """

    tile: Tile
    value: int
    left: int
    fifth: bool

    @property
    def dead(self) -> bool:
        """Tell whether no copy is left."""
        return self.left == 0


def waits(
    book: Book,
    tiles: tuple[Tile, ...],
    melds: tuple[Meld, ...] = (),
    situation: Situation = _WAITING,
    seen: Iterable[Tile] = (),
) -> tuple[Wait, ...]:
    """Return the waits of thirteen tiles less three for each meld, in the order of the designs.

    ``seen`` are tiles that lie open elsewhere: discards, other players' melds.

    Raises:
        WrongHand: the tiles cannot be a hand of the variant.
    """
    check_hand(book, tiles, melds)
    natural = tuple(tile for tile in tiles if tile not in book.jokers)
    jokers = len(tiles) - len(natural)
    packed = pack(natural)
    held = packed + pack(tile for meld in melds for tile in meld.tiles)
    open_tiles = tuple(seen)
    drawn = situation.by in book.drawn
    found: list[Wait] = []
    for tile in book.set_up.tile_set.designs:
        claim = Claim(tiles, melds, tile, situation)
        if tile in book.jokers:
            own = jokers
            hand = assemble(packed, jokers + 1, claim, drawn=drawn)
        elif tile < KINDS:
            own = copies(held, tile)
            hand = assemble(packed + UNITS[tile], jokers, claim, drawn=drawn)
        else:
            continue
        counter = book.counter
        check = counter.check(book, claim, known=True) if counter else judge(book, hand)
        if check.win:
            copies_all = book.set_up.tile_set.counts[tile]
            left = max(0, copies_all - own - open_tiles.count(tile))
            found.append(Wait(tile, check.value, left, fifth=own >= copies_all))
    return tuple(found)
