"""The wall (牌墙): sides, stacks, tiers, and the order in which tiles are drawn.

Stacks are counted from 0 at the owner's right end. A lane makes the stack at the owner's right
end first, the lower tile of each stack before the upper. The wall is used up clockwise (side 0, 3,
2, 1, 0 …), each side from its owner's right end to his left, the upper tile before the lower.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple, TypeVar

from rules.errors import LayoutError
from rules.programs import SIDES, Stacks

T = TypeVar("T")


class Tier(StrEnum):
    """Which tile of a stack."""

    UPPER = "upper"
    LOWER = "lower"


class Spot(StrEnum):
    """Where else a tile of a load can lie."""

    HAND = "hand"  # in a hand that rises from its tray


class End(StrEnum):
    """From which end of the wall a tile is drawn."""

    HEAD = "head"  # 牌头, in the normal order
    TAIL = "tail"  # 牌尾, from the other end


class StackPlace(NamedTuple):
    """A stack: its side, and its number from the owner's right, from 0."""

    side: int
    stack: int


class Place(NamedTuple):
    """A tile's place in the walls; in a raised hand ``stack`` is its number there, from 0."""

    side: int
    stack: int
    tier: Tier | Spot


def checked_side(side: int, what: str) -> int:
    """Return a side's number.

    Raises:
        LayoutError: not in 0..3.
    """
    if side not in SIDES:
        raise LayoutError(f"{what} {side}: a table has sides 0..3 (0 is East, 1 South)")
    return side


def lane_place(side: int, index: int) -> Place:
    """Return where the lane's tile number ``index``, from 0, ends up."""
    return Place(side, index // 2, Tier.UPPER if index % 2 else Tier.LOWER)


def wall_of_lane(lane: Sequence[T]) -> tuple[T, ...]:
    """Return a side's tiles in wall order (right to left, upper first) from lane order.

    A last tile without a partner is a half stack, which is a lower tile.
    """
    paired = len(lane) - len(lane) % 2
    swapped = [lane[index ^ 1] for index in range(paired)]
    return (*swapped, *lane[paired:])


def lane_of_wall(wall: Sequence[T]) -> tuple[T, ...]:
    """Return a side's tiles in lane order from wall order; the inverse of ``wall_of_lane``."""
    return wall_of_lane(wall)


def stack_ring(stacks: Stacks, side: int) -> tuple[StackPlace, ...]:
    """Return every stack clockwise, from the right end of ``side`` on; empty sides give none.

    Raises:
        LayoutError: ``side`` is not in 0..3.
    """
    checked_side(side, "side")
    return tuple(
        StackPlace(at, stack)
        for at in ((side - step) % len(SIDES) for step in SIDES)
        for stack in range(stacks[at])
    )


def counted_off(stacks: Stacks, side: int, count: int) -> StackPlace:
    """Return the stack that follows ``count`` stacks counted from the right end of ``side``.

    A count that reaches beyond the wall goes on clockwise over the next walls (COM-08).
    """
    ring = stack_ring(stacks, side)
    return ring[count % len(ring)]


def linear_order(
    stacks: Stacks, first: StackPlace, missing: Place | None = None
) -> tuple[Place, ...]:
    """Return every place in drawing order, ``t0`` first (COM-07), but for a ``missing`` one.

    Raises:
        LayoutError: ``first`` is no stack of this wall.
    """
    ring = stack_ring(stacks, first.side)
    if not 0 <= first.stack < stacks[first.side]:
        raise LayoutError(
            f"side {first.side} has no stack {first.stack}: it has {stacks[first.side]}"
        )
    turned = ring[first.stack :] + ring[: first.stack]
    places = (
        Place(side, stack, tier) for side, stack in turned for tier in (Tier.UPPER, Tier.LOWER)
    )
    return tuple(place for place in places if place != missing)


def tail_order(order: Sequence[Place]) -> tuple[Place, ...]:
    """Return the same places as drawn from the tail: last stack first, its upper tile first."""
    stacks = [tuple(places) for _, places in groupby(order, key=lambda at: (at.side, at.stack))]
    return tuple(place for stack in reversed(stacks) for place in stack)


def draws(order: Sequence[Place], ends: Iterable[End]) -> tuple[Place, ...]:
    """Return the place of each draw, when tiles are drawn from these ends one after another.

    ``order`` holds the places not yet drawn, in drawing order; it begins and ends anywhere.

    Raises:
        LayoutError: more draws than tiles.
    """
    taken: dict[Place, None] = {}
    lines = {End.HEAD: iter(order), End.TAIL: iter(tail_order(order))}
    left = set(order)
    for end in ends:
        place = next((at for at in lines[end] if at in left), None)
        if place is None:
            raise LayoutError(f"{len(order)} tiles are left: no more can be drawn")
        left.remove(place)
        taken[place] = None
    return tuple(taken)
