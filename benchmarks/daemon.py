"""The daemon as a process: memory, start, rest, its loop's lag, and how soon a tapped stop is said.

It runs against a simulated board on a pty that this process serves, with one browser's live stream
open and without MQTT. Its peer is an interpreter that imports the three modules that no such daemon
can do without; both are started in turn, and read from ``/proc``.
"""

import asyncio
import json
import os
import random
import socket
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import aiohttp

from benchmarks.figures import percentile
from benchmarks.report import Report, Row, at_most
from benchmarks.startup import DAEMON_BASE
from firmware_ctl.simulated_table import DEMO_PEOPLE
from hal.ids import Input
from hal.line.reasons import Reason
from hal.sim.pty_line import PtyLine
from hal.sim.register_table import RegisterTable
from rules.variants import variant

STARTS = 7
SETTLE_S = 10.0
REST_S = 20.0
TAPS = 100
PLAY_S = 30.0
"""How long the lag is watched: homing, opening, and most of a load."""
PATIENCE_S = 20.0

MOST_MEMORY = 2.5
"""Resident memory at rest, in those of the peer."""

MOST_START = 13.0
"""Processor time until it is ready, in those of the peer."""

MOST_IDLE = 0.001
"""Share of a core that a table at rest takes."""

MOST_WAKE_UPS = 8.0
"""Wake-ups a second of a table at rest: two status polls, and what they bring."""

MOST_SHARE = 46.0 if sys.version_info < (3, 12) else 50.0
"""Proportional memory at rest, in MiB: pages that others share count in part."""

MOST_LAG_S = 0.010
"""Until the loop hears while tiles are loaded, 99 of 100."""

MOST_STOP_S = 0.020
"""From the tap to the stop's bytes at the board, 99 of 100."""

_PEER = f"{DAEMON_BASE}; print(flush=True); import sys; sys.stdin.read()"
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


def measure() -> Report:
    """Start both in turn, let the last daemon rest, then play and tap stop."""
    return asyncio.run(_measure())


async def _measure() -> Report:
    starts: list[float] = []
    peers: list[Reading] = []
    for _ in range(STARTS):
        peers.append(await _peer())
        async with _Table.set_up() as table:
            starts.append(Reading.of(table.pid).cpu_s)
    async with _Table.set_up() as table, table.live_stream():
        await asyncio.sleep(SETTLE_S)
        before = Reading.of(table.pid)
        await asyncio.sleep(REST_S)
        after = Reading.of(table.pid)
        table.play()
        lags = await table.lags()
        delays = await table.taps()
    memory = after.resident / median(peer.resident for peer in peers)
    start = median(starts) / median(peer.cpu_s for peer in peers)
    peer_name = DAEMON_BASE
    return Report(
        (
            Row("memory at rest, one live page", peer_name, memory, at_most(MOST_MEMORY)),
            Row("proportional memory at rest", f"budget, {MOST_SHARE:.0f} MiB",
                after.share / (1 << 20) / MOST_SHARE, at_most(1)),
            Row("processor time until ready", peer_name, start, at_most(MOST_START)),
            Row("processor at rest", "one core", (after.cpu_s - before.cpu_s) / REST_S,
                at_most(MOST_IDLE), share=True),
            Row("wake-ups at rest", f"budget, {MOST_WAKE_UPS:.0f} a second",
                (after.wake_ups - before.wake_ups) / REST_S / MOST_WAKE_UPS, at_most(1)),
            Row("line on the local socket until its answer, table loads, median",
                f"budget, {1000 * MOST_LAG_S:.0f} ms", median(lags) / MOST_LAG_S),
            Row("line on the local socket until its answer, table loads, p99",
                f"budget, {1000 * MOST_LAG_S:.0f} ms", percentile(lags, 99) / MOST_LAG_S,
                at_most(1)),
            Row("stop tapped on the page until its bytes are at the board, median",
                f"budget, {1000 * MOST_STOP_S:.0f} ms", median(delays) / MOST_STOP_S),
            Row("stop tapped on the page until its bytes are at the board, p99",
                f"budget, {1000 * MOST_STOP_S:.0f} ms", percentile(delays, 99) / MOST_STOP_S,
                at_most(1)),
        ),
        (
            f"{after.resident / (1 << 20):.1f} MiB resident; medians of {STARTS} starts in turn",
            f"{len(lags)} lines and {len(delays)} taps while the table plays",
        ),
    )  # fmt: skip


