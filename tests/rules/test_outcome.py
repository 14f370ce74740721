"""A few words end a hand, and the variant's rule says who deals next."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.explain import explanations
from rules.settling.outcome import (
    Outcome,
    OutcomeError,
    Proposal,
    WinsTogether,
    propose_dealer,
    read_outcome,
)
from rules.variants import VARIANTS

EAST, SOUTH, WEST, NORTH = range(4)


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("win 2", Outcome((WinsTogether((2,)),))),
        ("win 2 from 1", Outcome((WinsTogether((2,), 1),))),
        ("WIN 2, 3 from 1", Outcome((WinsTogether((2, 3), 1),))),
        ("win 2 from 1; win 3", Outcome((WinsTogether((2,), 1), WinsTogether((3,))))),
        ("draw", Outcome(draw=True)),
        ("win 2 draw", Outcome((WinsTogether((2,)),), draw=True)),
        (
            "draw ready 0 2 last 3",
            Outcome(draw=True, ready=frozenset({0, 2}), last_drawer=3),
        ),
        ("draw ready", Outcome(draw=True, ready=frozenset())),
    ],
)
def test_what_people_say(words: str, meant: Outcome) -> None:
    assert read_outcome(words) == meant


@pytest.mark.parametrize(
    "words",
    [
        "",
        "hooray",
        "win",
        "win 4",
        "win 2 from",
        "win 2 from 2",
        "win 2 2 from 1",
        "win 2 3",
        "win 2 win 2",
        "win 2 win 3 from 2",
        "draw 2",
        "draw last",
        "draw last 1 2",
        "draw win 2",
    ],
)
def test_what_cannot_be_meant_is_told_in_one_sentence(words: str) -> None:
    with pytest.raises(OutcomeError) as caught:
        read_outcome(words)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("variant", "dealer", "words", "side", "rule"),
    [
        ("DY", EAST, "win 2 from 1", WEST, "DY-05"),  # the first winner
        ("DY", EAST, "win 2 from 1 win 3", WEST, "DY-05"),
        ("DY", EAST, "win 2 3 from 1", SOUTH, "DY-05"),  # of several the discarder
        ("DY", EAST, "draw ready 3", NORTH, "DY-36"),  # the only one ready
        ("DY", EAST, "draw ready 0 1 3", WEST, "DY-36"),  # the only one who is not
        ("DY", EAST, "draw ready 0 2 last 3", NORTH, "DY-36"),  # of two the last drawer
        ("DY", EAST, "draw ready last 2", WEST, "DY-36"),
        ("CD", SOUTH, "win 3", NORTH, "CD-04"),
        ("CD", SOUTH, "draw", SOUTH, "QS-05"),
        ("QS", SOUTH, "win 3", None, "QS-05"),  # the bloody table throws dice
        ("MCR", EAST, "win 0", SOUTH, "MCR-03"),
        ("MCR", NORTH, "draw", EAST, "MCR-03"),
        ("HZ", WEST, "win 1 from 0", SOUTH, "HZ-03"),
        ("HZ", WEST, "draw", WEST, "HZ-03"),
        ("HB", WEST, "win 2", WEST, "HB-02"),  # a dealer who wins stays
        ("HB", WEST, "win 1", NORTH, "HB-02"),
        ("GD", EAST, "win 3 from 2", NORTH, "GD-08"),
        ("B144", EAST, "win 3 from 2", NORTH, "B144-02"),
        ("B144", EAST, "draw", EAST, "B144-10"),
    ],
)
def test_the_next_dealer_by_the_rule_that_says_so(
    variant: str, dealer: int, words: str, side: int | None, rule: str
) -> None:
    assert propose_dealer(variant, dealer, read_outcome(words)) == Proposal(side, rule)


@pytest.mark.parametrize("variant", ["DY", "GY3", "GY4"])
def test_where_readiness_decides_it_must_be_said(variant: str) -> None:
    proposed = propose_dealer(variant, EAST, read_outcome("draw"))
    assert proposed.side is None
    assert proposed.asks_ready


def test_of_two_claims_only_the_nearest_wins_where_one_wins() -> None:  # HZ, GD: one winner
    assert propose_dealer("HZ", EAST, read_outcome("win 0 2 from 1")).side == WEST


sides = st.integers(0, 3)


@given(
    st.sampled_from(sorted(VARIANTS)),
    sides,
    st.one_of(
        st.builds("win {}".format, sides),
        st.just("draw"),
        st.builds("draw ready {} last {}".format, sides, sides),
        st.just("win 0 1 from 2"),
        st.just("win 0 1 2 from 3"),
    ),
)
def test_every_variant_has_an_answer_whose_rule_can_be_explained(
    variant: str, dealer: int, words: str
) -> None:
    proposed = propose_dealer(variant, dealer, read_outcome(words))
    assert proposed.side in (None, 0, 1, 2, 3)
    assert proposed.rule in explanations()
