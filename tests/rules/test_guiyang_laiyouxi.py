"""GY4: the worked rows of Guiyang in beans, and what its rules say around them."""

import pytest

from rules.opening import open_hand
from rules.options import house
from rules.options.set_up import set_up_in
from rules.variants import variant
from tests.support.rules_hands import flows, judged, settled

READY = "123456m789p234s5p"
PUNGS = "111333m555p777s9s"
WIN = {"e": "win", "by": 0, "value": 1}
A, B, C, D = range(4)


def _beans(*events: dict[str, object], **options: object) -> tuple[object, ...]:
    """Return what beans and chickens move beside a win of 1 that A draws."""
    totals = settled("GY4", *events, **options).totals  # type: ignore[arg-type]
    return tuple(own - won for own, won in zip(totals, (3, -1, -1, -1), strict=True))


def _kong(
    kind: str, by: int = A, tile: str = "1s", *, source: int | None = None, late: bool = False
) -> dict[str, object]:
    return {"e": "kong", "by": by, "kind": kind, "tile": tile, "from": source, "late": late}


def _chicken(turned: str | None, **more: object) -> dict[str, object]:
    return {"e": "chicken", "turned": turned, **({"in_hand": {"0": ""}} | more)}


@pytest.mark.parametrize(
    ("row", "kong", "turned", "paid"),
    [
        ("GY4-T1", _kong("concealed"), "5m", (7, 7, 7)),
        ("GY4-T2", _kong("added", source=B), "5m", (8, 7, 7)),
        ("GY4-T3", _kong("direct", source=B), "5m", (8, 4, 4)),
        ("GY4-T4: concealed", _kong("concealed"), "9s", (14, 14, 14)),
        ("GY4-T4: added", _kong("added", source=B), "9s", (13, 11, 11)),
        ("GY4-T4: direct", _kong("direct", source=B), "9s", (13, 8, 8)),
        ("GY4-47: nothing turned", _kong("concealed"), None, (7, 7, 7)),
        ("GY4-23: late, only chickens", _kong("added", source=B, late=True), "5m", (5, 4, 4)),
    ],
)
def test_a_kong_of_ones(
    row: str, kong: dict[str, object], turned: str | None, paid: tuple[int, int, int]
) -> None:
    expected = (sum(paid), *(-one for one in paid))

    assert _beans(kong, WIN, _chicken(turned)) == expected, row
    assert _beans(kong, WIN, _chicken(turned, in_hand={"0": "1111s"})) == expected, row
    rules = {line[3] for line in flows(settled("GY4", kong, WIN, _chicken(turned)))}
    assert rules == {"GY4-50", "GY4-45"}


def test_a_golden_concealed_kong_as_the_house_says() -> None:
    assert _beans(_kong("concealed"), WIN, _chicken("9s"), gold_concealed=11)[1] == -11


def test_gy4_t5_a_pung_of_ones_is_one_more_for_its_feeder() -> None:
    claimed = [{"by": A, "from": B, "tile": "1s"}]
    event = _chicken("3p", in_hand={"0": "111s"}, claimed=claimed, ready=[B, C, D])

    assert _beans(WIN, event) == (10, -4, -3, -3)


@pytest.mark.parametrize(
    ("row", "dice", "wall", "stacks"),
    [("GY4-T6", (2, 5), 1, 2), ("GY4-T7", (3, 6), 1, 3), ("the next but one", (1, 3), 2, 1)],
)
def test_the_larger_die_names_the_wall(
    row: str, dice: tuple[int, int], wall: int, stacks: int
) -> None:
    broken = open_hand(variant("GY4"), [dice]).broken

    assert (broken.wall_side, broken.stacks_left) == (wall, stacks), row


def test_gy4_02_a_house_may_throw_as_in_gy2() -> None:
    row, _ = set_up_in(variant("GY4"), house("GY4", {"dice": "as_gy2"}))

    assert row.dice_id == "sum-smaller"


def _taken(how: str, hand: str = "23456m789p234s55p", tile: str = "1m") -> dict[str, object]:
    return {"e": "win", "by": A, "from": B, "how": how, "hand": hand, "tile": tile}


