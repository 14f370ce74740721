"""A controller that drives a simulated table over a line: the bench of the core, one rung lower."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import cast

from firmware_ctl.core.controller import Controller
from hal.board import WATCHDOG_S
from hal.line.board import SerialBoard
from hal.sim import SimTable, run_virtual
from hal.sim.line_faults import FaultyLine
from hal.sim.memory_line import MemoryLine
from hal.sim.register_table import RegisterTable
from hal.tile_id import unpack_tile_id
from tests.support.bench import FEW, Bench, Setup


class LineBench(Bench):
    """A bench whose board is at the end of ``line``."""

    def __init__(self, setup: Setup, faults: FaultyLine | None = None) -> None:
        super().__init__(setup)
        loop = asyncio.get_running_loop()
        plain = self.table
        sets = [
            [unpack_tile_id(plain.plant.books.ids[tile]).design for tile in numbers]
            for numbers in plain.people.sets
        ]
        self.registers = RegisterTable.build(loop, setup.settings, setup.seed, sets)
        # A register table has all that a bench uses of a table, except the board's own calls.
        self.table = cast("SimTable", self.registers)
        self.line = MemoryLine(loop, self.registers.server, faults)
        self.board = SerialBoard(self.line)
        table = replace(setup.config.table, variant=setup.variant)
        config = replace(setup.config, table=table)
        self.controller = Controller(self.board, config, setup.chance)
        if setup.tiles is not None:
            self.controller.play.choice.choose(setup.tiles, 0.0, confirm_first=False)
        self.events.clear()
        self.turned.clear()
        self.controller.subscribe(self.events.append)
        self._judge = self.table.plant.motors.judge
        self.table.plant.motors.judge = self._turn
        plain.kernel.close()

    @property
    def sets_out(self) -> int:
        """How many sets have been taken out of their boxes."""
        return self._sets_out


def play_over_line(
    scenario: Callable[[LineBench], Awaitable[None]],
    setup: Setup = FEW,
    faults: FaultyLine | None = None,
) -> None:
    """Run a scenario in virtual time; tiles and interlocks are judged at its end."""

    async def main() -> None:
        bench = LineBench(setup, faults)
        serving = asyncio.get_running_loop().create_task(bench.controller.run())
        try:
            await bench.until(lambda: bench.board.link_up)
            await scenario(bench)
        finally:
            serving.cancel()
            await asyncio.wait([serving])
        await asyncio.sleep(WATCHDOG_S)
        assert bench.driven == []
        bench.registers.verify()
        assert bench.registers.unsafe == []

    run_virtual(main(), limit_s=7_200)
