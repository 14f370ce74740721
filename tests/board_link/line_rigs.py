"""A simulated table behind its registers, on a line in memory or on a real pty."""

import asyncio
from collections.abc import Awaitable, Callable

from hal.line.board import SerialBoard
from hal.line.serial_port import SerialPort
from hal.scaled_time import ScaledTimeLoop
from hal.sim import SimSettings, run_virtual
from hal.sim.line_faults import FaultyLine
from hal.sim.memory_line import MemoryLine
from hal.sim.pty_line import PtyLine
from hal.sim.register_table import RegisterTable
from tests.hal.sim_rig import Host, designs, hosted

Scenario = Callable[[RegisterTable, Host], Awaitable[None]]

MEMORY_LINE_S = 0.05
PTY_LINE_S = 0.3
PTY_SPEED = 2.0
"""How much faster than the wall's clock board and host live on the pty."""


def build(
    tiles: int, *, in_drum: bool, settings: SimSettings | None = None, seed: int = 7
) -> RegisterTable:
    """A fresh table: set 0 on the table or in the drum, set 1 in its box."""
    loop = asyncio.get_running_loop()
    table = RegisterTable.build(loop, settings, seed, (designs(tiles), designs(tiles)))
    table.people.put_set_on_table(0)
    if in_drum:
        table.people.drop_in()
    return table


def over_memory(
    scenario: Scenario,
    *,
    tiles: int = 136,
    in_drum: bool = False,
    faults: FaultyLine | None = None,
) -> None:
    """Run a scenario in virtual time; the books must balance at its end."""

    async def main() -> None:
        table = build(tiles, in_drum=in_drum)
        line = MemoryLine(asyncio.get_running_loop(), table.server, faults)
        async with hosted(SerialBoard(line), MEMORY_LINE_S) as host:
            await scenario(table, host)
        table.verify()

    run_virtual(main(), limit_s=3_600)


def over_pty(scenario: Scenario, *, tiles: int = 136, in_drum: bool = False) -> None:
    """Run a scenario over a pty and pyserial; the books must balance at its end."""

    async def main() -> None:
        table = build(tiles, in_drum=in_drum)
        line = PtyLine(asyncio.get_running_loop(), table.server)
        line.plug()
        try:
            async with hosted(SerialBoard(SerialPort(line.port)), PTY_LINE_S) as host:
                await scenario(table, host)
        finally:
            line.close()
        table.verify()

    with asyncio.Runner(loop_factory=lambda: ScaledTimeLoop(PTY_SPEED)) as runner:
        runner.run(main())
