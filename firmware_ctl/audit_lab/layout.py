"""What is dealt at the laboratory's tables: the wall check's own layout, and the pieces in it."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from rules.integrity.layout import Layout as Places
from rules.integrity.layout import layout_for
from rules.programs import SIDES, Profile
from rules.shares import share_of
from rules.tiles import RANKED_SUITS, suit_of
from rules.variants import variant

Ints = NDArray[np.int16]

HAND = 13
FACES = 6


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """One variant (its id) on one kind of machine as tables of numbers; places are in ring order.

    ``kind_of`` (n): design of each piece; ``stacks`` (s, 2): upper and lower place of each stack.
    ``throws`` (t, dice): the faces of every throw of the dice, ``cut_of`` (t) where each opens the
    wall; ``hands`` (4, cuts, 4, 13): the places of each side's first tiles by dealer and cut.
    ``lane_slots`` (n): places in the order in which four lanes that take turns fill them;
    ``lane_rows`` (n): lane after lane, each in its order.
    """

    variant: str
    places: Places
    kind_of: Ints
    stacks: Ints
    throws: Ints
    cut_of: Ints
    hands: Ints
    lane_slots: NDArray[np.int64]
    lane_rows: NDArray[np.int64]

    @property
    def tiles(self) -> int:
        """Return how many tiles a load has."""
        return len(self.kind_of)

    @property
    def designs(self) -> Ints:
        """Return the designs of which the set has four copies, rising."""
        found, copies = np.unique(self.kind_of, return_counts=True)
        whole: Ints = found[copies == 4].astype(np.int16)
        return whole

    def suit_pieces(self) -> tuple[Ints, ...]:
        """Return the pieces of each of the three suits that the set has."""
        suits = [suit_of(kind) for kind in self.places.tile_set.tiles()]
        pieces = [[at for at, suit in enumerate(suits) if suit is one] for one in RANKED_SUITS]
        return tuple(np.array(own, np.int16) for own in pieces if own)

    def faces(self, throw: Ints) -> NDArray[np.int64]:
        """Return (t, throws, 2): the faces of throws by number."""
        return self.throws[throw].reshape(len(throw), -1, 2).astype(np.int64)


@lru_cache(maxsize=16)
def layout(name: str, profile: Profile = Profile.FOUR_PORT) -> Layout:
    """Return a variant's layout; its own program's.

    Raises:
        RulesError: no such variant, or one that a machine of this profile does not put up.
    """
    played = variant(name)
    share = share_of(played.program, profile)
    places = layout_for(played.id, profile, share)
    cuts = places.cut_of
    lanes = [(share.wall_tiles(side) + share.hand_tiles(side), side) for side in SIDES]
    index = {place: at for at, place in enumerate(places.places)}
    rows = [[index[share.place(side, at)] for at in range(many)] for many, side in lanes]
    longest = max(map(len, rows))
    in_turn = [row[at] for at in range(longest) for row in rows if at < len(row)]
    return Layout(
        variant=played.id,
        places=places,
        kind_of=np.array([int(tile) for tile in played.tile_set.tiles()], np.int16),
        stacks=places.stacks.astype(np.int16),
        throws=np.indices(cuts.shape, np.int16).reshape(cuts.ndim, -1).T + np.int16(1),
        cut_of=cuts.ravel().astype(np.int16),
        hands=places.hands[..., :HAND].astype(np.int16),
        lane_slots=np.array(in_turn),
        lane_rows=np.array([at for row in rows for at in row]),
    )
