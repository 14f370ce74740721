"""GY1: the worked rows of Guiyang in units of 个, and what its rules say around them."""

import pytest

from rules.books import book
from rules.declaring import check_declare
from rules.errors import RulesError
from rules.notation import parse_hand
from rules.scoring.waiting import waits
from rules.settling.ledger import HandLedger
from rules.tiles import tile_of
from tests.support.rules_hands import flows, judged, settled

BASIC = "123456m789p234s55p"
READY = "123456m789p234s5p"  # waits for 5p: a basic win
PUNGS = "111333m555p777s9s"  # waits for 9s: all pungs
NOT_READY = "147m258p369s1234m"


def _win(hand: str, tile: str, **more: object) -> dict[str, object]:
    return {"e": "win", "by": 0, "hand": hand, "tile": tile, **more}


@pytest.mark.parametrize(
    ("rule", "hand", "value"),
    [
        ("GY1-F1", "123456m789p234s55p", 1),
        ("GY1-T4", "111333m555p777s99s", 5),
        ("GY1-F2", "[111m][3333m]555p777s99s", 5),
        ("GY1-T5", "11m22m33p44p55s66s77s", 10),
        ("GY1-F4", "1111m33p44p55s66s77s", 20),
        ("GY1-F5", "123345567m78999m", 10),
        ("GY1-F6", "111222333444m55m", 15),
        ("GY1-F7", "11223344556677p", 20),
        ("GY1-F8", "11112233445566p", 30),
    ],
)
def test_patterns(rule: str, hand: str, value: int) -> None:
    check = judged("GY1", hand, by="self")

    assert (check.win, check.value, check.multiplier) == (True, value, value), rule
    assert len(check.items) == 1
    assert "-T" in rule or check.items[0].rule == rule


@pytest.mark.parametrize(
    ("row", "hand", "situation", "wins"),
    [
        ("GY1-T1", BASIC, {}, False),
        ("GY1-T2", BASIC, {"by": "self"}, True),
        ("GY1-10: a bean", "[2222p*]123m789m456s55s", {}, True),
        ("GY1-10: a direct kong is a bean too", "[2222p]123m789m456s55s", {}, True),
        ("GY1-10: a pung is none", "[222p]123m789m456s55s", {}, False),
        ("GY1-10: higher hands are free", "111333m555p777s99s", {}, True),
        ("GY1-12: the discard after a kong", BASIC, {"by": "kong-discard"}, True),
        ("GY1-12: a robbed kong", "23456m789p234s55p1m", {"by": "rob"}, True),
        ("GY1-51: from who declared", BASIC, {"from_declared": True}, True),
        ("GY1-50: declared", BASIC, {"declared": True}, True),
        ("GY1-06: no suit need be missing", "123m456p789s22m [1111s]", {}, True),
        ("GY1-02: no chow", "456p789s22m [123m] [1111s]", {}, False),
    ],
)
def test_the_pass(row: str, hand: str, situation: dict[str, object], wins: bool) -> None:
    check = judged("GY1", hand, **situation)  # type: ignore[arg-type]

    assert check.win is wins, (row, check.refusal)


def test_a_refused_basic_win_says_what_is_missing() -> None:
    refusal = judged("GY1", BASIC).refusal

    assert refusal is not None
    assert refusal.reason == "no.bean"
    assert "needs a kong" in refusal.say()


@pytest.mark.parametrize(
    ("rule", "hand", "situation", "value"),
    [
        ("GY1-F9", BASIC, {"by": "kong"}, 2),
        ("GY1-F10", BASIC, {"by": "self", "dealer": True, "streak": 3}, 4),
        ("GY1-F10: others get nothing for it", BASIC, {"by": "self", "streak": 3}, 1),
        ("GY1-50", "111333m555p777s99s", {"declared": True}, 15),
        ("GY1-50", "123345567m78999m", {"declared": True}, 20),
        ("GY1-50", "111222333444m55m", {"declared": True}, 25),
        ("GY1-51", "111333m555p777s99s", {"from_declared": True}, 15),
        ("GY1-51: not on a self-draw", BASIC, {"from_declared": True, "by": "self"}, 1),
    ],
)
def test_extras(rule: str, hand: str, situation: dict[str, object], value: int) -> None:
    assert judged("GY1", hand, **situation).value == value, rule  # type: ignore[arg-type]


