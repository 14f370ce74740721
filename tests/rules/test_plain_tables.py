"""HB, GD, B144: tables whose amounts are the house's, and what they allow."""

import pytest

from rules.actions import Call, Position, check_call, check_rob
from rules.books import book
from rules.claims import Claimed, granted
from rules.errors import RulesError, TileError, UnknownName
from rules.hands.refusals import Reason
from rules.notation import MeldKind, is_run, make_meld, parse_hand, parse_melds, parse_tiles
from rules.opening import open_hand
from rules.options import OptionError, house
from rules.options.set_up import set_up_in
from rules.ready_kong import check_ready_kong
from rules.tiles import Suit, suit_of, tile_of
from rules.variants import variant
from tests.support.rules_hands import flows, judged, settled

STANDARD = "123m456m789m123p5p"
PAIRS = "1133m5577p22s44sE"
WIN = {"e": "win", "by": 1, "hand": STANDARD, "tile": "5p"}

Lines = list[tuple[int, int, int, str]]


def each(payee: int, amount: int, rule: str) -> Lines:
    return [(side, payee, amount, rule) for side in (0, 1, 2, 3) if side != payee]


@pytest.mark.parametrize(
    ("variant_id", "event", "lines"),
    [
        ("HB", {**WIN, "from": 3}, [(3, 1, 1, "HB-08")]),
        ("HB", WIN, each(1, 1, "HB-08")),
        ("HB", {**WIN, "hand": PAIRS, "tile": "E"}, each(1, 1, "HB-08")),
        (
            "HB",
            {"e": "kong", "by": 1, "kind": "direct", "from": 2, "tile": "5m"},
            [(2, 1, 1, "HB-08")],
        ),
        ("HB", {"e": "kong", "by": 1, "kind": "added", "tile": "5m"}, each(1, 1, "HB-08")),
        ("HB", {"e": "kong", "by": 1, "kind": "concealed", "tile": "5m"}, each(1, 2, "HB-08")),
        ("GD", WIN, each(1, 2, "GD-09")),
        (
            "GD",
            {"e": "kong", "by": 1, "kind": "direct", "from": 2, "tile": "5m"},
            [(2, 1, 3, "GD-09")],
        ),
        ("GD", {"e": "kong", "by": 1, "kind": "added", "tile": "5m"}, each(1, 1, "GD-09")),
        # GD-T3
        ("GD", {"e": "kong", "by": 1, "kind": "concealed", "tile": "5m"}, each(1, 2, "GD-09")),
        ("B144", {**WIN, "from": 3}, [(3, 1, 1, "B144-10")]),
        ("B144", WIN, each(1, 1, "B144-10")),
        ("B144", {**WIN, "flowers": "abc"}, each(1, 1, "B144-10")),
        ("B144", {"e": "kong", "by": 1, "kind": "concealed", "tile": "5m"}, []),
    ],
)
def test_what_is_paid_by_default(variant_id: str, event: dict[str, object], lines: Lines) -> None:
    sheet = settled(variant_id, event)

    assert flows(sheet) == lines
    assert sum(sheet.totals) == 0


def test_gd_t1_the_tables_factor_multiplies() -> None:  # GD-05
    sheet = settled("GD", WIN, table_factor=5)

    assert flows(sheet) == each(1, 10, "GD-09")
    assert sheet.totals[1] == 30


@pytest.mark.parametrize(
    "event", [{**WIN, "from": 3}, {"e": "win", "by": 1, "from": 3, "value": 2}]
)
def test_gd_t2_a_discard_never_wins(event: dict[str, object]) -> None:  # GD-02
    sheet = settled("GD", event)

    assert sheet.lines == ()
    assert sheet.next_dealer is None
    assert any("self-drawn" in warning.en for warning in sheet.warnings)
    refusal = judged("GD", STANDARD, "5p").refusal
    assert refusal is not None
    assert refusal.reason == Reason.SELF_DRAWN


@pytest.mark.parametrize("factor", [0, 2, 7, 30, 1000, "ten"])
def test_gd_t4_other_factors_are_refused(factor: object) -> None:
    with pytest.raises(OptionError, match="use 1, 3, 5, 10, 50, 100"):
        book("GD", {"table_factor": factor})


def test_gd_09_a_draw_gives_kong_money_back() -> None:
    kong = {"e": "kong", "by": 1, "kind": "concealed", "tile": "5m"}
    sheet = settled("GD", kong, {"e": "draw", "hands": [None] * 4})

    assert sheet.totals == (0, 0, 0, 0)
    assert len(sheet.lines) == 6


