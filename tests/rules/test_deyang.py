"""DY: the worked rows of Deyang; patterns add up, at least one fan."""

from fractions import Fraction

import pytest

from rules.errors import EventError
from rules.hands.refusals import Reason
from rules.hands.situation import Pass
from rules.notation import parse_tiles
from rules.settling.ledger import HandLedger
from tests.support.rules_hands import flows, judged, settled

UNCAPPED: dict[str, object] = {"cap_fan": "none"}
READY = "234m567m345p678p5s"  # waits for 5s: no terminals, 1 fan
NOT_READY = "147m258p369s1234m"


@pytest.mark.parametrize(
    ("row", "hand", "fan"),
    [
        ("DY-T1", "[2222m][4444m][6666m][8888m]55m", 11),
        ("DY-T2", "[2222m][5555m][8888p][2222s]55p", 10),
        ("DY-T3", "[1111m][9999m][1111p][9999s]99p", 10),
        ("DY-T4", "77778888999911m", 9),
        ("DY-T5", "22224444666688m", 10),
        ("DY-T6", "[1111m][2222p][3333s][7777m]55p", 7),
    ],
)
def test_self_drawn_rows(row: str, hand: str, fan: int) -> None:
    check = judged("DY", hand, by="self", options=UNCAPPED)

    assert (check.value, check.multiplier) == (fan, 2 ** (fan - 1)), row


@pytest.mark.parametrize(
    ("rule", "hand", "items"),
    [
        ("DY-F9", "234345456678m88m", {"DY-F5": 3, "DY-F1": 1}),
        ("DY-F10", "123m123m789m99p111p", {"DY-F7": 3, "DY-F2": 1}),
        ("DY-F11", "123123123789m99m", {"DY-F11": 5}),
        ("DY-F12", "222444666888m55m", {"DY-F5": 3, "DY-F1": 1, "DY-F6": 1}),
        ("DY-F13", "111999m111p999s11s", {"DY-F7": 3, "DY-F6": 1}),
        ("DY-F14", "22334455667788m", {"DY-F4": 2, "DY-F5": 3, "DY-F1": 1}),
        ("DY-F15", "2222m33m5588p9911s", {"DY-F4": 2, "DY-F3": 1}),
        ("DY-F4", "22m33m55m88p99p11s77s", {"DY-F4": 2}),
        ("DY-F8", "222555888m22255p", {"DY-F8": 4, "DY-F2": 1}),
    ],
)
def test_what_adds_up(rule: str, hand: str, items: dict[str, int]) -> None:
    check = judged("DY", hand, options=UNCAPPED)

    assert {item.rule: item.value for item in check.items} == items, rule
    assert check.value == sum(items.values())


def test_dy_t8_a_hand_without_fan_does_not_win() -> None:
    refusal = judged("DY", "123m456p789s234m55p").refusal

    assert refusal is not None
    assert refusal.reason == Reason.MINIMUM
    assert refusal.say() == "worth 0, at least 1 is needed"


@pytest.mark.parametrize(
    ("row", "situation"),
    [
        ("DY-T9", {"by": "rob"}),
        ("DY-E2", {"by": "kong-discard"}),
        ("DY-E6", {"declared": True}),
    ],
)
def test_a_situation_may_give_the_one_fan(row: str, situation: dict[str, object]) -> None:
    check = judged("DY", "123m456p789s234m55p", "9s", **situation)  # type: ignore[arg-type]

    assert check.win, row
    assert check.value == 1


def test_a_self_draw_does_not_give_the_one_fan() -> None:  # DY-20, DY-E4
    assert not judged("DY", "123m456p789s234m55p", by="self").win


def test_dy_t10_no_terminals_wins_with_three_suits() -> None:
    check = judged("DY", "234m567m345p678p55s")

    assert [(item.rule, item.value) for item in check.items] == [("DY-F1", 1)]


def test_the_cap_cuts_the_fan() -> None:  # DY-P7
    hand = "[2222m][4444m][6666m][8888m]55m"

    assert judged("DY", hand, by="self").value == 4
    assert judged("DY", hand, by="self", options={"cap_fan": 5}).multiplier == 16


