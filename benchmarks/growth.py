"""Does memory grow from hand to hand? The slope over many hands, never the value at the end.

The hands are played in a process of its own, ``python -m benchmarks.growth``, which prints one
sample a line: hands played, bytes resident, blocks that Python's allocator has given out.
"""

import gc
import resource
import subprocess
import sys
from pathlib import Path

from benchmarks.figures import slope
from benchmarks.report import Report, Row, at_most
from firmware_ctl.simulated_log import FaultLog
from firmware_ctl.simulation import Options, evening
from hal.sim import run_virtual

HANDS = 10_000
EVERY = 100
SETTLED = HANDS // 2
"""Samples before are left out: caches and pools fill there."""

BUDGET_BYTES = (1 << 20) / 10_000
"""The budget for a hand: 1 MiB of resident memory in 10,000 hands."""

SURE = 3.0
"""A slope of less than three of its standard errors is noise and counts as none."""


def measure() -> Report:
    """Play hands and fit a line through the memory in use."""
    played, resident, blocks = _samples()
    bytes_a_hand, bytes_error = slope(played, resident)
    blocks_a_hand, blocks_error = slope(played, blocks)
    return Report(
        (
            Row("growth of live blocks beyond noise", "one block a hand",
                max(0.0, blocks_a_hand - SURE * blocks_error), at_most(0)),
            Row("growth of resident memory", "budget, 1 MiB in 10,000 hands",
                bytes_a_hand / BUDGET_BYTES, at_most(1)),
        ),
        (
            f"slopes from hand {SETTLED} to {HANDS}, noise as {SURE:.0f} standard errors:",
            f"  {blocks_a_hand:+.3f} ± {SURE * blocks_error:.3f} blocks a hand",
            f"  {bytes_a_hand:+.1f} ± {SURE * bytes_error:.1f} bytes resident a hand",
        ),
    )  # fmt: skip


def _samples() -> tuple[list[float], list[float], list[float]]:
    command = [sys.executable, "-m", "benchmarks.growth"]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    played: list[float] = []
    resident: list[float] = []
    blocks: list[float] = []
    for line in told.splitlines():
        hands, bytes_held, blocks_held = map(float, line.split())
        if hands >= SETTLED:
            played.append(hands)
            resident.append(bytes_held)
            blocks.append(blocks_held)
    return played, resident, blocks


def _play() -> None:
    async def main() -> None:
        async with evening(Options()) as night:
            await night.power_on()
            for played in range(1, HANDS + 1):
                await night.hand()
                if played % EVERY == 0:
                    # The evening keeps every fault for its summary.
                    night.logs = [FaultLog(night.controller, night.table.faults)]
                    gc.collect()
                    print(played, _resident(), sys.getallocatedblocks(), flush=True)

    run_virtual(main())


def _resident() -> int:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize()


if __name__ == "__main__":
    _play()
