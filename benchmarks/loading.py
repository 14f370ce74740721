"""How long the simulated machine loads, against what real ones are said to take."""

from benchmarks.cycles import Cycle, controlled_cycles
from benchmarks.figures import percentile
from benchmarks.report import Report, Row, at_least, at_most
from firmware_ctl.simulation import Options
from rules.variants import variant

CYCLES = 100
QUICKEST_S, SLOWEST_S, OF_TILES = 18.0, 60.0, 136
"""What four-port machines are sold and known for with 136 tiles; other programs in proportion."""

VARIANTS = ("GD", "CD", "MCR")


def measure() -> Report:
    """Load three programs many times, in virtual time, from the dome's coming down."""
    rows: list[Row] = []
    note = (
        f"{CYCLES} loads each; complete is with the look for left-over tiles, which takes as long "
        "with few tiles as with many"
    )
    for name in VARIANTS:
        tiles = variant(name).program.tiles
        cycles = controlled_cycles(Options(hands=CYCLES, variant=name))
        rows += _rows(cycles, tiles)
    return Report(rows, (note,))


def _rows(cycles: list[Cycle], tiles: int) -> list[Row]:
    share = tiles / OF_TILES
    stacked = [cycle.stacked - cycle.closed for cycle in cycles]
    complete = [cycle.complete - cycle.closed for cycle in cycles]
    quickest, slowest = share * QUICKEST_S, share * SLOWEST_S
    least, most = f"quickest real, {quickest:.1f} s", f"slowest real, {slowest:.1f} s"
    return [
        Row(f"{tiles} tiles stacked, p5", least, percentile(stacked, 5) / quickest, at_least(1)),
        Row(f"{tiles} tiles stacked, median", most, percentile(stacked, 50) / slowest),
        Row(f"{tiles} tiles stacked, p95", most, percentile(stacked, 95) / slowest, at_most(1)),
        Row(f"{tiles} tiles complete, p95", most, percentile(complete, 95) / slowest),
    ]
