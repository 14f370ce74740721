"""What a load puts on each side: whole stacks, perhaps a half stack, perhaps a hand.

A table that deals (自动发牌) lays a hand of 13 at every seat and stacks the rest.
"""

from dataclasses import dataclass

from rules.errors import LayoutError
from rules.programs import SIDES, Layout, Profile, Program, Stacks, auto_deal_stacks
from rules.wall import Place, Spot, Tier, lane_place

HAND_TILES = 13


@dataclass(frozen=True, slots=True)
class Share:
    """One load's share for each side.

    ``half`` is the side whose wall ends, at its owner's left, in a half stack: a lower tile alone.
    ``dealt_to`` are the sides with a hand.
    """

    stacks: Stacks
    half: int | None = None
    dealt_to: tuple[int, ...] = ()

    @property
    def piles(self) -> Stacks:
        """Return the places in each wall where a stack stands, the half one too."""
        east, south, west, north = (
            stacks + (side == self.half) for side, stacks in zip(SIDES, self.stacks, strict=True)
        )
        return east, south, west, north

    def wall_tiles(self, side: int) -> int:
        """Return how many tiles a side's wall has."""
        return 2 * self.stacks[side] + (side == self.half)

    def hand_tiles(self, side: int) -> int:
        """Return how many tiles a side's hand has."""
        return HAND_TILES * (side in self.dealt_to)

    @property
    def tiles(self) -> int:
        """Return how many tiles are put up in all."""
        return sum(self.wall_tiles(side) + self.hand_tiles(side) for side in SIDES)

    def place(self, side: int, index: int) -> Place:
        """Return where the lane's tile number ``index``, from 0, ends up: wall first, then hand."""
        in_hand = index - self.wall_tiles(side)
        if self.dealt_to and in_hand >= 0:
            return Place(side, in_hand, Spot.HAND)
        return lane_place(side, index)


def as_share(walls: "Stacks | Share") -> Share:
    """Return stacks alone as a share without half stack and hands."""
    return walls if isinstance(walls, Share) else Share(walls)


def share_of(program: Program, profile: Profile) -> Share:
    """Return what a program puts on each side of a machine of this profile.

    Where the number of tiles left by three hands is odd, one wall ends in a half stack.

    Raises:
        LayoutError: the program is not dealt by machine.
    """
    if profile is Profile.FOUR_PORT:
        return Share(program.stacks)
    if program.layout is Layout.FOUR_SIDES:
        return Share(auto_deal_stacks(program.tiles), None, SIDES)
    dealt_to = tuple(side for side in SIDES if program.stacks[side])
    left = program.tiles - HAND_TILES * len(dealt_to)
    if program.layout is Layout.TWO_SIDES or left < len(dealt_to):
        raise LayoutError(
            f"program {program.id} is not dealt by machine: choose one for three or four sides "
            "that leaves tiles for the walls"
        )
    base, more = divmod(left // 2, len(dealt_to))
    longer, shorter = dealt_to[:more], dealt_to[more:]
    east, south, west, north = (
        0 if side not in dealt_to else base + (side in longer) for side in SIDES
    )
    return Share((east, south, west, north), shorter[0] if left % 2 else None, dealt_to)


def missing_half(share: Share) -> Place | None:
    """Return the place of the upper tile that a half stack lacks, if there is one."""
    if share.half is None:
        return None
    return Place(share.half, share.stacks[share.half], Tier.UPPER)