@pytest.mark.parametrize(("dealer", "each"), [(0, 3), (1, 1)])
def test_gy1_f10_a_row_of_hands_pays_the_winning_dealer(dealer: int, each: int) -> None:
    start = {"e": "start", "dealer": dealer, "streak": 2}
    hand = HandLedger("GY1", (start, _win(READY, "5p")))

    assert hand.settle().totals == (3 * each, -each, -each, -each)


def test_options_of_patterns() -> None:
    fewer: dict[str, object] = {"pattern_values": "GY1-F2=3,GY1-F8=25"}
    assert judged("GY1", "111333m555p777s99s", options=fewer).value == 3
    assert judged("GY1", "11112233445566p", options=fewer).value == 25
    off: dict[str, object] = {"dealer_streak": "off"}
    assert judged("GY1", BASIC, by="self", dealer=True, streak=3, options=off).value == 1


def test_a_basic_hand_waits_although_it_may_not_take_a_discard() -> None:
    own = book("GY1")
    hand = parse_hand(READY)

    assert [(wait.tile, wait.value) for wait in waits(own, hand.tiles)] == [(tile_of("5p"), 1)]


def test_gy1_t2_a_self_draw_is_paid_by_three() -> None:
    sheet = settled("GY1", _win(READY, "5p"))

    assert sheet.totals == (3, -1, -1, -1)
    assert {line.rule for line in sheet.lines} == {"GY1-11"}


def test_gy1_t3_beans_are_paid_by_all_the_win_by_the_discarder() -> None:
    kong = {"e": "kong", "by": 0, "kind": "concealed", "tile": "2p"}
    win = _win("123m789m456s5s", "5s", melds="[2222p*]", **{"from": 1})

    assert flows(settled("GY1", kong, win)) == [
        (1, 0, 1, "GY1-11"),
        (1, 0, 2, "GY1-20"),
        (2, 0, 2, "GY1-20"),
        (3, 0, 2, "GY1-20"),
    ]


def test_gy1_t4_the_discarder_pays_all_pungs() -> None:
    assert settled("GY1", _win(PUNGS, "9s", **{"from": 1})).totals == (5, -5, 0, 0)


def test_gy1_t5_seven_pairs_self_drawn() -> None:
    assert settled("GY1", _win("11m22m33p44p55s66s7s", "7s")).totals == (30, -10, -10, -10)


def _chicken(turned: str | None, **more: object) -> dict[str, object]:
    return {"e": "chicken", "turned": turned, **more}


def _for_chickens(event: dict[str, object], **options: object) -> tuple[object, ...]:
    """Return what chickens move: the totals less those of the win, which side 0 draws for 1."""
    win = {"e": "win", "by": 0, "value": 1}
    totals = settled("GY1", win, event, **options).totals  # type: ignore[arg-type]
    return tuple(own - won for own, won in zip(totals, (3, -1, -1, -1), strict=True))


@pytest.mark.parametrize(
    ("row", "event", "each"),
    [
        ("GY1-T6", _chicken("5m", in_hand={"0": "66m1s"}), 3),
        ("GY1-T7", _chicken("9s", in_hand={"0": "11s"}), 6),
        ("GY1-40: 9 is followed by 1", _chicken("9m", in_hand={"0": "11m"}), 2),
        ("GY1-44: nothing turned", _chicken(None, in_hand={"0": "66m1s"}), 1),
        ("GY1-41: by number", _chicken("5m", in_hand=[3, None, None, None]), 3),
        ("GY1-43: outside is off", _chicken("5m", in_hand={"0": "6m"}, discarded={"0": "66m"}), 1),
        ("GY1-45", _chicken("5m", in_hand={"0": ""}, discarded={"0": "1s"}), 2),
        ("GY1-44: the second", _chicken("5m", discarded={"0": "11s"}, in_hand={"0": ""}), 3),
        ("GY1-45: golden", _chicken("9s", discarded={"0": "1s"}, in_hand={"0": ""}), 6),
        ("GY1-45: named alone", _chicken("5m", first=0, in_hand={"0": ""}), 2),
    ],
)
def test_chickens(row: str, event: dict[str, object], each: int) -> None:
    assert _for_chickens(event) == (3 * each, -each, -each, -each), row


@pytest.mark.parametrize(
    ("rule", "options", "event", "each"),
    [
        ("GY1-42", {"golden_value": 2}, _chicken("9s", in_hand={"0": "11s"}), 4),
        ("GY1-43", {"outside_chickens": "on"}, _chicken("5m", discarded={"0": "66m"}), 2),
        ("GY1-44", {"standing_chicken": "off"}, _chicken("5m", in_hand={"0": "61m1s"}), 1),
        ("GY1-45", {"hero_chicken": "off"}, _chicken("5m", discarded={"0": "1s"}), 1),
    ],
)
def test_options_of_chickens(
    rule: str, options: dict[str, object], event: dict[str, object], each: int
) -> None:
    assert _for_chickens({"in_hand": {"0": ""}, **event}, **options)[1] == -each, rule