def test_gd_07_may_be_played_without_honours() -> None:
    row, program = set_up_in(variant("GD"), house("GD", {"tiles": 108}))

    assert (row.tile_set.total, program.stacks) == (108, (14, 13, 14, 13))
    refusal = judged("GD", "123m456m789m123pEE", by="self", options={"tiles": 108}).refusal
    assert refusal is not None
    assert refusal.reason == Reason.FOREIGN
    assert judged("GD", "123m456m789m123pEE", by="self").win


@pytest.mark.parametrize(
    ("variant_id", "values", "event", "amount"),
    [
        ("HB", {"HB-08-PAIRS": 4}, {**WIN, "hand": PAIRS, "tile": "E"}, 4),
        ("HB", {"HB-08-SELF-DRAW": 1}, WIN, 2),
        (
            "HB",
            {"hb-08-concealed": 6},
            {"e": "kong", "by": 1, "kind": "concealed", "tile": "5m"},
            6,
        ),
        ("GD", "GD-09-STANDARD=3", WIN, 3),
        ("B144", {"B144-09": 2}, {**WIN, "flowers": "abc"}, 7),
        ("B144", {"B144-10-ADDED": 1}, {"e": "kong", "by": 1, "kind": "added", "tile": "5m"}, 1),
    ],
)
def test_a_house_gives_its_own_values(
    variant_id: str, values: object, event: dict[str, object], amount: int
) -> None:
    assert {line[2] for line in flows(settled(variant_id, event, values=values))} == {amount}


def test_a_value_for_nothing_names_the_nearest() -> None:
    with pytest.raises(UnknownName, match="HB-08-PAIRS"):
        book("HB", {"values": {"HB-08-PAIR": 4}})


@pytest.mark.parametrize(
    ("variant_id", "event", "dealer", "rule"),
    [
        ("HB", {"e": "win", "by": 2, "value": 1}, 1, "HB-02"),  # HB-T2
        ("HB", {"e": "win", "by": 0, "value": 1}, 0, "HB-02"),  # HB-T3
        ("HB", {"e": "draw", "hands": [None] * 4}, 0, "HB-02"),  # HB-T4
        ("GD", {"e": "win", "by": 2, "value": 2}, 2, "GD-08"),
        ("GD", {"e": "draw", "hands": [None] * 4}, 0, "GD-08"),
        ("B144", {"e": "win", "by": 2, "value": 1}, 2, "B144-02"),
        ("B144", {"e": "draw", "hands": [None] * 4}, 0, "B144-10"),
    ],
)
def test_who_deals_next(variant_id: str, event: dict[str, object], dealer: int, rule: str) -> None:
    following = settled(variant_id, event).next_dealer

    assert following is not None
    assert (following.side, following.rule) == (dealer, rule)


def test_hb_t1_four_sides_of_seventeen_stacks() -> None:  # HB-01
    row = variant("HB")

    assert row.tile_set.total == 136
    assert row.program.stacks == (17, 17, 17, 17)


def test_hb_t5_the_sum_counts_wall_and_stacks() -> None:  # HB-03
    opening = open_hand(variant("HB"), [(3, 4)])

    assert (opening.broken.wall_side, opening.broken.stacks_left) == (2, 7)


def test_hb_t6_kongs_are_replaced_from_the_last_stack() -> None:  # HB-06
    opening = open_hand(variant("HB"), [(3, 4)])
    left = opening.order[-opening.deal.left :]

    assert opening.deal.left == 83
    assert variant("HB").kong_from.value == "tail"
    # The tail is the stack just right of the break, upper tile first.
    first = opening.broken.first
    assert [(place.side, place.stack) for place in left[-2:]] == [(first.side, first.stack - 1)] * 2


@pytest.mark.parametrize(
    ("row", "hand", "kind", "tile", "reason"),
    [
        # The fourth 2p stands in 12p, which waits for 3p; added, nothing is waited for.
        ("HB-T7", "[222p]123m456m12pEE9s", MeldKind.ADDED_KONG, "2p", Reason.NOT_READY),
        ("the drawn tile", "[222p]123m456m78sEE2p", MeldKind.ADDED_KONG, "2p", None),
        ("no pung", "123m456m789m78sEE2p", MeldKind.ADDED_KONG, "2p", Reason.NO_PUNG),
        ("lies in the hand", "2222p123m456m78sEE", MeldKind.CONCEALED_KONG, "2p", None),
        ("breaks a run", "1222p123m456m3p2pEE", MeldKind.CONCEALED_KONG, "2p", Reason.NOT_READY),
        ("too few", "222p123m456m78sEE9s", MeldKind.CONCEALED_KONG, "2p", Reason.TOO_FEW),
        ("direct", "222p123m456m78sEE", MeldKind.DIRECT_KONG, "2p", None),
    ],
)
def test_hb_07_a_kong_after_declaring_keeps_the_hand_ready(
    row: str, hand: str, kind: MeldKind, tile: str, reason: Reason | None
) -> None:
    own = parse_hand(hand)
    refusal = check_ready_kong(book("HB"), own.tiles, own.melds, kind, tile_of(tile))

    assert (refusal.reason if refusal else None) == reason, row


