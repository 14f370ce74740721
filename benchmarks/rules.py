"""How fast hands are judged: against the rates that a table asks for, and against other judges.

All judges get the same hands in the same run: half of them wins, half one tile off.
"""

import random
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module

from benchmarks.figures import best_cpu_s
from benchmarks.report import Report, Row, at_least, at_most
from rules.books import book
from rules.hands.forms import is_seven_pairs, is_standard
from rules.hands.packed import pack
from rules.hands.situation import Claim
from rules.scoring.book import Book
from rules.scoring.judging import check_win
from rules.scoring.waiting import waits
from rules.tiles import Tile, tile_of
from tests.support import brute_hands as brute
from tests.support.built_hands import built_hand, one_off

HANDS = 4_000
WIN_RATE = 60_000
SCORE_RATE = 20_000
READY_CHECK_S = 0.005
PLAYERS = 4

TWO_SUITS = [tile for tile in brute.TILES_108 if tile[1] in "mp"]


def measure() -> Report:
    """Judge the same hands in every way."""
    hands = _hands(random.Random(1))
    claims = [Claim(hand[:-1], (), hand[-1]) for hand in hands]
    win_s = best_cpu_s(lambda: [_is_win(hand) for hand in hands])
    rows = [
        Row("hands a second: is it a win", f"{WIN_RATE} a second",
            HANDS / win_s / WIN_RATE, at_least(1)),
    ]  # fmt: skip
    scored_s = 0.0
    for name in ("CD", "DY", "QS", "SP"):
        own = book(name)
        took = best_cpu_s(partial(_score, own, claims))
        scored_s = scored_s or took
        what = f"hands a second: {name} with best split and roots"
        rows.append(Row(what, f"{SCORE_RATE} a second", HANDS / took / SCORE_RATE, at_least(1)))
    ready = [hand[:-1] for hand in hands[:PLAYERS]]
    deyang = book("DY")
    check_s = best_cpu_s(lambda: [waits(deyang, hand) for hand in ready], rounds=20)
    rows.append(Row("ready check of four hands", "5 ms", check_s / READY_CHECK_S, at_most(1)))
    peers, notes = _peers(hands, win_s, scored_s)
    return Report((*rows, *peers), notes)


def _score(own: Book, claims: Sequence[Claim]) -> int:
    return sum(check_win(own, claim).win for claim in claims)


def _hands(chance: random.Random) -> list[tuple[Tile, ...]]:
    hands: list[tuple[Tile, ...]] = []
    for number in range(HANDS):
        hand, _ = built_hand(chance, TWO_SUITS, most_melds=0)
        if number % 2:
            hand = one_off(chance, hand, TWO_SUITS)
        chance.shuffle(hand)
        hands.append(tuple(tile_of(code) for code in hand))
    return hands


def _is_win(hand: Sequence[Tile]) -> bool:
    packed = pack(hand)
    return is_standard(packed) or is_seven_pairs(packed)


def _peers(
    hands: Sequence[tuple[Tile, ...]], win_s: float, scored_s: float
) -> tuple[list[Row], list[str]]:
    rows: list[Row] = []
    notes: list[str] = []
    for name, what, ours_s, judge in (
        ("mahjong", "is it a win", win_s, _by_mahjong),
        ("MahjongGB", "CD with best split and roots", scored_s, _by_mahjong_gb),
    ):
        try:
            judge_all = judge(hands)
        except ModuleNotFoundError:
            notes.append(f"{name} is not installed: no ratio against it")
            continue
        peer_s = best_cpu_s(judge_all)
        rows.append(Row(f"time: {what}", f"package {name}", ours_s / peer_s))
    return rows, notes


def _by_mahjong(hands: Sequence[tuple[Tile, ...]]) -> Callable[[], object]:
    """Ask PyPI's ``mahjong`` whether hands win; it takes counts of 34 tiles."""
    agari = import_module("mahjong.agari").Agari
    counts = [[hand.count(Tile(tile)) for tile in range(34)] for hand in hands]
    wins = sum(agari.is_agari(one) for one in counts)
    if wins != sum(map(_is_win_in_riichi, hands)):
        raise AssertionError("the two judges do not agree")
    return lambda: [agari.is_agari(one) for one in counts]


def _is_win_in_riichi(hand: Sequence[Tile]) -> bool:
    """Riichi's seven pairs are seven different ones."""
    packed = pack(hand)
    return is_standard(packed) or (is_seven_pairs(packed) and len(set(hand)) == 7)


def _by_mahjong_gb(hands: Sequence[tuple[Tile, ...]]) -> Callable[[], object]:
    """Let PyMahjongGB count the fan of the winning hands by the competition rules."""
    calculator = import_module("MahjongGB").MahjongFanCalculator
    named = [[f"{'WBT'[tile // 9]}{tile % 9 + 1}" for tile in hand] for hand in hands]

    def judge() -> None:
        for tiles in named:
            try:
                calculator(pack=(), hand=tuple(tiles[:-1]), winTile=tiles[-1], flowerCount=0,
                           isSelfDrawn=False, is4thTile=False, isAboutKong=False,
                           isWallLast=False, seatWind=0, prevalentWind=0)  # fmt: skip
            except TypeError:
                continue  # no win

    return judge
