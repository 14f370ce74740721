"""The deal: 14 and 13, the jump, what is left, for every program, dealer and throw."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.dealing import JUMP, RAISED, DealPlan, deal
from rules.dice import PROCEDURES, break_wall
from rules.errors import LayoutError
from rules.programs import PROGRAMS, Program, program
from rules.wall import Place, StackPlace, Tier, linear_order

enough = st.sampled_from([row for row in PROGRAMS.values() if row.tiles >= 53])
throws = st.tuples(st.integers(1, 6), st.integers(1, 6))
ORDER = linear_order(program("108").stacks, StackPlace(3, 3))


def test_com_t6_linear_positions_at_the_deal() -> None:
    taken: dict[int, list[int]] = {0: [], 1: [], 2: [], 3: []}
    for position, seat in enumerate(JUMP.takers):
        taken[seat].append(position)

    assert taken == {
        0: [0, 1, 2, 3, 16, 17, 18, 19, 32, 33, 34, 35, 48, 52],
        1: [4, 5, 6, 7, 20, 21, 22, 23, 36, 37, 38, 39, 49],
        2: [8, 9, 10, 11, 24, 25, 26, 27, 40, 41, 42, 43, 50],
        3: [12, 13, 14, 15, 28, 29, 30, 31, 44, 45, 46, 47, 51],
    }
    assert deal(ORDER, JUMP, 0).upcoming == ORDER[53]


@pytest.mark.parametrize("dealer", range(4))
def test_seat_k_is_side_dealer_plus_k(dealer: int) -> None:
    hands = deal(ORDER, JUMP, dealer).hands

    for seat in range(4):
        assert hands[(dealer + seat) % 4][:4] == ORDER[4 * seat : 4 * seat + 4]


def test_com_04_the_dealer_jumps_to_two_upper_tiles_one_stack_between() -> None:  # MCR-24
    hand = deal(ORDER, JUMP, 1).hands[1]

    assert hand[12:] == (Place(1, 0, Tier.UPPER), Place(1, 2, Tier.UPPER))


def test_without_jump_the_dealer_takes_the_two_next_tiles() -> None:
    plan = DealPlan(rounds=3, at_once=4, last=(0, 0, 1, 2, 3))

    assert deal(ORDER, plan, 0).hands[0][12:] == ORDER[48:50]


@pytest.mark.parametrize(
    ("tiles", "left"),
    [("108", 55), ("136", 83), ("144", 91)],  # COM-09, MCR-T4, HB-T6
)
def test_com_09_tiles_left_after_the_deal(tiles: str, left: int) -> None:
    order = linear_order(program(tiles).stacks, StackPlace(0, 0))

    assert deal(order, JUMP, 0).left == left


@given(enough, st.integers(0, 3), throws, throws, st.sampled_from(sorted(PROCEDURES)))
def test_every_tile_is_dealt_once_or_left(
    row: Program,
    dealer: int,
    first: tuple[int, int],
    second: tuple[int, int],
    name: str,
) -> None:
    procedure = PROCEDURES[name]
    broken = break_wall(row.stacks, procedure, dealer, [first, second][: procedure.throws])
    order = linear_order(row.stacks, broken.first)
    dealt = deal(order, JUMP, dealer)
    taken = [place for hand in dealt.hands for place in hand]

    assert [len(dealt.hands[(dealer + seat) % 4]) for seat in range(4)] == [14, 13, 13, 13]
    assert len(set(taken)) == 53
    assert set(taken) == set(order[:53])
    assert dealt.left == row.tiles - 53
    assert dealt.upcoming == (order[53] if dealt.left else None)


def test_where_hands_rise_the_dealer_draws_his_14th() -> None:
    dealt = deal(ORDER, RAISED, 2)

    assert dealt.hands == ((), (), (ORDER[0],), ())
    assert (dealt.upcoming, dealt.left) == (ORDER[1], 107)


def test_a_wall_may_be_dealt_out_to_the_last_tile() -> None:
    dealt = deal(ORDER[:53], JUMP, 0)

    assert (dealt.upcoming, dealt.left) == (None, 0)


def test_too_few_tiles_are_refused() -> None:
    with pytest.raises(LayoutError, match="the wall has 40 tiles and the deal takes 53"):
        deal(ORDER[:40], JUMP, 0)


def test_an_unknown_side_is_refused() -> None:
    with pytest.raises(LayoutError, match="dealer 7"):
        deal(ORDER, JUMP, 7)
