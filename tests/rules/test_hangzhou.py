"""HZ: Hangzhou; jokers, fours among seven pairs, floated jokers, factors that multiply."""

import pytest

from rules.actions import Call, Position, check_call
from rules.books import book
from rules.hands.refusals import Reason
from rules.notation import parse_tiles
from rules.options import OptionError
from rules.scoring.answers import split_text
from rules.scoring.waiting import waits
from rules.tiles import tile_of
from tests.support.rules_hands import flows, judged, settled

SETS = "123m456m789p234s"


@pytest.mark.parametrize(
    ("row", "hand", "win", "piao", "factor", "rows"),
    [
        ("HZ-T1", f"{SETS}P", "E", 0, 2, ["HZ-F0", "HZ-F5"]),
        ("HZ-T2", "11m22m33p44p55s66sE", "E", 0, 2, ["HZ-F1"]),
        ("HZ-T3", "11m22m33p44p55s66sP", "E", 0, 4, ["HZ-F1", "HZ-F5"]),
        ("HZ-T4", "1111m22m33p44p55sE", "E", 0, 4, ["HZ-F2"]),
        ("HZ-T5", "1111m2222p33s44sE", "E", 0, 8, ["HZ-F3"]),
        ("HZ-T6", "1111m2222p3333sE", "E", 0, 16, ["HZ-F4"]),
        ("HZ-T7", f"{SETS}P", "7s", 1, 4, ["HZ-F0", "HZ-F5", "HZ-F6"]),
        ("HZ-T8", f"{SETS}P", "7s", 2, 8, ["HZ-F0", "HZ-F5", "HZ-F6", "HZ-F7"]),
        ("HZ-T9", "45m111m222p333sPE", "E", 0, 1, ["HZ-F0"]),
    ],
)
def test_worked_rows(
    row: str, hand: str, win: str, piao: int, factor: int, rows: list[str]
) -> None:
    check = judged("HZ", hand, win, "self", piao=piao)

    assert check.win, row
    assert [item.rule for item in check.items] == rows
    assert (check.value, check.multiplier) == (factor, factor)


@pytest.mark.parametrize(
    ("hand", "win", "piao", "by", "factor"),
    [
        # Answers of a public server, without its bonus for four jokers, which is not played here.
        ("123456789m123p5p", "5p", 0, "self", 1),
        ("123456789m123pP", "5p", 0, "self", 2),
        ("123456789mPPPP", "E", 0, "self", 2),
        ("123456789m123p5p", "P", 0, "self", 1),
        ("1111m2222m3333mP", "4m", 3, "self", 256),
        ("123456789m123p5p", "5p", 0, "kong", 2),
        ("123456789m123pP", "5p", 0, "kong", 4),
        ("123456789m123pP", "5p", 2, "self", 8),
        ("123456789m123pP", "5p", 3, "self", 16),
        ("111m222p333sPPPP", "1m", 0, "self", 8),
        ("111m222p333sPPPP", "1p", 0, "self", 4),
        ("11m55p99sESCPPPP", "N", 0, "self", 4),
        ("11m55p99sESCPPPP", "1m", 0, "self", 4),
        ("1111m2222p3sPPPP", "3s", 0, "self", 32),
        ("111m222p333sPPPE", "1m", 0, "self", 8),
        ("111m222p333sPPPE", "1m", 1, "self", 16),
        ("117788m333s9999p", "P", 0, "self", 4),
    ],
)
def test_answers_of_a_public_server(hand: str, win: str, piao: int, by: str, factor: int) -> None:
    assert judged("HZ", hand, win, by, piao=piao).value == factor


@pytest.mark.parametrize(
    ("natural", "fours"),
    [
        ("1133m55p2345s", 0),
        ("1133m5577p23s", 0),
        ("1133m5577p22s", 1),
        ("EEEE88m5p345s", 1),
        ("EEEE88m55p33s", 2),
        ("EEEE8888m34s", 2),
        ("EEEE8888m33s", 3),
    ],
)
def test_four_jokers_are_a_four_only_where_none_completes_a_single_tile(  # HZ-F2..F4
    natural: str, fours: int
) -> None:
    # Drawn last, a joker leaves the hand before it without the wait for any tile.
    check = judged("HZ", f"{natural}PPPP", "P", "discard")

    assert check.value == 2 ** (fours + 1)


def test_a_joker_does_not_make_a_four_of_three() -> None:
    assert judged("HZ", "111m22m33p44p55s66sP", "P").value == 2


@pytest.mark.parametrize(
    ("hand", "any_tile"),
    [
        ("PP123456789m23p", True),  # sets with a joker in one of them, and a joker
        ("PP123456m789s11p", True),  # a pair and a joker are a set
        ("P12m45m78m12p45p78p", False),
        ("123456789m1234p", False),
        ("P112233m556677p", True),
    ],
)
def test_what_waits_for_any_tile(hand: str, any_tile: bool) -> None:  # HZ-F5
    found = waits(book("HZ"), parse_tiles(hand))
    drawn = judged("HZ", hand, "N", "self")

    assert (len(found) == 34) is any_tile
    assert (drawn.win and "HZ-F5" in {item.rule for item in drawn.items}) is any_tile


