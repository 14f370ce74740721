"""CPU time of the simulated table for one load of 136 tiles, without any controller.

`plant` is mechanics and board logic moved on by hand; `table` is the same behind the simulated
link on the virtual loop, with a host that only keeps the board alive.
"""

import asyncio
import time
from collections.abc import Callable

from benchmarks.floor import floor_event_s
from benchmarks.report import Report, Row
from hal.board import KEEP_ALIVE_S
from hal.events import BoardEvent, MotionEnded
from hal.ids import LANES, Actuator, Direction
from hal.motions import Motion, Run, Stack
from hal.sim import SimSettings, SimTable, run_virtual
from hal.sim.firmware import Firmware
from hal.sim.kernel import US, Kernel
from hal.sim.people import People
from hal.sim.plant import Plant

TILES = 136
STACKS = 17
LIMIT_MS = 110_000
ROUNDS = 10
LOAD: tuple[Motion, ...] = (
    Run(Actuator.DRUM, Direction.FORWARD, LIMIT_MS),
    Run(Actuator.RING, Direction.FORWARD, LIMIT_MS),
    *(Stack(lane, STACKS, LIMIT_MS) for lane in LANES),
)
DESIGNS = [tile // 4 for tile in range(TILES)]


def _load_plant() -> tuple[float, float, int]:
    """Load with the bare plant; return CPU s, virtual s, events."""
    heard = ended = 0

    def sink(event: BoardEvent) -> None:
        nonlocal ended, heard
        heard += 1
        ended += isinstance(event, MotionEnded)

    kernel = Kernel()
    plant = Plant(kernel, SimSettings(), 1)
    people = People(plant, [plant.books.add_set(DESIGNS, 0)])
    people.put_set_on_table(0)
    people.drop_in()
    firmware = Firmware(kernel, plant, sink)
    started = time.process_time()
    firmware.arm()
    for seq, motion in enumerate(LOAD, start=1):
        firmware.command(seq, motion)
    while ended < len(LANES):
        firmware.keep_alive()
        kernel.advance(KEEP_ALIVE_S)
    return time.process_time() - started, kernel.now / US, heard


def _load_table() -> tuple[float, float, int]:
    """Load through the simulated link; return CPU s, virtual s, events."""

    async def main() -> tuple[float, float, int]:
        loop = asyncio.get_running_loop()
        table = SimTable.build(loop, seed=1, sets=(DESIGNS,))
        table.people.put_set_on_table(0)
        table.people.drop_in()
        ended = 0
        heard = 0

        def sink(event: BoardEvent) -> None:
            nonlocal ended, heard
            heard += 1
            ended += isinstance(event, MotionEnded)

        table.board.listen(sink)
        await table.board.open()
        started = time.process_time()
        table.board.arm()
        for motion in LOAD:
            table.board.submit(motion)
        while ended < len(LANES):
            table.board.keep_alive()
            await asyncio.sleep(KEEP_ALIVE_S)
        cpu_s = time.process_time() - started
        virtual_s = loop.time()
        await table.board.close()
        return cpu_s, virtual_s, heard

    return run_virtual(main())


def _best(load: Callable[[], tuple[float, float, int]]) -> tuple[float, float, int]:
    return min(load() for _ in range(ROUNDS))


def measure() -> Report:
    """Load with the bare plant and with the whole simulated table, many times."""
    plant_s, virtual_s, events = _best(_load_plant)
    table_s, _, _ = _best(_load_table)
    return Report(
        (
            Row("virtual time of a load, plant alone", "processor time", virtual_s / plant_s),
            Row("virtual time of a load, with its link", "processor time", virtual_s / table_s),
            Row("processor time of a load, with its link", "plant alone", table_s / plant_s),
            Row(
                "processor time of a board event, plant alone",
                "event of a bare heap of callbacks",
                plant_s / events / floor_event_s(),
            ),
        ),
        (f"one load of {TILES} tiles has {events} board events; best of {ROUNDS}",),
    )
