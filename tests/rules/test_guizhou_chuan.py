"""GY3: the worked rows of Guizhou's base of ten, and what its rules say around them."""

import pytest

from rules.errors import RulesError
from rules.opening import open_hand
from rules.variants import variant
from tests.support.rules_hands import flows, judged, settled

READY = "123456m789p234s5p"
PUNGS = "111333m555p777s9s"
NOT_READY = "147m258p369s1234m"
CONCEALED = {"e": "kong", "by": 1, "kind": "concealed", "tile": "2p"}
ADDED = {"e": "kong", "by": 1, "kind": "added", "tile": "2p"}
DIRECT = {"e": "kong", "by": 1, "kind": "direct", "from": 2, "tile": "2p"}


def _win(hand: str, tile: str, **more: object) -> dict[str, object]:
    return {"e": "win", "by": 0, "hand": hand, "tile": tile, **more}


@pytest.mark.parametrize(
    ("rule", "hand", "value"),
    [
        ("GY3-F1", "123456m789p234s55p", 10),
        ("GY3-F2", "111333m555p777s99s", 30),
        ("GY3-F3", "11m22m33p44p55s66s77s", 40),
        ("GY3-F4", "1111m33p44p55s66s77s", 50),
        ("GY3-F5", "123345567m78999m", 50),
        ("GY3-F6", "111222333444m55m", 80),
        ("GY3-F7", "11223344556677p", 90),
        ("GY3-F8", "11112233445566p", 100),
    ],
)
def test_patterns(rule: str, hand: str, value: int) -> None:
    check = judged("GY3", hand, by="self")

    assert (check.value, [item.rule for item in check.items]) == (value, [rule])


def test_gy3_t1_a_basic_self_draw() -> None:
    assert settled("GY3", _win(READY, "5p")).totals == (30, -10, -10, -10)
    assert not judged("GY3", READY + "5p").win


def test_gy3_t2_pure_pungs_on_a_discard() -> None:
    win = _win("111222333444m5m", "5m", **{"from": 2})

    assert settled("GY3", win).totals == (80, 0, -80, 0)


def test_gy3_t3_pungs_on_a_kongs_replacement() -> None:
    assert settled("GY3", _win(PUNGS, "9s", how="kong")).totals == (120, -40, -40, -40)


def test_gy3_t4_a_concealed_kong() -> None:
    kong = {**CONCEALED, "by": 0}
    sheet = settled("GY3", kong, {"e": "win", "by": 0, "value": 10})

    assert [line for line in flows(sheet) if line[3] == "GY3-20"] == [
        (side, 0, 20, "GY3-20") for side in (1, 2, 3)
    ]


@pytest.mark.parametrize(
    ("kong", "lines"),
    [
        (CONCEALED, [(side, 1, 20, "GY3-20") for side in (2, 3, 0)]),
        (ADDED, [(side, 1, 10, "GY3-21") for side in (2, 3, 0)]),
        (DIRECT, [(2, 1, 10, "GY3-22")]),
    ],
)
def test_beans(kong: dict[str, object], lines: list[tuple[int, int, int, str]]) -> None:
    ready = {"e": "chicken", "turned": None, "ready": [1]}
    sheet = settled("GY3", kong, {"e": "win", "by": 0, "value": 10}, ready)

    assert flows(sheet)[3:] == lines


@pytest.mark.parametrize(
    ("row", "kong", "hand", "tile", "total"),
    [
        ("GY3-T5", ADDED, PUNGS, "9s", 60),
        ("GY3-T6", CONCEALED, READY, "5p", 70),
        ("GY3-23: direct", DIRECT, READY, "5p", 20),
    ],
)
def test_dealing_in_after_a_kong(
    row: str, kong: dict[str, object], hand: str, tile: str, total: int
) -> None:
    win = _win(hand, tile, how="kong-discard", **{"from": 1})
    ready = {"e": "chicken", "turned": None, "ready": [1]}
    sheet = settled("GY3", kong, win, ready)

    assert sheet.totals == (total, -total, 0, 0), row


def test_a_kong_that_was_not_entered_is_asked_for() -> None:
    sheet = settled("GY3", _win(PUNGS, "9s", how="kong-discard", **{"from": 1}))

    assert sheet.totals == (30, -30, 0, 0)
    assert any("no kong of South was entered" in warning.en for warning in sheet.warnings)


def test_gy3_t7_the_robbed_player_pays_for_three() -> None:
    win = _win("23456m789p234s55p", "1m", how="rob", **{"from": 1})

    assert flows(settled("GY3", win)) == [(1, 0, 30, "GY3-24")]


