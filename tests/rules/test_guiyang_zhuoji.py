"""GY2: the worked rows of Guiyang with chickens, and what its rules say around them."""

import pytest

from rules.errors import RulesError
from rules.opening import open_hand
from rules.variants import variant
from tests.support.rules_hands import flows, judged, settled

BASIC = "123456m789p234s55p"
READY = "123456m789p234s5p"
PUNGS = "111333m555p777s9s"
NOT_READY = "147m258p369s1234m"
KONG = {"e": "kong", "by": 1, "kind": "concealed", "tile": "2p"}


def _win(hand: str, tile: str, by: int = 0, **more: object) -> dict[str, object]:
    return {"e": "win", "by": by, "hand": hand, "tile": tile, **more}


def test_gy2_t1_seven_names_the_opposite_wall() -> None:  # GY2-03
    broken = open_hand(variant("GY2"), [(3, 4)], dealer=1).broken

    assert (broken.wall_side, broken.stacks_left) == (3, 3)


@pytest.mark.parametrize(
    ("row", "hand", "situation", "value"),
    [
        ("GY2-F1", "[2222p*]123m789m456s55s", {}, 1),
        ("GY2-T2", BASIC, {"by": "self"}, 2),
        ("GY2-F3", BASIC, {"by": "kong"}, 3),
        ("GY2-F4", "111333m555p777s99s", {}, 5),
        ("GY2-F4: self-draw adds nothing", "111333m555p777s99s", {"by": "self"}, 5),
        ("GY2-T4", "11m22m33p44p55s66s77s", {}, 8),
        ("GY2-T5", "1111m22m33p44p55s66s", {"by": "self"}, 10),
        ("GY2-F7", "123345567m78999m", {}, 10),
        ("GY2-T8", "111222333444m55m", {}, 15),
        ("GY2-T6", "11223344556677p", {}, 18),
        ("GY2-T7", "11112233445566p", {}, 20),
        ("GY2-F11", BASIC, {"declared": True}, 10),
        ("GY2-F11", BASIC, {"declared": True, "by": "self"}, 10),
        ("GY2-F11", "111333m555p777s99s", {"declared": True}, 15),
        ("GY2-F12", BASIC, {"from_declared": True}, 11),
        ("GY2-F12", "11m22m33p44p55s66s77s", {"from_declared": True}, 18),
        ("GY2-24", "23456m789p234s55p1m", {"by": "rob"}, 10),
        ("GY2-24: pure suit is worth as much", "1112345789999m6m", {"by": "rob"}, 10),
    ],
)
def test_values(row: str, hand: str, situation: dict[str, object], value: int) -> None:
    check = judged("GY2", hand, **situation)  # type: ignore[arg-type]

    assert (check.win, check.value) == (True, value), (row, check.refusal)


def test_a_basic_hand_needs_a_bean_for_a_discard() -> None:
    assert not judged("GY2", BASIC).win
    assert judged("GY2", BASIC, by="kong-discard").win


def test_gy2_t2_a_self_draw_is_worth_two() -> None:
    assert settled("GY2", _win(READY, "5p")).totals == (6, -2, -2, -2)


def test_gy2_t3_beans_and_a_discard() -> None:
    kong = {"e": "kong", "by": 0, "kind": "concealed", "tile": "2p"}
    win = _win("123m789m456s5s", "5s", melds="[2222p*]", **{"from": 1})

    assert settled("GY2", kong, win).totals == (7, -3, -2, -2)


def test_gy2_t9_a_robbed_kong_counts_as_pure_suit() -> None:
    win = {"e": "win", "by": 0, "from": 1, "how": "rob", "hand": "12s456789m222p55p", "tile": "3s"}

    assert flows(settled("GY2", win)) == [(1, 0, 10, "GY2-25")]


@pytest.mark.parametrize(
    ("kongs", "beans"),
    [
        ([KONG], []),
        ([{**KONG, "tile": "3p", "kind": "added"}, KONG], [(2, 1, 3), (3, 1, 3), (0, 1, 3)]),
    ],
)
def test_gy2_t10_the_bean_just_made_is_void(
    kongs: list[dict[str, object]], beans: list[tuple[int, int, int]]
) -> None:
    win = {"e": "win", "by": 0, "from": 1, "how": "kong-discard", "hand": PUNGS, "tile": "9s"}
    ready = {"e": "chicken", "turned": None, "ready": [1]}
    paid = flows(settled("GY2", *kongs, win, ready))

    assert paid[:2] == [(1, 0, 5, "GY2-25"), (1, 0, 1, "GY2-23")]
    assert [line[:3] for line in paid[2:]] == beans


