"""The live picture in a terminal of its own: drawn in place, obeying keys, leaving no trace."""

import os
import subprocess
import sys
import termios
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.realtime

ENTERED = b"\x1b[?1049h"
LEFT = b"\x1b[?1049l"


class Terminal:
    """A pseudo-terminal with ``mjtable`` in it."""

    def __init__(self, directory: Path, *argv: str) -> None:
        self._master, slave = os.openpty()
        termios.tcsetwinsize(self._master, (24, 80))
        self.before = termios.tcgetattr(slave)
        self._slave = slave
        self.seen = b""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "firmware_ctl", *argv, "--socket", str(directory / "s")],
            stdin=slave,
            stdout=slave,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "XDG_CONFIG_HOME": str(directory), "TERM": "xterm"},
        )

    def shows(self, text: bytes) -> bytes:
        """Read until a text is seen that was not there before; return all up to it."""
        while text not in self.seen:
            self.seen += os.read(self._master, 65536)
        before, _, self.seen = self.seen.partition(text)
        return before

    def type(self, keys: bytes) -> None:
        os.write(self._master, keys)

    def settings(self) -> list[object]:
        return termios.tcgetattr(self._slave)

    def clean_up(self) -> None:
        self.process.kill()
        self.process.wait(timeout=60)
        os.close(self._master)
        os.close(self._slave)


@pytest.fixture
def daemon(tmp_path: Path) -> Iterator[Terminal]:
    terminal = Terminal(tmp_path, "run", "--sim", "--watch", "--speed", "50", "--seed", "1")
    try:
        yield terminal
    finally:
        terminal.clean_up()


def test_the_daemons_own_terminal_shows_the_table_and_obeys_keys(daemon: Terminal) -> None:
    daemon.shows(ENTERED)
    daemon.shows(b"SIMULATED")
    daemon.shows(b"not homed")
    daemon.type(b"h")
    daemon.shows(b"ready")
    daemon.shows(b"home: ok")
    daemon.type(b"l")
    daemon.shows(b"WELL OPEN")
    daemon.type(b"q")
    daemon.shows(LEFT)
    assert daemon.process.wait(timeout=60) == 0
    assert daemon.settings() == daemon.before


def test_status_watches_from_another_terminal(daemon: Terminal, tmp_path: Path) -> None:
    daemon.shows(b"not homed")
    other = Terminal(tmp_path, "status", "--watch", "--lang", "zh-CN")
    try:
        other.shows(ENTERED)
        other.shows("未归位".encode())
        other.shows("h 归位".encode())
        other.type(b"h")
        other.shows(b"home: ok")
        daemon.shows(b"ready")
        other.type(b"q")
        other.shows(LEFT)
        assert other.process.wait(timeout=60) == 0
        assert other.settings() == other.before
    finally:
        other.clean_up()


def test_a_picture_is_drawn_over_the_last_one_and_nothing_is_cleared(daemon: Terminal) -> None:
    daemon.shows(b"not homed")
    daemon.type(b"h")
    frames = daemon.shows(b"ready")
    daemon.type(b"l")
    frames += daemon.shows(b"WELL OPEN")
    assert frames.count(b"\x1b[H") >= 2
    assert b"\x1b[2J" not in frames
