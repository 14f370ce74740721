"""MCR against PyMahjongGB itself, and the quick judge against the readings one by one."""

import random
from importlib import import_module

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.books import book
from rules.books.competition_fans import BY_WORD
from rules.hands.packed import unpack
from rules.hands.refusals import Refusal
from rules.hands.situation import By, Claim, Situation
from rules.hands.special import KNITTED
from rules.notation import Meld, MeldKind, make_meld, parse_hand, parse_tiles
from rules.scoring.judging import check_win, explain_win, judge
from rules.scoring.reading import read_claim
from rules.scoring.waiting import waits
from rules.tiles import WINDS, Tile, tile_of
from tests.support.brute_hands import TILES_136
from tests.support.built_hands import built_hand, one_off

MCR = book("MCR")
BYS = (By.SELF, By.DISCARD, By.KONG, By.KONG_DISCARD)


def _word(tile: Tile) -> str:
    if tile >= 27:
        return ("F1", "F2", "F3", "F4", "J1", "J2", "J3")[tile - 27]
    return f"{'WBT'[tile // 9]}{tile % 9 + 1}"


def _asked(claim: Claim) -> tuple[tuple[int, str], ...] | None:
    """Ask PyMahjongGB by the words of its own documentation."""
    kinds = {MeldKind.CHOW: "CHI", MeldKind.PUNG: "PENG"}
    situation = claim.situation
    try:
        fans: tuple[tuple[int, str], ...] = import_module("MahjongGB").MahjongFanCalculator(
            pack=tuple(
                (
                    kinds.get(meld.kind, "GANG"),
                    _word(meld.tiles[1]),
                    0 if meld.kind is MeldKind.CONCEALED_KONG else 1,
                )
                for meld in claim.melds
            ),
            hand=tuple(map(_word, claim.tiles)),
            winTile=_word(claim.win),
            flowerCount=len(situation.flowers),
            isSelfDrawn=situation.by in (By.SELF, By.KONG),
            is4thTile=situation.last_of_kind,
            isAboutKong=situation.by is By.KONG,
            isWallLast=situation.last_tile,
            seatWind=WINDS.index(situation.seat_wind or WINDS[0]),
            prevalentWind=WINDS.index(situation.round_wind or WINDS[0]),
        )
    except TypeError:
        return None
    return fans


def _claim(chance: random.Random, *, win: bool) -> Claim:
    """Return a claim of any family of hands, won or one tile off."""
    tiles, sets = _tiles(chance)
    if not win:
        tiles = one_off(chance, tiles, TILES_136)
    chance.shuffle(tiles)
    melds = [
        make_meld(map(tile_of, meld), chance.choice(("", "*", "+")) if len(meld) == 4 else "")
        for meld in sets
    ]
    situation = Situation(
        by=chance.choice(BYS),
        seat_wind=chance.choice(WINDS),
        round_wind=chance.choice(WINDS),
        flowers=parse_tiles("abc"[: chance.randrange(4)]),
        last_tile=chance.random() < 0.1,
        last_of_kind=chance.random() < 0.1,
    )
    hand = tuple(map(tile_of, tiles))
    return Claim(hand[1:], tuple(melds), hand[0], situation)


def _tiles(chance: random.Random) -> tuple[list[str], list[tuple[str, ...]]]:
    kind = chance.random()
    if kind < 0.15:  # beside a knitted straight: one set and a pair
        straight = [TILES_136[tile] for tile in unpack(chance.choice(KNITTED))]
        pair, pung = chance.sample(TILES_136[27:], 2)
        chow = [f"{rank}m" for rank in (4, 5, 6)]
        return [*straight, pair, pair, *(chow if chance.random() < 0.5 else [pung] * 3)], []
    if kind < 0.25:
        orphans = [tile for tile in TILES_136 if len(tile) == 1 or tile[0] in "19"]
        return [*orphans, chance.choice(orphans)], []
    suit = chance.randrange(3) * 9
    tiles = TILES_136[suit : suit + 9] if kind < 0.4 else TILES_136
    return built_hand(chance, tiles)


