"""Dice and break: every worked row of the rules, and what holds for all throws."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.dice import (
    PROCEDURES,
    Break,
    Measure,
    Throw,
    break_wall,
    break_without_dice,
    checked_throw,
    named_wall,
)
from rules.errors import DiceError, LayoutError
from rules.programs import PROGRAMS, Stacks, program
from rules.wall import StackPlace, linear_order

EAST, SOUTH, WEST, NORTH = range(4)
COMMON = PROCEDURES["sum-smaller"]
throws = st.tuples(st.integers(1, 6), st.integers(1, 6))


def broken(
    procedure: str, tiles: str, dealer: int, thrown: Sequence[Throw]
) -> tuple[int, int, StackPlace]:
    found = break_wall(program(tiles).stacks, PROCEDURES[procedure], dealer, thrown)
    return found.wall_side, found.stacks_left, found.first


@pytest.mark.parametrize(
    ("row", "procedure", "tiles", "dealer", "thrown", "wall", "left", "first"),
    [
        ("COM-T1", "sum-smaller", "108", SOUTH, [(3, 4)], NORTH, 3, (NORTH, 3)),
        ("GY2-T1", "sum-smaller", "108", SOUTH, [(3, 4)], NORTH, 3, (NORTH, 3)),
        ("COM-T2", "sum-smaller", "108", EAST, [(1, 1)], SOUTH, 1, (SOUTH, 1)),
        ("COM-T3", "sum-smaller", "108", EAST, [(6, 6)], NORTH, 6, (NORTH, 6)),
        ("COM-T4", "sum-smaller", "108", EAST, [(4, 5)], EAST, 4, (EAST, 4)),
        ("HB-T5", "sum-sum", "136", EAST, [(3, 4)], WEST, 7, (WEST, 7)),
        ("GY4-T6", "larger-smaller", "108", EAST, [(2, 5)], SOUTH, 2, (SOUTH, 2)),
        ("GY4-T7", "larger-smaller", "108", EAST, [(3, 6)], SOUTH, 3, (SOUTH, 3)),
        ("MCR-T1", "two-throws", "144", EAST, [(3, 2), (4, 6)], EAST, 15, (EAST, 15)),
        ("MCR-T2", "two-throws", "144", EAST, [(6, 4), (1, 1)], SOUTH, 12, (SOUTH, 12)),
        ("MCR-T3", "two-throws", "144", EAST, [(6, 6), (6, 6)], NORTH, 24, (WEST, 6)),
    ],
)
def test_worked_rows(
    row: str,
    procedure: str,
    tiles: str,
    dealer: int,
    thrown: list[Throw],
    wall: int,
    left: int,
    first: tuple[int, int],
) -> None:
    assert broken(procedure, tiles, dealer, thrown) == (wall, left, first), row


@pytest.mark.parametrize(
    ("sums", "wall"),
    [((5, 9), EAST), ((2, 6, 10), SOUTH), ((3, 7, 11), WEST), ((4, 8, 12), NORTH)],
)
def test_com_05_and_mcr_22_the_sum_names_the_wall_and_the_second_thrower(
    sums: tuple[int, ...], wall: int
) -> None:
    for first in range(1, 7):
        for second in range(1, 7):
            if first + second in sums:
                assert named_wall(COMMON, EAST, (first, second)) == wall
                assert named_wall(PROCEDURES["two-throws"], EAST, (second, first)) == wall


def test_com_t5_the_walls_of_all_eleven_sums_are_named() -> None:
    sums = {first + second for first in range(1, 7) for second in range(1, 7)}

    assert sums == set(range(2, 13))


@given(throws, st.integers(0, 3))
def test_the_order_of_the_two_dice_does_not_matter(thrown: Throw, dealer: int) -> None:
    for procedure in PROCEDURES.values():
        if procedure.throws == 1:
            stacks = program("136").stacks
            assert break_wall(stacks, procedure, dealer, [thrown]) == break_wall(
                stacks, procedure, dealer, [thrown[::-1]]
            )


@given(throws, throws, st.integers(0, 3))
def test_the_break_turns_with_the_dealer(first: Throw, second: Throw, dealer: int) -> None:
    square = program("144").stacks
    for procedure in PROCEDURES.values():
        thrown = [first, second][: procedure.throws]
        east = break_wall(square, procedure, EAST, thrown)
        turned = break_wall(square, procedure, dealer, thrown)

        assert turned == Break(
            dealer,
            (east.wall_side + dealer) % 4,
            east.stacks_left,
            StackPlace((east.first.side + dealer) % 4, east.first.stack),
        )


@given(throws, st.integers(0, 3))
def test_gy4_02_never_breaks_the_dealers_own_wall(thrown: Throw, dealer: int) -> None:
    assert named_wall(PROCEDURES["larger-smaller"], dealer, thrown) != dealer


@given(
    st.sampled_from([row.stacks for row in PROGRAMS.values()]),
    st.sampled_from(sorted(PROCEDURES)),
    st.integers(0, 3),
    throws,
    throws,
)
def test_every_throw_breaks_every_wall_and_the_skipped_stacks_are_its_tail(
    stacks: Stacks, name: str, dealer: int, first: Throw, second: Throw
) -> None:
    procedure = PROCEDURES[name]
    found = break_wall(stacks, procedure, dealer, [first, second][: procedure.throws])
    order = linear_order(stacks, found.first)
    counted_from = linear_order(stacks, StackPlace(*_right_end(stacks, found.wall_side)))
    skipped = 2 * found.stacks_left % len(order)

    assert order == (*counted_from[skipped:], *counted_from[:skipped])


def _right_end(stacks: Stacks, side: int) -> tuple[int, int]:
    while not stacks[side]:
        side = (side - 1) % 4
    return side, 0


@pytest.mark.parametrize("faces", [(0, 1), (7, 1), (1, -1), (1,), (1, 2, 3), ()])
def test_faces_outside_1_to_6_are_refused(faces: tuple[int, ...]) -> None:
    with pytest.raises(DiceError, match=r"two dice show a face of 1\.\.6 each"):
        checked_throw(faces)


@pytest.mark.parametrize("thrown", [[(0, 3)], [(3, 7)]])
def test_a_break_checks_its_dice(thrown: list[Throw]) -> None:
    with pytest.raises(DiceError, match="two dice show"):
        break_wall(program("108").stacks, COMMON, EAST, thrown)


def test_the_second_throw_is_checked_too() -> None:
    with pytest.raises(DiceError, match="dice 9 and 1"):
        break_wall(program("144").stacks, PROCEDURES["two-throws"], EAST, [(1, 1), (9, 1)])


@pytest.mark.parametrize(
    ("name", "count"), [("sum-smaller", 0), ("sum-smaller", 2), ("two-throws", 1)]
)
def test_the_number_of_throws_is_the_procedures(name: str, count: int) -> None:
    with pytest.raises(DiceError, match=f"{count} throws of the dice: this variant asks for"):
        break_wall(program("144").stacks, PROCEDURES[name], EAST, [(1, 1)] * count)


@pytest.mark.parametrize("dealer", [-1, 4])
def test_a_dealer_sits_at_one_of_four_sides(dealer: int) -> None:
    with pytest.raises(LayoutError, match=rf"dealer {dealer}: a table has sides 0\.\.3"):
        break_wall(program("108").stacks, COMMON, dealer, [(3, 4)])
    with pytest.raises(LayoutError):
        break_without_dice(program("108").stacks, dealer)


def test_without_dice_drawing_starts_at_the_right_end_of_the_dealers_wall() -> None:
    assert break_without_dice((10, 10, 11, 11), WEST) == Break(WEST, WEST, 0, StackPlace(WEST, 0))


def test_measures() -> None:
    thrown = [(2, 5), (6, 1)]

    assert {measure: measure.of(thrown) for measure in Measure} == {
        Measure.SUM: 7,
        Measure.SMALLER: 2,
        Measure.LARGER: 5,
        Measure.ALL: 14,
    }


def test_taking_may_start_at_the_counted_stack() -> None:  # MCR-23
    after = break_wall(program("144").stacks, PROCEDURES["two-throws"], 0, [(3, 2), (4, 6)])
    at = break_wall(program("144").stacks, PROCEDURES["two-throws-at"], 0, [(3, 2), (4, 6)])

    assert (after.stacks_left, after.first.stack) == (15, 15)
    assert (at.wall_side, at.stacks_left, at.first.stack) == (after.wall_side, 14, 14)
