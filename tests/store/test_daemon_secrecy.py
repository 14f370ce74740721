"""A daemon that plays and records tells nobody a wall before its hand has ended.

The process is held in the middle of a hand; then everything that has left it by that moment is
searched: the record's files, socket, page, and what it says on its outputs.
"""

import os
import re
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_ctl.store.keys import machine_key
from firmware_ctl.store.place import RECORD_NAME
from firmware_ctl.store.seals import key_of, opened
from firmware_ctl.store.state import State
from firmware_ctl.store.walls import Lanes, unpacked
from tests.store.needles import needles
from tests.store.recorded import Files, read_back
from tests.support.daemon import Running

pytestmark = pytest.mark.realtime

HANDS = 3
"""In so many hands the process is held."""

HELD_S = 0.2
"""So long after a hand has begun; at 20 times its speed people play for longer."""

WAIT_S = 120.0


class Tap:
    """What has come out of one end of a pipe or a connection so far."""

    def __init__(self, end: int) -> None:
        self._end = end
        self.heard = b""
        os.set_blocking(end, False)

    def drain(self) -> bytes:
        """Take what has been sent, and return all that was."""
        try:
            while more := os.read(self._end, 1 << 20):
                self.heard += more
        except BlockingIOError:
            pass
        return self.heard


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    config = tmp_path / "table.toml"
    config.write_text("config_version = 1\n[web]\nport = 0\n")
    options = ("--demo", "--speed", "20", "--seed", "3", "--config", str(config))
    process = Running(tmp_path, *options, "--record", str(tmp_path / "state"))
    try:
        process.hears("READY=1")
        yield process
    finally:
        process.process.send_signal(signal.SIGCONT)
        process.clean_up()


def _sealed_wall(state: State, directory: Path) -> Lanes:
    """Return the wall at the table, whose hand goes on by what the card says."""
    assert state.table.hands.running is not None
    assert state.sealed_on_table is not None
    key = key_of(state.sealed_on_table, machine_key(directory, {}))
    return unpacked(opened(state.sealed_on_table, key))


def test_nothing_that_leaves_the_process_tells_a_wall_before_its_hand_has_ended(
    running: Running, tmp_path: Path, ram: Path
) -> None:
    process = running.process
    assert process.stderr is not None
    assert process.stdout is not None
    address = re.search(r"http://127\.0\.0\.1:(\d+)/", process.stderr.readline())
    assert address is not None
    local = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    local.connect(str(running.path))
    local.sendall(b'{"id": 1, "subscribe": ["snapshot", "events"]}\n')
    browser = socket.create_connection(("127.0.0.1", int(address[1])))
    browser.sendall(b"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    table, page = Tap(local.fileno()), Tap(browser.fileno())
    taps = (table, page, Tap(process.stderr.fileno()), Tap(process.stdout.fileno()))
    walls: list[set[bytes]] = []
    begun = 0
    end = time.monotonic() + WAIT_S
    while len(walls) < HANDS:
        assert time.monotonic() < end
        time.sleep(0.01)
        left = [tap.drain() for tap in taps]
        if left[0].count(b'"hand-began"') == begun:
            continue
        begun += 1
        time.sleep(HELD_S)
        process.send_signal(signal.SIGSTOP)
        time.sleep(HELD_S)
        files = Files.of(tmp_path / "state" / RECORD_NAME / "0001")
        state, _, told = read_back(files, ram / "held")
        assert told == []
        if state.table.hands.running is not None:
            wall = needles(_sealed_wall(state, tmp_path / "state"))
            walls.append(wall)
            left = [files.database, files.wal, *(tap.drain() for tap in taps)]
            assert [needle for needle in wall if any(needle in place for place in left)] == []
        process.send_signal(signal.SIGCONT)
    assert page.heard.count(b"data:") > HANDS
    process.send_signal(signal.SIGTERM)
    process.wait(timeout=60)
    files = Files.of(tmp_path / "state" / RECORD_NAME / "0001")
    assert any(needle in files.database + files.wal for needle in walls[0])
    for wire in (local, browser):
        wire.close()
