"""QS and SS: QQ Sichuan and Standard Sichuan, one table of fan, the check at the draw."""

import pytest

from tests.support.chengdu_rows import ROWS
from tests.support.rules_hands import flows, judged, settled

BASES = [("QS", 6), ("SS", 1)]
READY_3 = "22334466m7799p1p"  # seven pairs, waits for 1p: fan 3
PIG = "123m456m789p1234s"


@pytest.mark.parametrize("variant", ["QS", "SS"])
@pytest.mark.parametrize(
    ("row", "hand", "roots", "fan", "_patterns"), ROWS, ids=[r[0] for r in ROWS]
)
def test_qs_t7_chengdus_hands_count_one_fan_more(
    variant: str, row: str, hand: str, roots: int, fan: int, _patterns: list[str]
) -> None:
    check = judged(variant, hand)

    assert (check.value, check.multiplier, check.roots) == (fan + 1, 2**fan, roots), row


@pytest.mark.parametrize(("variant", "base"), BASES)
@pytest.mark.parametrize(("fan", "points"), [(1, 1), (2, 2), (3, 4), (4, 8), (5, 16), (6, 32)])
def test_qs_t1_points_of_a_discard_win(variant: str, base: int, fan: int, points: int) -> None:
    sheet = settled(variant, {"e": "win", "by": 0, "from": 1, "value": fan})

    assert [line.amount for line in sheet.lines] == [points * base]


@pytest.mark.parametrize(("variant", "base"), BASES)
@pytest.mark.parametrize(
    ("kind", "paid"),
    [("direct", {1: 1}), ("added", {1: 1, 2: 1, 3: 1}), ("concealed", {1: 2, 2: 2, 3: 2})],
)
def test_qs_t2_kongs(variant: str, base: int, kind: str, paid: dict[int, int]) -> None:
    sheet = settled(variant, {"e": "kong", "by": 0, "kind": kind, "from": 1, "tile": "5m"})

    assert {line.payer: line.amount for line in sheet.lines} == {
        side: units * base for side, units in paid.items()
    }


@pytest.mark.parametrize(("variant", "base"), BASES)
def test_qs_t3_a_pig_pays_everybody_who_is_none(variant: str, base: int) -> None:
    won = {"e": "win", "by": 3, "from": 2, "value": 1}
    draw = {"e": "draw", "hands": {"0": PIG, "1": "not-ready", "2": "not-ready"}}
    sheet = settled(variant, won, draw)

    assert [line[:3] for line in flows(sheet)[1:]] == [(0, side, 16 * base) for side in (1, 2, 3)]


def test_a_house_may_let_the_pig_pay_players_still_in_only() -> None:
    won = {"e": "win", "by": 3, "from": 2, "value": 1}
    draw = {"e": "draw", "hands": {"0": PIG, "1": "not-ready", "2": "not-ready"}}
    sheet = settled("QS", won, draw, pig_pays="players_still_in")

    assert [line[:2] for line in flows(sheet)[1:]] == [(0, 1), (0, 2)]


def test_qs_t4_two_pigs_pay_the_two_others() -> None:
    draw = {"e": "draw", "hands": [PIG, PIG, "not-ready", "not-ready"]}

    assert [line[:3] for line in flows(settled("QS", draw))] == [
        (0, 2, 96),
        (0, 3, 96),
        (1, 2, 96),
        (1, 3, 96),
    ]


@pytest.mark.parametrize(("variant", "base"), BASES)
def test_qs_t5_not_ready_pays_and_returns_his_wind(variant: str, base: int) -> None:
    kong = {"e": "kong", "by": 0, "kind": "added", "tile": "5p"}
    draw = {"e": "draw", "hands": ["not-ready", READY_3, "not-ready", "not-ready"]}
    lines = [line for line in flows(settled(variant, kong, draw)) if line[0] == 0]

    assert (0, 1, 4 * base) in [line[:3] for line in lines]
    returned = [line[:3] for line in lines[1:]]
    assert returned == [(0, side, base) for side in (1, 2, 3)]


@pytest.mark.parametrize(("variant", "base"), BASES)
def test_qs_t6_rain_goes_in_full_to_each_winner(variant: str, base: int) -> None:
    kong = {"e": "kong", "by": 0, "kind": "concealed", "tile": "5m"}
    wins = [
        {"e": "win", "by": side, "from": 0, "how": "kong-discard", "value": fan, "tile": "2p"}
        for side, fan in ((1, 2), (2, 3))
    ]
    sheet = settled(variant, kong, *wins)

    assert [line[:3] for line in flows(sheet)[3:]] == [
        (0, 1, 2 * base),
        (0, 2, 4 * base),
        (0, 1, 6 * base),
        (0, 2, 6 * base),
    ]
    assert sum(sheet.totals) == 0


