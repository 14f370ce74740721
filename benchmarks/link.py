"""The link to a real board: an exchange, a stop under load, and what it costs the processor.

The board is the simulated one, served in a process of its own on a pty that takes the time of a
wire at the named speed. Peers are pymodbus' asynchronous client and the wire itself.
"""

import asyncio
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import TypeVar

from pymodbus.client import AsyncModbusSerialClient

from benchmarks.figures import percentile
from benchmarks.report import Report, Row, at_most
from hal.board import KEEP_ALIVE_S
from hal.ids import Actuator, Direction
from hal.line import registers as reg
from hal.line.board import SerialBoard
from hal.line.commands import CycleState
from hal.line.exchanges import Exchange, Say
from hal.line.master import Master
from hal.line.serial_port import SerialPort
from hal.motions import Run

T = TypeVar("T")

EXCHANGES = 200
TURNS = 3
STOPS = 120
COST_S = 6.0
REQUEST_BYTES = 25
REPLY_BYTES = 57
BITS_A_BYTE = 10
MOST_OVER_PEER = 1.05
MOST_OVER_WIRE = {115_200: 1.5, 500_000: 3.0}
"""The faster the wire, the more weighs the time that board and host themselves take."""

MOST_STOP = 1.0
MOST_ARMED = 0.10
MOST_IDLE = 0.02


@contextmanager
def board(baud: int) -> Iterator[str]:
    """Serve a simulated board in another process; yield its port."""
    with tempfile.TemporaryDirectory() as folder:
        link = str(Path(folder) / "board")
        command = [sys.executable, "-m", "firmware_ctl", "board", "sim", "--link", link]
        command += ["--baud", str(baud)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
            if server.stdout is not None:
                server.stdout.readline()
            yield link
            server.terminate()


def measure() -> Report:
    """Measure at both speeds of the wire, then stops and cost at the slower one."""
    rows: list[Row] = []
    for baud in (115_200, 500_000):
        ours, theirs = _side_by_side(baud)
        wire_s = (REQUEST_BYTES + REPLY_BYTES) * BITS_A_BYTE / baud
        what = f"FC 23, write 6 and read 26, at {baud}, median"
        rows += [
            Row(what, "pymodbus' asynchronous client", ours / theirs, at_most(MOST_OVER_PEER)),
            Row(
                what,
                "the bytes' own time on the wire",
                ours / wire_s,
                at_most(MOST_OVER_WIRE[baud]),
            ),
        ]
    with board(115_200) as port:
        delays = asyncio.run(_with_board(port, _stops))
    exchange_s = (REQUEST_BYTES + REPLY_BYTES) * BITS_A_BYTE / 115_200
    rows += [
        Row(
            f"stop with the kernel to its last byte, under load, {name}",
            "one exchange on the wire",
            value / exchange_s, at_most(MOST_STOP) if name == "p99" else None,
        )
        for name, value in (("median", median(delays)), ("p99", percentile(delays, 99)))
    ]  # fmt: skip
    with board(115_200) as port:
        armed, idle = asyncio.run(_with_board(port, _cost))
    rows += [
        Row("processor, armed at 40 Hz", "one core", armed, at_most(MOST_ARMED), share=True),
        Row("processor, disarmed", "one core", idle, at_most(MOST_IDLE), share=True),
    ]
    return Report(rows)


def _side_by_side(baud: int) -> tuple[float, float]:
    """Return the median of our exchange and of pymodbus', in turn: both meet the same load."""
    ours, theirs = [], []
    for _ in range(TURNS):
        with board(baud) as port:
            ours.append(asyncio.run(_ours(port)))
        with board(baud) as port:
            theirs.append(asyncio.run(_pymodbus(port)))
    return median(ours), median(theirs)


async def _ours(port: str) -> float:
    """Return the median of our master's exchange, in seconds."""
    loop = asyncio.get_running_loop()
    transport = SerialPort(port)
    times: list[float] = []
    done = asyncio.Event()
    began = 0.0

    def answered(_words: tuple[int, ...], _sent: float, _heard: float) -> None:
        times.append(time.perf_counter() - began)
        if len(times) == EXCHANGES:
            done.set()

    def choose(_: float) -> Exchange | None:
        nonlocal began
        if done.is_set():
            return None
        began = time.perf_counter()
        state = CycleState(reg.CycleFlag(0), reg.LevelOutput(0), len(times))
        return Say(state, reg.Status.ADDRESS, reg.Status.WORDS, answered)

    def fail(why: str) -> None:
        raise RuntimeError(why)

    master = Master(reg.UNIT, choose, transport.send)
    await transport.open(master.received, fail)
    master.kick(loop.time())
    await done.wait()
    await transport.close()
    return median(times)


async def _pymodbus(port: str) -> float:
    """Return the median of pymodbus' exchange, in seconds."""
    client = AsyncModbusSerialClient(port, baudrate=115_200, timeout=1)
    await client.connect()
    times = []
    for nonce in range(1, EXCHANGES + 1):
        state = CycleState(reg.CycleFlag(0), reg.LevelOutput(0), nonce)
        address, words = state.write(nonce)
        began = time.perf_counter()
        answer = await client.readwrite_registers(
            read_address=reg.Status.ADDRESS, read_count=reg.Status.WORDS,
            write_address=address, values=list(words), device_id=1,
        )  # fmt: skip
        times.append(time.perf_counter() - began)
        if answer.registers[0] != nonce:
            raise RuntimeError("pymodbus took another reply for this one")
    client.close()
    return median(times)


async def _with_board(port: str, act: Callable[[SerialBoard, SerialPort], Awaitable[T]]) -> T:
    """Do something with an armed board that is kept alive."""
    transport = SerialPort(port)
    board = SerialBoard(transport)
    await board.open()
    board.arm()

    async def keep_alive() -> None:
        while True:
            board.keep_alive()
            await asyncio.sleep(KEEP_ALIVE_S)

    alive = asyncio.create_task(keep_alive())
    try:
        return await act(board, transport)
    finally:
        alive.cancel()
        await asyncio.wait([alive])
        await board.close()


async def _stops(board: SerialBoard, transport: SerialPort) -> list[float]:
    """Return how long stops at any moment take until the kernel has their last byte, in seconds.

    Polls run at 40 Hz, and motors end all the time, so that events are read.
    """
    session = transport._session  # noqa: SLF001
    if session is None:
        raise RuntimeError("the port is closed")
    written: list[float] = []
    send = session.send

    def stamped(data: bytes) -> None:
        send(data)  # to the kernel, when it returns
        written.append(time.perf_counter())

    session.send = stamped  # type: ignore[method-assign]
    chance = random.Random(1)
    delays = []
    for _ in range(STOPS):
        for actuator in (Actuator.DRUM, Actuator.RING, Actuator.BELT_0):
            board.submit(Run(actuator, Direction.FORWARD, 20))
        await asyncio.sleep(chance.uniform(0.03, 0.08))
        before = len(written)
        called = time.perf_counter()
        board.stop_all()
        await asyncio.sleep(0.05)
        delays.append(written[before] - called)
    return delays


async def _cost(board: SerialBoard, _: SerialPort) -> tuple[float, float]:
    """Return the share of a core that the link takes, armed and disarmed."""

    async def share() -> float:
        began, used = time.perf_counter(), time.process_time()
        await asyncio.sleep(COST_S)
        return (time.process_time() - used) / (time.perf_counter() - began)

    armed = await share()
    board.disarm()
    await asyncio.sleep(0.5)
    return armed, await share()