def _three(*values: int, source: int = 0, **more: object) -> list[dict[str, object]]:
    return [
        {"e": "win", "by": (source + seat) % 4, "from": source, "value": value, "tile": "5p"} | more
        for seat, value in enumerate(values, 1)
    ]


def test_gy2_t11_three_winners_pay_the_discarder() -> None:
    sheet = settled("GY2", *_three(1, 5, 10))

    assert flows(sheet) == [(1, 0, 1, "GY2-51"), (2, 0, 5, "GY2-51"), (3, 0, 10, "GY2-51")]
    assert sheet.totals[0] == 16


def test_two_winners_are_paid() -> None:
    assert settled("GY2", *_three(1, 5)).totals == (-6, 1, 5, 0)


@pytest.mark.parametrize(
    ("row", "event", "each"),
    [
        ("GY2-T12", {"turned": "9s", "in_hand": {"0": "11s"}}, 4),
        ("GY2-T13", {"turned": "5m", "in_hand": {"0": "6m1s"}}, 2),
        ("GY2-T14", {"turned": "5m", "in_hand": {"0": "", "1": "6m1s"}, "ready": [0]}, 0),
        ("GY2-07", {"turned": "5m", "in_hand": {"0": ""}, "discarded": {"0": "6m1s"}}, 0),
    ],
)
def test_chickens(row: str, event: dict[str, object], each: int) -> None:
    sheet = settled("GY2", {"e": "win", "by": 0, "value": 2}, {"e": "chicken", **event})

    assert sheet.totals == (6 + 3 * each, -2 - each, -2 - each, -2 - each), row


def test_gy2_07_discarded_chickens_count_where_the_house_says_so() -> None:
    event = {"e": "chicken", "turned": "5m", "in_hand": {"0": ""}, "discarded": {"0": "6m1s"}}
    sheet = settled("GY2", {"e": "win", "by": 0, "value": 2}, event, outside_chickens="on")

    assert sheet.totals[1] == -4


def test_a_winners_chickens_are_counted_in_his_hand() -> None:
    event = {"e": "chicken", "turned": "4p"}

    assert settled("GY2", _win(READY, "5p"), event).totals[1] == -2 - 2


@pytest.mark.parametrize("by", [0, 2])
def test_gy2_f12_who_declared_pays_ten_more(by: int) -> None:
    declared = {"e": "declare", "by": 1, "kind": "ready"}
    drawn = settled("GY2", declared, _win(READY, "5p", by))
    others = [side for side in range(4) if side not in (by, 1)]

    assert drawn.totals[1] == -12
    assert all(drawn.totals[side] == -2 for side in others)


def test_gy2_f11_the_declared_winner() -> None:
    declared = {"e": "declare", "by": 0, "kind": "ready"}

    assert settled("GY2", declared, _win(READY, "5p")).totals == (30, -10, -10, -10)
    discard = _win(READY, "5p", **{"from": 2})
    assert settled("GY2", declared, discard).totals == (10, 0, -10, 0)


def test_gy2_30_the_draw_pays_patterns_alone() -> None:
    hands = [READY, NOT_READY, NOT_READY, NOT_READY]
    sheet = settled("GY2", {**KONG, "by": 0}, {"e": "draw", "hands": hands}, dealer=3)

    assert flows(sheet) == [(side, 0, 1, "GY2-30") for side in (3, 1, 2)]
    assert sheet.next_dealer is not None
    assert (sheet.next_dealer.side, sheet.next_dealer.rule) == (3, "GY2-04")


def test_gy2_50_who_passed_a_win_pays_for_all() -> None:
    penalty = {"e": "penalty", "by": 1, "kind": "guarantee", "amount": 5}
    win = _win(READY, "5p")

    assert settled("GY2", penalty, win, guarantee="on").totals == (11, -17, 3, 3)
    with pytest.raises(RulesError, match="option guarantee"):
        settled("GY2", penalty, win)
