"""Put chosen pieces at chosen places of many walls, the rest as it lay."""

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from firmware_ctl.audit_lab.layout import Ints, Layout


def shuffled(chance: Generator, tables: int, tiles: int) -> Ints:
    """Return (tables, tiles): every order of the pieces equally likely."""
    ordered = np.broadcast_to(np.arange(tiles, dtype=np.int16), (tables, tiles))
    return chance.permuted(ordered, axis=1)


def filled(walls: Ints, places: Ints, pieces: Ints) -> Ints:
    """Return (t, n): ``pieces`` (t, m) at ``places`` (t, m), the others in their order around them.

    If every order of ``walls`` is equally likely and the pieces were chosen without looking at
    them, every order of the others is equally likely too.
    """
    tables, tiles = walls.shape
    rows = np.arange(tables)[:, None]
    chosen = np.zeros((tables, tiles), bool)
    chosen[rows, pieces] = True
    free = np.ones((tables, tiles), bool)
    free[rows, places] = False
    built = np.empty_like(walls)
    built[rows, places] = pieces
    built[free] = walls[~np.take_along_axis(chosen, walls, axis=1)]
    return built


def copies(chance: Generator, table: Layout, kinds: Ints) -> Ints:
    """Return (t, m): a piece of each of the kinds (t, m), chosen by chance, none of them twice.

    Copies of a kind stand next to each other in the set; the first one is drawn, the following
    ones are its successors in a circle.
    """
    first, count = np.zeros(256, np.int16), np.zeros(256, np.int16)
    present, starts, many = np.unique(table.kind_of, return_index=True, return_counts=True)
    first[present], count[present] = starts, many
    turn = chance.integers(0, 1 << 14, (len(kinds), 256), dtype=np.int16)
    earlier = np.zeros(kinds.shape, np.int16)
    for at in range(1, kinds.shape[1]):
        earlier[:, at] = (kinds[:, :at] == kinds[:, at, None]).sum(axis=1)
    drawn = np.take_along_axis(turn, kinds.astype(np.int64), axis=1)
    pieces: Ints = first[kinds] + (drawn + earlier) % count[kinds]
    return pieces


def recopied(chance: Generator, table: Layout, walls: Ints) -> Ints:
    """Return the walls with the same kinds at the same places, as other pieces of those kinds."""
    _, starts, many = np.unique(table.kind_of, return_index=True, return_counts=True)
    names = np.empty((len(walls), table.tiles), np.int16)
    for first, count in zip(starts.tolist(), many.tolist(), strict=True):
        names[:, first : first + count] = first + shuffled(chance, len(walls), count)
    taken: Ints = np.take_along_axis(names, walls, axis=1)
    return taken


def chosen_columns(chance: Generator, tables: int, columns: int, wanted: int) -> NDArray[np.int64]:
    """Return (tables, wanted): different columns for each table, every choice equally likely."""
    keys = chance.random((tables, columns), dtype=np.float32)
    return keys.argpartition(wanted - 1, axis=1)[:, :wanted]