@pytest.mark.parametrize("shown", ["pig", {"pig": True}])
def test_a_pig_may_be_told_by_word(shown: object) -> None:
    draw = {"e": "draw", "hands": [shown, "not-ready", "not ready", {"ready": False}]}

    assert [line[:3] for line in flows(settled("SS", draw))] == [(0, s, 16) for s in (1, 2, 3)]


def test_a_pig_is_not_charged_as_not_ready_too() -> None:
    draw = {"e": "draw", "hands": [PIG, READY_3, "not-ready", "not-ready"]}
    by_pig = [line for line in flows(settled("QS", draw)) if line[0] == 0]

    assert [line[3] for line in by_pig] == ["QS-31"] * 3


def test_a_pig_returns_its_kong_money_once() -> None:  # SS-06
    kong = {"e": "kong", "by": 0, "kind": "concealed", "tile": "5s"}
    hand = {"hand": "123m456m123p9s", "melds": "[5555s*]"}
    draw = {"e": "draw", "hands": [hand, READY_3, READY_3, READY_3]}
    by_pig = [line for line in flows(settled("SS", kong, draw)) if line[0] == 0]

    assert [line[3] for line in by_pig].count("SS-06") == 3


def test_kongs_of_the_sheet_complete_a_hand_shown_without_them() -> None:
    kong = {"e": "kong", "by": 1, "kind": "concealed", "tile": "5p"}
    draw = {"e": "draw", "hands": ["not-ready", "234m456m789m1p", "not-ready", "not-ready"]}
    sheet = settled("SS", kong, draw)

    assert not sheet.warnings
    assert {line[1] for line in flows(sheet)} == {1}


def test_kong_money_moves_once() -> None:  # QS-24
    kong = {"e": "kong", "by": 0, "kind": "concealed", "tile": "9s"}
    wins = [
        {"e": "win", "by": side, "from": 0, "how": "kong-discard", "value": 1, "tile": tile}
        for side, tile in ((1, "5m"), (2, "6m"))
    ]
    sheet = settled("QS", kong, *wins)

    assert [line[:3] for line in flows(sheet) if line[3] == "QS-24"] == [(0, 1, 36)]
    assert any("no kong of East was entered" in warning.en for warning in sheet.warnings)


def test_nobody_pays_at_the_draw_when_everybody_is_ready() -> None:
    assert settled("QS", {"e": "draw", "hands": [READY_3] * 4}).lines == ()


def test_no_check_when_only_one_is_left() -> None:
    wins = [{"e": "win", "by": side, "value": 1} for side in (0, 1)]
    wins.append({"e": "win", "by": 2, "value": 1})
    sheet = settled("QS", *wins)

    assert sheet.next_dealer is not None
    assert sheet.out == {0, 1, 2}


@pytest.mark.parametrize(
    ("event", "dealer"),
    [
        ({"e": "win", "by": 2, "from": 1, "value": 1}, 1),
        ({"e": "win", "by": 2, "value": 1}, 2),
        ({"e": "win", "by": 2, "from": 1, "how": "kong", "value": 1}, 2),
        ({"e": "draw", "hands": ["not-ready"] * 4}, 3),
    ],
)
def test_the_dealer_at_the_normal_table(event: dict[str, object], dealer: int) -> None:  # QS-05
    following = settled("QS", event, dealer=3, mode="normal").next_dealer

    assert following is not None
    assert (following.side, following.rule) == (dealer, "QS-05")


def test_the_bloody_table_throws_dice_for_every_hand() -> None:  # QS-05
    following = settled("QS", {"e": "draw", "hands": ["not-ready"] * 4}).next_dealer

    assert following is not None
    assert (following.side, following.rule) == (None, "QS-05")


@pytest.mark.parametrize(
    ("by", "fan"), [("kong", 3), ("kong-discard", 3), ("self", 2), ("discard", 2)]
)
def test_each_luck_counts_one_fan(by: str, fan: int) -> None:  # QS-F7
    assert judged("QS", "123m456m789p55p [1111p]", by=by, kong_chain=2).value == fan


def test_the_earthly_hand_may_be_on_the_dealers_first_discard() -> None:
    event = {"e": "win", "by": 1, "from": 0, "how": "earth", "hand": READY_3, "tile": "1p"}
    sheet = settled("QS", event, earthly_by="dealers_first_discard")

    assert [line[:3] for line in flows(sheet)] == [(0, 1, 192)]


def test_kongs_of_the_sheet_complete_a_winning_hand_given_without_them() -> None:
    kong = {"e": "kong", "by": 1, "kind": "concealed", "tile": "5p"}
    win = {"e": "win", "by": 1, "from": 0, "hand": "234m456m789m1p", "tile": "1p"}
    sheet = settled("SS", kong, win)

    assert not sheet.warnings
    assert sheet.wins[0].value == 2
