"""Does the engine judge as the second judge does, written apart from it? On very many hands.

Half of the hands are built wins, half one tile off; ``HANDS`` in all, a million by default.
"""

import os
import random

from benchmarks.report import Report, Row, at_least
from rules.books import book
from rules.hands.forms import concealed_splits, is_seven_pairs
from rules.hands.packed import pack
from rules.hands.situation import Claim
from rules.notation import Meld, make_meld
from rules.scoring.judging import check_win
from rules.tiles import tile_of
from tests.support import brute_hands as brute
from tests.support.built_hands import Melds, built_hand, one_off

HANDS = int(os.environ.get("MJTABLE_HANDS", "1000000"))


def measure() -> Report:
    """Judge hands twice and count those on which both agree."""
    chance = random.Random(2)
    books = {
        "CD": book("CD"),
        "DY": book("DY", {"cap_fan": "none"}),
        "SP": book("SP"),
    }
    agreed = wins = 0
    for number in range(HANDS):
        tiles = [
            tile for tile in brute.TILES_108 if tile[1] in "mps"[: chance.choice((1, 2, 2, 3))]
        ]
        hand, melds = built_hand(chance, tiles)
        if number % 2:
            everything = [tile for meld in melds for tile in meld]
            hand = one_off(
                chance, hand, [tile for tile in tiles if tile not in everything] or tiles
            )
        win = chance.choice(hand)
        name = ("CD", "DY", "SP")[number % 3]
        expected = _second(name, hand, melds, win)
        rest = list(hand)
        rest.remove(win)
        made: tuple[Meld, ...] = tuple(make_meld(map(tile_of, meld)) for meld in melds)
        check = check_win(books[name], Claim(tuple(map(tile_of, rest)), made, tile_of(win)))
        wins += check.win
        agreed += (check.value if check.win else None) == expected and _same_splits(hand)
    note = f"{HANDS} hands, {wins} of them wins"
    return Report((Row("hands judged alike", "all hands", agreed / HANDS, at_least(1)),), (note,))


def _second(name: str, hand: list[str], melds: Melds, win: str) -> int | None:
    match name:
        case "CD":
            return brute.chengdu_fan(hand, melds)
        case "DY":
            return brute.deyang_fan(hand, melds, win)
        case _:
            return brute.points(hand, melds)


def _same_splits(hand: list[str]) -> bool:
    packed = pack(map(tile_of, hand))
    splits = len(concealed_splits(packed)) == len(brute.standard_splits(hand))
    pairs = len(hand) != 14 or is_seven_pairs(packed) == brute.is_seven_pairs(hand)
    return splits and pairs
