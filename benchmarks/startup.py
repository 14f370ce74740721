"""What it costs to start: processor time and memory against a bare interpreter, in turn.

Each program measures itself at its end: the process's own time, and the most memory that it held.
"""

import json
import subprocess
import sys
from dataclasses import dataclass
from statistics import median

from benchmarks.report import Bar, Report, Row, at_most

ROUNDS = 15

_PROGRAM = """
import sys
try:
    {body}
except SystemExit:
    pass
import time
cpu_s = time.process_time()
for line in open("/proc/self/status"):
    if line.startswith("VmHWM:"):
        print("[%r, %s]" % (cpu_s, line.split()[1]), file=sys.stderr)
"""

_MJTABLE = "from firmware_ctl.__main__ import main; main({arguments!r})"

BARE = "bare interpreter"
ARGPARSE = "argparse program"
DAEMON_BASE = "import asyncio, json, sqlite3"
CONTROLLER = "import of the controller"
STATUS = "mjtable status"
HELP = "mjtable --help"

_BODIES = {
    BARE: "pass",
    ARGPARSE: "import argparse; argparse.ArgumentParser().parse_args([])",
    DAEMON_BASE: DAEMON_BASE,
    CONTROLLER: "import firmware_ctl.core.controller",
    STATUS: _MJTABLE.format(arguments=["status"]),
    HELP: _MJTABLE.format(arguments=["--help"]),
}

STATUS_MOST = 2.5
"""Processor time of ``mjtable status``, in those of a program that only parses its arguments."""

DAEMON_MOST = 2.5
"""Resident memory of the daemon, in those of the three modules that it cannot do without."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Medians of one program."""

    cpu_s: float
    resident_kib: float


def measure() -> Report:
    """Start every program in turn, several times, and compare the medians."""
    costs = _costs()
    rows = []
    for name in (HELP, STATUS, CONTROLLER):
        rows += _rows(costs, name, BARE)
    rows += _rows(costs, STATUS, ARGPARSE, cpu=at_most(STATUS_MOST))
    rows += _rows(costs, CONTROLLER, DAEMON_BASE, memory=at_most(DAEMON_MOST))
    return Report(rows, (f"medians of {ROUNDS} starts each, in turn; no daemon answers `status`",))


def _rows(
    costs: dict[str, Cost], name: str, peer: str, *, cpu: Bar | None = None,
    memory: Bar | None = None,
) -> list[Row]:  # fmt: skip
    one, other = costs[name], costs[peer]
    return [
        Row(f"{name}, processor time", peer, one.cpu_s / other.cpu_s, cpu),
        Row(f"{name}, memory", peer, one.resident_kib / other.resident_kib, memory),
    ]


def _costs() -> dict[str, Cost]:
    told: dict[str, list[tuple[float, float]]] = {name: [] for name in _BODIES}
    for _ in range(ROUNDS):
        for name, body in _BODIES.items():
            told[name].append(_start(body))
    return {
        name: Cost(median(cpu for cpu, _ in runs), median(kib for _, kib in runs))
        for name, runs in told.items()
    }


def _start(body: str) -> tuple[float, float]:
    command = [sys.executable, "-c", _PROGRAM.format(body=body)]
    environment = {"XDG_RUNTIME_DIR": "/nonexistent"}
    ended = subprocess.run(
        command, check=True, capture_output=True, text=True, env=environment
    ).stderr
    cpu_s, kib = json.loads(ended.splitlines()[-1])
    return float(cpu_s), float(kib)
