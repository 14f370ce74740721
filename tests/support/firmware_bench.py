"""A controller that drives the reference board's firmware: the bench of the core, lower still."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import cast

from firmware_ctl.core.controller import Controller
from hal.line.board import SerialBoard
from hal.sim import SimTable, run_virtual
from hal.tile_id import unpack_tile_id
from tests.support.bench import FEW, Bench
from tests.support.board_process import BOARDS, BoardProcess
from tests.support.board_rung import FirmwareLine, FirmwareTable

STOPPED_S = 1.0


class FirmwareBench(Bench):
    """A bench whose board is a process behind ``line``: the core natively, or the shipped ELF."""

    def __init__(self, process: BoardProcess) -> None:
        super().__init__(FEW)
        plain = self.table
        sets = [
            [unpack_tile_id(plain.plant.books.ids[tile]).design for tile in numbers]
            for numbers in plain.people.sets
        ]
        plain.kernel.close()
        self.firmware = FirmwareTable.build(process, sets, FEW.settings, FEW.seed)
        # It has all that a bench uses of a table, except the board's own calls.
        self.table = cast("SimTable", self.firmware)
        self.line = FirmwareLine(self.firmware.bridge)
        self.board = SerialBoard(self.line)
        table = replace(FEW.config.table, variant=FEW.variant)
        self.controller = Controller(self.board, replace(FEW.config, table=table), FEW.chance)
        if FEW.tiles is not None:
            self.controller.play.choice.choose(FEW.tiles, 0.0, confirm_first=False)
        self.events.clear()
        self.turned.clear()
        self.controller.subscribe(self.events.append)
        self._judge = self.table.plant.motors.judge
        self.table.plant.motors.judge = self._turn

    @property
    def sets_out(self) -> int:
        """How many sets have been taken out of their boxes."""
        return self._sets_out


def play_on_firmware(board: str, scenario: Callable[[FirmwareBench], Awaitable[None]]) -> None:
    """Run a scenario in virtual time; tiles and interlocks are judged at its end."""

    async def main() -> None:
        with BOARDS[board]() as process:
            bench = FirmwareBench(process)
            serving = asyncio.create_task(bench.controller.run())
            try:
                await bench.until(lambda: bench.board.link_up)
                await scenario(bench)
            finally:
                serving.cancel()
                await asyncio.wait([serving])
            await asyncio.sleep(STOPPED_S)
            bench.line.end()
            assert bench.driven == []
            bench.firmware.verify()
            assert bench.firmware.unsafe == []

    run_virtual(main(), limit_s=7_200)
