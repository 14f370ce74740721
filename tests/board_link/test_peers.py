"""Modbus software of other makers speaks with the simulated board, and with our master."""

import asyncio
import os
import pty
import shutil
import subprocess
import sys
import tty
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import minimalmodbus
import pytest
from pymodbus import FramerType
from pymodbus.client import ModbusSerialClient
from pymodbus.constants import ExcCodes
from pymodbus.server import ModbusSerialServer
from pymodbus.simulator import DataType, SimData, SimDevice

from hal.events import MotionEnded, Outcome
from hal.ids import Actuator, Direction, Input
from hal.line import registers as reg
from hal.line.board import SerialBoard
from hal.line.commands import CycleState, MailboxCommand, Write
from hal.line.serial_port import SerialPort
from hal.line.status import BoardStatus, read_identity, read_status
from hal.modbus import ModbusError
from hal.motions import Run
from tests.board_link.line_rigs import build
from tests.hal.sim_rig import hosted

pytestmark = pytest.mark.realtime

DOME_UP = Run(Actuator.DOME, Direction.FORWARD, 8_000, Input.DOME_UP)
DRUM = Run(Actuator.DRUM, Direction.FORWARD, 10_000)


@pytest.fixture
def port(tmp_path: Path) -> Iterator[str]:
    """The simulated board, served by the command line in a process of its own."""
    link = tmp_path / "board"
    command = [sys.executable, "-m", "firmware_ctl", "board", "sim", "--link", str(link)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        assert b"simulated board" in server.stdout.readline()
        yield str(link)
        server.terminate()


Read = Callable[[int, int], list[int]]
WriteWords = Callable[[int, list[int]], None]


class Peer:
    """A client of another maker, by its reads and writes."""

    def __init__(self, read: Read, write: WriteWords) -> None:
        self._read, self._write = read, write

    def status(self) -> BoardStatus:
        return read_status(tuple(self._read(reg.Status.ADDRESS, reg.Status.WORDS)))

    def say(self, block: Write) -> None:
        address, words = block
        self._write(address, list(words))

    def drives_the_mailbox(self) -> None:
        """Identify, arm, move, see the motor driven and its end told."""
        identity = read_identity(tuple(self._read(reg.Identity.ADDRESS, reg.Identity.WORDS)))
        assert identity.simulated
        nonce = self.status().head.nonce
        flags = reg.CycleFlag.ARM | reg.CycleFlag.CLEAR
        self.say(CycleState(flags, reg.LevelOutput(0), 1).write(nonce + 1))
        self.say(MailboxCommand(1, DRUM).write(nonce + 2))
        status = self.status()
        assert status.head.nonce == nonce + 2
        assert (status.head.last_seq, status.head.result) == (1, reg.Result.TAKEN)
        assert status.driven == 1 << Actuator.DRUM
        self.say(CycleState(reg.CycleFlag.STOP, reg.LevelOutput(0), 2).write(nonce + 3))
        status = self.status()
        assert status.driven == 0
        slot = status.event_head % reg.Events.ENTRIES
        entry = self._read(
            reg.Events.ADDRESS + slot * reg.Events.ENTRY_WORDS, reg.Events.ENTRY_WORDS
        )
        assert entry[reg.Events.KIND_SOURCE] == reg.EventKind.MOTION_ENDED << 8 | Actuator.DRUM
        assert entry[reg.Events.VALUE] == 1


def test_pymodbus_reads_and_drives_the_board(port: str) -> None:
    with ModbusSerialClient(port, baudrate=115_200, timeout=1) as client:

        def read(address: int, count: int) -> list[int]:
            answer = client.read_holding_registers(address, count=count, device_id=1)
            assert not answer.isError(), answer
            return list(answer.registers)

        def write(address: int, words: list[int]) -> None:
            answer = client.write_registers(address, words, device_id=1)
            assert not answer.isError(), answer

        Peer(read, write).drives_the_mailbox()
        both = client.readwrite_registers(
            read_address=reg.Status.ADDRESS,
            read_count=1,
            write_address=reg.Cycle.ADDRESS,
            values=list(CycleState(reg.CycleFlag(0), reg.LevelOutput(0), 3).write(77)[1]),
            device_id=1,
        )
        assert both.registers == [77]
        identity = client.read_device_information(device_id=1)
        assert identity.information == {0: b"mjtable", 1: b"MJ-SIM", 2: b"1.0"}
        assert client.read_holding_registers(0x0800, count=1, device_id=1).exception_code == 2
        assert client.read_coils(0, count=8, device_id=1).exception_code == 1


def test_minimalmodbus_reads_and_drives_the_board(port: str) -> None:
    instrument = minimalmodbus.Instrument(port, 1)
    instrument.serial.baudrate = 115_200
    instrument.serial.timeout = 0.5
    try:
        Peer(
            lambda address, count: instrument.read_registers(address, count, functioncode=4),
            instrument.write_registers,
        ).drives_the_mailbox()
    finally:
        instrument.serial.close()


def test_mbpoll_reads_and_drives_the_board(port: str) -> None:
    mbpoll = shutil.which("mbpoll")
    assert mbpoll is not None, "install it: apt-get install mbpoll"
    line = [mbpoll, "-m", "rtu", "-a", "1", "-b", "115200", "-P", "none", "-0", "-1", "-q"]

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [*line, *arguments], capture_output=True, text=True, timeout=10, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def read(address: int, count: int) -> list[int]:
        shown = run("-t", "4:hex", "-r", str(address), "-c", str(count), port)
        rows = [row for row in shown.splitlines() if row.startswith("[")]
        return [int(row.split()[-1], 16) for row in rows]

    def write(address: int, words: list[int]) -> None:
        run("-t", "4:hex", "-r", str(address), port, *(f"0x{word:04X}" for word in words))

    # Each call starts a process, so the board has to wait longer for its master.
    write(reg.Parameters.ADDRESS + reg.Parameters.WATCHDOG, [2_000])
    Peer(read, write).drives_the_mailbox()


@contextmanager
def two_ports(loop: asyncio.AbstractEventLoop) -> Iterator[tuple[str, str]]:
    """Two ptys, joined: what goes into one comes out of the other."""
    with ExitStack() as closing:
        ends = []
        for _ in range(2):
            master, slave = pty.openpty()
            tty.setraw(slave)
            closing.callback(os.close, master)
            closing.callback(os.close, slave)
            ends.append((master, os.ttyname(slave)))
        (first, first_name), (second, second_name) = ends
        for source, target in ((first, second), (second, first)):
            loop.add_reader(source, _carry, source, target)
            closing.callback(loop.remove_reader, source)
        yield first_name, second_name


def _carry(source: int, target: int) -> None:
    os.write(target, os.read(source, 4096))


def test_our_master_speaks_with_a_pymodbus_server() -> None:
    async def main() -> None:
        loop = asyncio.get_running_loop()
        board = build(40, in_drum=False).board

        async def serve(
            _function: int,
            start: int,
            address: int,
            count: int,
            current: list[int],
            values: list[int] | list[bool] | None,
        ) -> ExcCodes | None:
            try:
                if values is not None:
                    board.write(address, tuple(int(value) for value in values))
                else:
                    current[address - start : address - start + count] = board.read(address, count)
            except ModbusError as error:
                return ExcCodes(int(error.code))
            return None

        device = SimDevice(
            1, [SimData(0, values=0, count=0x500, datatype=DataType.REGISTERS)], action=serve
        )
        with two_ports(loop) as (ours, theirs):
            server = ModbusSerialServer(
                device, framer=FramerType.RTU, port=theirs, baudrate=115_200
            )
            serving = asyncio.create_task(server.serve_forever())
            try:
                async with hosted(SerialBoard(SerialPort(ours))) as host:
                    (end,) = await host.do(DOME_UP)
                    assert end.outcome is Outcome.REACHED
                    assert host.board.level(Input.DOME_UP)
                    assert len(host.of(MotionEnded)) == 1
            finally:
                await server.shutdown()  # type: ignore[no-untyped-call]
                serving.cancel()
                await asyncio.gather(serving, return_exceptions=True)

    asyncio.run(main())
