"""A whole simulated table: plant, board and the people at it."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from hal.sim.board import SimBoard
from hal.sim.fault_desk import FaultDesk
from hal.sim.interlocks import Unsafe
from hal.sim.kernel import Kernel
from hal.sim.people import People
from hal.sim.plant import Plant
from hal.sim.players import Players
from hal.sim.settings import PlayerSettings, SimSettings


@dataclass(frozen=True, slots=True)
class SimTable:
    """Everything of one simulated table; the controller gets only its ``board``."""

    kernel: Kernel
    plant: Plant
    board: SimBoard
    people: People
    faults: FaultDesk

    @classmethod
    def build(
        cls,
        loop: asyncio.AbstractEventLoop,
        settings: SimSettings | None = None,
        seed: int = 0,
        sets: Sequence[Sequence[int]] = (),
    ) -> "SimTable":
        """Build a table with its tile sets in their boxes.

        ``sets`` gives the designs (numbers 0..254) of every tile of set A, B, …

        Raises:
            ValueError: a design is no byte, or a setting makes no sense.
        """
        kernel = Kernel(loop)
        plant = Plant(kernel, settings or SimSettings(), seed)
        board = SimBoard(loop, kernel, plant)
        boxes = [plant.books.add_set(designs, index) for index, designs in enumerate(sets)]
        people = People(plant, boxes)
        return cls(kernel, plant, board, people, FaultDesk(plant, people, board))

    def seat_players(
        self, settings: PlayerSettings | None = None, last_hand: int | None = None
    ) -> Players:
        """Let four automatic players sit down; they stop after ``last_hand`` hands."""
        return Players(self.plant, self.board, self.people, settings or PlayerSettings(), last_hand)

    @property
    def tiles_in(self) -> int:
        """Return how many tiles people have ever put into the drum."""
        self.kernel.catch_up()
        return self.plant.tiles_in

    @property
    def tiles_out(self) -> int:
        """Return how many tiles have ever risen on trays."""
        self.kernel.catch_up()
        return self.plant.tiles_out

    @property
    def unsafe(self) -> list[Unsafe]:
        """Return every motor command so far that the plant's own interlocks forbid."""
        self.kernel.catch_up()
        return self.plant.judge.unsafe

    def verify(self) -> None:
        """Compare the books with where every tile really is.

        Raises:
            TileLost: they differ.
        """
        self.kernel.catch_up()
        self.plant.verify()