@pytest.mark.parametrize("win", [True, False])
def test_fans_are_those_of_the_library(win: bool) -> None:
    chance = random.Random(win)
    for _ in range(1500):
        claim = _claim(chance, win=win)
        check = check_win(MCR, claim)
        if check.refusal is not None and check.refusal.is_wrong_input:
            continue
        fans = _asked(claim)
        points = sum(value for value, _ in fans or ())
        assert check.win is (points - len(claim.situation.flowers) >= 8)
        if check.win and fans is not None:
            assert [(item.value, item.rule) for item in check.items] == [
                (value, BY_WORD[word].rule) for value, word in fans
            ]


def test_the_quick_judge_agrees_with_the_readings_one_by_one() -> None:
    chance = random.Random(5)
    for number in range(600):
        claim = _claim(chance, win=number % 4 != 0)
        hand = read_claim(MCR, claim)
        if isinstance(hand, Refusal):
            continue
        quick, slow = check_win(MCR, claim), judge(MCR, hand)
        assert (quick.win, quick.value) == (slow.win, slow.value), claim


@pytest.mark.parametrize(
    ("hand", "melds", "win", "by", "last_tile", "flowers"),
    [
        ("1112223334445m", "", "5m", By.SELF, True, "a"),
        ("2223334445m", "[1111m]", "5m", By.DISCARD, False, "a"),
        ("2223334445m", "[123m]", "7m", By.DISCARD, False, "a"),
    ],
)
def test_examples_of_the_library(
    hand: str, melds: str, win: str, by: By, last_tile: bool, flowers: str
) -> None:
    situation = Situation(
        by=by,
        last_tile=last_tile,
        flowers=parse_tiles(flowers),
        seat_wind=WINDS[0],
        round_wind=WINDS[0],
    )
    parsed = parse_hand(f"{hand}{melds}")
    claim = Claim(parsed.tiles, parsed.melds, tile_of(win), situation)
    fans = _asked(claim)

    assert check_win(MCR, claim).value == sum(value for value, _ in fans or ())


@given(st.integers(0, 10**6))
@settings(deadline=None, max_examples=60)
def test_neither_the_order_of_tiles_nor_of_melds_matters(seed: int) -> None:
    chance = random.Random(seed)
    claim = _claim(chance, win=True)
    tiles, melds = list(claim.tiles), list(claim.melds)
    chance.shuffle(tiles)
    chance.shuffle(melds)
    turned = Claim(tuple(tiles), tuple(melds), claim.win, claim.situation)

    assert check_win(MCR, claim)[:5] == check_win(MCR, turned)[:5]


@given(st.integers(0, 10**6))
@settings(deadline=None, max_examples=60)
def test_laying_out_changes_no_worth(seed: int) -> None:
    claim = _claim(random.Random(seed), win=True)
    check, laid = check_win(MCR, claim), explain_win(MCR, claim)

    assert check[:6] == laid[:6]
    assert not check.win or laid.form is not None
    assert all(value <= check.value for _, value in laid.others)


@given(st.integers(0, 10**6))
@settings(deadline=None, max_examples=30)
def test_waits_are_the_tiles_that_win(seed: int) -> None:
    claim = _claim(random.Random(seed), win=True)
    situation = Situation(by=By.SELF)
    held = [*claim.tiles, *(tile for meld in claim.melds for tile in meld.tiles)]
    if any(held.count(tile) > 4 for tile in held):
        return
    found = {
        wait.tile for wait in waits(MCR, claim.tiles, claim.melds, situation) if not wait.fifth
    }
    winning = {
        tile
        for tile in map(tile_of, TILES_136)
        if held.count(tile) < 4
        and check_win(MCR, Claim(claim.tiles, claim.melds, tile, situation)).win
    }

    assert found == winning


def test_too_many_tiles_or_melds_never_reach_the_library() -> None:
    many = Claim((tile_of("1m"),) * 60, (), tile_of("1m"))
    melds = (Meld(MeldKind.PUNG, (tile_of("1m"),) * 3),) * 9

    assert not check_win(MCR, many).win
    assert not check_win(MCR, Claim((), melds, tile_of("1m"))).win
