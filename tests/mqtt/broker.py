"""A real Mosquitto on this machine's loopback, for as long as a test needs it."""

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


@contextmanager
def mosquitto(directory: Path, port: int | None = None, more: str = "") -> Iterator[int]:
    """Run a broker and yield its port."""
    program = shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/sbin")
    assert program, "mosquitto is absent; `make deps` installs it"
    chosen = port or free_port()
    config = directory / f"mosquitto-{chosen}.conf"
    open_ = "" if more else "allow_anonymous true\n"
    config.write_text(f"user root\nlistener {chosen} 127.0.0.1\n{open_}{more}")
    process = subprocess.Popen(
        [program, "-c", str(config)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        _wait_until_it_listens(chosen, process)
        yield chosen
    finally:
        process.terminate()
        process.wait(timeout=30)


def _wait_until_it_listens(port: int, process: "subprocess.Popen[bytes]") -> None:
    until = time.monotonic() + 30
    while time.monotonic() < until and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.02)
    raise AssertionError("mosquitto does not listen")
