"""The firmware behind the real serial board of the controller, its pins on the plant.

Over a line in memory everything runs in virtual time: the core as a native program, or the ELF on a
simulated chip. Over a terminal the ELF runs in real time, with pyserial at the other end.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from hal.errors import LinkLost
from hal.line.board import SerialBoard
from hal.line.serial_port import SerialPort
from hal.line.transport import Lost, Received
from hal.sim import FaultDesk, People, SimSettings, Unsafe, run_virtual
from hal.sim.kernel import Kernel
from hal.sim.plant import Plant
from tests.hal.sim_rig import Host, designs, hosted
from tests.support.board_bridge import STEP_US, Bridge
from tests.support.board_process import BoardProcess, native_core, simulated_chip

STEP_S = STEP_US / 1_000_000
MEMORY_LINE_S = 0.08
TERMINAL_LINE_S = 0.4


@dataclass(frozen=True, slots=True)
class FirmwareTable:
    """Everything of one table whose board is the firmware; a host gets only the line."""

    kernel: Kernel
    plant: Plant
    bridge: Bridge
    people: People
    faults: FaultDesk
    link: Path | None = None

    @classmethod
    def build(
        cls,
        process: BoardProcess,
        sets: Sequence[Sequence[int]],
        settings: SimSettings | None = None,
        seed: int = 7,
        link: Path | None = None,
    ) -> "FirmwareTable":
        """Build a table on the running event loop, its tile sets in their boxes.

        ``link`` is the symbolic link to the terminal of the board's line, if it has one.
        """
        kernel = Kernel(asyncio.get_running_loop())
        plant = Plant(kernel, settings or SimSettings(), seed)
        boxes = [plant.books.add_set(each, index) for index, each in enumerate(sets)]
        bridge = Bridge(process, kernel, plant)
        people = People(plant, boxes)
        return cls(kernel, plant, bridge, people, FaultDesk(plant, people), link)

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


class FirmwareLine:
    """A :class:`hal.line.transport.Transport` to a board process, which it moves on in time."""

    name = "a line to the firmware"

    def __init__(self, bridge: Bridge) -> None:
        self._bridge = bridge
        self._loop = asyncio.get_running_loop()
        self._received: Received | None = None
        self._lost: Lost | None = None
        self._is_plugged = True
        self._beat_at = self._loop.time()
        self._timer = self._loop.call_at(self._beat_at, self._beat)

    async def open(self, received: Received, lost: Lost) -> None:
        """Open the line.

        Raises:
            LinkLost: the cable is pulled.
        """
        if not self._is_plugged:
            raise LinkLost(f"{self.name} is unplugged; plug it in")
        self._received, self._lost = received, lost

    async def close(self) -> None:
        """Let the line go; the board runs on."""
        self._received = self._lost = None

    def send(self, data: bytes) -> None:
        """Send bytes to the board; they pass its own receiver one after the other."""
        if self._received is not None and self._is_plugged:
            self._bridge.board.say(data)

    def unplug(self) -> None:
        """Pull the cable; the host's side notices at once."""
        self._is_plugged = False
        if self._lost is not None:
            self._loop.call_soon(self._lost, "the device was unplugged")

    def replug(self) -> None:
        """Put the cable back in."""
        self._is_plugged = True

    def end(self) -> None:
        """Let the board's time stand still."""
        self._timer.cancel()

    def _beat(self) -> None:
        self._beat_at += STEP_S
        self._timer = self._loop.call_at(self._beat_at, self._beat)
        self._bridge.kernel.catch_up()
        self._bridge.pass_to(self._bridge.kernel.now)
        said = self._bridge.take_sent()
        if said and self._received is not None and self._is_plugged:
            self._received(said, self._loop.time())


Scenario = Callable[[FirmwareTable, Host], Awaitable[None]]


def over_core(scenario: Scenario, /, *, tiles: int = 136, in_drum: bool = False) -> None:
    """Run a scenario on the core, native and sanitized, in virtual time."""
    _in_virtual_time(native_core, scenario, tiles, in_drum=in_drum)


def over_chip(scenario: Scenario, /, *, tiles: int = 136, in_drum: bool = False) -> None:
    """Run a scenario on the shipped ELF in virtual time."""
    _in_virtual_time(simulated_chip, scenario, tiles, in_drum=in_drum)


def _in_virtual_time(
    start: Callable[[], BoardProcess], scenario: Scenario, tiles: int, *, in_drum: bool
) -> None:
    async def main() -> None:
        with start() as process:
            table = _table(process, tiles, in_drum=in_drum)
            line = FirmwareLine(table.bridge)
            try:
                async with hosted(SerialBoard(line), MEMORY_LINE_S) as host:
                    await scenario(table, host)
            finally:
                line.end()
            table.verify()

    run_virtual(main(), limit_s=3_600)


def _table(process: BoardProcess, tiles: int, *, in_drum: bool) -> FirmwareTable:
    table = FirmwareTable.build(process, (designs(tiles), designs(tiles)))
    table.people.put_set_on_table(0)
    if in_drum:
        table.people.drop_in()
    return table


@contextlib.asynccontextmanager
async def chip_on_a_terminal(
    sets: Sequence[Sequence[int]], link: Path
) -> AsyncIterator[FirmwareTable]:
    """Run the ELF with its line on a terminal, at the pace of the event loop's clock."""
    with simulated_chip(link) as process:
        table = FirmwareTable.build(process, sets, link=link)
        pace = asyncio.create_task(_keep_pace(table), name="pace of the simulated chip")
        try:
            yield table
        finally:
            pace.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await pace


async def _keep_pace(table: FirmwareTable) -> None:
    while True:
        table.kernel.catch_up()
        table.bridge.pass_to(table.kernel.now)
        await asyncio.sleep(STEP_S)


def over_terminal(scenario: Scenario, /, *, tiles: int = 136, in_drum: bool = False) -> None:
    """Run a scenario on the ELF over a terminal and pyserial, in real time."""

    async def main() -> None:
        with TemporaryDirectory() as directory:
            link = Path(directory) / "board"
            async with chip_on_a_terminal((designs(tiles), designs(tiles)), link) as table:
                table.people.put_set_on_table(0)
                if in_drum:
                    table.people.drop_in()
                async with hosted(SerialBoard(SerialPort(str(link))), TERMINAL_LINE_S) as host:
                    await scenario(table, host)
                table.verify()

    asyncio.run(main())
