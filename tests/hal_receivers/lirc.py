"""Real LIRC for tests: lircd on a FIFO or without a device, its clients, its simulators."""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from firmware_ctl.inputs.remote_maps import load_key_map
from ir_codes.lircd_conf import write_lircd_conf
from ir_codes.named_codes import remote_of

START_S = 20.0


def program(name: str) -> str:
    """Return a program of LIRC; a machine without it cannot run these tests."""
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin")
    assert found is not None, f"{name} is missing: sudo apt-get install lirc"
    return found


def write_conf(folder: Path, key_map: str = "21-key") -> Path:
    """Write a shipped key map as lircd.conf."""
    path = folder / "lircd.conf"
    path.write_text(write_lircd_conf([remote_of(load_key_map(key_map))]), encoding="ascii")
    return path


@contextmanager
def lircd(folder: Path, device: str = "/dev/null") -> Iterator[subprocess.Popen[bytes]]:
    """Run lircd on a device; its socket is ``folder / "socket"``."""
    conf = folder / "lircd.conf"
    options = folder / "options.conf"
    options.write_text("[lircd]\n", encoding="ascii")
    place = folder / "socket"
    place.unlink(missing_ok=True)
    command = [
        program("lircd"), "--nodaemon", "--allow-simulate",
        "--options-file", str(options), "--driver", "default", "--device", device,
        "--output", str(place), "--pidfile", str(folder / "pid"),
        "--logfile", str(folder / "log"),
    ]  # fmt: skip
    if device != "/dev/null":  # that is no receiver: lircd opens it only for the first client
        command.append("--immediate-init")
    command.append(str(conf))
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + START_S
        while not _listens(place):
            assert running.poll() is None, (folder / "log").read_text(errors="replace")
            assert time.monotonic() < deadline, "lircd does not come up"
            time.sleep(0.02)
        yield running
    finally:
        running.kill()
        running.wait()


def _listens(place: Path) -> bool:
    """Tell whether somebody takes connections there; a socket's file is made a little earlier."""
    with socket.socket(socket.AF_UNIX) as probe:
        return probe.connect_ex(str(place)) == 0


def simulate(folder: Path, code: str, repeat: int, name: str, remote: str = "21-key") -> None:
    """Let lircd say that a button was pressed."""
    words = f"{code} {repeat:02x} {name} {remote}"
    subprocess.run(
        [program("irsend"), "-d", str(folder / "socket"), "SIMULATE", words],
        check=True,
        capture_output=True,
        timeout=START_S,
        env={**os.environ, "LC_ALL": "C"},
    )
