"""Tables that deal hand after hand: machine, cheat, dice, dealers, two sets that alternate."""

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from firmware_ctl.audit_lab.filling import shuffled
from firmware_ctl.audit_lab.layout import Ints, Layout
from firmware_ctl.audit_lab.machines import UNIFORM, Machine
from firmware_ctl.audit_lab.play import played
from firmware_ctl.audit_lab.tricks import Deals, Tricks
from hal.sim.cheats import Cheat
from rules.programs import SIDES

DEALER_STAYS = 0.3
"""How often the dealer deals again; else the next seat does."""

SETS = ("A", "B")


@dataclass(frozen=True, slots=True, eq=False)
class Dealt:
    """One deal at every table.

    ``number`` counts from 1, ``set`` is the tile set of all. ``walls`` (t, n) pieces, ``throw`` and
    ``dealer`` (t), ``hands`` (t, 4, 13) places by side, ``acted`` (t) where the cheat was at work.
    """

    number: int
    set: str
    walls: Ints
    throw: Ints
    dealer: Ints
    hands: Ints
    acted: NDArray[np.bool_]


class Tables:
    """``tables`` tables of one make, each with a course of its own; they deal in step.

    Two tile sets alternate unless ``sets`` is 1.
    """

    def __init__(
        self,
        table: Layout,
        tables: int,
        chance: Generator,
        machine: Machine = UNIFORM,
        cheat: Cheat | None = None,
        sets: int = len(SETS),
    ) -> None:
        self.layout, self.machine, self.cheat = table, machine, cheat
        self._tables, self._chance = tables, chance
        self._tricks = None if cheat is None else Tricks(cheat.recipe, table, tables, chance)
        self._dealer = chance.integers(0, len(SIDES), tables, dtype=np.int16)
        self._dropped = [shuffled(chance, tables, table.tiles) for _ in range(sets)]
        self._previous: list[Ints | None] = [None] * sets
        self._number = 0

    @property
    def tricks(self) -> Tricks | None:
        """Return the cheat at work, which knows what it has drawn for each table."""
        return self._tricks

    def deal(self) -> Dealt:
        """Deal once at every table."""
        chance, table = self._chance, self.layout
        which = self._number % len(self._previous)
        self._number += 1
        walls = self.machine.mix(chance, table, self._dropped[which])
        throw = chance.integers(0, len(table.throws), self._tables, dtype=np.int16)
        acted = self._acts()
        rows = acted.nonzero()[0]
        if self._tricks is not None and len(rows):
            fair = self._deals(rows, walls, which, throw)
            throw[rows] = self._tricks.throws(rows, fair, throw[rows])
            walls[rows] = self._tricks.walls(rows, self._deals(rows, walls, which, throw))
        hands = table.hands[self._dealer, table.cut_of[throw]]
        dealt = Dealt(self._number, SETS[which], walls, throw, self._dealer.copy(), hands, acted)
        self._previous[which] = walls
        if not self.machine.trusted:
            self._dropped[which] = played(chance, table, walls, hands)
        moves = chance.random(self._tables) >= DEALER_STAYS
        self._dealer = (self._dealer + moves).astype(np.int16) % len(SIDES)
        return dealt

    def _acts(self) -> NDArray[np.bool_]:
        cheat = self.cheat
        if cheat is None or self._number < cheat.start:
            return np.zeros(self._tables, bool)
        return self._chance.random(self._tables) < cheat.share

    def _deals(self, rows: NDArray[np.int64], walls: Ints, which: int, throw: Ints) -> Deals:
        table, dealer = self.layout, self._dealer[rows]
        previous = self._previous[which]
        return Deals(
            walls=walls[rows],
            previous=None if previous is None else previous[rows],
            hands=table.hands[dealer, table.cut_of[throw[rows]]],
            dealer=dealer,
        )
