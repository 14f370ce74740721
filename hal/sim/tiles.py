"""Tiles as things, and the books that say where each of them is.

A tile is a small number, its row in the books. One function moves it from place to place and
checks at every move that nothing was lost.
"""

from collections.abc import Sequence
from enum import IntEnum

from hal.tile_id import TileId, pack_tile_id


class Place(IntEnum):
    """Where a tile can be."""

    BOX = 0  # outside the machine
    TABLE = 1  # with the players
    FLOOR = 2  # dropped, or in somebody's pocket
    DRUM = 3
    BELT_0 = 4
    BELT_1 = 5
    BELT_2 = 6
    BELT_3 = 7
    HEAD_0 = 8  # in the stacker
    HEAD_1 = 9
    HEAD_2 = 10
    HEAD_3 = 11
    ROW_0 = 12  # stacked inside
    ROW_1 = 13
    ROW_2 = 14
    ROW_3 = 15
    TRAY_0 = 16
    TRAY_1 = 17
    TRAY_2 = 18
    TRAY_3 = 19
    SLIDE_0 = 20  # the next hand, behind its tray
    SLIDE_1 = 21
    SLIDE_2 = 22
    SLIDE_3 = 23
    HAND_0 = 24  # a hand on its tray
    HAND_1 = 25
    HAND_2 = 26
    HAND_3 = 27

    @property
    def label(self) -> str:
        """Return the place's name in words: ``row 2``."""
        return self.name.lower().replace("_", " ")


PLACES = tuple(Place)
BELT, HEAD, ROW, TRAY, SLIDE, HAND = 4, 8, 12, 16, 20, 24
"""Add the lane or side to one of these and it is the number of its place."""

NO_TILE = -1
"""What stands in a stack where the upper tile is missing."""

MOST_ON_SLIDE = 14
"""A hand, and one tile more that rode with the last."""

Stack = tuple[int, int]
"""A stack (墩): its lower tile, its upper tile or ``NO_TILE``."""


class TileLost(AssertionError):
    """The books do not balance: a tile is not where it was said to be, or does not fit there."""


class Books:
    """Every tile of the machine: id, set, which way it faces, and its place.

    Scripted faults: the ring does not hold ``lame`` tiles (a lost magnet); by set, ``oversize`` is
    the chance that a stack with such a tile sticks, ``dark`` that an eye misses a back.
    """

    __slots__ = (
        "_capacity",
        "_serials",
        "counts",
        "dark",
        "face_up",
        "ids",
        "lame",
        "oversize",
        "places",
        "sets",
    )

    def __init__(self, belt_tiles: int, row_stacks: int) -> None:
        self.ids: list[int] = []
        self.sets: list[int] = []
        self.face_up: list[bool] = []
        self.places: list[Place] = []
        self.counts = [0] * len(PLACES)
        self.lame: set[int] = set()
        self.oversize: dict[int, float] = {}
        self.dark: dict[int, float] = {}
        self._serials = 0
        unlimited = 1 << 30
        rows, hands = [2 * row_stacks] * 4 * 2, [MOST_ON_SLIDE] * 4 * 2
        self._capacity = [unlimited] * BELT + [belt_tiles] * 4 + [2] * 4 + rows + hands

    def add(self, design: int, set_index: int, place: Place = Place.BOX) -> int:
        """Bring a new tile of a set into the world and return its number.

        Raises:
            ValueError: design or set is no byte.
        """
        self._serials += 1
        self.ids.append(pack_tile_id(TileId(design, set_index, self._serials)))
        self.sets.append(set_index)
        self.face_up.append(False)
        self.places.append(place)
        self.counts[place] += 1
        return len(self.ids) - 1

    def add_set(self, designs: Sequence[int], set_index: int) -> tuple[int, ...]:
        """Bring a whole set into the world, in its box."""
        return tuple(self.add(design, set_index) for design in designs)

    def move(self, tile: int, source: Place, target: Place) -> None:
        """Move a tile.

        Raises:
            TileLost: it is not at ``source``, or ``target`` is full.
        """
        places, counts = self.places, self.counts
        if places[tile] is not source:
            raise TileLost(
                f"tile {tile} was to go from {source.label} to {target.label}, but the books have "
                f"it at {places[tile].label}"
            )
        if counts[target] >= self._capacity[target]:
            raise TileLost(
                f"tile {tile} was to go from {source.label} to {target.label}, which holds "
                f"{counts[target]} tiles and is full"
            )
        places[tile] = target
        counts[source] -= 1
        counts[target] += 1

    def at(self, place: Place) -> list[int]:
        """Return the tiles at a place, in the order of their numbers."""
        return [tile for tile, where in enumerate(self.places) if where is place]
