"""One deal of many tables as arrays, and what every bettor asks of it.

All tables of a batch have one layout. The first axis is the table, places are in ring order.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from rules.integrity.layout import Layout
from rules.tiles import TILES, UNREAD

Bools = NDArray[np.bool_]
Bytes = NDArray[np.uint8]
Ints = NDArray[np.int64]
Reals = NDArray[np.float64]

KINDS = len(TILES)
"""Kinds of tiles (牌种) that there are; tables of kinds have so many columns."""

NO_PIECE = -1


@dataclass(frozen=True)
class Batch:
    """One deal of every table.

    ``kinds`` are design numbers, ``UNREAD`` where nothing was read, shape (tables, places).
    ``faces`` are the throws' faces, 0 where they were not seen, shape (tables, throws, 2).
    ``sets`` is 0 for tile set A and 1 for B. ``pieces`` numbers the pieces of plastic, from their
    tags, ``NO_PIECE`` where none was read; ``None`` where the reader tells kinds only.
    """

    layout: Layout
    kinds: Bytes
    dealers: Ints
    faces: Ints
    sets: Ints
    pieces: Ints | None = None

    @property
    def tables(self) -> int:
        """Return how many tables there are."""
        return len(self.kinds)

    @cached_property
    def read(self) -> Bools:
        """Return which places were read; a design that no set has counts as not read."""
        found: Bools = np.less(self.kinds, KINDS)
        return found

    @cached_property
    def complete(self) -> Bools:
        """Return at which tables every place was read, shape (tables,)."""
        found: Bools = np.logical_and.reduce(self.read, axis=1)
        return found

    @cached_property
    def held(self) -> Ints:
        """Return how many tiles were read, shape (tables,)."""
        found: Ints = self.read.sum(axis=1)
        return found

    @cached_property
    def one_hot(self) -> Bytes:
        """Return which kind lies where, shape (tables, places, kinds)."""
        found: Bytes = (self.kinds[..., None] == np.arange(KINDS, dtype=np.uint8)).view(np.uint8)
        return found

    @cached_property
    def copies(self) -> Ints:
        """Return how many tiles of each kind were read, shape (tables, kinds)."""
        found: Ints = self.one_hot.sum(axis=1, dtype=np.int64)
        return found

    @cached_property
    def nominal(self) -> Bools:
        """Return which tables hold exactly the tiles of the set, shape (tables,)."""
        found: Bools = (self.copies == np.array(self.layout.tile_set.counts)).all(axis=1)
        return found

    @cached_property
    def left(self) -> Bytes:
        """Return how many of each kind are not yet read, in ring order, before each place.

        Shape (tables, places, kinds).
        """
        before = np.cumsum(self.one_hot, axis=1, dtype=np.uint8)
        before -= self.one_hot
        found: Bytes = self.copies[:, None, :].astype(np.uint8) - before
        return found

    @cached_property
    def left_in_all(self) -> Ints:
        """Return how many tiles are not yet read before each place, shape (tables, places)."""
        return self.held[:, None] - np.cumsum(self.read, axis=1) + self.read

    @cached_property
    def cuts(self) -> Ints:
        """Return the cut that the dice made, -1 where it is not known, shape (tables,)."""
        layout = self.layout
        if not layout.cut_odds.size:
            return np.full(self.tables, -1)
        throws = self.faces[:, : layout.throws].reshape(self.tables, -1)
        found = np.full(self.tables, -1)
        if len(layout.cut_odds) == 1:
            found[:] = 0
        elif throws.shape[1] == 2 * layout.throws:
            seen = np.flatnonzero(throws.min(axis=1) > 0)
            found[seen] = layout.cut_of[tuple(throws[seen].T - 1)]
        return found


def distinct(keys: Ints) -> tuple[Ints, Ints]:
    """Return the distinct rows of a matrix, and which of them each row is."""
    if (keys == keys[:1]).all():
        return keys[:1], np.zeros(len(keys), np.int64)
    rows, which = np.unique(keys, axis=0, return_inverse=True)
    return rows, which.ravel()


def unread(tables: int, places: int) -> Bytes:
    """Return walls of which nothing was read."""
    return np.full((tables, places), UNREAD, np.uint8)
