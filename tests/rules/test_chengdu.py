"""CD: the worked rows of Chengdu, and what its rules say around them."""

import pytest

from rules.books import book
from rules.errors import EventError
from rules.hands.groups import lay_out
from rules.hands.refusals import Reason
from rules.hands.situation import Pass
from rules.notation import format_tiles, parse_tiles
from rules.scoring.waiting import waits
from rules.settling.ledger import start
from tests.support.chengdu_rows import ROWS
from tests.support.rules_hands import flows, judged, settled


@pytest.mark.parametrize(
    ("row", "hand", "roots", "fan", "patterns"), ROWS, ids=[r[0] for r in ROWS]
)
def test_worked_rows(row: str, hand: str, roots: int, fan: int, patterns: list[str]) -> None:
    check = judged("CD", hand)

    assert check.win, row
    assert (check.roots, check.value, check.multiplier) == (roots, fan, 2**fan)
    assert [item.rule for item in check.items] == patterns


def test_cd_t14_pungs_on_a_kongs_replacement() -> None:
    check = judged("CD", "333444m66677p [1111m*]", by="kong")

    assert [(item.rule, item.value) for item in check.items] == [
        ("CD-F3", 1),
        ("CD-F2", 1),
        ("CD-F15", 2),
    ]
    assert (check.value, check.multiplier) == (4, 16)


def test_cd_t15_a_basic_win_on_the_discard_after_a_kong() -> None:
    check = judged("CD", "23445677m345789p", by="kong-discard")

    assert (check.value, check.multiplier) == (1, 2)


@pytest.mark.parametrize(
    ("row", "hand", "reason"),
    [
        ("CD-T16", "123m456p789s234p55m", Reason.SUITS),
        ("CD-T17", "12355m456789p [777s]", Reason.SUITS),
        ("CD-20", "123m456p [777s] [999s]55m", Reason.SUITS),
        ("CD-21", "12355m456789p [123m]", Reason.CHOW),
        ("CD-01", "123m456p789p234pEE", Reason.FOREIGN),
    ],
)
def test_what_does_not_win(row: str, hand: str, reason: Reason) -> None:
    refusal = judged("CD", hand).refusal

    assert refusal is not None, row
    assert refusal.reason == reason


def test_cd_t18_the_discarder_pays_for_three_fan() -> None:
    event = {"e": "win", "by": 0, "from": 1, "hand": "2224445557779m", "tile": "9m"}

    assert flows(settled("CD", event)) == [(1, 0, 8, "CD-P5")]


def test_cd_t19_who_has_won_pays_no_self_draw() -> None:
    first = {"e": "win", "by": 2, "from": 1, "value": 0}
    second = {"e": "win", "by": 0, "hand": "111333444m6667p", "tile": "7p"}

    assert flows(settled("CD", first, second))[1:] == [(1, 0, 2, "CD-P5"), (3, 0, 2, "CD-P5")]


def test_cd_t20_who_has_won_pays_no_kong() -> None:
    won = {"e": "win", "by": 0, "from": 1, "value": 0}
    kong = {"e": "kong", "by": 2, "kind": "concealed", "tile": "1m"}

    assert flows(settled("CD", won, kong))[1:] == [(1, 2, 2, "CD-P3"), (3, 2, 2, "CD-P3")]


@pytest.mark.parametrize(
    ("row", "hand", "passed", "at", "value", "wins"),
    [
        ("CD-T21", "56m123m99m111123p", "4m", 1, 1, False),
        ("CD-T22", "56777m99m111123p", "4m", 1, 2, True),
        ("the same tile", "56m123m99m111123p", "7m", 1, 1, False),
        ("another suit", "56m123m99m111123p", "4p", 1, 1, True),
        ("another line", "56m123m99m111123p", "5m", 1, 1, True),
    ],
)
def test_a_passed_win_bars_its_wait_unless_the_new_one_is_worth_more(  # CD-22
    row: str, hand: str, passed: str, at: int, value: int, wins: bool
) -> None:
    barred = Pass(parse_tiles(passed)[0], at)
    check = judged("CD", hand, "7m", passed=(barred,))

    assert judged("CD", hand, "7m").value == value
    assert check.win is wins, row
    assert wins or (check.refusal is not None and check.refusal.reason == Reason.PASSED)


