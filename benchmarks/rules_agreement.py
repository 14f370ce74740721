"""Does the engine judge as the second judges do, written apart from it? On very many hands.

Half of the hands are built wins, half one tile off; ``HANDS`` for each family, a million by
default. Jokers and the competition rules have judges of their own: see ``competition``.
"""

import os
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from benchmarks.report import Report, Row, at_least
from rules.books import book
from rules.hands.forms import concealed_splits, is_seven_pairs
from rules.hands.packed import pack
from rules.hands.situation import By, Claim, Situation
from rules.notation import Meld, make_meld
from rules.scoring.judging import check_win
from rules.tiles import tile_of
from tests.support import brute_hands as brute
from tests.support.brute_guiyang import guiyang_value
from tests.support.built_hands import Melds, built_hand, one_off

HANDS = int(os.environ.get("MJTABLE_HANDS", "1000000"))


@dataclass(frozen=True, slots=True)
class Dealt:
    """A claimed win for both judges: the concealed tiles with the winning one, and the melds."""

    hand: list[str]
    melds: Melds
    win: str
    by: By

    @property
    def drawn(self) -> bool:
        return self.by is By.SELF


Judge = Callable[[str, Dealt], int | None]
"""A second judge: the value of a claim in a variant, ``None`` where it is no win."""


@dataclass(frozen=True, slots=True)
class Family:
    """Variants that one second judge knows; ``ways`` are how their hands are won here."""

    name: str
    variants: tuple[str, ...]
    judge: Judge
    ways: tuple[By, ...] = (By.DISCARD,)
    honours: bool = False


def measure() -> Report:
    """Judge hands twice and count those on which both agree, family by family."""
    rows: list[Row] = []
    notes: list[str] = []
    for family in FAMILIES:
        agreed, wins = _agreement(family)
        rows.append(
            Row(f"{family.name} hands judged alike", "all hands", agreed / HANDS, at_least(1))
        )
        notes.append(f"{family.name}: {HANDS} hands, {wins} of them wins")
    return Report(tuple(rows), tuple(notes))


def _agreement(family: Family) -> tuple[int, int]:
    """Return on how many hands both judges agree, and how many of them win."""
    chance = random.Random(family.name)
    books = {
        name: book(name, {"cap_fan": "none"} if name == "DY" else None) for name in family.variants
    }
    agreed = wins = 0
    for number in range(HANDS):
        name = family.variants[number % len(family.variants)]
        dealt = _dealt(chance, family, built=bool(number % 2))
        rest = list(dealt.hand)
        rest.remove(dealt.win)
        made: tuple[Meld, ...] = tuple(make_meld(map(tile_of, meld)) for meld in dealt.melds)
        situation = Situation(by=dealt.by)
        claim = Claim(tuple(map(tile_of, rest)), made, tile_of(dealt.win), situation)
        check = check_win(books[name], claim)
        wins += check.win
        alike = (check.value if check.win else None) == family.judge(name, dealt)
        agreed += alike and _same_splits(dealt.hand)
    return agreed, wins


def _dealt(chance: random.Random, family: Family, *, built: bool) -> Dealt:
    suits = "mps"[: chance.choice((1, 2, 2, 3))]
    tiles = [tile for tile in brute.TILES_108 if tile[1] in suits]
    if family.honours:
        tiles += brute.TILES_136[len(brute.TILES_108) :]
    hand, melds = built_hand(chance, tiles)
    if not built:
        melded = Counter(tile for meld in melds for tile in meld)
        hand = one_off(chance, hand, [tile for tile in tiles if not melded[tile]] or tiles)
    return Dealt(hand, melds, chance.choice(hand), chance.choice(family.ways))


def _sichuan(name: str, dealt: Dealt) -> int | None:
    match name:
        case "DY":
            return brute.deyang_fan(dealt.hand, dealt.melds, dealt.win)
        case "SP":
            return brute.points(dealt.hand, dealt.melds)
    fan = brute.chengdu_fan(dealt.hand, dealt.melds)
    return fan if fan is None or name == "CD" else fan + 1  # QS-F0


def _guiyang(name: str, dealt: Dealt) -> int | None:
    return guiyang_value(name, dealt.hand, dealt.melds, drawn=dealt.drawn)


def _plain(name: str, dealt: Dealt) -> int | None:
    pairs = name != "B144" and not dealt.melds and brute.is_seven_pairs(dealt.hand)
    if not (pairs or brute.standard_splits(dealt.hand)):
        return None
    return 2 if name == "GD" else 1


def _same_splits(hand: list[str]) -> bool:
    packed = pack(map(tile_of, hand))
    splits = len(concealed_splits(packed)) == len(brute.standard_splits(hand))
    pairs = len(hand) != 14 or is_seven_pairs(packed) == brute.is_seven_pairs(hand)
    return splits and pairs


FAMILIES = (
    Family("Sichuan", ("CD", "DY", "SP", "QS", "SS", "NS"), _sichuan),
    Family("Guiyang", ("GY1", "GY2", "GY3", "GY4"), _guiyang, ways=(By.DISCARD, By.SELF)),
    Family("plain", ("HB", "GD", "B144"), _plain, ways=(By.SELF,), honours=True),
)
