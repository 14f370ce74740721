"""MCR: the competition rules; fans by PyMahjongGB, everything around them by our own."""

import sys
from collections.abc import Iterator

import pytest

from rules.books import book
from rules.books.competition_fans import FANS
from rules.books.competition_library import LibraryMissing, calculator
from rules.errors import RulesError
from rules.game import CHIPS, HANDS, dealer_of, round_wind, starting_score
from rules.hands.refusals import Reason
from rules.hands.situation import By, Claim, Situation
from rules.languages import Language
from rules.notation import format_tiles, parse_tiles
from rules.scoring.answers import score_answer, split_text
from rules.scoring.judging import WinCheck, check_win, explain_win
from rules.scoring.waiting import waits
from rules.settling.reading import read_event
from rules.settling.settle import settle
from rules.tiles import tile_of
from tests.support.competition_rows import ROWS
from tests.support.rules_hands import claim, flows, judged, settled

KNITTED_WAIT = "258m23469p14788s3p"
SEVEN_FAN = "[123m]234m678mWWW9m9m"  # a half flush and a pung of winds


def numbers(check: WinCheck) -> list[int]:
    """Return the numbers of the fans that count, each as often as it does."""
    return sorted(int(item.rule[5:]) for item in check.items for _ in range(item.times))


@pytest.mark.parametrize(("hand", "by", "winds", "fans"), ROWS, ids=[row[0] for row in ROWS])
def test_published_examples(hand: str, by: str, winds: str, fans: list[int]) -> None:
    house = {"knitted_wait": "not" if hand == KNITTED_WAIT else "counted"}
    round_wind, seat_wind = (tile_of(wind) for wind in winds)
    last = 58 in fans
    check = judged(
        "MCR",
        hand,
        by=by,
        options=house,
        round_wind=round_wind,
        seat_wind=seat_wind,
        last_of_kind=last,
    )

    assert numbers(check) == fans
    assert check.value == sum(FANS[number - 1].value for number in fans)
    assert check.multiplier is None


def test_mcr_t10_three_suited_terminal_chows() -> None:
    check = judged("MCR", "123m789m123p789p55s", "3p", "self")

    assert numbers(check) == [29, 56, 77]
    assert check.value == 21


def test_the_fan_table_is_complete() -> None:
    assert [fan.number for fan in FANS] == list(range(1, 83))
    assert [sum(fan.value == value for fan in FANS) for value in (88, 64, 48, 32, 24, 16, 12)] == [
        7, 6, 2, 3, 9, 6, 5,
    ]  # fmt: skip
    assert [sum(fan.value == value for fan in FANS) for value in (8, 6, 5, 4, 2, 1)] == [
        9, 7, 1, 4, 10, 13,
    ]  # fmt: skip
    assert len({fan.word for fan in FANS}) == len(FANS)


@pytest.mark.parametrize("flowers", ["", "ab"])
def test_mcr_t8_flowers_do_not_help_to_the_eight_fan(flowers: str) -> None:  # MCR-05
    refusal = judged("MCR", SEVEN_FAN, flowers=parse_tiles(flowers)).refusal

    assert refusal is not None
    assert refusal.reason == Reason.MINIMUM
    assert refusal.values == {"value": 7, "minimum": 8}


def test_flowers_add_to_a_hand_that_wins() -> None:
    plain = judged("MCR", "[123m][345m]678p56sWW7s")
    flowery = judged("MCR", "[123m][345m]678p56sWW7s", flowers=parse_tiles("ab"))

    assert (plain.value, flowery.value) == (8, 10)
    assert numbers(flowery) == [43, 81, 81]


