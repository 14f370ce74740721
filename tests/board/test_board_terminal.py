"""The shipped binary in real time, its line on a terminal: pyserial and other makers' masters."""

import asyncio
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Self

import minimalmodbus
import pytest
from pymodbus.client import ModbusSerialClient

from hal.events import LinkChanged, MotionEnded, Outcome, OutputsDropped, StackMade, TileRead
from hal.ids import Actuator
from hal.line import registers as reg
from hal.motions import Run
from tests.hal.sim_rig import FORWARD, Host, until
from tests.support.board_master import guarded
from tests.support.board_rung import FirmwareTable, chip_on_a_terminal, over_terminal

pytestmark = pytest.mark.realtime

FOUND_S = 5.0
START_S = 0.3


def test_it_loads_stacks_over_pyserial() -> None:
    async def scenario(table: FirmwareTable, host: Host) -> None:
        assert host.board.capabilities.tile_reader
        await host.open_dome()
        await host.close_dome()
        await host.load((2, 2, 2, 2))
        assert [len(side.row) for side in table.plant.sides] == [2, 2, 2, 2]
        assert host.made() == [2, 2, 2, 2]
        assert len(host.of(StackMade)) == 8
        ids = table.plant.books.ids
        for side in table.plant.sides:
            read = [event.tile_id for event in host.of(TileRead) if event.lane == side.number]
            assert read == [ids[tile] for stack in side.row for tile in stack]
        assert table.unsafe == []

    over_terminal(scenario, tiles=40, in_drum=True)


def test_unplugged_it_stops_by_itself_and_is_found_again_under_another_name() -> None:
    async def scenario(table: FirmwareTable, host: Host) -> None:
        end = host.start(Run(Actuator.DRUM, FORWARD, 60_000))
        await until(lambda: table.plant.motors.drive[Actuator.DRUM] == 1)
        assert table.link is not None
        name = table.link.resolve()
        table.bridge.board.plug(plugged=False)
        await until(lambda: bool(host.of(LinkChanged)))
        await until(lambda: not any(table.plant.motors.drive))
        table.bridge.board.plug(plugged=True)
        await until(lambda: host.board.link_up)
        assert table.link.resolve() != name
        down, up = host.of(LinkChanged)
        assert (down.up, up.up, up.rebooted) == (False, True, False)
        assert (await end).outcome is Outcome.STOPPED
        assert [event.why for event in host.of(OutputsDropped)]
        assert len(host.of(MotionEnded)) == 1

    over_terminal(scenario)


class Served:
    """The binary on a terminal, served from a thread of its own."""

    def __init__(self, link: Path) -> None:
        self.link = link
        self.drive: Sequence[int] = ()
        self._ready = threading.Event()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()))

    async def _serve(self) -> None:
        async with chip_on_a_terminal(((), ()), self.link) as table:
            self.drive = table.plant.motors.drive
            await asyncio.sleep(START_S)
            self._ready.set()
            await asyncio.to_thread(self._ended.wait)

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(FOUND_S)
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with Served(tmp_path / "board") as served:
        yield served


Read = Callable[[int, int], list[int]]
Write = Callable[[int, list[int]], None]

ARM = (reg.CycleFlag.ARM | reg.CycleFlag.CLEAR, 0, 0, 1)
STOP = (reg.CycleFlag.STOP, 0, 0, 2)
DRUM = (1, Actuator.DRUM, reg.Verb.FORWARD, 1000, 0, 0, 0xFF, 0, 10_000)


def identifies(read: Read) -> None:
    identity = read(reg.Identity.ADDRESS, reg.Identity.WORDS)
    assert identity[reg.Identity.MAGIC] == reg.MAGIC
    assert identity[reg.Identity.BOARD_TYPE] == reg.BoardType.MEGA2560


def drives_the_mailbox(read: Read, write: Write) -> None:
    """Identify, arm, move, see the motor driven, stop."""
    identifies(read)
    write(reg.Cycle.ADDRESS, guarded(1, ARM))
    write(reg.Mailbox.ADDRESS, guarded(2, DRUM))
    status = read(reg.Status.ADDRESS, reg.Status.WORDS)
    assert status[reg.Status.NONCE] == 2
    assert status[reg.Status.RESULT] == reg.Result.TAKEN << 8
    assert status[reg.Status.BUSY + 1] == 1 << Actuator.DRUM
    write(reg.Cycle.ADDRESS, guarded(3, STOP))
    assert read(reg.Status.ADDRESS, reg.Status.WORDS)[reg.Status.DRIVEN + 1] == 0


def test_pymodbus_drives_it(served: Served) -> None:
    with ModbusSerialClient(str(served.link), baudrate=115_200, timeout=1) as client:

        def read(address: int, count: int) -> list[int]:
            answer = client.read_holding_registers(address, count=count, device_id=1)
            assert not answer.isError(), answer
            return list(answer.registers)

        def write(address: int, words: list[int]) -> None:
            answer = client.write_registers(address, words, device_id=1)
            assert not answer.isError(), answer

        drives_the_mailbox(read, write)
        told = client.read_device_information(device_id=1)
        assert told.information[0] == b"mjtable"


def test_minimalmodbus_drives_it(served: Served) -> None:
    instrument = minimalmodbus.Instrument(str(served.link), 1)
    instrument.serial.baudrate = 115_200
    instrument.serial.timeout = 0.5
    try:
        drives_the_mailbox(
            lambda address, count: instrument.read_registers(address, count, functioncode=4),
            instrument.write_registers,
        )
    finally:
        instrument.serial.close()


def test_mbpoll_drives_it(served: Served) -> None:
    mbpoll = shutil.which("mbpoll")
    assert mbpoll is not None, "install it: apt-get install mbpoll"
    line = [mbpoll, "-m", "rtu", "-a", "1", "-b", "115200", "-P", "none", "-0", "-1", "-q"]

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [*line, "-t", "4:hex", *arguments],
            capture_output=True, text=True, timeout=10, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def read(address: int, count: int) -> list[int]:
        shown = run("-r", str(address), "-c", str(count), str(served.link))
        rows = [row for row in shown.splitlines() if row.startswith("[")]
        return [int(row.split()[-1], 16) for row in rows]

    def write(address: int, words: list[int]) -> None:
        run("-r", str(address), str(served.link), *(f"0x{word:04X}" for word in words))

    # Each call is a process of its own, so the board has to wait longer for its master.
    write(reg.Parameters.ADDRESS + reg.Parameters.WATCHDOG, [2_000])
    drives_the_mailbox(read, write)
