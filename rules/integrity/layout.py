"""Where each tile of a load lies and whose it will be, for every way in which the dice may fall.

*Ring order* is the one order of places that the wall check uses: the walls clockwise (sides 0, 3,
2, 1), each from its owner's right end, upper before lower, then the hands that rise, by side. A
*cut* is a place where the dice may open the wall (开门); cuts are counted from the dealer, so cut
``c`` is what the same faces do when another side deals.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from rules.dealing import DealPlan, deal
from rules.dice import DiceProcedure, Throw, break_wall
from rules.errors import LayoutError
from rules.integrity.deals import RecordedDeal
from rules.programs import SIDES, Profile, Stacks
from rules.shares import HAND_TILES, Share, missing_half
from rules.tilesets import TileSet
from rules.variants import variant
from rules.wall import Place, Spot, Tier, linear_order

Ints = NDArray[np.int64]
Reals = NDArray[np.float64]

FACES = (1, 2, 3, 4, 5, 6)
RING_SIDES = (0, 3, 2, 1)
"""The sides as the walls are used up, clockwise."""


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """One way to lay out one variant's tiles, the variant's id being its name.

    ``wall`` is how many places, from ring index 0 on, are in the walls. ``stacks`` are the ring
    indices of the whole stacks, shape (stacks, 2). ``cut_odds`` are the chances of the cuts with
    fair dice, shape (cuts,), and ``cut_of`` the cut by the faces less one, shape (6, 6) for one
    throw and (6, 6, 6, 6) for two. ``hands`` are every side's first tiles as ring indices, shape
    (dealers, cuts, sides, tiles); where not every side is dealt a hand there are no cuts at all.
    """

    name: str
    tile_set: TileSet
    profile: Profile
    share: Share
    places: tuple[Place, ...]
    wall: int
    stacks: Ints
    cut_odds: Reals
    cut_of: Ints
    hands: Ints

    @property
    def throws(self) -> int:
        """Return how many throws open this wall."""
        return self.cut_of.ndim // 2

    @property
    def key(self) -> str:
        """Return a short text that is the same for the same places and no others."""
        return f"{self.name}/{self.profile.value}/{','.join(map(str, self.share.stacks))}"

    def cut(self, throws: tuple[Throw, ...]) -> int | None:
        """Return the cut that these throws make; ``None`` where they are not the throws for it."""
        if len(throws) != self.throws or not self.cut_odds.size:
            return None
        faces = tuple(face - 1 for throw in throws for face in throw)
        return int(self.cut_of[faces])


def layout_of(deal: RecordedDeal) -> Layout | None:
    """Return the layout that a deal's walls have; ``None`` where they are no table's or not known.

    The walls need not be the variant's own program: a house may share its stacks out differently.
    """
    if not deal.walls:
        return None
    tiles = [len(wall) for wall in deal.walls]
    halves = [side for side in SIDES if tiles[side] % 2]
    if len(halves) > 1 or (halves and not deal.hands):
        return None
    east, south, west, north = (count // 2 for count in tiles)
    dealt_to = tuple(side for side, hand in enumerate(deal.hands) if hand)
    share = Share((east, south, west, north), halves[0] if halves else None, dealt_to)
    if share.tiles != variant(deal.variant).tile_set.total:
        return None
    try:
        return layout_for(deal.variant, deal.profile, share)
    except LayoutError:
        return None


@lru_cache(maxsize=64)
def layout_for(variant_id: str, profile: Profile, share: Share) -> Layout:
    """Return the layout of a variant's tiles in these walls.

    Raises:
        LayoutError: walls from which this variant cannot be dealt.
        UnknownName: no such variant.
    """
    row = variant(variant_id)
    places = _ring(share)
    index = {place: at for at, place in enumerate(places)}
    cuts, cut_of = _cuts(row.dice)
    odds = np.bincount(cut_of.ravel(), minlength=len(cuts)) / cut_of.size
    if profile is Profile.AUTO_DEAL:
        hands = _raised(index, share)
        odds, cut_of = np.ones(hands.shape[1]), np.zeros_like(cut_of)
    else:
        hands = _drawn(index, share, row.deal, row.dice)
    return Layout(
        name=row.id,
        tile_set=row.tile_set,
        profile=profile,
        share=share,
        places=places,
        wall=sum(share.wall_tiles(side) for side in SIDES),
        stacks=np.array(
            [
                (at, index[place._replace(tier=Tier.LOWER)])
                for at, place in enumerate(places)
                if place.tier is Tier.UPPER
            ]
        ),
        cut_odds=odds,
        cut_of=cut_of,
        hands=hands,
    )


def _ring(share: Share) -> tuple[Place, ...]:
    """Return every place in ring order."""
    lacking = missing_half(share)
    walls = (
        Place(side, stack, tier)
        for side in RING_SIDES
        for stack in range(share.piles[side])
        for tier in (Tier.UPPER, Tier.LOWER)
    )
    hands = (Place(side, at, Spot.HAND) for side in SIDES for at in range(share.hand_tiles(side)))
    return (*(place for place in walls if place != lacking), *hands)


def _throws(procedure: DiceProcedure) -> list[tuple[Throw, ...]]:
    """Return every way in which the dice may fall, the last die's faces changing first."""
    one = list(product(FACES, FACES))
    return list(product(one, repeat=procedure.throws))


def _cuts(procedure: DiceProcedure) -> tuple[list[tuple[Throw, ...]], Ints]:
    """Return one example of throws for every cut, and the cut of any throws."""
    examples: dict[tuple[int, int], tuple[Throw, ...]] = {}
    numbers: list[int] = []
    enough: Stacks = (20, 20, 20, 20)
    for throws in _throws(procedure):
        broken = break_wall(enough, procedure, 0, throws)
        opened = broken.wall_side, broken.stacks_left
        examples.setdefault(opened, throws)
        numbers.append(list(examples).index(opened))
    shape = (len(FACES),) * (2 * procedure.throws)
    return list(examples.values()), np.array(numbers).reshape(shape)


def _drawn(index: dict[Place, int], share: Share, plan: DealPlan, dice: DiceProcedure) -> Ints:
    """Return whose each tile is where all are drawn from the walls."""
    size = min(plan.takers.count(seat) for seat in SIDES)
    lacking = missing_half(share)
    return np.array(
        [
            [
                [
                    [index[place] for place in hand[:size]]
                    for hand in deal(
                        linear_order(
                            share.piles,
                            break_wall(share.piles, dice, dealer, throws).first,
                            lacking,
                        ),
                        plan,
                        dealer,
                    ).hands
                ]
                for throws in _cuts(dice)[0]
            ]
            for dealer in SIDES
        ]
    )


def _raised(index: dict[Place, int], share: Share) -> Ints:
    """Return whose each tile is where the hands rise; none where a side has no hand."""
    if share.dealt_to != SIDES:
        return np.zeros((len(SIDES), 0, len(SIDES), HAND_TILES), dtype=np.int64)
    hands = [[index[Place(side, at, Spot.HAND)] for at in range(HAND_TILES)] for side in SIDES]
    return np.array([[hands]] * len(SIDES))