@pytest.mark.parametrize(
    ("row", "events", "lines"),
    [
        (
            "MCR-T6",
            [{"e": "win", "by": 0, "value": 12}],
            [(side, 0, 20, "MCR-07") for side in (1, 2, 3)],
        ),
        (
            "MCR-T7",
            [{"e": "win", "by": 0, "from": 2, "value": 12}],
            [(1, 0, 8, "MCR-06"), (2, 0, 20, "MCR-07"), (3, 0, 8, "MCR-06")],
        ),
        ("MCR-T8", [{"e": "win", "by": 0, "value": 9, "flowers": "ab"}], []),
        (
            "MCR-T9",
            [{"e": "win", "by": 0, "value": 10, "flowers": "ab"}],
            [(side, 0, 18, "MCR-07") for side in (1, 2, 3)],
        ),
        ("MCR-11", [{"e": "draw", "hands": [None] * 4}], []),
        (
            "no kong money",
            [{"e": "kong", "by": 0, "kind": "direct", "from": 1, "tile": "5m"}],
            [],
        ),
    ],
)
def test_what_is_paid(
    row: str, events: list[dict[str, object]], lines: list[tuple[int, int, int, str]]
) -> None:
    sheet = settled("MCR", *events)

    assert flows(sheet) == lines, row
    assert sum(sheet.totals) == 0


def test_seat_and_round_winds_are_those_of_the_table() -> None:  # MCR-02
    # West's hand with a pung of west winds, and one of east winds, in the east round.
    win = {"e": "win", "by": 2, "from": 0, "hand": "WWWEEE123m7899m", "tile": "9m"}
    start = {"e": "start", "dealer": 0, "round_wind": "E"}
    sheet = settle(book("MCR"), [read_event(start), read_event(win)])
    check = sheet.wins[0].check

    assert check is not None
    assert {60, 61} <= set(numbers(check))


def test_mcr_35_the_nearest_in_turn_wins() -> None:
    wins = [{"e": "win", "by": side, "from": 1, "value": 8, "tile": "5m"} for side in (0, 3)]
    sheet = settled("MCR", *wins)

    assert {line[1] for line in flows(sheet)} == {3}
    assert any("nearest in turn" in warning.en for warning in sheet.warnings)


@pytest.mark.parametrize("winner", [None, 0, 2])
def test_mcr_03_the_deal_always_moves(winner: int | None) -> None:
    event: dict[str, object] = {"e": "draw", "hands": [None] * 4}
    if winner is not None:
        event = {"e": "win", "by": winner, "value": 8}
    following = settled("MCR", event, dealer=2).next_dealer

    assert following is not None
    assert (following.side, following.rule) == (3, "MCR-03")


def test_mcr_t5_everybody_begins_with_500_in_chips() -> None:  # MCR-04
    assert [worth * count for worth, count in CHIPS] == [100, 200, 100, 80, 20]
    assert starting_score() == 500


def test_a_game_has_four_rounds_of_four_hands() -> None:  # MCR-02, MCR-03
    assert format_tiles(round_wind(hand) for hand in range(1, HANDS + 1)) == "EEEESSSSWWWWNNNN"
    assert [dealer_of(hand, 1) for hand in (1, 2, 4, 5)] == [1, 2, 0, 1]
    with pytest.raises(RulesError, match=r"1\.\.16"):
        round_wind(17)


@pytest.mark.parametrize(
    ("hand", "win", "reason"),
    [
        ("123m789m123p789p5s5s", "5s", Reason.COUNT),
        ("123m789m123p789p", "5s", Reason.COUNT),
        ("11111m234p567s99s", "9s", Reason.FIFTH),
        ("123m456m789m12p55s", "4p", Reason.SHAPE),
        ("123m789m123p789pa", "5s", Reason.FOREIGN),
        ("123m789m123p789p?", "5s", Reason.UNREAD),
    ],
)
def test_wrong_input_is_told_precisely(hand: str, win: str, reason: Reason) -> None:
    refusal = check_win(book("MCR"), Claim(parse_tiles(hand), (), tile_of(win))).refusal

    assert refusal is not None
    assert refusal.reason == reason


def test_a_robbed_tile_is_not_in_the_hand() -> None:  # MCR-F47
    refusal = judged("MCR", "111999p11999s789p", "9p", "rob").refusal

    assert refusal is not None
    assert refusal.reason == Reason.ROB_HELD


