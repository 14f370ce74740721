"""Does memory grow from hand to hand? The slope over many hands, never the value at the end.

The hands are played in a process of its own, ``python -m benchmarks.growth HANDS``, which prints
one sample a line: hands played, bytes resident, blocks that Python's allocator has given out. Fewer
hands than 10,000 tell of leaks, but too little of the budget, so their rows have no bar.
"""

import gc
import resource
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.figures import slope
from benchmarks.report import Report, Row, at_most
from firmware_ctl.simulated_log import FaultLog
from firmware_ctl.simulation import Options, evening
from hal.sim import run_virtual

HANDS = 10_000
EVERY = 100
FEWEST = 10 * EVERY
"""A line through less than half of these says nothing."""

BUDGET_BYTES = (1 << 20) / 10_000
"""The budget for a hand: 1 MiB of resident memory in 10,000 hands."""

SURE = 3.0
"""A slope of less than three of its standard errors is noise and counts as none."""


@dataclass(frozen=True, slots=True)
class Samples:
    """What was in use after so many hands."""

    played: list[float]
    resident: list[float]
    blocks: list[float]


def measure(hands: int = HANDS) -> Report:
    """Play at least ``FEWEST`` hands and fit a line through the memory in use."""
    command = [sys.executable, "-m", "benchmarks.growth", str(hands)]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return judged(told.splitlines(), hands)


def judged(lines: Iterable[str], hands: int) -> Report:
    """Return what the samples of so many hands say, of those in their second half."""
    samples = _settled(lines, hands // 2)
    bytes_a_hand, bytes_error = slope(samples.played, samples.resident)
    blocks_a_hand, blocks_error = slope(samples.played, samples.blocks)
    is_whole = hands >= HANDS
    return Report(
        (
            Row("growth of live blocks beyond noise", "one block a hand",
                max(0.0, blocks_a_hand - SURE * blocks_error), at_most(0) if is_whole else None),
            Row("growth of resident memory", "budget, 1 MiB in 10,000 hands",
                bytes_a_hand / BUDGET_BYTES, at_most(1) if is_whole else None),
        ),
        (
            f"slopes from hand {hands // 2} to {hands}, noise as {SURE:.0f} standard errors:",
            f"  {blocks_a_hand:+.3f} ± {SURE * blocks_error:.3f} blocks a hand",
            f"  {bytes_a_hand:+.1f} ± {SURE * bytes_error:.1f} bytes resident a hand",
        ),
    )  # fmt: skip


def _settled(lines: Iterable[str], begin: int) -> Samples:
    """Return samples from a hand on: caches and pools fill before."""
    rows = [tuple(map(float, line.split())) for line in lines]
    played, resident, blocks = zip(*(row for row in rows if row[0] >= begin), strict=True)
    return Samples(list(played), list(resident), list(blocks))


def _play(hands: int) -> None:
    async def main() -> None:
        async with evening(Options()) as night:
            await night.power_on()
            for played in range(1, hands + 1):
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
    _play(int(sys.argv[1]))
