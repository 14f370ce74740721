"""Cheats and honest machines that nobody looked at when the wall check's weights were chosen."""

from dataclasses import dataclass

import numpy as np

from firmware_ctl.audit_lab.layout import Layout
from firmware_ctl.audit_lab.machines import MACHINES, UNIFORM, Machine, drum, kept, riffles
from firmware_ctl.audit_lab.tables import Dealt, Tables
from hal.sim import LAZY, Mixing
from hal.sim.cheats import (
    Cheat,
    CopiedWall,
    FixedPlaces,
    ForcedSum,
    LoadedDice,
    PickedBreak,
    ReadyHand,
    SeatPairs,
    SeatSuit,
    StackedPairs,
)

TURN = 10
"""Deals after which a cheat that moves round the table goes on to the next side."""


@dataclass(frozen=True, slots=True)
class HeldOut:
    """A cheat, by which deal nine tables in ten should be red, and what the tables are like.

    ``moves`` lets the side that gains change every ten deals, ``machine`` is what it is built into.
    """

    cheat: Cheat
    most: int
    variant: str = "GD"
    moves: bool = False
    machine: Machine = UNIFORM

    def tables(self, table: Layout, count: int, seed: int) -> Tables:
        """Return tables at which it is done."""
        chance = np.random.default_rng(seed)
        make = Moving if self.moves else Tables
        return make(table, count, chance, self.machine, self.cheat)


class Moving(Tables):
    """Tables at which another side gains every ten deals."""

    def deal(self) -> Dealt:
        """Deal once at every table."""
        dealt = super().deal()
        if self.tricks is not None and dealt.number % TURN == 0:
            side = self.tricks.marks.side
            side[:] = (side + 1) % 4
        return dealt


class OneDealer(Tables):
    """Tables at which the same side always deals."""

    def deal(self) -> Dealt:
        """Deal once at every table."""
        self._dealer[:] = 0
        return super().deal()


CHEATS = (
    HeldOut(Cheat("the seat across from the dealer", "", SeatSuit(2.5, of_dealer=2)), 60),
    HeldOut(Cheat("a suit for a side that changes", "", SeatSuit(3.0)), 120, moves=True),
    HeldOut(Cheat("much of a suit in a third of the deals", "", SeatSuit(5.0), share=1 / 3), 60),
    HeldOut(Cheat("a ready hand after the dealer, at times", "", ReadyHand(1), share=0.3), 60),
    HeldOut(Cheat("a ready hand for a side, 108", "", ReadyHand(None), share=0.4), 60, "CD"),
    HeldOut(Cheat("more pairs for the dealer", "", SeatPairs(1.2, of_dealer=0)), 120),
    HeldOut(Cheat("three kinds in place, half the deals", "", FixedPlaces(3), share=0.5), 40),
    HeldOut(Cheat("two kinds stacked, changing", "", StackedPairs(2, 2, designs_known=False)), 20),
    HeldOut(Cheat("a third of the copy moved", "", CopiedWall(0.35, rotated=True), share=0.5), 30),
    HeldOut(Cheat("a face at 28 %", "", LoadedDice(0.28)), 500),
    HeldOut(Cheat("a sum of nine", "", ForcedSum(9), share=0.4), 200, "MCR"),
    HeldOut(Cheat("the break for the next seat", "", PickedBreak(1), share=0.7), 120, "CD"),
    HeldOut(Cheat("a suit on a lazy drum", "", SeatSuit(3.0)), 80,
            machine=MACHINES["drum-strong"]),
)  # fmt: skip
"""Each by other means, seats or shares than those in the catalogue."""

MACHINES_HELD_OUT = (
    Machine("drum, other noise", drum(Mixing("other", 0.25, 0.3), in_order=False)),
    Machine("lazy drum, lane after lane", drum(LAZY, in_order=True)),
    Machine("lazy drum", drum(LAZY, in_order=False)),
    Machine("riffle 3", riffles(3)),
    Machine("riffle 5", riffles(5)),
    Machine("a quarter kept", kept(0.25)),
    Machine("nine tenths kept", kept(0.9)),
    Machine("not mixed at all", lambda _chance, _table, dropped: dropped.copy()),
    Machine("mixed in halves", lambda chance, _table, dropped: np.concatenate(
        [chance.permuted(half, axis=1) for half in np.array_split(dropped, 2, axis=1)], axis=1)),
)  # fmt: skip
"""Honest machines from poor to hopeless."""

__all__ = ["CHEATS", "MACHINES_HELD_OUT", "HeldOut", "Moving", "OneDealer"]