def test_gy1_45_a_hero_chicken_that_is_ponged_is_the_pongers() -> None:
    taken = {"by": 0, "from": 2, "tile": "1s"}
    event = _chicken("5m", in_hand={"0": "111s"}, claimed=[taken], ready=[0, 2])

    assert _for_chickens(event) == (12, -4, -4, -4)


def test_gy1_41_a_concealed_kong_of_chickens_pays_five_in_all() -> None:
    kong = {"e": "kong", "by": 0, "kind": "concealed", "tile": "6m"}
    win = {"e": "win", "by": 0, "value": 1}
    sheet = settled("GY1", kong, win, _chicken("5m", in_hand={"0": "6666m"}))

    assert [line[:3] for line in flows(sheet) if line[3] != "GY1-11"] == [
        (1, 0, 5),
        (2, 0, 5),
        (3, 0, 5),
    ]


@pytest.mark.parametrize(
    ("known", "paid"),
    [
        ({"ready": [1]}, 2),
        ({"ready": []}, 0),
        ({"hands": {"1": READY}}, 2),
        ({"hands": {"1": NOT_READY}}, 0),
        ({"in_hand": {"0": "", "1": "66m123m789p234s55p"}}, 2),
        ({"in_hand": {"0": "", "1": "66m147p258s369p12s"}}, 0),
        ({}, 0),
    ],
)
def test_gy1_46_chickens_count_for_ready_players(known: dict[str, object], paid: int) -> None:
    event = _chicken("5m", **{"in_hand": {"0": "", "1": "66m"}, **known})

    assert _for_chickens(event)[1] == 3 * paid


def test_who_may_be_ready_is_asked_for() -> None:
    sheet = settled("GY1", {"e": "win", "by": 0, "value": 1}, _chicken("5m", in_hand={"1": "6m"}))

    assert any("whether South is ready" in warning.en for warning in sheet.warnings)


@pytest.mark.parametrize("how", ["kong-discard", "rob"])
def test_who_loses_a_kongs_tile_loses_every_income(how: str) -> None:  # GY1-24, GY1-25
    kong = {"e": "kong", "by": 1, "kind": "concealed", "tile": "2p"}
    win = _win("23456m789p234s55p", "1m", how=how, **{"from": 1})
    event = _chicken("5m", in_hand={"0": "", "1": "666m"}, ready=[1])

    assert flows(settled("GY1", kong, win, event)) == [(1, 0, 1, "GY1-11")]


def test_a_players_beans_stand_while_another_loses_his() -> None:
    kongs = [{"e": "kong", "by": side, "kind": "added", "tile": f"{side}s"} for side in (1, 2)]
    win = _win(READY, "5p", how="kong-discard", **{"from": 1})
    sheet = settled("GY1", *kongs, win, _chicken("8m", ready=[1, 2], in_hand={"0": ""}))

    assert [line for line in flows(sheet) if line[3] == "GY1-21"] == [
        (3, 2, 3, "GY1-21"),
        (0, 2, 3, "GY1-21"),
        (1, 2, 3, "GY1-21"),
    ]


def test_beans_so_far_are_shown_while_the_hand_goes_on() -> None:
    sheet = settled("GY1", {"e": "kong", "by": 0, "kind": "direct", "from": 2, "tile": "5m"})

    assert flows(sheet) == [(2, 0, 1, "GY1-22")]
    assert sheet.next_dealer is None
    assert len(sheet.warnings) == 1


def test_gy1_t8_who_is_not_ready_pays_each_ready_hand() -> None:
    kong = {"e": "kong", "by": 2, "kind": "concealed", "tile": "2p"}
    shown = {"0": NOT_READY, "1": NOT_READY, "2": {"ready": True, "value": 5}, "3": READY}
    sheet = settled("GY1", kong, {"e": "draw", "hands": shown})

    assert sorted(flows(sheet)) == [
        (0, 2, 5, "GY1-31"),
        (0, 3, 1, "GY1-31"),
        (1, 2, 5, "GY1-31"),
        (1, 3, 1, "GY1-31"),
    ]
    assert sheet.next_dealer is not None
    assert (sheet.next_dealer.side, sheet.next_dealer.rule) == (0, "GY1-32")