def test_a_self_draw_may_follow_a_passed_win() -> None:
    passed = (Pass(parse_tiles("4m")[0], 9),)

    assert not judged("CD", "56m123m99m111123p", "7m", passed=passed).win
    assert judged("CD", "56m123m99m111123p", "7m", by="self", passed=passed).win


def test_the_best_reading_is_the_one_to_lay_out() -> None:
    check = judged("CD", "111222333m78999p")

    assert check.form is not None
    assert lay_out(check.form.concealed) == "123m 123m 123m 789p 99p"
    assert [(lay_out(form.concealed), value) for form, value in check.others] == [
        ("111m 222m 333m 789p 99p", 0)
    ]


def test_a_kong_counts_as_a_root_once() -> None:
    assert judged("CD", "333444m66677p [1111m]").roots == 1
    assert judged("CD", "123m333444m66677p", "7p").roots == 1


def test_a_chain_of_kongs_counts_each_kong() -> None:
    hand = "444m66677p [1111m*] [3333m*]"

    assert judged("CD", hand, by="kong", kong_chain=2).value == 1 + 2 + 4
    assert judged("CD", hand, by="kong").value == 1 + 2 + 2


@pytest.mark.parametrize(
    ("by", "dealer", "fan"),
    [("heaven", True, 5), ("earth", False, 5)],  # CD-F13, CD-F14
)
def test_first_hands_are_patterns_without_roots(by: str, dealer: bool, fan: int) -> None:
    assert judged("CD", "123333m45566799s", by=by, dealer=dealer).value == fan
    assert judged("CD", "11112222557799m", by=by, dealer=dealer).value == 6


OPEN_KONG = {"e": "kong", "by": 2, "kind": "direct", "from": 0, "tile": "9s"}


@pytest.mark.parametrize(
    ("before", "win", "why"),
    [
        ([], {"by": 1, "how": "heaven"}, "a win by heaven is the dealer's alone"),
        ([], {"by": 0, "how": "earth"}, "a win by earth is never the dealer's"),
        ([OPEN_KONG], {"by": 1, "how": "earth"}, "no win by earth follows an open kong"),
        ([], {"by": 1, "from": 0, "how": "earth"}, "a win by earth is drawn in this house"),
    ],
)
def test_what_no_first_hand_can_be(  # CD-F13, CD-F14
    before: list[dict[str, object]], win: dict[str, object], why: str
) -> None:
    with pytest.raises(EventError, match=why):
        settled("CD", *before, {"e": "win", "value": 5, **win})


def test_first_hands_settle() -> None:
    earth = {"e": "win", "by": 1, "how": "earth", "value": 5}
    heaven = {"e": "win", "by": 0, "how": "heaven", "value": 5}

    assert settled("CD", heaven, earth).totals == (96, 32, -64, -64)
    by_discard = start("CD", dealer=0, options={"earthly_by": "dealers_first_discard"})
    assert by_discard.add({**earth, "from": 0}).settle().totals == (-32, 32, 0, 0)


def test_options_of_chengdu() -> None:
    robbed = {"rob_kong_fan": 1}
    assert judged("CD", "56m123m789p33344p", "7m", by="rob").value == 0
    assert judged("CD", "56m123m789p33344p", "7m", by="rob", options=robbed).value == 1
    added = {"self_draw": "add_fan"}
    assert judged("CD", "23445677m345789p", by="self", options=added).value == 1
    capped = judged("CD", "11224444557799m", options={"cap_fan": 3})
    assert (capped.value, capped.uncapped, capped.multiplier) == (3, 5, 8)


