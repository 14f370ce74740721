"""What can be seen at each deal and counted, for a person to compare with what is normal.

Bets say how strong a sign is; sightings say what it looks like: how many characters a seat was
dealt, how often a face fell, how many stacks held equal tiles.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import comb

import numpy as np

from rules.errors import LayoutError
from rules.integrity.distances import HAND
from rules.integrity.hand_law import hand_law
from rules.integrity.hypotheses import BLOCKS, Family
from rules.integrity.laws import mean_of, neighbour_moments, sorted_copies, stack_moments
from rules.integrity.layout import Layout
from rules.integrity.reading import KINDS, Batch, Ints, Reals
from rules.integrity.seats import (
    BEST_OF,
    BEST_STAKES,
    CLASS_OF_SUIT,
    CLASSES,
    DISTANCE,
    GAINS,
    HAND_BETS,
    SIDES,
    WHO,
    Hands,
    for_who,
)
from rules.integrity.stacked_kinds import EVENT_STAKES, PEER_TILTS, own_stacks
from rules.integrity.throws import DICE, LIFTS, SUM_STAKES, SUMS
from rules.tiles import suit_of

HAND_SIGHTS = (*CLASSES, "pairs", "distance", "longest", "ready")
"""What is seen of somebody's hand; ``ready`` is 1 where it waits."""

_SUITS = len(CLASSES) - 1
_NO_SIGHT = -1


@dataclass(frozen=True, slots=True)
class Sight:
    """One thing that is counted: its name, whose or which it is, and the most that there can be."""

    name: str
    which: int
    most: float


_MOST = {"pairs": 8.0, "distance": 9.0, "ready": 1.0}

SIGHTS = (
    *(Sight(name, who, _MOST.get(name, 13.0)) for who in range(WHO) for name in HAND_SIGHTS),
    *(Sight("kind", kind, 4.0) for kind in range(KINDS)),
    Sight("stacks", 0, 80.0),
    Sight("equal", 0, 160.0),
    Sight("places", 0, 160.0),
    *(Sight("face", face, 1.0) for face in range(1, 7)),
    *(Sight("sum", total, 1.0) for total in SUMS),
)
OF_WALLS = len(SIGHTS) - 6 - len(SUMS)
"""So many come from walls, the others from dice."""

_AT = {(sight.name, sight.which): at for at, sight in enumerate(SIGHTS)}
MOST = np.array([sight.most for sight in SIGHTS])

_OF_GAIN = {"suit": "longest", "near": "distance"}


def _sight_of_bets() -> Ints:
    """Return which sighting shows what each bet is about, ``_NO_SIGHT`` where none does."""
    gains = [_OF_GAIN.get(gain.name, gain.name) for gain in GAINS]
    hands = [_OF_GAIN.get(name, name) for name in HAND_BETS]
    seats = [_AT[name, who] for who in range(WHO) for name in gains]
    by_family: dict[Family, list[int]] = {
        Family.SEAT: seats[: SIDES * len(gains)],
        Family.CUT: seats,
        Family.BOTH: seats[: SIDES * len(gains)],
        Family.BEST: [_AT[name, who] for who, name, _ in product(range(WHO), BEST_OF, BEST_STAKES)],
        Family.FACES: [_AT["face", face] for _, face, _ in product(DICE, range(1, 7), LIFTS)],
        Family.SUMS: [_AT["sum", total] for total, _ in product(SUMS, SUM_STAKES)],
        Family.PLACES: [_AT["places", 0]],
        Family.KIND: [_AT["places", 0]],
        Family.PEERS: [_AT["kind", kind] for kind, _ in product(range(KINDS), PEER_TILTS)],
        Family.HAND: [_AT[name, who] for who in range(WHO) for name in hands],
        Family.STACKED: [_AT["kind", kind] for kind, _ in product(range(KINDS), EVENT_STAKES)],
    }
    alike = {Family.STACKS: _AT["stacks", 0], Family.EQUAL: _AT["equal", 0]}
    found: list[int] = []
    for block in BLOCKS:
        one = alike.get(block.family, _NO_SIGHT)
        found += by_family.get(block.family, [one] * block.size)
    return np.array(found)


SIGHT_OF_BET = _sight_of_bets()