@pytest.mark.parametrize("hand", [READY, NOT_READY])
def test_gy1_31_all_or_none_ready_pays_nothing(hand: str) -> None:
    assert flows(settled("GY1", {"e": "draw", "hands": [hand] * 4})) == []


def test_gy1_53_a_wrong_number_of_tiles_cannot_win_and_is_not_ready() -> None:
    wrong = {"e": "penalty", "by": 0, "kind": "wrong-count"}

    assert flows(settled("GY1", wrong, _win(READY, "5p"))) == []
    sheet = settled("GY1", wrong, {"e": "draw", "hands": [READY] * 4})
    assert {line.payer for line in sheet.lines} == {0}


def test_a_declaration_counts_for_the_winner() -> None:
    declared = {"e": "declare", "by": 0, "kind": "ready"}

    assert settled("GY1", declared, _win(PUNGS, "9s")).totals[0] == 45


def test_a_declaration_counts_against_the_discarder() -> None:
    declared = {"e": "declare", "by": 1, "kind": "报听"}

    assert settled("GY1", declared, _win(READY, "5p", **{"from": 1})).totals[0] == 11
    assert settled("GY1", declared, _win(READY, "5p", **{"from": 2})).totals[0] == 0


@pytest.mark.parametrize(
    ("kinds", "each"),
    [(("follow",) * 3, 1), (("follow", "follow-drawn", "follow"), 2), (("follow",) * 2, 0)],
)
def test_gy1_54_three_follow_the_first_discard(kinds: tuple[str, ...], each: int) -> None:
    follows = [{"e": "declare", "by": side, "kind": kind} for side, kind in enumerate(kinds, 1)]

    sheet = settled("GY1", *follows, follow_tile="on")
    assert sheet.totals == (-3 * each, each, each, each)


def test_gy1_54_is_off() -> None:
    with pytest.raises(RulesError, match="option follow_tile"):
        settled("GY1", {"e": "declare", "by": 1, "kind": "follow"})


@pytest.mark.parametrize(
    ("hand", "discards", "as_dealt", "only_original", "reason"),
    [
        (READY, 1, False, "off", None),
        (READY, 1, False, "on", "not.original"),
        (READY, 1, True, "on", None),
        (READY, 2, True, "off", "not.first-turn"),
        (NOT_READY, 1, True, "off", "not.ready"),
        ("[123m]".replace("123", "111") + "456m789p5p234s", 1, True, "off", "not.first-turn"),
        ("[1111m*]456m789p5p234s", 1, True, "off", None),
    ],
)
def test_when_ready_may_be_declared(  # GY1-50, GY1-52
    hand: str, discards: int, as_dealt: bool, only_original: str, reason: str | None
) -> None:
    own = book("GY1", {"original_hand_only": only_original})
    parsed = parse_hand(hand)
    refusal = check_declare(own, parsed.tiles, parsed.melds, discards=discards, as_dealt=as_dealt)

    assert (refusal.reason if refusal else None) == reason


def test_gy1_03_the_winner_deals() -> None:
    following = settled("GY1", _win(READY, "5p"), dealer=2).next_dealer

    assert following is not None
    assert (following.side, following.rule) == (0, "GY1-03")


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (_chicken("E"), "E cannot be turned"),
        (_chicken("6m", in_hand={"0": "6666m"}), "5 x 6m"),
        (_chicken("5m", in_hand={"0": True}), "whole number"),
        (_chicken("5m", in_hand={"0": 9}), "at most 8 chickens"),
        (_chicken("5m", ready="0"), '"ready" is a list'),
        (_chicken("5m", ready=[4]), '"ready" is 4'),
        (_chicken("5m", claimed=[{"by": 0, "tile": "1s"}]), "has a discarder"),
        (_chicken("5m", claimed=["1s"]), '"claimed" is a list of objects'),
        ({"e": "declare", "by": 1, "kind": "redy"}, "did you mean ready"),
    ],
)
def test_what_cannot_be_read_is_told(event: dict[str, object], why: str) -> None:
    with pytest.raises(RulesError) as caught:
        settled("GY1", event)

    assert why in str(caught.value)


def test_chickens_are_counted_once() -> None:
    with pytest.raises(RulesError, match="counted already"):
        settled("GY1", _chicken("5m"), _chicken("5m"))


def test_after_a_draw_chickens_do_not_count() -> None:
    sheet = settled(
        "GY1", {"e": "draw", "hands": [READY] * 4}, _chicken("5m", in_hand={"0": "66m"})
    )

    assert flows(sheet) == []
    assert len(sheet.warnings) == 1
