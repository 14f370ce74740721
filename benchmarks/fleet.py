"""A parlour of 100 simulated tables on one broker: all seen, and what broker and page cost.

The tables share one process here, so their cost is that of 100 controllers with 100 plants and not
that of 100 Raspberry Pis; the broker's and the page's are what they would be.
"""

import asyncio
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.report import Report, Row, at_least, at_most
from firmware_ctl.config.model import Mqtt
from firmware_ctl.views.fleet.fleet import Fleet, How
from firmware_ctl.views.fleet.follower import follow

TABLES = 100
SETTLE_S = 120.0
"""Until tables are in every part of a cycle."""

WATCH_S = 30.0
BROKER_MOST = 0.05
"""Of one core: the broker of a whole parlour must fit on one of its Pis."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a process took in a while: seconds of a core, MiB that it holds."""

    cpu_s: float
    memory_mib: float


def measure() -> Report:
    """Run the parlour, follow it, and weigh its parts."""
    with (
        TemporaryDirectory() as place,
        _broker(Path(place)) as (broker, port),
        _tables(port) as them,
    ):
        fleet, messages, costs = asyncio.run(_follow(port, (broker, them, os.getpid())))
    rows = fleet.rows()
    seen = [row for row in rows if row.how is not How.OFFLINE]
    broker_cost, tables_cost, page_cost = costs
    return Report(
        (
            Row("tables seen", f"{TABLES} tables", len(seen) / TABLES, at_least(1), share=True),
            Row("broker, processor time", "one core", broker_cost.cpu_s / WATCH_S,
                at_most(BROKER_MOST), share=True),
            Row("page's follower, processor time", "one core", page_cost.cpu_s / WATCH_S,
                share=True),
            Row("all simulated tables, processor time", "one core", tables_cost.cpu_s / WATCH_S,
                share=True),
        ),
        (
            f"{messages / WATCH_S:.0f} changes a second; resident: {_resident(costs)}",
            f"states: {dict(fleet.as_json()['counts'])}",
        ),
    )  # fmt: skip


async def _follow(port: int, processes: tuple[int, int, int]) -> tuple[Fleet, int, list[Cost]]:
    fleet = Fleet("mjtable")
    task = asyncio.create_task(
        follow(Mqtt(host="127.0.0.1", port=port), fleet, lambda: None, lambda _: None)
    )
    await asyncio.sleep(SETTLE_S)
    before = [_cpu_s(number) for number in processes]
    version = fleet.version
    await asyncio.sleep(WATCH_S)
    costs = [
        Cost(_cpu_s(number) - begun, _memory_mib(number))
        for number, begun in zip(processes, before, strict=True)
    ]
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    return fleet, fleet.version - version, costs


def _resident(costs: list[Cost]) -> str:
    names = ("broker", "tables", "follower")
    return ", ".join(
        f"{name} {cost.memory_mib:.1f} MiB" for name, cost in zip(names, costs, strict=True)
    )


@contextmanager
def _broker(place: Path) -> Iterator[tuple[int, int]]:
    program = shutil.which("mosquitto", path="/usr/sbin:/usr/bin") or "mosquitto"
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
    config = place / "mosquitto.conf"
    config.write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\n")
    with _process([program, "-c", str(config)]) as number:
        time.sleep(1)
        yield number, port


@contextmanager
def _tables(port: int) -> Iterator[int]:
    command = [sys.executable, "-m", "benchmarks.fleet_tables", str(port), str(TABLES)]
    with _process(command) as number:
        yield number


@contextmanager
def _process(command: list[str]) -> Iterator[int]:
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            yield process.pid
        finally:
            process.terminate()


def _cpu_s(number: int) -> float:
    """Return a process's time on processors, from the scheduler's own account."""
    total = 0
    for task in Path(f"/proc/{number}/task").iterdir():
        total += int((task / "schedstat").read_text().split()[0])
    return total / 1e9


def _memory_mib(number: int) -> float:
    for line in Path(f"/proc/{number}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0