@pytest.mark.parametrize(
    ("options", "fan"), [({}, 1 + 1 + 1), ({"kong_win_extra": "both"}, 1 + 1 + 2)]
)
def test_a_kong_win_counts_instead_of_the_self_draw(options: dict[str, object], fan: int) -> None:
    check = judged("DY", "234m567m345p [6666p]55s", by="kong", options=options | UNCAPPED)

    assert check.value == fan  # DY-E5, DY-O7: no terminals, root, kong win


def test_options_of_deyang() -> None:
    six: dict[str, object] = {"pure_terminals": 6, **UNCAPPED}
    assert judged("DY", "123123123789m99m", options=six).value == 6
    bonus: dict[str, object] = {"heavenly_bonus": 1}
    assert judged("DY", "234m567m345p678p55s", by="heaven", dealer=True).value == 2
    assert judged("DY", "234m567m345p678p55s", by="heaven", dealer=True, options=bonus).value == 3


def test_a_passed_tile_is_a_false_win() -> None:  # DY-41
    passed = (Pass(parse_tiles("5s")[0], 1),)

    assert not judged("DY", "234m567m345p678p55s", passed=passed).win
    assert judged("DY", "234m567m345p678p55s", "2m", passed=passed).win


def test_dy_t7_a_plain_self_draw_at_ten_a_unit() -> None:
    win = {"e": "win", "by": 0, "hand": "123m456m789p2345p", "tile": "5p"}

    assert flows(settled("DY", win, base=10)) == [(side, 0, 20, "DY-P1") for side in (1, 2, 3)]


DIRECT = {"e": "kong", "by": 0, "kind": "direct", "from": 1, "tile": "1m"}
ADDED = {"e": "kong", "by": 0, "kind": "added", "tile": "1m"}


def _kong_discard(*winners: int) -> list[dict[str, object]]:
    return [
        {"e": "win", "by": side, "from": 0, "how": "kong-discard", "value": 1, "tile": "5p"}
        for side in winners
    ]


@pytest.mark.parametrize(
    ("row", "kong", "winners", "moved"),
    [
        ("DY-T11", DIRECT, (2, 3), [(0, 2, 1), (0, 3, 1)]),
        ("DY-T12", DIRECT, (1, 2), []),
        ("DY-T13", ADDED, (2, 3), [(0, 2, Fraction(3, 2)), (0, 3, Fraction(3, 2))]),
        ("DY-P4", ADDED, (3,), [(0, 3, 3)]),
        ("DY-P5: the feeder alone", DIRECT, (1,), [(0, 1, 2)]),
    ],
)
def test_rain_moves_to_the_winners(
    row: str,
    kong: dict[str, object],
    winners: tuple[int, ...],
    moved: list[tuple[int, int, int | Fraction]],
) -> None:
    sheet = settled("DY", kong, *_kong_discard(*winners))

    assert [line[:3] for line in flows(sheet) if line[3] == "DY-P4"] == moved, row
    assert sum(sheet.totals) == 0


def test_whole_units_give_the_odd_one_to_the_first_in_playing_order() -> None:  # DY-P6
    sheet = settled("DY", ADDED, *_kong_discard(3, 2), kong_shares="whole")

    assert [line[:3] for line in flows(sheet) if line[3] == "DY-P4"] == [(0, 2, 2), (0, 3, 1)]


def _draw(**shown: object) -> dict[str, object]:
    return {"e": "draw", "hands": {side.lstrip("s"): hand for side, hand in shown.items()}}


def test_who_is_not_ready_pays_the_best_and_loses_his_rain() -> None:  # DY-30, DY-33, DY-P3
    sheet = settled("DY", ADDED, _draw(s0=NOT_READY, s1=READY, s2="not-ready", s3="not-ready"))

    assert (0, 1, 1, "DY-30") in flows(sheet)
    assert [line for line in flows(sheet) if line[3] == "DY-P3"] == [
        (0, side, 1, "DY-P3") for side in (1, 2, 3)
    ]
    assert sum(sheet.totals) == 0