def test_hb_05_no_chow() -> None:
    refusal = check_call(book("HB"), Call.CHOW, Position(parse_tiles("34m")), tile_of("5m"), 1)

    assert refusal is not None
    assert refusal.reason == Reason.NO_CHOW
    melded = judged("HB", "[123m]456m789m123p55p").refusal
    assert melded is not None
    assert melded.reason == Reason.CHOW


@pytest.mark.parametrize(
    ("variant_id", "claims", "stand"),
    [
        ("HB", [(0, Call.PUNG), (3, None)], [3]),  # HB-05: a win before a pung
        ("HZ", [(2, Call.CHOW), (0, Call.PUNG)], [0]),  # HZ-04: a pung before a chow
        ("MCR", [(0, None), (3, None), (2, Call.PUNG)], [3]),  # MCR-35
        ("B144", [(2, Call.CHOW)], [2]),
        ("CD", [(0, None), (3, None)], [3, 0]),
        ("GD", [], []),
    ],
)
def test_who_gets_a_claimed_discard(
    variant_id: str, claims: list[tuple[int, Call | None]], stand: list[int]
) -> None:
    claimed = [Claimed(side, call) for side, call in claims]

    assert [one.side for one in granted(book(variant_id), claimed, discarder=1)] == stand


def test_b144_t1_the_tiles() -> None:  # B144-01
    counts = variant("B144").tile_set.counts
    families: dict[Suit, int] = {}
    for tile in variant("B144").tile_set.designs:
        families[suit_of(tile)] = families.get(suit_of(tile), 0) + counts[tile]

    assert sorted(families.values()) == [8, 12, 16, 36, 36, 36]
    assert variant("B144").program.stacks == (18, 18, 18, 18)


def test_b144_t2_a_run_is_of_one_suit_and_three_in_a_row() -> None:
    assert is_run(parse_tiles("345p"))
    assert not is_run(parse_tiles("89pE"))
    assert not is_run(parse_tiles("8p9pE"))


@pytest.mark.parametrize(
    ("row", "call", "tile", "steps", "reason"),
    [
        ("B144-06", Call.CHOW, "5m", 1, None),
        ("B144-T3", Call.CHOW, "5m", 2, Reason.CHOW_FROM),
        ("B144-T4", Call.PUNG, "a", 1, Reason.NO_MELD),
        ("B144-07", Call.PUNG, "6m", 3, None),
        ("B144-08", Call.KONG, "7m", 3, None),
    ],
)
def test_b144_claims(row: str, call: Call, tile: str, steps: int, reason: Reason | None) -> None:
    position = Position(parse_tiles("34m66m777m"))
    refusal = check_call(book("B144"), call, position, tile_of(tile), steps)

    assert (refusal.reason if refusal else None) == reason, row


def test_b144_t4_flowers_make_no_meld() -> None:
    with pytest.raises(TileError, match="no flowers"):
        make_meld(parse_tiles("aaa"))


def test_b144_04_an_added_kong_may_be_robbed() -> None:
    assert check_rob(MeldKind.ADDED_KONG) is None
    assert judged("B144", "123m456m789m12p55s", "3p", "rob").win


def test_b144_05_only_four_sets_and_a_pair_win() -> None:
    refusal = judged("B144", PAIRS, "E").refusal

    assert refusal is not None
    assert refusal.reason == Reason.SHAPE
    assert judged("B144", "[123m][444p*]".replace("444", "4444") + "56m789m55s", "4m").win


def test_several_winners_on_one_tile_give_one() -> None:
    wins = [{**WIN, "by": side, "from": 1} for side in (0, 3)]
    sheet = settled("HB", *wins)

    assert {line[1] for line in flows(sheet)} == {3}


def test_a_won_hand_takes_no_further_win() -> None:
    with pytest.raises(RulesError, match="the hand is over"):
        settled("HB", WIN, {**WIN, "by": 2})


def test_melds_are_read_with_the_hand() -> None:
    assert judged("GD", "[222p]123m456m78sEE", "9s", "self").win
    assert parse_melds("[2222p*]")[0].kind is MeldKind.CONCEALED_KONG