def seen(batch: Batch, hands: Hands | None, counts: Ints) -> Reals:
    """Return what was seen at each table, shape (tables, sights); not a number where nothing was.

    ``hands`` is ``None`` where nobody's hand is known; ``counts`` are the walls' own, -1 where
    they are not known, shape (tables, 4).
    """
    found = np.full((batch.tables, len(SIGHTS)), np.nan)
    _see_dice(batch.faces, found)
    if hands is not None:
        _see_hands(batch, hands, found)
    found[:, _AT["kind", 0] : _AT["kind", KINDS - 1] + 1] = own_stacks(batch)
    first = _AT["stacks", 0]
    found[:, first : first + 3] = np.where(counts[:, :3] < 0, np.nan, counts[:, :3])
    return found


def _see_dice(faces: Ints, found: Reals) -> None:
    fallen = np.flatnonzero((faces > 0).all(axis=(1, 2)) & (faces.shape[1] > 0))
    for face in range(1, 7):
        found[fallen, _AT["face", face]] = (faces[fallen] == face).mean(axis=(1, 2))
    for total in SUMS:
        found[fallen, _AT["sum", total]] = (faces[fallen].sum(axis=-1) == total).mean(axis=1)


def _see_hands(batch: Batch, hands: Hands, found: Reals) -> None:
    rows, cuts = np.arange(batch.tables), batch.cuts
    cast = (cuts >= 0)[:, None]
    traits = hands.traits[rows, cuts].astype(float)
    longest = traits[..., :_SUITS].max(axis=-1, keepdims=True)
    ready = (traits[..., DISTANCE, None] <= 0).astype(float)
    shown = np.concatenate((traits, longest, ready), axis=-1)
    whole, shaped = (part[rows, cuts] & cast for part in (hands.whole, hands.shaped))
    known = np.stack([shaped if name in _OF_SHAPE else whole for name in HAND_SIGHTS], axis=-1)
    by_who = for_who(np.where(known, shown, np.nan), batch.dealers)
    found[:, : WHO * len(HAND_SIGHTS)] = by_who.reshape(batch.tables, -1)


_OF_SHAPE = ("pairs", "distance", "ready")


@lru_cache(maxsize=32)
def normal(layout: Layout) -> tuple[float, ...]:
    """Return what is normal of each sighting, with fair dice and a well-mixed wall of this layout.

    Not a number where the law is not known.
    """
    tiles = layout.tile_set
    size = layout.hands.shape[-1]
    members = [
        sum(
            tiles.counts[tile]
            for tile in tiles.designs
            if CLASS_OF_SUIT.get(suit_of(tile)) == which
        )
        for which in range(len(CLASSES))
    ]
    of_hand = {
        name: size * count / tiles.total for name, count in zip(CLASSES, members, strict=True)
    }
    of_hand["longest"] = _longest(tuple(members[:_SUITS]), tiles.total, size)
    try:
        law = hand_law(tiles)
        if size == HAND:
            of_hand["pairs"] = float(law.pairs @ np.arange(len(law.pairs)))
            of_hand["distance"] = float(law.distance @ np.arange(len(law.distance)))
            of_hand["ready"] = float(law.distance[0])
    except LayoutError:
        pass
    copies = sorted_copies(tiles.counts)
    stacks = len(layout.stacks)
    own = [
        comb(count, 2) * stacks * 2 / (tiles.total * (tiles.total - 1)) for count in tiles.counts
    ]
    alone = {
        "face": 1 / 6,
        "stacks": mean_of(stack_moments(copies, stacks)),
        "equal": mean_of(neighbour_moments(copies)),
        "places": sum(count**2 for count in copies) / tiles.total,
    }
    return tuple(
        own[sight.which] if sight.name == "kind"
        else (6 - abs(7 - sight.which)) / 36 if sight.name == "sum"
        else alone.get(sight.name, of_hand.get(sight.name, float("nan")))
        for sight in SIGHTS
    )  # fmt: skip


def _longest(members: tuple[int, ...], total: int, size: int) -> float:
    """Return the mean of the longest suit's count in a hand."""
    other = total - sum(members)
    ways = sum(
        max(counts)
        * comb(other, size - sum(counts))
        * np.prod([float(comb(*pair)) for pair in zip(members, counts, strict=True)])
        for counts in product(range(size + 1), repeat=len(members))
        if sum(counts) <= size
    )
    return float(ways / comb(total, size))