def test_rain_is_never_returned_to_a_player_who_is_out() -> None:
    won = {"e": "win", "by": 1, "from": 2, "value": 1}
    sheet = settled("DY", ADDED, won, _draw(s0=NOT_READY, s2=READY, s3=READY))

    assert [line[:2] for line in flows(sheet) if line[3] == "DY-P3"] == [(0, 2), (0, 3)]


def test_rain_that_was_passed_on_is_not_returned() -> None:  # DY-P3
    sheet = settled("DY", ADDED, *_kong_discard(3), _draw(s0=NOT_READY, s1=READY, s2=READY))

    assert [line for line in flows(sheet) if line[3] == "DY-P3"] == []


@pytest.mark.parametrize(("way", "paid"), [("biggest", 2), ("smallest", 1)])
def test_the_check_pays_the_biggest_or_the_smallest(way: str, paid: int) -> None:  # DY-30
    # 23m waits for 1m (1 fan: a suit missing) and 4m (2 fan: and no terminals).
    hand = "23m55m234p567p678p"
    sheet = settled(
        "DY", _draw(s0="not-ready", s1=hand, s2="not-ready", s3="not-ready"), draw_value=way
    )

    assert (0, 1, paid, "DY-30") in flows(sheet)


@pytest.mark.parametrize(
    ("dead_wait", "pays", "is_paid"),
    [("paid", False, True), ("ready_not_paid", False, False), ("not_ready", True, False)],
)
def test_a_dead_wait(dead_wait: str, pays: bool, is_paid: bool) -> None:  # DY-31, DY-32
    # Seven is konged, and the edge wait 89 is for seven.
    hand = {"hand": "89m555m234p22p", "melds": "[7777m*]"}
    draw = _draw(s0="not-ready", s1=hand, s2={"ready": True, "value": 1}, s3="not-ready")
    sheet = settled("DY", draw, dead_wait=dead_wait)

    assert ((1, 2, 1, "DY-30") in flows(sheet)) is pays
    assert any(line[1] == 1 for line in flows(sheet)) is is_paid


def test_who_lets_a_win_go_on_the_last_four_is_not_ready() -> None:  # DY-15
    shown = {"hand": READY, "let_go": True}
    sheet = settled("DY", _draw(s0=shown, s1=READY, s2=READY, s3=READY))

    assert {line[0] for line in flows(sheet)} == {0}


@pytest.mark.parametrize(
    ("shown", "last", "dealer"),
    [
        ("ready not not not", 3, 0),
        ("ready ready not ready", 3, 2),
        ("ready not not ready", 0, 2),
        ("not ready ready not", 0, 0),
        ("not ready ready not", 2, 0),
        ("not not not not", 1, 1),
        ("ready ready ready ready", 1, 1),
    ],
)
def test_dy_36_the_dealer_after_a_draw(shown: str, last: int, dealer: int) -> None:
    hands = [{"ready": word == "ready", "value": 1} for word in shown.split()]
    sheet = settled("DY", {"e": "draw", "hands": hands, "last_drawer": last})

    assert sheet.next_dealer is not None
    assert (sheet.next_dealer.side, sheet.next_dealer.rule) == (dealer, "DY-36")


def test_dy_36_asks_who_drew_last() -> None:
    sheet = settled("DY", {"e": "draw", "hands": ["not-ready"] * 4})

    assert sheet.next_dealer is not None
    assert sheet.next_dealer.side is None
    assert any("last_drawer" in warning.en for warning in sheet.warnings)


def test_an_open_kong_of_another_makes_a_wait_dead() -> None:  # DY-32
    kong = {"e": "kong", "by": 2, "kind": "concealed", "tile": "7m"}
    draw = _draw(s0="not-ready", s1="89m555m234p22p333p", s2="not-ready", s3="not-ready")
    sheet = settled("DY", kong, draw, dead_wait="not_ready")

    assert not any(line[1] == 1 and line[3] == "DY-30" for line in flows(sheet))
    assert (2, 1, 2, "DY-30") in flows(settled("DY", draw, dead_wait="not_ready"))


def test_dy_40_a_declared_hand_that_passed_wins_by_self_draw_only() -> None:
    passed = (Pass(parse_tiles("5s")[0], 2),)
    hand = "234m567m345p678p55s"

    assert not judged("DY", hand, "2m", declared=True, passed=passed).win
    assert judged("DY", hand, "2m", by="self", declared=True, passed=passed).win
    assert judged("DY", hand, "2m", declared=True).win


