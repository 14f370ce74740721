"""What may be claimed, discarded and let go; the lack suit; the first dealer; inspection."""

import pytest

from rules.actions import (
    Call,
    Position,
    check_call,
    check_discard,
    check_rob,
    lack_choices,
    must_win,
)
from rules.books import book
from rules.dice import Throw
from rules.errors import DiceError
from rules.first_dealer import Found, first_dealer
from rules.hands.refusals import Reason
from rules.inspection import Held, inspect
from rules.notation import MeldKind, parse_hand, parse_tiles
from rules.tiles import Suit, tile_of
from rules.variants import variant

CD = book("CD")


@pytest.mark.parametrize(
    ("row", "hand", "lacks"),
    [
        ("NS-T1", "1112235m2457899p", "s"),
        ("NS-T2", "1123456789999m", "ps"),
        ("three", "1m1p1s", "mps"),
    ],
)
def test_which_suits_may_be_named_as_lacking(row: str, hand: str, lacks: str) -> None:
    assert lack_choices(parse_tiles(hand)) == tuple(Suit(lack) for lack in lacks), row


@pytest.mark.parametrize(
    ("call", "hand", "tile", "reason"),
    [
        (Call.PUNG, "55m", "5m", None),
        (Call.PUNG, "5m", "5m", Reason.TOO_FEW),
        (Call.KONG, "555m", "5m", None),
        (Call.KONG, "55m", "5m", Reason.TOO_FEW),
        (Call.CHOW, "46m", "5m", Reason.NO_CHOW),
        (Call.PUNG, "aa", "a", Reason.NO_MELD),
    ],
)
def test_claims_in_chengdu(call: Call, hand: str, tile: str, reason: Reason | None) -> None:
    refusal = check_call(CD, call, Position(parse_tiles(hand)), tile_of(tile), steps=1)

    assert (None if refusal is None else refusal.reason) == reason


def test_ns_08_the_lack_suit_is_never_claimed_and_goes_first() -> None:
    position = Position(parse_tiles("55s123m"), lack=Suit.BAMBOO)
    claimed = check_call(CD, Call.PUNG, position, tile_of("5s"), steps=2)
    kept = check_discard(position, tile_of("1m"))

    assert claimed is not None
    assert claimed.reason == Reason.LACK_CALL
    assert kept is not None
    assert kept.reason == Reason.LACK_FIRST
    assert check_discard(position, tile_of("5s")) is None


def test_dy_40_a_declared_hand_discards_what_it_draws() -> None:
    position = Position(parse_tiles("123m55p"), frozen=True)

    assert check_discard(position, tile_of("5p"), drawn=tile_of("9s")) is not None
    assert check_discard(position, tile_of("9s"), drawn=tile_of("9s")) is None
    assert check_call(CD, Call.PUNG, position, tile_of("5p"), steps=1) is not None


def test_cd_15_a_shown_wait_is_discarded_only_by_who_has_declared() -> None:
    shown = parse_tiles("14m")

    assert check_discard(Position(parse_tiles("14m")), tile_of("4m"), shown=shown) is not None
    assert (
        check_discard(Position(parse_tiles("14m"), frozen=True), tile_of("4m"), shown=shown) is None
    )


@pytest.mark.parametrize("kind", MeldKind)
def test_only_an_added_kong_is_robbed(kind: MeldKind) -> None:  # CD-24
    assert (check_rob(kind) is None) is (kind is MeldKind.ADDED_KONG)


@pytest.mark.parametrize(
    ("name", "rule"),
    [("DY", "DY-15"), ("CD", "CD-23"), ("QS", "QS-03"), ("SS", "SS-02"), ("SP", "SP-05")],
)
def test_the_last_four_must_be_won(name: str, rule: str) -> None:
    assert must_win(book(name), left=3) == rule
    assert must_win(book(name), left=4) is None


def test_ns_05_with_a_fixed_lack_the_last_four_need_not_be_won() -> None:
    assert must_win(book("NS"), left=0) is None
    assert must_win(book("NS", {"last_four_forced": "on"}), left=0) == "NS-05"


@pytest.mark.parametrize(
    ("turned", "sums", "found"),
    [
        ("5m", [3, 9, 4, 9], Found(1)),  # the earlier of equal throws
        ("4m", [3, 9, 3, 9], Found(0)),
        ("9s", [2, 3, 4, 12], Found(3)),
    ],
)
def test_dy_03_a_turned_tile_says_high_or_low(turned: str, sums: list[int], found: Found) -> None:
    assert first_dealer(variant("DY"), _throws(sums), tile_of(turned)) == found


def test_cd_02_the_highest_throw_deals_and_equals_throw_again() -> None:
    assert first_dealer(variant("CD"), _throws([3, 9, 4, 8])) == Found(1)
    assert first_dealer(variant("CD"), _throws([3, 9, 4, 9])) == Found(None, (1, 3))


def test_who_cannot_be_found_by_dice() -> None:
    with pytest.raises(DiceError, match="choose the side"):
        first_dealer(variant("GD"), _throws([3, 4, 5, 6]))
    with pytest.raises(DiceError, match="turn a tile"):
        first_dealer(variant("DY"), _throws([3, 4, 5, 6]))
    with pytest.raises(DiceError, match="3 throws"):
        first_dealer(variant("CD"), _throws([3, 4, 5]))


def _throws(sums: list[int]) -> list[Throw]:
    return [(min(6, total - 1), total - min(6, total - 1)) for total in sums]


def _held(hand: str, *, drawn: bool = False) -> Held:
    parsed = parse_hand(hand)
    return Held(parsed.tiles, parsed.melds, drawn)


@pytest.mark.parametrize(
    ("hand", "drawn", "words"),
    [
        ("123456789m1233p", False, []),
        ("123456789m12333p", True, []),
        ("123456789m12333p", False, ["14 tiles in hand where 13 belong"]),
        ("123456789m123p [9999s]", False, ["12 tiles in hand where 10 belong"]),
        ("123456789m1p [123p]", False, ["[123p]: Chengdu mahjong has no chow"]),
        ("123456789m123pE", False, ["east wind is not in the set"]),
        ("11111m23456789m", False, ["5 x 1 of characters"]),
    ],
)
def test_inspection_names_what_is_wrong(hand: str, drawn: bool, words: list[str]) -> None:
    found = inspect(CD, [_held(hand, drawn=drawn), None, None, None])

    assert len(found) == len(words)
    for irregularity, text in zip(found, words, strict=True):
        assert text in irregularity.text.en


def test_inspection_of_the_whole_set_names_what_is_missing() -> None:
    tiles = list(CD.set_up.tile_set.tiles())

    assert inspect(CD, [], tiles, complete=True) == []
    tiles.remove(tile_of("5p"))
    found = inspect(CD, [], [*tiles, tile_of("6p")], complete=True)
    assert [one.text.en for one in found] == [
        "5 x 6 of dots: there are only four of a kind; check the tiles",
        "1 x 5 of dots missing.",
    ]


def test_a_tile_spread_over_several_hands_is_counted_once_for_all() -> None:
    hands = [_held("555m456789m1233p"), _held("55m123456789p11s")]

    assert [one.side for one in inspect(CD, [*hands, None, None])] == [None]
