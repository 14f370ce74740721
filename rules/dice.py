"""Dice (骰子) and the break (开门): which wall is opened, and after how many stacks.

A procedure is data: how many throws, which number names the wall, which number counts the stacks.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from rules.errors import DiceError
from rules.programs import Stacks
from rules.wall import StackPlace, checked_side, counted_off

Throw = tuple[int, int]
"""The faces of two dice."""


class Measure(StrEnum):
    """A number read from the dice."""

    SUM = "sum"  # of the first throw
    SMALLER = "smaller die"
    LARGER = "larger die"
    ALL = "sum of all throws"

    def of(self, throws: Sequence[Throw]) -> int:
        """Return the number; ``throws`` has at least one throw."""
        match self:
            case Measure.SUM:
                return sum(throws[0])
            case Measure.SMALLER:
                return min(throws[0])
            case Measure.LARGER:
                return max(throws[0])
            case Measure.ALL:
                return sum(map(sum, throws))


@dataclass(frozen=True, slots=True)
class DiceProcedure:
    """One way to break the wall.

    ``wall`` counts walls counter-clockwise with the dealer's as 1 (COM-05); where ``own_wall`` is
    false and it names the dealer's own, the next wall is taken. With two throws the player at that
    wall throws the second time. ``stacks`` counts stacks from the right end; the last one is left
    standing too, or taking starts with it where ``counted_stays`` is false.
    """

    id: str
    wall: Measure
    stacks: Measure
    throws: int = 1
    own_wall: bool = True
    counted_stays: bool = True


PROCEDURES: dict[str, DiceProcedure] = {
    row.id: row
    for row in (
        DiceProcedure("sum-smaller", wall=Measure.SUM, stacks=Measure.SMALLER),  # COM-05, COM-06
        DiceProcedure("sum-sum", wall=Measure.SUM, stacks=Measure.SUM),  # HB-03
        DiceProcedure(  # GY4-02
            "larger-smaller", wall=Measure.LARGER, stacks=Measure.SMALLER, own_wall=False
        ),
        DiceProcedure(  # MCR-22, MCR-23
            "two-throws", wall=Measure.SUM, stacks=Measure.ALL, throws=2
        ),
        DiceProcedure(
            "two-throws-at", wall=Measure.SUM, stacks=Measure.ALL, throws=2, counted_stays=False
        ),
    )
}
"""Every known procedure by id."""


@dataclass(frozen=True, slots=True)
class Break:
    """Where the wall is opened.

    ``wall_side`` is the wall that the dice name, ``stacks_left`` the stacks counted off from its
    right end, ``first`` the stack where taking starts; with a large count it lies on a later wall.
    """

    dealer: int
    wall_side: int
    stacks_left: int
    first: StackPlace


def named_wall(procedure: DiceProcedure, dealer: int, first: Throw) -> int:
    """Return the side that the first throw names; with two throws its player throws next.

    Raises:
        DiceError: a face outside 1..6.
        LayoutError: no such side.
    """
    checked_side(dealer, "dealer")
    offset = (procedure.wall.of([checked_throw(first)]) - 1) % 4
    if offset == 0 and not procedure.own_wall:
        offset = 1
    return (dealer + offset) % 4


def break_wall(
    stacks: Stacks, procedure: DiceProcedure, dealer: int, throws: Sequence[Throw]
) -> Break:
    """Return where the wall is opened after these throws.

    Raises:
        DiceError: a face outside 1..6, or not as many throws as the procedure asks for.
        LayoutError: no such side.
    """
    if len(throws) != procedure.throws:
        raise DiceError(
            f"{len(throws)} throws of the dice: this variant asks for {procedure.throws} "
            f"({'give the second throw too' if procedure.throws == 2 else 'give one only'})"
        )
    side = named_wall(procedure, dealer, throws[0])
    count = procedure.stacks.of([checked_throw(throw) for throw in throws])
    count -= not procedure.counted_stays
    return Break(dealer, side, count, counted_off(stacks, side, count))


def break_without_dice(stacks: Stacks, dealer: int) -> Break:
    """Return the break where no dice are thrown: the right end of the dealer's wall.

    Raises:
        LayoutError: no such side.
    """
    checked_side(dealer, "dealer")
    return Break(dealer, dealer, 0, counted_off(stacks, dealer, 0))


def checked_throw(faces: Sequence[int]) -> Throw:
    """Return two faces as a throw.

    Raises:
        DiceError: not two faces in 1..6.
    """
    if len(faces) != 2 or not all(1 <= face <= 6 for face in faces):
        shown = " and ".join(map(str, faces)) or "nothing"
        raise DiceError(f"dice {shown}: two dice show a face of 1..6 each")
    return faces[0], faces[1]
