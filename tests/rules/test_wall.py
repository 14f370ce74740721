"""The wall: lanes, the drawing order, its tail."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import LayoutError
from rules.programs import PROGRAMS, Stacks
from rules.wall import (
    End,
    Place,
    StackPlace,
    Tier,
    counted_off,
    draws,
    lane_of_wall,
    lane_place,
    linear_order,
    stack_ring,
    tail_order,
    wall_of_lane,
)

UPPER, LOWER = Tier.UPPER, Tier.LOWER
SICHUAN: Stacks = (14, 13, 14, 13)
all_stacks = st.sampled_from([row.stacks for row in PROGRAMS.values()])


@st.composite
def walls(draw: st.DrawFn) -> tuple[Stacks, StackPlace]:
    stacks = draw(all_stacks)
    side = draw(st.sampled_from([side for side in range(4) if stacks[side]]))
    return stacks, StackPlace(side, draw(st.integers(0, stacks[side] - 1)))


def test_the_first_stack_made_ends_at_the_owners_right() -> None:
    lane = ["r0", "r1", "r2", "r3"]

    assert wall_of_lane(lane) == ("r1", "r0", "r3", "r2")
    assert [lane_place(2, index) for index in range(4)] == [
        Place(2, 0, LOWER),
        Place(2, 0, UPPER),
        Place(2, 1, LOWER),
        Place(2, 1, UPPER),
    ]


def test_a_half_stack_is_a_lower_tile() -> None:
    assert wall_of_lane(["r0", "r1", "r2"]) == ("r1", "r0", "r2")
    assert lane_place(0, 2) == Place(0, 1, LOWER)


@given(st.lists(st.integers(), max_size=40))
def test_lane_order_and_wall_order_are_inverse(lane: list[int]) -> None:
    assert lane_of_wall(wall_of_lane(lane)) == tuple(lane)


@given(st.integers(0, 3), st.integers(0, 20))
def test_a_lanes_places_are_those_of_its_wall(side: int, stacks: int) -> None:
    places = [lane_place(side, index) for index in range(2 * stacks)]

    assert wall_of_lane(places) == tuple(
        Place(side, stack, tier) for stack in range(stacks) for tier in (UPPER, LOWER)
    )


def test_the_wall_is_used_up_clockwise_upper_before_lower() -> None:  # COM-07
    order = linear_order(SICHUAN, StackPlace(0, 12))

    assert order[:6] == (
        Place(0, 12, UPPER),
        Place(0, 12, LOWER),
        Place(0, 13, UPPER),
        Place(0, 13, LOWER),
        Place(3, 0, UPPER),
        Place(3, 0, LOWER),
    )
    assert order[-1] == Place(0, 11, LOWER)


def test_an_empty_side_is_passed_over() -> None:
    order = linear_order((18, 18, 0, 18), StackPlace(3, 17))

    assert order[2] == Place(1, 0, UPPER)


def test_the_tail_is_the_stack_right_of_the_break_upper_tile_first() -> None:  # COM-07
    order = linear_order(SICHUAN, StackPlace(2, 3))

    assert tail_order(order)[:4] == (
        Place(2, 2, UPPER),
        Place(2, 2, LOWER),
        Place(2, 1, UPPER),
        Place(2, 1, LOWER),
    )


@pytest.mark.parametrize(
    ("count", "first"),
    [(0, (3, 0)), (17, (3, 17)), (18, (2, 0)), (24, (2, 6)), (72, (3, 0))],
)
def test_a_count_larger_than_the_wall_goes_on_clockwise(  # COM-08
    count: int, first: tuple[int, int]
) -> None:
    assert counted_off((18, 18, 18, 18), 3, count) == first


@given(walls())
def test_the_drawing_order_is_a_permutation_of_the_wall(
    wall: tuple[Stacks, StackPlace],
) -> None:
    stacks, first = wall
    order = linear_order(stacks, first)

    assert order[0] == Place(*first, UPPER)
    assert sorted(order) == sorted(
        Place(side, stack, tier)
        for side in range(4)
        for stack in range(stacks[side])
        for tier in Tier
    )


@given(walls())
def test_neighbours_in_the_order_touch_in_the_wall(wall: tuple[Stacks, StackPlace]) -> None:
    stacks, first = wall
    for here, there in pairwise(linear_order(stacks, first)):
        if here.tier is UPPER:
            assert there == here._replace(tier=LOWER)
        elif there.side == here.side:
            assert there == Place(here.side, here.stack + 1, UPPER)
        else:
            assert here.stack == stacks[here.side] - 1
            assert (there.stack, there.tier) == (0, UPPER)


@given(walls(), st.integers(0, 53), st.lists(st.sampled_from(End), max_size=320))
def test_draws_from_both_ends_meet_without_loss(
    wall: tuple[Stacks, StackPlace], dealt: int, ends: list[End]
) -> None:
    order = linear_order(*wall)[dealt:]
    ends = ends[: len(order)]
    drawn = draws(order, ends)
    heads, tails = ends.count(End.HEAD), ends.count(End.TAIL)

    assert len(drawn) == len(set(drawn)) == heads + tails
    assert set(drawn) <= set(order)
    if not tails:
        assert drawn == order[:heads]


def test_a_replacement_comes_from_the_last_stack_upper_tile_first() -> None:  # HB-T6, B144-08
    order = linear_order((17, 17, 17, 17), StackPlace(2, 7))[53:]

    assert len(order) == 83
    assert draws(order, [End.TAIL, End.HEAD, End.TAIL, End.TAIL]) == (
        Place(2, 6, UPPER),
        order[0],
        Place(2, 6, LOWER),
        Place(2, 5, UPPER),
    )


def test_no_more_tiles_than_there_are_can_be_drawn() -> None:
    order = linear_order((1, 0, 0, 0), StackPlace(0, 0))

    assert len(draws(order, [End.TAIL, End.HEAD])) == 2
    with pytest.raises(LayoutError, match="no more can be drawn"):
        draws(order, [End.HEAD] * 3)


@pytest.mark.parametrize("first", [StackPlace(0, 14), StackPlace(1, -1), StackPlace(4, 0)])
def test_a_stack_that_is_not_there_is_refused(first: StackPlace) -> None:
    with pytest.raises(LayoutError):
        linear_order(SICHUAN, first)


def test_the_ring_holds_every_stack_once() -> None:
    ring = stack_ring(SICHUAN, 1)

    assert [place.side for place in ring] == [1] * 13 + [0] * 14 + [3] * 13 + [2] * 14
    assert len(set(ring)) == 54