@pytest.mark.parametrize(
    ("row", "how", "paid"), [("GY4-T8", "rob", 9), ("GY4-T9", "kong-discard", 3)]
)
def test_who_loses_a_kongs_tile(row: str, how: str, paid: int) -> None:
    kongs = [_kong("concealed", B, "2p"), _kong("concealed", B, "1s")]
    event = _chicken("5m", in_hand={"0": "", "1": "66m"}, ready=[B])
    rule = "GY4-24" if how == "rob" else "GY4-25"

    assert flows(settled("GY4", *kongs, _taken(how), event)) == [
        (B, A, 1, "GY4-50"),
        (B, A, paid, rule),
    ], row


def test_a_higher_hand_is_paid_beside_the_base() -> None:
    assert settled("GY4", _taken("kong-discard", PUNGS, "9s")).totals[A] == 3 + 5


@pytest.mark.parametrize(
    ("row", "ready", "after"),
    [
        ("GY4-T10", {1, 2}, 1),
        ("GY4-05: exactly one is not ready", {0, 1, 2}, 3),
        ("GY4-05: the dealer is ready", {0, 2}, 0),
        ("GY4-05: none", set(), 0),
        ("GY4-05: all", {0, 1, 2, 3}, 0),
    ],
)
def test_the_dealer_after_a_draw(row: str, ready: set[int], after: int) -> None:
    hands = [{"ready": side in ready, "value": 1} for side in range(4)]
    sheet = settled("GY4", _kong("concealed"), {"e": "draw", "hands": hands})

    assert sheet.next_dealer is not None
    assert (sheet.next_dealer.side, sheet.next_dealer.rule) == (after, "GY4-05"), row
    assert {line.rule for line in sheet.lines} <= {"GY4-52"}


@pytest.mark.parametrize(
    ("row", "turned", "discarded", "each"),
    [
        ("GY4-T11", "5m", "1s", 2),
        ("GY4-T11: golden", "9s", "1s", 4),
        ("GY4-41: the second", "5m", "11s", 3),
        ("GY4-42: discarded", "5m", "66m", 2),
        ("GY4-43: golden, the second", "9s", "11s", 6),
    ],
)
def test_discarded_chickens(row: str, turned: str, discarded: str, each: int) -> None:
    event = _chicken(turned, discarded={"0": discarded})

    assert _beans(WIN, event) == (3 * each, -each, -each, -each), row


def test_gy4_40_one_player_alone_was_first() -> None:
    both = {"discarded": {"0": "1s", "1": "1s"}, "ready": [0, 1]}

    assert _beans(WIN, _chicken("5m", **both, first=B))[:2] == (3 - 2, 6 - 1)
    unknown = settled("GY4", WIN, _chicken("5m", **both))
    assert unknown.totals[2] == -1 - 2
    assert any("who was first" in warning.en for warning in unknown.warnings)


def test_gy4_44_a_claimed_first_one_is_no_charging_chicken() -> None:
    claimed = [{"by": A, "from": B, "tile": "1s"}]
    event = _chicken("3p", in_hand={"0": "111s"}, claimed=claimed, first=B, ready=[B])

    assert {line.rule for line in settled("GY4", WIN, event).lines} == {
        "GY4-50",
        "GY4-41",
        "GY4-44",
    }


def test_gy4_44_holds_for_the_turned_chicken_too() -> None:
    claimed = [{"by": A, "from": B, "tile": "6m"}]
    event = _chicken("5m", in_hand={"0": "666m"}, claimed=claimed, ready=[B])

    assert _beans(WIN, event) == (10, -4, -3, -3)


def test_gy4_23_a_late_kong_is_only_a_pass() -> None:
    assert _beans(_kong("added", tile="5p", late=True), WIN) == (0, 0, 0, 0)
    assert judged("GY4", "[5555p+]123m789m456s55s").win


