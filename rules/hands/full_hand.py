"""A full hand: fourteen tiles, a kong counting three, as the patterns see it."""

from typing import NamedTuple

from rules.hands.groups import Group, group_of
from rules.hands.packed import UNITS, fours, pack, suit_keys
from rules.hands.situation import Claim, Situation
from rules.notation import Meld
from rules.tiles import Tile


class FullHand(NamedTuple):
    """A hand with its winning tile.

    ``concealed`` are the packed tiles in hand with the winning one, ``counts`` those and the melds
    with all four tiles of a kong; jokers are in neither, ``jokers`` counts them. ``melded`` are
    the groups of the melds. ``suits`` counts the suits that occur, ``roots`` the designs held four
    times (根), konged or not; ``drawn`` tells that the winner drew the tile himself.
    """

    concealed: int
    counts: int
    jokers: int
    melds: tuple[Meld, ...]
    melded: tuple[Group, ...]
    win: Tile
    situation: Situation
    suits: int
    roots: int
    drawn: bool


def full_hand(claim: Claim, *, drawn: bool, jokers: frozenset[Tile] = frozenset()) -> FullHand:
    """Return a claim's hand with the winning tile in it; ``jokers`` are wild."""
    tiles: tuple[Tile, ...] = (*claim.tiles, claim.win)
    wild = 0
    if jokers:
        natural = tuple(tile for tile in tiles if tile not in jokers)
        wild = len(tiles) - len(natural)
        tiles = natural
    return assemble(pack(tiles), wild, claim, drawn=drawn)


def assemble(concealed: int, jokers: int, claim: Claim, *, drawn: bool) -> FullHand:
    """Return a full hand from its packed concealed tiles, the claim's winning one included."""
    counts = concealed
    melded: tuple[Group, ...] = ()
    if claim.melds:
        counts += sum([UNITS[tile] for meld in claim.melds for tile in meld.tiles])
        melded = tuple([group_of(meld) for meld in claim.melds])
    first, second, third, _ = suit_keys(counts)
    return FullHand(
        concealed,
        counts,
        jokers,
        claim.melds,
        melded,
        claim.win,
        claim.situation,
        (first > 0) + (second > 0) + (third > 0),
        fours(counts),
        drawn,
    )
