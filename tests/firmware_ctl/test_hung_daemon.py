"""A daemon whose control loop hangs: systemd hears nothing more, and the board stops by itself.

The daemon is the real one, a process of its own on a line to a simulated board, under a service
manager that the test plays. It hangs in a call that blocks, as a driver or a full disc may make it.
"""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from hal.ids import Actuator
from hal.sim.line_faults import FaultyLine
from hal.sim.pty_line import PtyLine
from hal.sim.register_table import RegisterTable
from tests.hal.sim_rig import until

pytestmark = [pytest.mark.realtime, pytest.mark.timeout(120)]

WATCHDOG_S = 1.0
SILENCE_S = 3 * WATCHDOG_S
PATIENCE_S = 30.0

HANGS_ON_A_SIGNAL = """
import runpy, signal, sys, time
signal.signal(signal.SIGUSR1, lambda *_: time.sleep(600))
sys.argv[0] = "mjtable"
runpy.run_module("firmware_ctl", run_name="__main__")
"""


class Served:
    """A daemon on a line to a simulated table, and the service manager that it reports to."""

    def __init__(self, directory: Path, port: str) -> None:
        self.port = port
        self.socket = directory / "mjtable.sock"
        self._manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._manager.bind(str(directory / "notify"))
        self._manager.setblocking(False)
        self._environ = {
            **os.environ,
            "NOTIFY_SOCKET": str(directory / "notify"),
            "WATCHDOG_USEC": str(round(WATCHDOG_S * 1_000_000)),
            "XDG_CONFIG_HOME": str(directory),
            "STATE_DIRECTORY": str(directory / "state"),
            "PYTHONFAULTHANDLER": "1",
        }
        self._environ.pop("WATCHDOG_PID", None)
        self._argv = ("run", "--port", port, "--socket", str(self.socket))

    async def start(self) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            sys.executable, "-c", HANGS_ON_A_SIGNAL, *self._argv,
            env=self._environ, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip

    async def send(self, *words: str) -> None:
        """Say a command to the daemon, as a person at a terminal would."""
        said = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "firmware_ctl", "send", *words, "--socket", str(self.socket),
            stdout=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        assert await said.wait() == 0, words

    async def hears(self, state: str) -> None:
        """Wait until the manager is told a state."""
        async with asyncio.timeout(PATIENCE_S):
            while state not in (await self._message()).splitlines():
                pass

    async def hears_nothing(self, seconds: float) -> bool:
        """Tell whether the manager is told nothing for so long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._message()
                return False
        return True

    def forget(self) -> None:
        """Let the manager drop what it was told up to now."""
        with suppress(BlockingIOError):
            while True:
                self._manager.recv(4096)

    def close(self) -> None:
        self._manager.close()

    async def _message(self) -> str:
        data = await asyncio.get_running_loop().sock_recv(self._manager, 4096)
        return data.decode()


@asynccontextmanager
async def _served(directory: Path) -> AsyncIterator[tuple[Served, RegisterTable]]:
    loop = asyncio.get_running_loop()
    table = RegisterTable.build(loop, None, 1, ((1,) * 4, (1,) * 4))
    line = PtyLine(loop, table.server, None, FaultyLine(1), 115_200)
    line.plug()
    served = Served(directory, line.port)
    try:
        yield served, table
    finally:
        served.close()
        line.close()


def test_a_hung_daemon_feeds_no_watchdog_and_the_board_drops_its_outputs(tmp_path: Path) -> None:
    async def main() -> None:
        async with _served(tmp_path) as (served, table):
            daemon = await served.start()
            try:
                await served.hears("READY=1")
                await served.hears("WATCHDOG=1")
                await served.send("home")
                await served.hears(f"STATUS=table on {served.port}: ready")
                await served.send("lift")
                plant = table.plant
                await until(lambda: plant.motors.drive[Actuator.DOME] != 0)

                daemon.send_signal(signal.SIGUSR1)
                await until(lambda: not any(plant.motors.drive))
                assert not table.board.firmware.armed
                assert not plant.dome.is_high  # nobody stopped it there
                assert table.unsafe == []

                served.forget()
                assert await served.hears_nothing(SILENCE_S)
                assert not any(plant.motors.drive)

                daemon.send_signal(signal.SIGABRT)  # as systemd does then
                _, told = await daemon.communicate()
                assert daemon.returncode == -signal.SIGABRT
                assert b"Fatal Python error: Aborted" in told
            finally:
                with suppress(ProcessLookupError):
                    daemon.kill()
                await daemon.wait()

    asyncio.run(main())