def test_dy_40_the_dealer_declares_nothing() -> None:
    with pytest.raises(EventError, match="event 2: the dealer declares nothing"):
        settled("DY", {"e": "declare", "by": 0, "kind": "ready"})


def test_dy_p8_who_declared_ready_pays_one_fan_more() -> None:
    declared = {"e": "declare", "by": 1, "kind": "ready"}
    win = {"e": "win", "by": 0, "hand": READY, "tile": "5s"}

    assert [line[:3] for line in flows(settled("DY", declared, win))] == [
        (1, 0, 4),
        (2, 0, 2),
        (3, 0, 2),
    ]


def test_dy_41_a_false_win_pays_the_cap_to_everyone_still_in() -> None:
    won = {"e": "win", "by": 3, "from": 2, "value": 1}
    sheet = settled("DY", won, {"e": "penalty", "by": 0, "kind": "false-win"})

    assert flows(sheet)[1:] == [(0, 1, 8, "DY-41"), (0, 2, 8, "DY-41")]


def test_a_false_win_without_a_cap_asks_for_the_amount() -> None:
    sheet = settled("DY", {"e": "penalty", "by": 0, "kind": "false-win"}, cap_fan="none")

    assert sheet.lines == ()
    assert len(sheet.warnings) == 1


@pytest.mark.parametrize("kind", ["wrong-count", "相公"])
def test_dy_42_who_has_a_wrong_number_of_tiles_can_only_pay(kind: str) -> None:
    penalty = {"e": "penalty", "by": 0, "kind": kind}

    won = settled("DY", penalty, {"e": "win", "by": 0, "hand": READY, "tile": "5s"})
    assert (won.lines, len(won.wins), len(won.warnings)) == ((), 0, 1)
    drawn = settled("DY", penalty, _draw(s0="ready", s1=READY, s2=READY, s3=READY))
    assert {line[0] for line in flows(drawn)} == {0}


@pytest.mark.parametrize("kind", ["false-win", "False win", "诈胡"])
def test_dy_41_a_false_win_by_either_word(kind: str) -> None:
    sheet = settled("DY", {"e": "penalty", "by": 0, "kind": kind})

    assert sheet.totals == (-24, 8, 8, 8)


def test_the_winning_tile_lies_open_for_all() -> None:  # DY-32: 7m is seen four times
    win = {"e": "win", "by": 0, "from": 1, "hand": "77m123m123m456m99m", "tile": "7m"}
    edge = {"hand": "89m555m234p22p333p", "seen": "7m"}
    draw = {"e": "draw", "hands": {"1": "not-ready", "2": "not-ready", "3": edge}}
    sheet = settled("DY", win, draw, dead_wait="not_ready")

    assert not any(line[1] == 3 and line[3] == "DY-30" for line in flows(sheet))


def test_dy_42_a_wrong_number_of_tiles_is_not_ready() -> None:
    sheet = settled("DY", _draw(s0=READY + "1m", s1=READY, s2=READY, s3=READY))

    assert {line[0] for line in flows(sheet)} == {0}
    assert "14 tiles in hand" in sheet.warnings[0].en


@pytest.mark.parametrize(
    ("options", "dice", "amounts"),
    [
        ({}, [3, 4], [2, 2, 2]),
        ({"piao_break": "on"}, [3, 4], [2, 4, 2]),  # sum 7: the opposite wall
        ({"piao_break": "on"}, [4, 5], [4, 4, 4]),  # sum 9: the winner's own wall
        ({"piao_doubles": "on"}, [3, 3], [8, 8, 8]),
        ({"piao_doubles": "on"}, [3, 4], [2, 2, 2]),
    ],
)
def test_who_plays_double(  # DY-O4, DY-O5
    options: dict[str, object], dice: list[int], amounts: list[int]
) -> None:
    win = {"e": "win", "by": 0, "hand": READY, "tile": "5s"}
    hand = HandLedger("DY", ({"e": "start", "dealer": 0, "dice": dice}, win), options)

    assert [line.amount for line in hand.settle().lines] == amounts
