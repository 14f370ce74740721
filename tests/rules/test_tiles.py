"""Designs: their numbers never change, every code and name is unique and readable."""

import pytest

from rules.errors import TileError
from rules.languages import Language
from rules.tile_names import NAMES, name_of
from rules.tiles import (
    CODES,
    TILES,
    UNREAD,
    Suit,
    Tile,
    checked,
    code_of,
    rank_of,
    suit_of,
    tile_of,
)


def test_the_numbers_of_the_tags_follow_the_fixed_order() -> None:
    suits = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)]
    in_order = [*suits, *"ESWN", *"CFP", *"abcdefgh", "J", "1x", "2x", "3x", "4x"]

    assert list(CODES) == in_order
    assert [tile_of(code) for code in in_order] == list(range(47))


def test_a_full_set_has_42_designs_in_six_groups() -> None:  # MA-07
    playing = [tile for tile in TILES if suit_of(tile) not in (Suit.JOKERS, Suit.ANIMALS)]

    assert len(playing) == 42
    assert len({suit_of(tile) for tile in playing}) == 6


@pytest.mark.parametrize(
    ("code", "suit", "rank"),
    [
        ("1m", Suit.CHARACTERS, 1),
        ("9p", Suit.DOTS, 9),
        ("5s", Suit.BAMBOO, 5),
        ("E", Suit.WINDS, 1),
        ("N", Suit.WINDS, 4),
        ("P", Suit.DRAGONS, 3),
        ("h", Suit.FLOWERS, 8),
        ("J", Suit.JOKERS, 1),
        ("4x", Suit.ANIMALS, 4),
    ],
)
def test_suit_and_rank(code: str, suit: Suit, rank: int) -> None:
    assert (suit_of(tile_of(code)), rank_of(tile_of(code))) == (suit, rank)


@pytest.mark.parametrize(
    ("code", "english", "chinese", "japanese"),
    [
        ("1m", "1 of characters", "一万", "一萬"),
        ("9p", "9 of dots", "九筒", "九筒"),
        ("5s", "5 of bamboo", "五条", "五索"),
        ("C", "red dragon", "红中", "中"),
        ("a", "spring", "春", "春"),
        ("h", "chrysanthemum", "菊", "菊"),
        ("?", "unread tile", "未识别的牌", "読めない牌"),
    ],
)
def test_people_call_tiles_by_name(code: str, english: str, chinese: str, japanese: str) -> None:
    tile = tile_of(code)

    assert [name_of(tile, language) for language in Language] == [english, chinese, japanese]


def test_every_design_has_a_name_of_its_own_in_every_language() -> None:
    assert set(NAMES) == {*TILES, UNREAD}
    for language in Language:
        assert len({name.to(language) for name in NAMES.values()}) == len(NAMES)


@pytest.mark.parametrize("code", ["", "0m", "10m", "5z", "e ", "X", "5x", "m5", "EE", "Ｅ"])
def test_an_unknown_code_says_which_codes_there_are(code: str) -> None:
    with pytest.raises(TileError, match=r"no tile .*use 1m\.\.9m"):
        tile_of(code)


@pytest.mark.parametrize("number", [-1, 47, 254, 255, 256])
def test_a_number_from_outside_is_checked(number: int) -> None:
    with pytest.raises(TileError, match=r"use 0\.\.46"):
        checked(number)


def test_an_unread_tile_has_a_code_but_neither_suit_nor_rank() -> None:
    assert code_of(UNREAD) == "?"
    with pytest.raises(TileError):
        suit_of(UNREAD)
    with pytest.raises(TileError):
        rank_of(UNREAD)
    with pytest.raises(TileError):
        code_of(Tile(99))
    with pytest.raises(TileError):
        name_of(Tile(99))