@pytest.mark.parametrize(
    ("event", "owed"),
    [
        ({"discarded": {"2": "1s"}, "ready": [1]}, {A: 2, B: 2}),
        ({"discarded": {"2": "11s"}, "ready": []}, {A: 3}),
        ({"discarded": {"2": "6m"}, "ready": [1]}, {}),
        ({"discarded": {"2": "1s"}, "ready": [2]}, {}),
    ],
)
def test_gy4_46_a_chicken_discarded_without_being_ready_is_owed(
    event: dict[str, object], owed: dict[int, int]
) -> None:
    sheet = settled("GY4", WIN, _chicken("5m", **event))
    lines = [line for line in sheet.lines if line.rule == "GY4-46"]

    assert {line.payee: line.amount for line in lines} == owed
    assert {line.payer for line in lines} <= {C}


def test_gy4_46_a_chicken_given_to_a_kong_is_owed_with_its_beans() -> None:
    kong = _kong("direct", B, source=C)
    sheet = settled("GY4", kong, WIN, _chicken("5m", ready=[B]))

    assert [line for line in flows(sheet) if line[3] == "GY4-46"] == [(C, A, 1 + 3, "GY4-46")]
    assert (C, B, 8, "GY4-45") in flows(sheet)


def test_gy4_51_who_is_not_ready_gets_no_beans() -> None:
    kong = _kong("concealed", B, "2p")

    assert _beans(kong, WIN, _chicken("5m", ready=[])) == (0, 0, 0, 0)
    assert _beans(kong, WIN, _chicken("5m", ready=[B])) == (-3, 9, -3, -3)


def _three(how: str = "discard") -> list[dict[str, object]]:
    return [
        {"e": "win", "by": side, "from": A, "how": how, "value": value, "tile": "5p"}
        for side, value in ((B, 1), (C, 5), (D, 10))
    ]


@pytest.mark.parametrize("how", ["discard", "rob", "kong-discard"])
def test_gy4_53_three_winners_pay_the_discarder_with_their_beans(how: str) -> None:
    kongs = [_kong("concealed", A, "2p"), _kong("added", B, "3p"), _kong("added", C, "1s")]
    sheet = settled("GY4", *kongs, *_three(how))

    assert flows(sheet) == [
        (B, A, 1, "GY4-53"),
        (C, A, 5, "GY4-53"),
        (D, A, 10, "GY4-53"),
        (C, B, 3, "GY4-21"),
        (D, B, 3, "GY4-21"),
        (B, A, 3, "GY4-21"),
        (D, C, 7, "GY4-45"),
        (C, A, 7, "GY4-45"),
        (B, C, 7, "GY4-45"),
    ]
    assert sheet.next_dealer is not None
    assert (sheet.next_dealer.side, sheet.next_dealer.rule) == (A, "GY4-05")


def test_gy4_05_of_two_winners_the_first_deals() -> None:
    following = settled("GY4", *_three()[1:]).next_dealer

    assert following is not None
    assert following.side == C


@pytest.mark.parametrize(
    ("row", "hand", "situation", "value"),
    [
        ("GY4-F1: as GY2", "111333m555p777s99s", {}, 5),
        ("GY4-F1: self-drawn 1", "123456m789p234s55p", {"by": "self"}, 1),
        ("GY4-F1", "11m22m33p44p55s66s77s", {}, 8),
        ("GY4-F1", "1111m22m33p44p55s66s", {}, 10),
        ("GY4-F1", "11223344556677p", {}, 18),
        ("GY4-F1", "11112233445566p", {}, 20),
        ("GY4-03", "123456m789p234s55p", {}, None),
        ("GY4-03", "123456m789p234s55p", {"by": "kong-discard"}, 1),
    ],
)
def test_values(row: str, hand: str, situation: dict[str, object], value: int | None) -> None:
    check = judged("GY4", hand, **situation)  # type: ignore[arg-type]

    assert (check.value if check.win else None) == value, row


def test_gy4_f1_any_table_of_values() -> None:
    own: dict[str, object] = {"pattern_values": {"GY2-F4": 7, "GY2-F1": 2}}

    assert judged("GY4", "111333m555p777s99s", options=own).value == 7
    assert judged("GY4", "123456m789p234s55p", by="self", options=own).value == 2
