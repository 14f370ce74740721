"""How fast MCR is judged beside PyMahjongGB called directly, and whether all judges agree.

Wins of every family: plain sets, one suit, melds and kongs, knitted straights.
"""

import os
import random
from collections.abc import Callable, Sequence
from importlib import import_module

from benchmarks.figures import best_cpu_s
from benchmarks.report import Report, Row, at_least, at_most
from rules.books import book
from rules.hands.packed import unpack
from rules.hands.refusals import Refusal
from rules.hands.situation import By, Claim, Situation
from rules.hands.special import KNITTED
from rules.notation import Meld, MeldKind, make_meld
from rules.scoring.judging import check_win, judge
from rules.scoring.reading import read_claim
from rules.tiles import WINDS, tile_of
from tests.support import brute_jokers
from tests.support.brute_hands import TILES_136
from tests.support.built_hands import built_hand

SPEED_HANDS = 10_000
SHARE = int(os.environ.get("MJTABLE_HANDS", "1000000"))
HANDS = SHARE
JOKER_HANDS = SHARE // 200  # the second judge tries every tile for every joker
MOST = 1.5
SEATS = {wind: seat for seat, wind in enumerate(WINDS)}
WORDS = [f"{'WBT'[tile // 9]}{tile % 9 + 1}" for tile in range(27)] + [
    "F1", "F2", "F3", "F4", "J1", "J2", "J3",
]  # fmt: skip
KINDS = {MeldKind.PUNG: "PENG", MeldKind.CHOW: "CHI"}

Asked = tuple[object, ...]


def measure() -> Report:
    """Time both on the same claims, then compare their answers on many more."""
    chance = random.Random(3)
    calculate = import_module("MahjongGB").MahjongFanCalculator
    claims = [_claim(chance) for _ in range(SPEED_HANDS)]
    mcr = book("MCR")
    ours_s = best_cpu_s(lambda: [check_win(mcr, claim) for claim in claims])
    direct_s = best_cpu_s(lambda: [_judge_directly(calculate, claim) for claim in claims])
    asked = [_asked(claim) for claim in claims]
    bare_s = best_cpu_s(lambda: [calculate(*one) for one in asked])
    alike = sum(_same_worth(calculate, _claim(chance)) for _ in range(HANDS))
    read_alike = sum(_same_reading(_claim(chance)) for _ in range(HANDS // 100))
    jokers = sum(_same_jokers(chance) for _ in range(JOKER_HANDS))
    return Report(
        (
            Row("judge a hand by MCR", "PyMahjongGB on the same hands", ours_s / direct_s,
                at_most(MOST)),
            Row("judge a hand by MCR", "PyMahjongGB alone, its words made before",
                ours_s / bare_s),
            Row("hands worth what PyMahjongGB says", "all hands", alike / HANDS, at_least(1)),
            Row("hands worth their best reading", "all hands", read_alike / (HANDS // 100),
                at_least(1)),
            Row("HZ hands with jokers judged alike", "all hands", jokers / JOKER_HANDS,
                at_least(1)),
        ),
        (f"{HANDS} hands of MCR, {JOKER_HANDS} of HZ",),
    )  # fmt: skip


def _judge_directly(calculate: Callable[..., Sequence[tuple[int, str]]], claim: Claim) -> bool:
    """Judge a claim as a program does that calls the library itself."""
    fans = calculate(*_asked(claim))
    value = sum([points for points, _ in fans])
    return value - len(claim.situation.flowers) >= 8


def _asked(claim: Claim) -> Asked:
    situation = claim.situation
    packs = tuple([_pack(meld) for meld in claim.melds])
    words = tuple([WORDS[tile] for tile in claim.tiles])
    return (
        packs, words, WORDS[claim.win], len(situation.flowers), situation.by is By.SELF,
        situation.last_of_kind, False, situation.last_tile,
        SEATS[situation.seat_wind or WINDS[0]], SEATS[situation.round_wind or WINDS[0]],
    )  # fmt: skip


def _pack(meld: Meld) -> tuple[str, str, int]:
    word = WORDS[meld.tiles[1]]
    return KINDS.get(meld.kind, "GANG"), word, int(meld.kind is not MeldKind.CONCEALED_KONG)


def _same_worth(calculate: Callable[..., Sequence[tuple[int, str]]], claim: Claim) -> bool:
    value = sum(points for points, _ in calculate(*_asked(claim)))
    check = check_win(book("MCR"), claim)
    return check.value == value if check.win else value - len(claim.situation.flowers) < 8


def _same_reading(claim: Claim) -> bool:
    mcr = book("MCR")
    hand = read_claim(mcr, claim)
    if isinstance(hand, Refusal):
        return False
    quick, slow = check_win(mcr, claim), judge(mcr, hand)
    return (quick.win, quick.value) == (slow.win, slow.value)


def _same_jokers(chance: random.Random) -> bool:
    tiles, _ = built_hand(chance, [*TILES_136[:18], "E", "S"], most_melds=0)
    chance.shuffle(tiles)
    for place in range(chance.choice((0, 1, 1, 2))):
        tiles[place] = brute_jokers.JOKER
    if chance.random() < 0.5:
        tiles[-1] = chance.choice(TILES_136)
    chance.shuffle(tiles)
    hand = tuple(map(tile_of, tiles))
    check = check_win(book("HZ"), Claim(hand[1:], (), hand[0], Situation(by=By.SELF)))
    if check.refusal is not None and check.refusal.is_wrong_input:
        return max(map(tiles.count, tiles)) > 4
    expected = brute_jokers.factor(tiles[1:], tiles[0], 0)
    return (check.value if check.win else None) == expected


def _claim(chance: random.Random) -> Claim:
    tiles, sets = _tiles(chance)
    chance.shuffle(tiles)
    melds = [
        make_meld(map(tile_of, meld), chance.choice(("", "*", "+")) if len(meld) == 4 else "")
        for meld in sets
    ]
    hand = tuple(map(tile_of, tiles))
    situation = Situation(
        by=chance.choice((By.SELF, By.DISCARD)),
        seat_wind=chance.choice(WINDS),
        round_wind=chance.choice(WINDS),
    )
    return Claim(hand[1:], tuple(melds), hand[0], situation)


def _tiles(chance: random.Random) -> tuple[list[str], list[tuple[str, ...]]]:
    kind = chance.random()
    if kind < 0.1:
        straight = [TILES_136[tile] for tile in unpack(chance.choice(KNITTED))]
        pair, pung = chance.sample(TILES_136[27:], 2)
        return [*straight, pair, pair, *chance.choice((["4m", "5m", "6m"], [pung] * 3))], []
    suit = 9 * chance.randrange(3)
    return built_hand(chance, TILES_136[suit : suit + 9] if kind < 0.25 else TILES_136)
