"""The daemon and its page: it tells the address; a table without its page works all the same."""

import json
import re
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware_ctl.cli.exits import ExitCode
from tests.support.daemon import Running

Start = Callable[[str], Running]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start a daemon with a section ``[web]``."""
    begun: list[Running] = []

    def begin(section: str) -> Running:
        config = tmp_path / "table.toml"
        config.write_text(f"config_version = 1\n[web]\n{section}\n")
        begun.append(Running(tmp_path, "--config", str(config), "--seed", "7"))
        begun[-1].hears("READY=1")
        return begun[-1]

    yield begin
    for running in begun:
        running.clean_up()


def first_line(running: Running) -> str:
    assert running.process.stderr is not None
    return running.process.stderr.readline()


def test_the_page_costs_nothing_where_it_is_not_served() -> None:
    script = (
        "import sys, firmware_ctl.cli.app, firmware_ctl.daemon; print('aiohttp' in sys.modules)"
    )
    told = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60
    )
    assert told.stdout == "False\n"


@pytest.mark.realtime
def test_it_tells_where_the_page_is_and_the_page_is_there(start: Start) -> None:
    running = start("port = 0")
    found = re.match(r"mjtable: (http://127\.0\.0\.1:\d+)/ shows the", first_line(running))
    assert found is not None
    with urllib.request.urlopen(f"{found[1]}/api/snapshot", timeout=30) as answer:
        assert json.load(answer)["simulated"] is True


@pytest.mark.realtime
def test_a_port_that_is_taken_is_told_and_the_table_works_without_its_page(start: Start) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        running = start(f"port = {port}")
        told = first_line(running)
        assert f"port {port} of 127.0.0.1 is taken; end the other program, or set web.port" in told
        assert running.cli("send", "home").returncode == ExitCode.DONE


@pytest.mark.realtime
def test_a_page_that_is_switched_off_is_not_served(start: Start) -> None:
    told = first_line(start("enabled = false"))
    assert told.startswith("mjtable: simulated table, seed 7; socket ")