@pytest.mark.parametrize(
    ("options", "fans"),
    [
        ({}, [35, 62, 63, 78]),
        ({"knitted_wait": "not"}, [35, 62, 63]),
    ],
)
def test_a_wait_inside_a_knitted_straight(options: dict[str, object], fans: list[int]) -> None:
    assert numbers(judged("MCR", KNITTED_WAIT, options=options)) == fans


@pytest.mark.parametrize(("option", "fan"), [("counts", 8), ("not", 9)])
def test_a_tile_of_which_one_holds_all_four_is_a_wait_or_not(option: str, fan: int) -> None:
    # 333m 1222p 678m beside 111p: 3p is the edge wait, and 1p and 2p are all held.
    check = judged("MCR", "333678m1112222p", "3p", options={"own_four_wait": option})

    assert check.value == fan
    assert (77 in numbers(check)) is (option == "not")


@pytest.mark.parametrize(("option", "fans"), [("on", [82]), ("off", [67, 74])])
def test_a_melded_and_a_concealed_kong(option: str, fans: list[int]) -> None:  # MCR-F82
    hand = "[1111m*][9999p]123s456s77s"
    check = judged("MCR", hand, "7s", "self", options={"ming_an_gang": option})
    usual = judged("MCR", "[1111m*][9999p]123s456s77s", "7s", "self")

    assert [number for number in numbers(check) if number in (67, 74, 82)] == fans
    assert usual.value - check.value == (0 if option == "on" else 2)


def test_the_waits_of_nine_gates() -> None:
    found = waits(book("MCR"), parse_tiles("1112345678999s"))

    assert format_tiles(wait.tile for wait in found) == "123456789s"
    assert all(wait.value >= 88 for wait in found)


def test_a_wait_is_worth_what_the_draw_makes_it_where_a_discard_is_too_little() -> None:
    own = claim(SEVEN_FAN)
    any_way = waits(book("MCR"), own.tiles, own.melds)
    discards = waits(book("MCR"), own.tiles, own.melds, Situation(by=By.DISCARD))

    assert [(format_tiles([wait.tile]), wait.value) for wait in any_way] == [("6m", 8), ("9m", 8)]
    assert [format_tiles([wait.tile]) for wait in discards] == ["6m"]


def test_the_reading_to_lay_out_is_the_one_that_counts() -> None:
    own = claim("111222333m55p789s", "9s")
    check = explain_win(book("MCR"), own)

    assert check.form is not None
    assert check.value > 0
    assert len(check.others) == 1
    assert check.others[0][1] <= check.value
    names = {item.rule for item in check.items}
    laid = split_text(check.form)
    assert ("111m" in laid) is ("MCR-F24" in names)


@pytest.mark.parametrize(
    ("hand", "split"),
    [
        ("19m19p119sESWNPFC", "1m 9m 1p 9p 11s 9s E S W N C F P"),
        ("369m147p25sSWNPF8s", "3m 6m 9m 1p 4p 7p 2s 5s 8s S W N F P"),
        ("EESSWWNNPPFFCC", "EE SS WW NN CC FF PP"),
        ("[FFF]147m258p39sWW6s", "1m 4m 7m 2p 5p 8p 3s 6s 9s WW [FFF]"),
    ],
)
def test_special_hands_are_laid_out_too(hand: str, split: str) -> None:
    own = claim(hand)
    answer = score_answer(explain_win(book("MCR"), own), own.melds, Language.EN)

    assert answer["split"] == split


@pytest.fixture
def no_library(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    calculator.cache_clear()
    monkeypatch.setitem(sys.modules, "MahjongGB", None)
    yield
    calculator.cache_clear()


@pytest.mark.usefixtures("no_library")
def test_without_the_library_one_sentence_says_what_to_install() -> None:
    with pytest.raises(LibraryMissing, match=r"pip install 'mjtable\[mcr\]'") as caught:
        judged("MCR", "123m789m123p789p55s", "3p", "self")

    assert "\n" not in str(caught.value)


@pytest.mark.usefixtures("no_library")
def test_declared_wins_are_settled_without_the_library() -> None:
    assert settled("MCR", {"e": "win", "by": 0, "value": 12}).totals == (60, -20, -20, -20)