async def _peer() -> Reading:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", _PEER, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    if process.stdin is None or process.stdout is None:
        raise RuntimeError("a process without its pipes")
    await process.stdout.readline()
    reading = Reading.of(process.pid)
    process.stdin.close()
    await process.wait()
    return reading


class _Table:
    """A daemon, the board that it drives, and a browser and a terminal beside it."""

    def __init__(
        self, pid: int, board: RegisterTable, browser: aiohttp.ClientSession, page: str,
        talk: Path,
    ) -> None:  # fmt: skip
        self.pid = pid
        self._board = board
        self._browser = browser
        self._page = page
        self._talk = talk
        self._stopped: asyncio.Future[float] | None = None
        firmware, stop_all = board.board.firmware, board.board.firmware.stop_all

        def stamped(*why: Reason) -> None:
            if self._stopped is not None and not self._stopped.done():
                self._stopped.set_result(time.perf_counter())
            stop_all(*why)

        firmware.stop_all = stamped  # type: ignore[assignment,method-assign]

    @classmethod
    @asynccontextmanager
    async def set_up(cls) -> AsyncIterator["_Table"]:
        """Serve a board, start the daemon on it, and wait until it says that it is ready."""
        loop = asyncio.get_running_loop()
        tiles = tuple(int(tile) for tile in variant(_VARIANT).tile_set.tiles())
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            board = RegisterTable.build(loop, None, 1, (tiles, tiles))
            line = PtyLine(loop, board.server, folder / "board")
            line.plug()
            port = _free_port()
            (folder / "mjtable.toml").write_text(
                f'config_version = 1\n[table]\nvariant = "{_VARIANT}"\n[web]\nport = {port}\n',
                encoding="utf-8",
            )
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
                ear.bind(str(folder / "notify"))
                ear.settimeout(0)
                process = await asyncio.create_subprocess_exec(
                    sys.executable, "-m", "firmware_ctl", "run", "--port", line.port,
                    "--config", str(folder / "mjtable.toml"), "--socket", str(folder / "talk"),
                    env=os.environ | {
                        "NOTIFY_SOCKET": str(folder / "notify"),
                        "STATE_DIRECTORY": str(folder),
                    },
                )  # fmt: skip
                try:
                    await asyncio.wait_for(_ready(loop, ear), PATIENCE_S)
                    async with aiohttp.ClientSession() as browser:
                        page = f"http://127.0.0.1:{port}"
                        yield cls(process.pid, board, browser, page, folder / "talk")
                finally:
                    if process.returncode is None:
                        process.terminate()
                    await process.wait()
                    line.close()

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

    def play(self) -> None:
        """Let people play from now on."""
        self._board.people.put_set_on_table(0)
        self._board.seat_players(DEMO_PEOPLE)
        self._board.plant.press(Input.KEY_RESET)

    async def lags(self) -> list[float]:
        """Return how late the daemon's loop answers while the table works, in seconds."""
        asker = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "benchmarks.loop_lag", str(self._talk), str(PLAY_S),
            stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        told, _ = await asker.communicate()
        if asker.returncode:
            raise RuntimeError("the daemon's loop could not be asked")
        return [float(line) for line in told.split()]

    async def taps(self) -> list[float]:
        """Tap stop at any moment, go on, and return the delays in seconds."""
        chance = random.Random(1)
        delays = []
        for number in range(TAPS):
            await asyncio.sleep(chance.uniform(0.3, 0.8))
            self._stopped = asyncio.get_running_loop().create_future()
            tapped = time.perf_counter()
            async with self._browser.post(
                f"{self._page}/api/stop", data=json.dumps({"key": f"tap-{number}"}), headers=_POST
            ) as answer:
                answer.raise_for_status()
            delays.append(await self._stopped - tapped)
            await self._say("resume")
        return delays

    async def _say(self, word: str) -> None:
        reader, writer = await asyncio.open_unix_connection(str(self._talk))
        writer.write(json.dumps({"id": 1, "command": word, "origin": "cli"}).encode() + b"\n")
        await reader.readline()
        writer.close()
        await writer.wait_closed()


async def _ready(loop: asyncio.AbstractEventLoop, ear: socket.socket) -> None:
    while b"READY=1" not in await loop.sock_recv(ear, 4096):
        pass


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port