def test_a_discard_makes_no_factor_of_any_tile() -> None:
    assert judged("HZ", f"{SETS}P", "E", "discard", piao=1).value == 1


def test_hz_20_while_a_joker_floats_only_a_drawn_tile_wins() -> None:
    refusal = judged("HZ", "123456789m123p5p", "5p", floated=True).refusal

    assert refusal is not None
    assert refusal.reason == Reason.FLOATED
    assert judged("HZ", "123456789m123p5p", "5p", "self", floated=True).win


def test_hz_20_holds_for_declared_wins_too() -> None:
    win = {"e": "win", "by": 1, "from": 3, "value": 2, "floated": True}

    assert settled("HZ", win).lines == ()
    assert len(settled("HZ", {**win, "from": None}).lines) == 3


@pytest.mark.parametrize("call", Call)
def test_hz_t10_while_a_joker_floats_nothing_is_claimed(call: Call) -> None:
    position = Position(parse_tiles("5556m7p"), floated=True)
    refusal = check_call(book("HZ"), call, position, tile_of("5m"), steps=1)

    assert refusal is not None
    assert refusal.reason == Reason.FLOATED_CALL


@pytest.mark.parametrize(
    ("call", "steps", "reason"),
    [
        (Call.CHOW, 1, None),
        (Call.CHOW, 2, Reason.CHOW_FROM),
        (Call.PUNG, 3, None),
        (Call.KONG, 2, Reason.TOO_FEW),
    ],
)
def test_hz_04_who_may_claim_a_discard(call: Call, steps: int, reason: Reason | None) -> None:
    refusal = check_call(book("HZ"), call, Position(parse_tiles("5567m")), tile_of("5m"), steps)

    assert (refusal.reason if refusal else None) == reason


@pytest.mark.parametrize(("option", "wins"), [("allowed", True), ("self_draw_only", False)])
def test_hz_22_a_discard_win_with_a_joker(option: str, wins: bool) -> None:
    house = {"joker_discard_win": option}

    assert judged("HZ", f"{SETS}P", "E", options=house).win is wins
    assert judged("HZ", f"{SETS}P", "E", "self", options=house).win
    assert judged("HZ", f"{SETS}E", "E", options=house).win


def test_hz_05_the_turned_tile_may_be_the_joker() -> None:
    house = {"joker": "turned", "joker_tile": "5m"}

    assert judged("HZ", "123456789p123s5m", "E", "self", options=house).value == 2
    assert judged("HZ", "123456789p123sP", "E", "self", options=house).refusal is not None
    with pytest.raises(OptionError, match="give the turned tile"):
        book("HZ", {"joker": "turned"})
    with pytest.raises(OptionError, match="a tile such as 5m"):
        book("HZ", {"joker": "turned", "joker_tile": "a"})


@pytest.mark.parametrize(("hand", "piao"), [("123456m11pPPPPE", 1), ("123m45pPPPPS [PPP]", 0)])
def test_there_are_four_jokers(hand: str, piao: int) -> None:
    refusal = judged("HZ", hand, "E", "self", piao=piao).refusal

    assert refusal is not None
    assert refusal.reason == Reason.FIFTH


def test_jokers_are_laid_out_as_what_they_stand_for() -> None:
    check = judged("HZ", "46m111m222p333sPE", "E", "self")

    assert check.form is not None
    assert split_text(check.form) == "111m 456m 222p 333s EE"


@pytest.mark.parametrize(
    ("event", "lines"),
    [
        (
            {"e": "win", "by": 1, "hand": f"{SETS}P", "tile": "E"},
            [(side, 1, 2, "HZ-21") for side in (0, 2, 3)],
        ),
        (
            {"e": "win", "by": 1, "from": 3, "hand": f"{SETS}E", "tile": "E"},
            [(3, 1, 1, "HZ-21")],
        ),
        (
            {"e": "win", "by": 1, "hand": f"{SETS}P", "tile": "E", "how": "kong", "piao": 1},
            [(side, 1, 8, "HZ-21") for side in (0, 2, 3)],
        ),
        ({"e": "kong", "by": 1, "kind": "added", "tile": "5m"}, []),
        ({"e": "draw", "hands": [None] * 4}, []),
    ],
)
def test_hz_21_who_pays(event: dict[str, object], lines: list[tuple[int, int, int, str]]) -> None:
    assert flows(settled("HZ", event)) == lines


def test_hz_23_the_dealer_pays_and_gets_double() -> None:
    win = {"e": "win", "by": 1, "hand": f"{SETS}P", "tile": "E"}

    assert settled("HZ", win, dealer_double="on").totals == (-4, 8, -2, -2)
    assert settled("HZ", {**win, "by": 0}, dealer_double="on").totals == (12, -4, -4, -4)


@pytest.mark.parametrize(
    ("event", "dealer"),
    [
        ({"e": "win", "by": 2, "value": 1}, 2),
        ({"e": "win", "by": 3, "from": 0, "value": 1}, 3),
        ({"e": "draw", "hands": [None] * 4}, 2),
    ],
)
def test_hz_03_the_winner_deals_and_a_draw_keeps_the_dealer(
    event: dict[str, object], dealer: int
) -> None:
    following = settled("HZ", event, dealer=2).next_dealer

    assert following is not None
    assert (following.side, following.rule) == (dealer, "HZ-03")
