"""What cannot be a hand is told precisely, in every language."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.books import MODULES, book
from rules.hands.refusals import Reason
from rules.hands.situation import By, Claim, Situation
from rules.languages import Language
from rules.notation import parse_melds
from rules.scoring.judging import check_win
from rules.scoring.reading import WrongHand
from rules.scoring.waiting import waits
from rules.settling.proposals import propose
from rules.tiles import TILES, UNREAD, tile_of
from tests.support.rules_hands import claim, judged


@pytest.mark.parametrize(
    ("hand", "win", "reason", "words"),
    [
        (
            "123456789m12345p",
            "5p",
            Reason.COUNT,
            "14 tiles in hand where 13 belong (besides 0 melds)",
        ),
        ("123456789m123p [222p]", "3p", Reason.COUNT, "12 tiles in hand where 10 belong"),
        ("11111m234567p99p", "9p", Reason.FIFTH, "5 x 1 of characters: there are only four"),
        ("1235m456789p [5555m]", "5m", Reason.FIFTH, "6 x 5 of characters"),
        ("123456789m12pEE", "3p", Reason.FOREIGN, "east wind is not in the set of Chengdu mahjong"),
        ("123456789m12pPP", "3p", Reason.FOREIGN, "white dragon is not in the set"),
        ("123456789m12paa", "3p", Reason.FOREIGN, "spring is not in the set"),
        ("123456789m12pJJ", "3p", Reason.FOREIGN, "joker is not in the set"),
        ("123456789m12p??", "3p", Reason.UNREAD, "a tile is not known"),
        ("456789m12p55p [123m]", "3p", Reason.CHOW, "[123m]: Chengdu mahjong has no chow"),
        ("55m [111m] [222m] [333m] [444m] [666m]", "5m", Reason.MELDS, "5 melds"),
    ],
)
def test_wrong_tiles(hand: str, win: str, reason: Reason, words: str) -> None:
    parsed = claim(hand)
    tiles = (*parsed.tiles, parsed.win)
    check = check_win(book("CD"), Claim(tiles, parsed.melds, tile_of(win)))

    assert check.refusal is not None
    assert check.refusal.reason == reason
    assert check.refusal.is_wrong_input
    assert words in check.refusal.say()
    assert all(check.refusal.words())


def test_a_robbed_tile_is_in_no_other_hand() -> None:
    check = judged("CD", "123456789m1233p", "3p", by="rob")

    assert check.refusal is not None
    assert check.refusal.reason == Reason.ROB_HELD


@pytest.mark.parametrize(
    ("by", "melds", "dealer", "reason"),
    [
        ("heaven", "[111p]", True, Reason.HEAVEN_MELDS),
        ("earth", "[111p]", False, Reason.HEAVEN_MELDS),
        ("earth", "[1111p*]", True, Reason.EARTH_DEALER),
    ],
)
def test_first_hands(by: str, melds: str, dealer: bool, reason: Reason) -> None:
    refusal = judged("CD", f"123456789m33p {melds}", by=by, dealer=dealer).refusal

    assert refusal is not None
    assert refusal.reason == reason


def test_the_reason_is_said_in_three_languages() -> None:
    refusal = judged("CD", "123m456p789s234p55m").refusal

    assert refusal is not None
    assert [refusal.say(language)[:2] for language in Language] == ["th", "三门", "三種"]


def test_waits_of_wrong_tiles_are_refused() -> None:
    with pytest.raises(WrongHand, match="12 tiles in hand where 13 belong"):
        waits(book("CD"), claim("123456789m1233p").tiles[:12])


tiles = st.lists(st.sampled_from([*TILES, UNREAD]), max_size=18).map(tuple)
melds = st.lists(
    st.sampled_from(["[111m]", "[2222p]", "[3333s*]", "[123m]", "[EEE]", "[4444m+]"]), max_size=6
).map(lambda parts: parse_melds("".join(parts)))


@given(
    st.sampled_from(sorted(MODULES)),
    tiles,
    melds,
    st.sampled_from([*TILES, UNREAD]),
    st.sampled_from(By),
    st.booleans(),
)
def test_whatever_the_claim_the_answer_is_a_win_or_a_reason(
    variant: str,
    concealed: tuple[int, ...],
    melded: tuple[object, ...],
    win: int,
    by: By,
    dealer: bool,
) -> None:
    own = Claim(concealed, melded, win, Situation(by=by, dealer=dealer))  # type: ignore[arg-type]
    check = check_win(book(variant), own)

    assert check.win is (check.form is not None)
    assert check.refusal is None or check.refusal.say()


@pytest.mark.parametrize(
    ("hand", "kind"),
    [
        ("123m456p789s234p55m", "false-win"),
        ("123456789m12333p9p", "wrong-count"),
        ("11111m234567p99p9m", None),
    ],
)
def test_a_refused_win_proposes_a_penalty_and_charges_nothing(hand: str, kind: str | None) -> None:
    refusal = judged("CD", hand).refusal

    assert refusal is not None
    proposal = propose(2, refusal)
    assert (None if proposal is None else proposal.event()["kind"]) == kind
    assert proposal is None or all(proposal.text)
