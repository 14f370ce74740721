"""Honest machines from perfect to lazy: how a load's order comes from the order of dropping.

``mix`` takes the pieces in the order in which people dropped them, (tables, n), and returns the
walls. Drums keep some of that order and prefer tiers (a filmed test, majyan-item.com/uedumo); the
presets of noise and bias are those of the simulated plant. The riffle is Gilbert, Shannon and
Reeds'; kept neighbours are blocks of the old order in a new one.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from firmware_ctl.audit_lab.filling import shuffled
from firmware_ctl.audit_lab.layout import Ints, Layout
from hal.sim import MEDIUM, STRONG, WEAK, Mixing

Mix = Callable[[Generator, Layout, Ints], Ints]


@dataclass(frozen=True, slots=True)
class Machine:
    """A machine by name; ``trusted`` to mix, so that uniform order may be asked of it."""

    name: str
    mix: Mix
    trusted: bool = False


def _uniform(chance: Generator, table: Layout, dropped: Ints) -> Ints:
    return shuffled(chance, len(dropped), table.tiles)


def drum(mixing: Mixing, *, in_order: bool) -> Mix:
    """Return a drum that feeds the four lanes in turn, or ``in_order`` one after the other."""

    def mix(chance: Generator, table: Layout, dropped: Ints) -> Ints:
        tables, tiles = dropped.shape
        when = np.arange(tiles, dtype=np.float32) / tiles
        noise = chance.standard_normal((tables, tiles), dtype=np.float32)
        taken = np.take_along_axis(
            dropped, (when + mixing.order_noise * noise).argsort(axis=1), axis=1
        )
        slots = table.lane_rows if in_order else table.lane_slots
        walls = np.empty_like(taken)
        walls[:, slots] = taken
        return _tiered(chance, table, walls, dropped, mixing.tier_bias)

    return mix


def _tiered(chance: Generator, table: Layout, walls: Ints, dropped: Ints, bias: float) -> Ints:
    """Turn stacks over in which the earlier dropped tile lies above, with chance ``bias``."""
    rank = np.empty_like(dropped)
    np.put_along_axis(
        rank, dropped.astype(np.int64), np.arange(table.tiles, dtype=np.int16)[None], axis=1
    )
    when = np.take_along_axis(rank, walls.astype(np.int64), axis=1)
    upper, lower = table.stacks.T
    early = when[:, upper] < when[:, lower]
    turned = early & (chance.random(early.shape, dtype=np.float32) < bias)
    turned_over = walls.copy()
    turned_over[:, upper] = np.where(turned, walls[:, lower], walls[:, upper])
    turned_over[:, lower] = np.where(turned, walls[:, upper], walls[:, lower])
    return turned_over


def riffles(times: int) -> Mix:
    """Return a machine that riffles a load so many times, 1..14."""

    def mix(chance: Generator, table: Layout, dropped: Ints) -> Ints:
        # Sorting by random binary digits undoes riffles; where each card came from is the riffle.
        digits = chance.integers(0, 1 << times, dropped.shape, dtype=np.int16)
        walls = np.empty_like(dropped)
        origin = digits.argsort(axis=1, kind="stable")
        np.put_along_axis(walls, origin, dropped, axis=1)
        return walls[:, : table.tiles]

    return mix


def kept(share: float) -> Mix:
    """Return a machine in which each tile keeps the one dropped after it with this chance."""

    def mix(chance: Generator, table: Layout, dropped: Ints) -> Ints:
        cut = chance.random(dropped.shape, dtype=np.float32) >= share
        block = cut.cumsum(axis=1)
        lot = chance.random((len(dropped), table.tiles + 1), dtype=np.float32)
        keys = np.take_along_axis(lot, block, axis=1)
        return np.take_along_axis(dropped, keys.argsort(axis=1, kind="stable"), axis=1)

    return mix


UNIFORM = Machine("uniform", _uniform, trusted=True)

MACHINES: dict[str, Machine] = {
    row.name: row
    for row in (
        UNIFORM,
        Machine("drum-weak", drum(WEAK, in_order=False)),
        Machine("drum-medium", drum(MEDIUM, in_order=False)),
        Machine("drum-strong", drum(STRONG, in_order=False)),
        Machine("lanes-medium", drum(MEDIUM, in_order=True)),
        Machine("lanes-strong", drum(STRONG, in_order=True)),
        Machine("riffle-4", riffles(4)),
        Machine("riffle-6", riffles(6)),
        Machine("riffle-8", riffles(8)),
        Machine("kept-5", kept(0.05)),
        Machine("kept-15", kept(0.15)),
        Machine("kept-40", kept(0.40)),
    )
}
"""Every model by name; all are honest."""
