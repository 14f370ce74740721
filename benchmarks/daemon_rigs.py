"""The daemon and its bare peer as processes, each with a board and a browser beside it."""

import asyncio
import json
import os
import pty
import socket
import sys
import tempfile
import time
import tty
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import aiohttp

from benchmarks.bare_daemon import ANSWER, STOP
from firmware_ctl.simulated_table import DEMO_PEOPLE
from hal.ids import Input
from hal.line.reasons import Reason
from hal.sim.pty_line import PtyLine
from hal.sim.register_table import RegisterTable
from rules.variants import variant

PATIENCE_S = 20.0
_POST = {"Content-Type": "application/json", "X-Mjtable": "1"}
_VARIANT = "GD"


@dataclass(frozen=True, slots=True)
class Reading:
    """What ``/proc`` tells of a process: processor seconds, bytes of memory, wake-ups.

    ``share`` counts a page that several processes share in part, ``resident`` whole.
    """

    cpu_s: float
    resident: int
    share: int
    wake_ups: int

    @classmethod
    def of(cls, pid: int) -> "Reading":
        """Read a process and all its threads."""
        place = Path("/proc") / str(pid)
        cpu_ns = wake_ups = 0
        for task in (place / "task").iterdir():
            cpu_ns += int((task / "schedstat").read_text("ascii").split()[0])
            wake_ups += _number(task / "status", "voluntary_ctxt_switches")
        memory = place / "smaps_rollup"
        resident, share = (1024 * _number(memory, name) for name in ("Rss", "Pss"))
        return cls(cpu_ns / 1e9, resident, share, wake_ups)


def _number(file: Path, name: str) -> int:
    for line in file.read_text("ascii").splitlines():
        key, _, value = line.partition(":")
        if key == name:
            return int(value.split()[0])
    raise LookupError(f"{file} has no {name}")


class Rig:
    """A daemon as a process: where it listens, and when a stop's bytes are at its board."""

    def __init__(self, pid: int, browser: aiohttp.ClientSession, page: str, talk: Path) -> None:
        self.pid = pid
        self.talk = talk
        self._browser = browser
        self._page = page
        self._stopped: asyncio.Future[float] | None = None

    @asynccontextmanager
    async def live_stream(self) -> AsyncIterator[None]:
        """Look at the page's live stream, as a browser does."""

        async def look(answer: aiohttp.ClientResponse) -> None:
            async for _ in answer.content.iter_any():
                pass

        async with self._browser.get(f"{self._page}/api/events") as answer:
            looking = asyncio.create_task(look(answer))
            try:
                yield
            finally:
                looking.cancel()
                await asyncio.wait([looking])

    async def tap_stop(self, key: str) -> float:
        """Tap stop on the page, and return the seconds until its bytes are at the board."""
        stopped: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        self._stopped = stopped
        tapped = time.perf_counter()
        async with self._browser.post(
            f"{self._page}/api/stop", data=json.dumps({"key": key}), headers=_POST
        ) as answer:
            answer.raise_for_status()
        return await stopped - tapped

    def stop_arrived(self) -> None:
        """Hear that a stop is at the board."""
        if self._stopped is not None and not self._stopped.done():
            self._stopped.set_result(time.perf_counter())


class Table(Rig):
    """The daemon of a table, on a simulated board that this process serves."""

    board: RegisterTable

    def play(self) -> None:
        """Let people play from now on."""
        self.board.people.put_set_on_table(0)
        self.board.seat_players(DEMO_PEOPLE)
        self.board.plant.press(Input.KEY_RESET)

    async def say(self, word: str) -> None:
        """Say a command on the local socket."""
        reader, writer = await asyncio.open_unix_connection(str(self.talk))
        writer.write(json.dumps({"id": 1, "command": word, "origin": "cli"}).encode() + b"\n")
        await reader.readline()
        writer.close()
        await writer.wait_closed()


@asynccontextmanager
async def table(environ: Mapping[str, str]) -> AsyncIterator[Table]:
    """Serve a board, start a table's daemon on it, and wait until it says that it is ready."""
    loop = asyncio.get_running_loop()
    tiles = tuple(int(tile) for tile in variant(_VARIANT).tile_set.tiles())
    with tempfile.TemporaryDirectory() as name:
        folder, port = Path(name), _free_port()
        board = RegisterTable.build(loop, None, 1, (tiles, tiles))
        line = PtyLine(loop, board.server, folder / "board")
        line.plug()
        (folder / "mjtable.toml").write_text(
            f'config_version = 1\n[table]\nvariant = "{_VARIANT}"\n[web]\nport = {port}\n',
            encoding="utf-8",
        )
        command = (
            "-m", "firmware_ctl", "run", "--port", line.port, "--config",
            str(folder / "mjtable.toml"), "--socket", str(folder / "talk"),
        )  # fmt: skip
        try:
            async with (
                _running(command, folder, environ) as pid,
                aiohttp.ClientSession() as browser,
            ):
                rig = Table(pid, browser, f"http://127.0.0.1:{port}", folder / "talk")
                rig.board = board
                _listen(board, rig)
                yield rig
        finally:
            line.close()


def _listen(board: RegisterTable, rig: Table) -> None:
    """Let the rig know when the board hears a stop."""
    firmware = board.board.firmware
    stop_all = firmware.stop_all

    def stamped(*why: Reason) -> None:
        rig.stop_arrived()
        stop_all(*why)

    firmware.stop_all = stamped  # type: ignore[assignment,method-assign]


@asynccontextmanager
async def bare(environ: Mapping[str, str]) -> AsyncIterator[Rig]:
    """Start the bare daemon on a pty whose other end answers its polls."""
    loop = asyncio.get_running_loop()
    with tempfile.TemporaryDirectory() as name:
        folder, port = Path(name), _free_port()
        master, slave = pty.openpty()
        tty.setraw(slave)
        line, talk = os.ttyname(slave), folder / "talk"
        command = ("-m", "benchmarks.bare_daemon", line, str(talk), str(port))
        try:
            async with (
                _running(command, folder, environ) as pid,
                aiohttp.ClientSession() as browser,
            ):
                rig = Rig(pid, browser, f"http://127.0.0.1:{port}", talk)

                def heard() -> None:
                    if STOP in os.read(master, 4096):
                        rig.stop_arrived()
                    else:
                        os.write(master, ANSWER)

                loop.add_reader(master, heard)
                yield rig
        finally:
            loop.remove_reader(master)
            os.close(master)
            os.close(slave)


@asynccontextmanager
async def _running(
    command: Sequence[str], folder: Path, environ: Mapping[str, str]
) -> AsyncIterator[int]:
    """Run a program that tells systemd when it is ready, and yield its process from then on."""
    loop = asyncio.get_running_loop()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(folder / "notify"))
        ear.settimeout(0)
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *command,
            env={
                **environ,
                "NOTIFY_SOCKET": str(folder / "notify"),
                "STATE_DIRECTORY": str(folder),
            },
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            await asyncio.wait_for(_ready(loop, ear), PATIENCE_S)
            yield process.pid
        finally:
            if process.returncode is None:
                process.terminate()
            await process.wait()


async def _ready(loop: asyncio.AbstractEventLoop, ear: socket.socket) -> None:
    while b"READY=1" not in await loop.sock_recv(ear, 4096):
        pass


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port
