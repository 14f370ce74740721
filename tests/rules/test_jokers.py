"""Jokers against a second judge that puts every tile in their place; what holds for all hands."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.books import book
from rules.hands.situation import By, Claim, Situation
from rules.notation import make_meld
from rules.scoring.judging import check_win
from rules.scoring.waiting import waits
from rules.tiles import Tile, tile_of
from tests.support import brute_jokers as brute
from tests.support.brute_hands import TILES_136
from tests.support.built_hands import built_hand

DRAWN = Situation(by=By.SELF)
HANDS = 150


def _hand(chance: random.Random, jokers: int) -> tuple[list[str], str, int]:
    """Return thirteen tiles less three a meld, a drawn one, and how many melds there are."""
    tiles, melds = built_hand(chance, [*TILES_136[:18], "E", "S"], most_melds=2)
    chance.shuffle(tiles)
    for place in range(jokers):
        tiles[place] = brute.JOKER
    chance.shuffle(tiles)
    if chance.random() < 0.4:
        tiles[-1] = chance.choice(TILES_136)
    return tiles[:-1], tiles[-1], len(melds)


@pytest.mark.parametrize(("jokers", "hands"), [(0, HANDS), (1, HANDS), (2, HANDS // 5)])
def test_two_judges_agree_on_jokers(jokers: int, hands: int) -> None:
    chance = random.Random(jokers)
    hangzhou = book("HZ")
    for _ in range(hands):
        hand, drawn, count = _hand(chance, jokers)
        melds = tuple(make_meld([tile_of(code)] * 4, "*") for code in ("C", "F")[:count])
        if hand.count(brute.JOKER) + (drawn == brute.JOKER) > 4:
            continue
        claim = Claim(tuple(map(tile_of, hand)), melds, tile_of(drawn), DRAWN)
        check = check_win(hangzhou, claim)
        if check.refusal is not None and check.refusal.is_wrong_input:
            continue
        expected = brute.factor(hand, drawn, count)
        assert (check.value if check.win else None) == expected, (hand, drawn, count)


@st.composite
def joker_hands(draw: st.DrawFn) -> tuple[tuple[Tile, ...], Tile]:
    chance = random.Random(draw(st.integers(0, 10**6)))
    tiles, _ = built_hand(chance, TILES_136[:27], most_melds=0)
    chance.shuffle(tiles)
    for place in range(draw(st.integers(0, 3))):
        tiles[place] = brute.JOKER
    chance.shuffle(tiles)
    hand = tuple(map(tile_of, tiles))
    return hand[:-1], hand[-1]


@given(joker_hands(), st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=60)
def test_the_order_of_tiles_and_the_names_of_suits_do_not_matter(
    hand: tuple[tuple[Tile, ...], Tile], chance: random.Random
) -> None:
    tiles, win = hand
    turned = [Tile(tile if tile >= 27 else (tile + 9) % 27) for tile in (*tiles, win)]
    shuffled = turned[:-1]
    chance.shuffle(shuffled)
    hangzhou = book("HZ")
    first = check_win(hangzhou, Claim(tiles, (), win, DRAWN))
    second = check_win(hangzhou, Claim(tuple(shuffled), (), turned[-1], DRAWN))

    assert (first.win, first.value) == (second.win, second.value)


@given(joker_hands())
@settings(deadline=None, max_examples=40)
def test_waits_are_the_tiles_that_win(hand: tuple[tuple[Tile, ...], Tile]) -> None:
    tiles, _ = hand
    hangzhou = book("HZ")
    found = {wait.tile for wait in waits(hangzhou, tiles, (), DRAWN) if not wait.fifth}
    winning = {
        tile
        for tile in map(tile_of, TILES_136)
        if tiles.count(tile) < 4 and check_win(hangzhou, Claim(tiles, (), tile, DRAWN)).win
    }

    assert found == winning


@given(joker_hands())
@settings(deadline=None, max_examples=40)
def test_a_joker_in_place_of_a_tile_loses_no_win(hand: tuple[tuple[Tile, ...], Tile]) -> None:
    tiles, win = hand
    hangzhou = book("HZ")
    if tiles.count(tile_of("P")) + (win == tile_of("P")) >= 4 or tiles[0] == tile_of("P"):
        return
    wild = (tile_of("P"), *tiles[1:])

    assert not check_win(hangzhou, Claim(tiles, (), win)).win or (
        check_win(hangzhou, Claim(wild, (), win)).win
    )