@pytest.mark.parametrize(
    ("row", "ready", "dealer", "after", "rule"),
    [
        ("GY3-T8", {1, 3}, 0, 1, "GY3-36"),
        ("GY3-T9", {0, 1, 3}, 0, 2, "GY3-36"),
        ("GY3-36: a ready dealer stays", {0, 2}, 2, 2, "GY3-36"),
        ("GY3-36: the nearest after the dealer", {0, 1}, 2, 0, "GY3-36"),
        ("GY3-36: the dealer alone is not ready", {0, 1, 3}, 2, 2, "GY3-36"),
        ("GY3-31: none", set(), 3, 3, "GY3-31"),
        ("GY3-31: all", {0, 1, 2, 3}, 3, 3, "GY3-31"),
    ],
)
def test_the_dealer_after_a_draw(
    row: str, ready: set[int], dealer: int, after: int, rule: str
) -> None:
    hands = [{"ready": side in ready, "value": 10} for side in range(4)]
    sheet = settled("GY3", {"e": "draw", "hands": hands}, dealer=dealer)

    assert sheet.next_dealer is not None
    assert (sheet.next_dealer.side, sheet.next_dealer.rule) == (after, rule), row
    paid = 0 if len(ready) in (0, 4) else len(ready) * (4 - len(ready))
    assert [line[2:] for line in flows(sheet)] == [(10, "GY3-32")] * paid


def test_gy3_t9_the_one_who_is_not_ready_pays_three() -> None:
    hands = [READY, READY, NOT_READY, READY]

    assert settled("GY3", {"e": "draw", "hands": hands}).totals == (10, 10, -30, 10)


def test_gy3_t10_a_concealed_kong_of_chickens_adds_up() -> None:
    kong = {**CONCEALED, "by": 0}
    event = {"e": "chicken", "turned": "1p", "in_hand": {"0": "2222p"}}
    sheet = settled("GY3", kong, {"e": "win", "by": 0, "value": 10}, event)

    assert flows(sheet)[3:] == [(side, 0, 60, "GY3-40") for side in (1, 2, 3)]
    assert 60 == 4 * 10 + 20


@pytest.mark.parametrize(("needs", "paid"), [("on", 0), ("off", 20)])
def test_gy3_40_chickens_without_being_ready(needs: str, paid: int) -> None:
    event = {"e": "chicken", "turned": "1p", "in_hand": {"1": "22p1s"}, "ready": []}
    sheet = settled("GY3", {"e": "win", "by": 0, "value": 10}, event, chicken_needs_ready=needs)

    assert sheet.totals[2] == -10 - paid


def test_a_void_kong_of_chickens_still_holds_its_chickens() -> None:  # GY3-23
    win = _win(READY, "5p", how="kong-discard", **{"from": 1})
    event = {"e": "chicken", "turned": "1p", "in_hand": {"0": ""}, "ready": [1]}
    sheet = settled("GY3", CONCEALED, win, event)

    assert flows(sheet)[2:] == [(side, 1, 40, "GY3-40") for side in (2, 3, 0)]


def test_gy3_51_three_winners_pay_the_discarder_who_deals() -> None:
    wins = [
        {"e": "win", "by": side, "from": 2, "value": value, "tile": "5p"}
        for side, value in ((0, 10), (1, 30), (3, 50))
    ]
    sheet = settled("GY3", *wins)

    assert sheet.totals == (-10, -30, 90, -50)
    assert sheet.next_dealer is not None
    assert (sheet.next_dealer.side, sheet.next_dealer.rule) == (2, "GY3-51")


def test_of_two_winners_the_first_after_the_discarder_deals() -> None:
    wins = [{"e": "win", "by": side, "from": 2, "value": 10, "tile": "5p"} for side in (1, 3)]
    following = settled("GY3", *wins).next_dealer

    assert following is not None
    assert (following.side, following.rule) == (3, "GY3-02")


def test_gy3_50_who_passed_a_win_pays_for_all() -> None:
    penalty = {"e": "penalty", "by": 1, "kind": "包牌", "amount": 30}

    assert settled("GY3", penalty, guarantee="on").totals == (30, -90, 30, 30)


def test_gy3_03_the_wall_is_broken_as_in_gy2() -> None:
    assert open_hand(variant("GY3"), [(3, 4)]).broken.wall_side == 2


def test_there_is_no_ready_declaration() -> None:
    with pytest.raises(RulesError, match="GY3 has no ready declaration"):
        settled("GY3", {"e": "declare", "by": 1, "kind": "ready"})