@pytest.mark.parametrize(
    ("mode", "paid"), [("plain", 0), ("bloody", 0), ("rain", 3), ("bloody_rain", 3)]
)
def test_kongs_are_paid_where_it_rains(mode: str, paid: int) -> None:  # CD-10..13
    kong = {"e": "kong", "by": 0, "kind": "added", "tile": "5m"}

    assert settled("CD", kong, mode=mode).totals[0] == paid


@pytest.mark.parametrize("mode", ["plain", "rain"])
def test_the_first_win_ends_a_plain_hand(mode: str) -> None:
    sheet = settled("CD", {"e": "win", "by": 2, "from": 1, "value": 0}, mode=mode)

    assert sheet.next_dealer is not None
    assert (sheet.next_dealer.side, sheet.next_dealer.rule) == (2, "CD-04")


@pytest.mark.parametrize(("kind", "option"), [("唱歌", "sing"), ("dance", "dance")])
def test_who_is_ready_tells_where_the_house_plays_it(kind: str, option: str) -> None:
    told = {"e": "declare", "by": 1, "kind": kind}  # CD-14, CD-15

    with pytest.raises(EventError, match=f"{option} is not played here: see option {option}"):
        settled("CD", told)
    options: dict[str, object] = {option: "on"}
    ledger = start("CD", dealer=0, options=options).add(told)
    assert ledger.settle().totals == (0, 0, 0, 0)


def test_the_first_winner_deals_after_a_bloody_battle() -> None:  # CD-04
    one = {"e": "win", "by": 2, "from": 1, "value": 0}
    two = {"e": "win", "by": 3, "value": 0}
    three = {"e": "win", "by": 0, "from": 1, "value": 0}

    assert settled("CD", one, two).next_dealer is None
    following = settled("CD", one, two, three).next_dealer
    assert following is not None
    assert (following.side, following.rule) == (2, "CD-04")


def test_the_discarder_deals_after_two_winners_on_his_tile() -> None:  # CD-04
    wins = [{"e": "win", "by": side, "from": 1, "value": 0, "tile": "5m"} for side in (0, 3)]
    last = {"e": "win", "by": 2, "value": 0}

    following = settled("CD", *wins, last).next_dealer
    assert following is not None
    assert following.side == 1


def test_the_waits_of_nine_gates() -> None:
    found = waits(book("CD"), parse_tiles("1112345678999m"))

    assert format_tiles(wait.tile for wait in found) == "123456789m"
    assert [wait.left for wait in found] == [1, 3, 3, 3, 3, 3, 3, 3, 1]


@pytest.mark.parametrize(("way", "moved"), [("off", 0), ("full_to_each", 12), ("shared", 6)])
def test_cd_p9_several_winners_on_a_kong_discard(way: str, moved: int) -> None:
    kong = {"e": "kong", "by": 0, "kind": "concealed", "tile": "5m"}
    wins = [
        {"e": "win", "by": side, "from": 0, "how": "kong-discard", "value": 1, "tile": "2p"}
        for side in (1, 2)
    ]
    sheet = settled("CD", kong, *wins, kong_transfer=way)

    assert sum(line.amount for line in sheet.lines if line.rule == "CD-P9") == moved
    assert sum(sheet.totals) == 0


def test_who_draws_after_a_win_is_checked_only_against_who_is_still_in() -> None:  # CD-P8, CD-25
    won = {"e": "win", "by": 1, "from": 2, "value": 0}
    kong = {"e": "kong", "by": 0, "kind": "concealed", "tile": "5m"}
    draw = {"e": "draw", "hands": {"0": "not-ready", "2": "1112345678999p", "3": "not-ready"}}
    lines = flows(settled("CD", kong, won, draw))

    assert [line for line in lines if line[3] == "CD-P8"] == [
        (0, 2, 8, "CD-P8"),
        (3, 2, 8, "CD-P8"),
        (0, 2, 2, "CD-P8"),
        (0, 3, 2, "CD-P8"),
    ]
