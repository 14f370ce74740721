"""How soon the emergency stop is obeyed, at moments all over a cycle.

The board cuts the motors by itself; measured is the controller's part. In wall time: from the
board's event until ``stop_all`` has returned. In virtual time: from the press until then, which
is the link's.
"""

import asyncio
import random
import time

from benchmarks.figures import percentile
from benchmarks.report import Report, Row, at_most
from firmware_ctl.config.model import Config
from firmware_ctl.core.controller import Controller
from firmware_ctl.core.estop import EStop
from firmware_ctl.simulation import Evening, Options, SeededChance
from hal.events import BoardEvent, InputChanged
from hal.ids import Input
from hal.sim import FaultDesk, People, SimBoard, SimSettings, SimTable, run_virtual
from hal.sim.kernel import Kernel
from hal.sim.plant import Plant
from rules.variants import variant

PRESSES = 200
OVER_S = 50.0
"""Presses fall within so many seconds from the lift key that begins a cycle: all the while motors
are on, so that the board is armed."""

MOST = 0.1
"""The controller may add a tenth of the link's poll period."""


class _StampedBoard(SimBoard):
    """A simulated board that notes when the e-stop is heard and when all has been stopped."""

    heard_at: tuple[float, float] | None = None
    stopped_at: tuple[float, float] | None = None

    def watch(self) -> None:
        """Hear events before anybody who listens later."""
        self.listen(self._note)

    def _note(self, event: BoardEvent) -> None:
        pressed = isinstance(event, InputChanged) and event.input is Input.ESTOP_RELEASED
        if pressed and self.heard_at is None:
            self.heard_at = self._stamp()

    def stop_all(self) -> None:
        """Switch every motor off, and note the first time after the e-stop was heard."""
        super().stop_all()
        if self.heard_at is not None and self.stopped_at is None:
            self.stopped_at = self._stamp()

    def _stamp(self) -> tuple[float, float]:
        return time.perf_counter(), asyncio.get_running_loop().time()


def measure() -> Report:
    """Press at many moments of a running table, each on a fresh one."""
    chance = random.Random(1)
    delays = [_press_after(chance.uniform(0, OVER_S), seed) for seed in range(PRESSES)]
    link = SimSettings().link
    poll_s, heard_s = link.armed_poll_s, link.armed_poll_s + link.wire_s
    wall, virtual = zip(*delays, strict=True)
    peer = "poll period of the armed link"
    return Report(
        [
            Row("e-stop's event to stop_all returned, median", peer,
                percentile(wall, 50) / poll_s, at_most(MOST)),
            Row("e-stop's event to stop_all returned, p99", peer,
                percentile(wall, 99) / poll_s, at_most(MOST)),
            Row("e-stop pressed to stop_all returned, worst", "poll period and reply of the link",
                max(virtual) / heard_s, at_most(1)),
        ],
        (f"{PRESSES} presses over {OVER_S:.0f} s of a cycle; the last row in virtual time",),
    )  # fmt: skip


def _press_after(seconds: float, seed: int) -> tuple[float, float]:
    """Return the delay from the event, in wall time, and from the press, in virtual time.

    Raises:
        AssertionError: the press was not obeyed.
    """

    async def main() -> tuple[float, float]:
        options = Options(seed=seed)
        table, board = _table(options)
        chance = SeededChance(seed)
        controller = Controller(board, Config(), chance)
        night = Evening(table, controller, chance.result)
        serving = asyncio.create_task(controller.run())
        await night.until(lambda: board.link_up)
        await night.power_on()
        playing = asyncio.create_task(night.hand())
        await asyncio.sleep(seconds)
        pressed_at = asyncio.get_running_loop().time()
        table.plant.set_estop(pressed=True)
        await asyncio.sleep(1)
        for task in (playing, serving):
            task.cancel()
        await asyncio.gather(playing, serving, return_exceptions=True)
        if board.heard_at is None or board.stopped_at is None:
            raise AssertionError(f"the e-stop pressed after {seconds:.3f} s was never heard")
        if controller.machinery.estop.state is not EStop.ENGAGED:
            raise AssertionError(f"the e-stop pressed after {seconds:.3f} s was not obeyed")
        heard, stopped = board.heard_at, board.stopped_at
        return stopped[0] - heard[0], stopped[1] - pressed_at

    return run_virtual(main())


def _table(options: Options) -> tuple[SimTable, _StampedBoard]:
    tiles = tuple(int(tile) for tile in variant(options.variant).tile_set.tiles())
    loop = asyncio.get_running_loop()
    kernel = Kernel(loop)
    plant = Plant(kernel, SimSettings(), options.seed)
    board = _StampedBoard(loop, kernel, plant)
    board.watch()
    boxes = [plant.books.add_set(tiles, index) for index in range(2)]
    people = People(plant, boxes)
    return SimTable(kernel, plant, board, people, FaultDesk(plant, people)), board
