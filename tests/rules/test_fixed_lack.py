"""NS: New Sichuan with a fixed lack suit."""

import pytest

from rules.errors import EventError
from rules.hands.refusals import Reason
from rules.tiles import Suit
from tests.support.rules_hands import flows, judged, settled


@pytest.mark.parametrize("lack", [Suit.BAMBOO, None])
def test_ns_t3_a_tile_of_the_lack_suit_is_left(lack: Suit | None) -> None:
    refusal = judged("NS", "123456m123456p11s", lack=lack).refusal

    assert refusal is not None
    assert refusal.reason == (Reason.SUITS if lack is None else Reason.LACK)


def test_a_meld_of_the_lack_suit_spoils_the_hand_too() -> None:
    refusal = judged("NS", "123456m123m55m [222p]", lack=Suit.DOTS).refusal

    assert refusal is not None
    assert refusal.say() == "a tile of the lack suit is left: 2 of dots"


@pytest.mark.parametrize(
    ("row", "way", "paid"),
    [
        ("NS-T4", "contractor", [(1, 0, 2, "NS-20")]),
        (
            "NS-T5",
            "everybody",
            [(1, 0, 2, "NS-21"), (2, 0, 1, "NS-21"), (3, 0, 1, "NS-21")],
        ),
    ],
)
def test_a_direct_kong(row: str, way: str, paid: list[tuple[int, int, int, str]]) -> None:
    kong = {"e": "kong", "by": 0, "kind": "direct", "from": 1, "tile": "5m"}

    assert flows(settled("NS", kong, direct_kong=way)) == paid, row


def test_ns_t6_a_self_draw_adds_the_base() -> None:
    sheet = settled("NS", {"e": "win", "by": 0, "hand": "1112345678999m", "tile": "5m"})

    assert sheet.totals == (15, -5, -5, -5)
    assert {line.rule for line in sheet.lines} == {"NS-30", "NS-26"}


@pytest.mark.parametrize(("self_draw", "each"), [("none", 4), ("add_base", 5), ("add_fan", 8)])
def test_what_a_self_draw_adds(self_draw: str, each: int) -> None:  # NS-26
    event = {"e": "win", "by": 0, "hand": "1112345678999m", "tile": "5m"}

    assert settled("NS", event, self_draw=self_draw).totals[1] == -each


@pytest.mark.parametrize(
    ("declared", "why"),
    [({"kind": "lack"}, 'give "suit" as m, p or s'), ({"kind": "ready"}, "no declaration 'ready'")],
)
def test_only_a_lack_suit_is_declared(declared: dict[str, object], why: str) -> None:  # NS-02
    with pytest.raises(EventError, match=why):
        settled("NS", {"e": "declare", "by": 1, **declared})


def test_ns_t7_a_concealed_kong_is_paid_by_the_one_still_in() -> None:
    wins = [{"e": "win", "by": side, "from": 3, "value": 1} for side in (1, 2)]
    kong = {"e": "kong", "by": 0, "kind": "concealed", "tile": "5m"}

    assert flows(settled("NS", *wins, kong))[2:] == [(3, 0, 2, "NS-24")]


def test_ns_t8_one_tile_of_the_lack_suit_makes_a_pig() -> None:
    lack = {"e": "declare", "by": 0, "kind": "lack", "suit": "s"}
    hands = ["123m456m789m123m1s", "not-ready", "not-ready", "not-ready"]
    sheet = settled("NS", lack, {"e": "draw", "hands": hands})

    assert flows(sheet) == [(0, side, 16, "NS-28") for side in (1, 2, 3)]


@pytest.mark.parametrize(
    ("way", "moved"),
    [
        ("off", []),
        ("full_to_each", [(0, 1, 6), (0, 2, 6)]),
        ("shared", [(0, 1, 3), (0, 2, 3)]),
    ],
)
def test_kong_money_moves_as_the_house_says(  # NS-27
    way: str, moved: list[tuple[int, int, int]]
) -> None:
    kong = {"e": "kong", "by": 0, "kind": "concealed", "tile": "5m"}
    wins = [
        {"e": "win", "by": side, "from": 0, "how": "kong-discard", "value": 1, "tile": "2p"}
        for side in (1, 2)
    ]
    sheet = settled("NS", kong, *wins, kong_transfer=way)

    assert [line[:3] for line in flows(sheet) if line[3] == "NS-27"] == moved
