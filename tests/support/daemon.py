"""A daemon as a process, the service manager that it reports to, and its socket."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


class Running:
    """A daemon, the manager that it reports to, and its socket."""

    def __init__(self, directory: Path, *argv: str) -> None:
        self.path = directory / "mjtable.sock"
        self._manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._manager.bind(str(directory / "notify"))
        self._manager.settimeout(30)
        environ = {**os.environ, "NOTIFY_SOCKET": str(directory / "notify")}
        environ |= {"WATCHDOG_USEC": "2000000", "XDG_CONFIG_HOME": str(directory)}
        environ.pop("WATCHDOG_PID", None)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "firmware_ctl", "run", "--sim", "--socket", self.path, *argv],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environ,
        )

    def hears(self, state: str) -> None:
        """Wait until the daemon reports a state."""
        while state not in self._manager.recv(4096).decode().splitlines():
            pass

    def cli(self, *argv: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "firmware_ctl", *argv, "--socket", str(self.path)],
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )

    def snapshot(self) -> dict[str, Any]:
        data: dict[str, Any] = json.loads(self.cli("status", "--json").stdout)
        return data

    @contextmanager
    def events(self) -> Iterator[Iterator[dict[str, Any]]]:
        """Subscribe to the table's events over the local socket."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as stream:
            stream.settimeout(120)
            stream.connect(str(self.path))
            stream.sendall(b'{"id": 1, "subscribe": ["events"]}\n')
            with stream.makefile(encoding="utf-8") as lines:
                lines.readline()
                yield (json.loads(line)["event"] for line in lines)

    def end(self, number: signal.Signals) -> tuple[int, str]:
        self.process.send_signal(number)
        _, told = self.process.communicate(timeout=60)
        return self.process.returncode, told

    def clean_up(self) -> None:
        self.process.kill()
        self.process.communicate(timeout=60)
        self._manager.close()
