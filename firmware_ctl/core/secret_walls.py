"""What the reader made of the tiles inside: the most valuable secret in the room.

No view, log or representation shows it; the wall check alone looks at it and tells deviations.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from hal.events import TileRead
from hal.ids import LANES
from hal.tile_id import BLANK_DESIGN, unpack_tile_id
from rules.integrity.composition import (
    STRANGER,
    Reading,
    WallCheck,
    check_counts,
    check_walls,
)
from rules.shares import Share
from rules.tiles import TILES, UNREAD, Tile
from rules.tilesets import TileSet

SET_LETTERS = "AB"


class Marked(Protocol):
    """A set of the table."""

    @property
    def mark(self) -> int:
        """Return its number: 0 for A, 1 for B."""


class EnrolledTiles(Protocol):
    """The table's own lists of tiles."""

    @property
    def whole(self) -> bool:
        """Tell whether both sets are listed."""

    def find(self, tag: int) -> tuple[Marked, Tile] | None:
        """Return set and kind of a tag by its serial number, if a list has it."""


class LaneReads:
    """The tiles of one load as read at the lanes' eyes, in lane order.

    They are not ``whole`` when a power cut fell into the load: what was read before it is gone.
    """

    __slots__ = ("_lanes", "whole")

    def __init__(self, *, whole: bool = True) -> None:
        self.whole = whole
        self._lanes: tuple[list[Reading], ...] = tuple([] for _ in LANES)

    def __repr__(self) -> str:
        return "LaneReads(secret)"

    def add(self, event: TileRead) -> None:
        """Take the next tile of a lane."""
        self._lanes[event.lane].append(_reading(event))

    def recognise(self, tiles: "EnrolledTiles") -> None:
        """Take kind and set of every tile from the table's lists instead of from its tag.

        Where both sets are listed, a tile in neither list is a stranger; where they are not, such a
        tile stays what its tag says.
        """
        for lane in self._lanes:
            lane[:] = (_recognised(tile, tiles) for tile in lane)

    def set_letter(self) -> str | None:
        """Return the set that most tiles say they belong to, ``A`` or ``B``."""
        mark = self._mark()
        return SET_LETTERS[mark] if mark is not None and mark < len(SET_LETTERS) else None

    def _mark(self) -> int | None:
        marks = Counter(
            r.mark for lane in self._lanes for r in lane if r.mark not in (None, STRANGER)
        )
        return marks.most_common(1)[0][0] if marks else None

    def reveal(self) -> tuple[tuple[Reading, ...], ...]:
        """Return each lane's tiles in lane order, for the record, which seals them.

        None where some are missing.
        """
        return tuple(map(tuple, self._lanes)) if self.whole else ()

    def check(self, expected: TileSet, share: Share) -> WallCheck:
        """Return the first layer's verdict on these walls and hands."""
        return check_walls(self._lanes, expected, share, self._mark())


def check_without_reader(counts: Sequence[int], share: Share) -> WallCheck:
    """Return the verdict of a table that only counts."""
    return check_counts(counts, share)


def _recognised(tile: Reading, tiles: EnrolledTiles) -> Reading:
    found = None if tile.serial is None else tiles.find(tile.serial)
    if found is not None:
        return replace(tile, tile=found[1], mark=found[0].mark)
    return replace(tile, mark=STRANGER) if tile.serial is not None and tiles.whole else tile


def _reading(event: TileRead) -> Reading:
    if event.tile_id is None:
        return Reading(UNREAD, 0)
    tile = unpack_tile_id(event.tile_id)
    known = tile.design != BLANK_DESIGN and tile.design < len(TILES)
    kind = TILES[tile.design] if known else UNREAD
    return Reading(kind, event.reads, tile.set_index, tile.serial)
