"""SP: Sichuan by points; one winner, points add."""

import pytest

from rules.hands.refusals import Reason
from tests.support.rules_hands import flows, judged, settled


@pytest.mark.parametrize(
    ("row", "hand", "points"),
    [
        ("SP-T1", "111m444m222p999p66p", 2),
        ("SP-T2", "123s567s234s888s99s", 3),
        ("SP-T3", "123s123m789s789m99m", 3),
        ("SP-T4", "11m22m99m44p66p88p99p", 3),
        ("SP-T5", "11m11m99m44p66p88p99p", 4),
        ("SP-T6", "111m444m222m999m66m", 4),
        ("SP-T7 corrected", "222m555m888m222p55p", 4),
        ("SP-T8 corrected", "123m345m222p999p66p", 1),
        ("SP-T9", "[2222p]123m345m999p66p", 2),
        ("SP-T10 corrected", "11m22m99m44p66p11p99p", 3),
        ("SP-T11", "1111m2222m99m44p66p", 5),
        ("SP-T12", "[2222p]111m444m999p66p", 3),
        ("SP-T13 corrected", "123s567s678s888s77s", 5),
        ("SP-T14 corrected", "123s567s789s888s77s", 5),
        ("SP-T15", "[8888s]123s567s234s77s", 4),
        ("SP-F8", "11223344556677m", 4),
        ("SP-F13", "11112233445566m", 8),
    ],
)
def test_worked_rows(row: str, hand: str, points: int) -> None:
    check = judged("SP", hand)

    assert check.win, row
    assert (check.value, check.multiplier) == (points, points)


@pytest.mark.parametrize(
    ("row", "hand", "reason"),
    [
        ("SP-T7", "222m555m888m222s55p", Reason.SUITS),
        ("SP-T14", "124s567s789s888s77s", Reason.SHAPE),
    ],
)
def test_rejected_rows(row: str, hand: str, reason: Reason) -> None:
    refusal = judged("SP", hand).refusal

    assert refusal is not None, row
    assert refusal.reason == reason


@pytest.mark.parametrize(
    ("row", "hand", "win", "by", "points"),
    [
        ("SP-T16", "23m567m789p123p55p", "4m", "rob", 2),
        ("SP-T17", "23m567m789p123p55p", "1m", "rob", 2),
        ("SP-T18", "[2222p]123m345m999p66p", "6p", "kong", 4),
        ("SP-T19", "[2222p*]123m345m999p66p", "6p", "kong", 4),
    ],
)
def test_luck_adds_points(row: str, hand: str, win: str, by: str, points: int) -> None:
    assert judged("SP", hand, win, by).value == points, row


def test_a_robbed_tile_is_not_held_by_the_winner() -> None:  # SP-T16
    refusal = judged("SP", "111m444m222p999p66p", "6p", "rob").refusal

    assert refusal is not None
    assert refusal.reason == Reason.ROB_HELD


def test_sp_t18_the_feeder_of_a_direct_kong_pays_the_win_on_its_replacement() -> None:
    kong = {"e": "kong", "by": 0, "kind": "direct", "from": 1, "tile": "2p"}
    win = {"e": "win", "by": 0, "hand": "123m345m999p6p", "melds": "[2222p]", "tile": "6p"}
    sheet = settled("SP", kong, {**win, "how": "kong"})

    assert flows(sheet) == [(1, 0, 4, "SP-14")]


def test_sp_t19_after_a_concealed_kong_all_three_pay() -> None:
    kong = {"e": "kong", "by": 0, "kind": "concealed", "tile": "2p"}
    win = {"e": "win", "by": 0, "hand": "123m345m999p6p", "melds": "[2222p*]", "tile": "6p"}
    sheet = settled("SP", kong, {**win, "how": "kong"})

    assert flows(sheet) == [(side, 0, 4, "SP-15") for side in (1, 2, 3)]


def test_sp_t20_not_ready_pays_the_smallest() -> None:
    # 1m makes terminals, 3 points; 4m a plain win, 1 point.
    ready = "23m123m789p789p11p"
    sheet = settled("SP", {"e": "draw", "hands": ["not-ready", "not-ready", ready, ready]})

    assert flows(sheet) == [(loser, winner, 1, "SP-17") for loser in (0, 1) for winner in (2, 3)]


@pytest.mark.parametrize(
    ("events", "dealer"),
    [
        ([{"e": "win", "by": 2, "from": 1, "value": 1}], 2),
        (
            [
                {"e": "win", "by": 2, "from": 1, "value": 1, "tile": "5m"},
                {"e": "win", "by": 0, "from": 1, "value": 1, "tile": "5m"},
            ],
            1,
        ),
        ([{"e": "draw", "hands": ["not-ready"] * 4}], 3),
    ],
)
def test_sp_12_the_next_dealer(events: list[dict[str, object]], dealer: int) -> None:
    following = settled("SP", *events, dealer=3).next_dealer

    assert following is not None
    assert (following.side, following.rule) == (dealer, "SP-12")


def test_kongs_are_points_not_money() -> None:  # SP-04
    assert settled("SP", {"e": "kong", "by": 0, "kind": "added", "tile": "5m"}).lines == ()


@pytest.mark.parametrize(("pure_seven", "points"), [(4, 4), (8, 8)])
def test_pure_seven_pairs_are_worth_what_the_house_says(pure_seven: int, points: int) -> None:
    options: dict[str, object] = {"pure_seven": pure_seven}

    assert judged("SP", "11223344556677m", options=options).value == points
