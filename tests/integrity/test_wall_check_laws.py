"""Every law that the wall check counts with, against all orders of small decks."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations, pairwise, permutations
from math import comb, exp, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import LayoutError
from rules.integrity.distances import hand_codes, shapes
from rules.integrity.hand_law import hand_law
from rules.integrity.laws import (
    Moments,
    log_tilt,
    log_tilt_drawn,
    match_moments,
    mean_of,
    neighbour_moments,
    odds_of,
    stack_moments,
    stacked_odds,
    tail_of,
)
from rules.tilesets import SETS, counted_set

DECKS = [(2, 2, 2), (4, 2), (3, 2, 1), (5, 1), (2, 1, 1, 1), (3, 3)]


def orders(copies: Sequence[int]) -> Iterator[tuple[int, ...]]:
    return permutations([kind for kind, count in enumerate(copies) for _ in range(count)])


def counted(copies: Sequence[int], count: Callable[[tuple[int, ...]], int]) -> Counter[int]:
    return Counter(count(order) for order in orders(copies))


def assert_law(moments: Moments, seen: Counter[int]) -> None:
    total = seen.total()
    for count in range(max(seen) + 2):
        assert float(odds_of(moments, count)) == pytest.approx(seen[count] / total)
        more = sum(many for value, many in seen.items() if value >= count)
        assert float(tail_of(moments, count)) == pytest.approx(more / total)
    mean = sum(value * many for value, many in seen.items()) / total
    assert mean_of(moments) == pytest.approx(mean)
    for theta in (-0.5, 0.7, 2.0):
        tilted = sum(exp(theta * value) * many for value, many in seen.items()) / total
        assert log_tilt(moments, theta) == pytest.approx(log(tilted))


def equal_stacks(order: tuple[int, ...], stacks: int) -> int:
    return sum(order[2 * at] == order[2 * at + 1] for at in range(stacks))


@pytest.mark.parametrize("copies", DECKS)
def test_stacks_of_equal_tiles_are_matchings(copies: tuple[int, ...]) -> None:
    for stacks in range(1, sum(copies) // 2 + 1):
        seen = counted(copies, partial(equal_stacks, stacks=stacks))
        assert_law(stack_moments(copies, stacks), seen)


@pytest.mark.parametrize("copies", DECKS)
def test_equal_neighbours_follow_the_lah_numbers(copies: tuple[int, ...]) -> None:
    seen = counted(copies, lambda order: sum(one == other for one, other in pairwise(order)))
    assert_law(neighbour_moments(copies), seen)


@pytest.mark.parametrize(
    ("here", "there"),
    [((2, 2, 2), (0, 0, 1, 1, 2, 2)), ((4, 2), (0, 1, 0, 1, 0, 1)), ((3, 3), (2, 2, 0, 0, 1, 1))],
)
def test_agreement_with_a_fixed_wall_follows_the_rooks(
    here: tuple[int, ...], there: tuple[int, ...]
) -> None:
    pairs = tuple((count, there.count(kind)) for kind, count in enumerate(here))
    seen = counted(
        here, lambda order: sum(one == other for one, other in zip(order, there, strict=True))
    )
    assert_law(match_moments(pairs, sum(here)), seen)


@pytest.mark.parametrize(("copies", "stacks"), [(2, 3), (3, 3), (4, 3), (4, 2)])
def test_a_kind_s_own_stacks(copies: int, stacks: int) -> None:
    deck = (copies, *(1,) * (6 - copies))
    seen = counted(
        deck,
        lambda order: sum(order[2 * at] == order[2 * at + 1] == 0 for at in range(stacks)),
    )
    once, twice = stacked_odds(6, copies, stacks)
    assert once == pytest.approx(1 - seen[0] / seen.total())
    assert twice == pytest.approx(sum(seen[count] for count in (2, 3)) / seen.total())


@given(
    places=st.integers(2, 9), marked=st.integers(0, 9), drawn=st.integers(1, 9),
    theta=st.floats(-2, 2),
)  # fmt: skip
def test_marked_tiles_in_a_hand_are_hypergeometric(
    places: int, marked: int, drawn: int, theta: float
) -> None:
    marked, drawn = min(marked, places), min(drawn, places)
    hands = list(combinations([at < marked for at in range(places)], drawn))
    mean = sum(exp(theta * sum(hand)) for hand in hands) / len(hands)
    assert log_tilt_drawn(places, marked, drawn, theta) == pytest.approx(log(mean))


def test_the_page_s_own_figures_for_136_tiles() -> None:
    moments = stack_moments((4,) * 34, 68)
    assert float(tail_of(moments, 8)) == pytest.approx(1.5e-4, rel=0.03)
    assert float(tail_of(moments, 12)) == pytest.approx(4.2e-8, rel=0.02)
    assert float(tail_of(moments, 14)) == pytest.approx(4e-10, rel=0.02)
    law = hand_law(SETS["136"])
    assert law.distance[0] == pytest.approx(8.1e-5, rel=0.02)
    assert law.distance[:2].sum() == pytest.approx(6.3e-3, rel=0.01)


@pytest.mark.parametrize("text", ["1m-4m=3 E=2 a=2", "1p=4 2p=4 3p=4 C=4", "1s-9s=1 S=4 J=3"])
def test_a_hand_s_law_counts_every_hand(text: str) -> None:
    tiles = counted_set("small", text)
    hands = np.array(list(combinations(tiles.tiles(), 13)))
    codes = hand_codes()
    shape = shapes(codes.suits[hands].sum(axis=1), codes.honours[hands].sum(axis=1))
    law = hand_law(tiles)
    assert len(hands) == comb(tiles.total, 13)
    for seen, odds in ((shape.distance, law.distance), (shape.pairs, law.pairs)):
        found = np.bincount(seen.astype(int), minlength=len(odds)) / len(hands)
        assert found == pytest.approx(odds)


def test_every_known_set_has_a_law_that_adds_up_to_one() -> None:
    for tiles in SETS.values():
        law = hand_law(tiles)
        assert law.distance.sum() == pytest.approx(1)
        assert law.pairs.sum() == pytest.approx(1)


def test_a_set_with_five_of_a_kind_has_no_law() -> None:
    with pytest.raises(LayoutError, match="at most 4"):
        hand_law(counted_set("five", "1m=5 2m-9m=4"))
