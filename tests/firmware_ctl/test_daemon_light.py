"""The daemon of a real table is light: what it must never import, at rest with its page served."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

NEVER = (
    # of ours: the simulation, other drivers, what commands do, what other machines do
    "hal.sim", "hal.plain.board", "firmware_ctl.simulation", "firmware_ctl.simulated_table",
    "firmware_ctl.views.terminal", "firmware_ctl.views.mqtt", "firmware_ctl.views.fleet",
    "firmware_ctl.audit_lab", "firmware_ctl.fleet", "firmware_ctl.doctor", "firmware_ctl.update",
    "firmware_ctl.backup.pack", "firmware_ctl.wall_check.weighing",
    # of others: what few tables use, and what a short process of its own does
    "aiomqtt", "apprise", "cryptography", "duckdb", "numpy", "prometheus_client", "pyarrow",
    "segno", "serial.tools",
    # of Python: what would come along unnoticed
    "importlib.metadata", "multiprocessing", "unittest", "xml", "zipfile", "zoneinfo",
)  # fmt: skip

ALWAYS = ("firmware_ctl.served_page", "aiohttp.web", "hal.line.board", "firmware_ctl.store.store")
"""Else the daemon did not come far enough for this to mean anything."""

PROGRAM = """
import atexit, sys
atexit.register(lambda: print("loaded:", *sys.modules))
from firmware_ctl.__main__ import main
sys.exit(main(sys.argv[1:]))
"""


@contextmanager
def daemon(place: Path, port: str, **environ: str) -> Iterator[subprocess.Popen[str]]:
    config = place / "mjtable.toml"
    config.write_text('config_version = 1\n[web]\nport = 0\n[remote]\nreceiver = ""\n')
    argv = ("run", "--port", port, "--config", str(config), "--socket", str(place / "talk"))
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *argv],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={"PATH": os.environ["PATH"], "STATE_DIRECTORY": str(place), **environ},
        cwd=Path(__file__).parents[2],
    ) as process:
        yield process


def loaded(process: subprocess.Popen[str]) -> list[str]:
    told, why = process.communicate(timeout=60)
    modules = told.rpartition("loaded:")[2].split()
    assert set(ALWAYS) <= set(modules), why
    return modules


def heavy(modules: list[str]) -> list[str]:
    return [
        name for name in NEVER if any(one == name or one.startswith(f"{name}.") for one in modules)
    ]


def test_a_board_that_is_absent_is_missed_before_anything_heavy_is_imported(
    tmp_path: Path,
) -> None:
    with daemon(tmp_path, str(tmp_path / "no-such-port")) as process:
        assert heavy(loaded(process)) == []
    assert process.returncode == 1


@pytest.mark.realtime
def test_a_table_at_rest_has_imported_nothing_heavy(tmp_path: Path) -> None:
    link, notify = tmp_path / "board", tmp_path / "notify"
    board = [sys.executable, "-m", "firmware_ctl", "board", "sim", "--link", str(link)]
    with (
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager,
        subprocess.Popen(board, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as served,
    ):
        manager.bind(str(notify))
        manager.settimeout(30)
        assert served.stdout is not None
        served.stdout.readline()
        with daemon(tmp_path, str(link), NOTIFY_SOCKET=str(notify)) as process:
            while b"READY=1" not in manager.recv(4096):
                pass
            process.terminate()
            assert heavy(loaded(process)) == []
        served.terminate()
    assert process.returncode == 0
