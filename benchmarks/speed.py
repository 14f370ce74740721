"""How fast the simulated table runs: against a real one's clock, and a bare simulation."""

import cProfile
import time
from pathlib import Path
from types import CodeType

from benchmarks.cycles import count_board_events
from benchmarks.figures import best_cpu_s
from benchmarks.floor import floor_event_s
from benchmarks.ideal import ideal_cycles
from benchmarks.report import Report, Row, at_least
from firmware_ctl.simulation import Options, simulate
from rules.variants.rows import VARIANTS

HANDS = 1000
HANDS_A_VARIANT = 40
HANDS_PROFILED = 50
HANDS_COUNTED = 20
HANDS_SHARED = 100
DEAREST = 10
LEAST = 1000.0
"""The simulation is to run so many times as fast as the table that it simulates."""


def measure() -> Report:
    """Play hands of every variant, and name what is dearest in one."""
    evening = Options(hands=HANDS)
    summary = simulate(evening)
    rows = [_speed(evening, summary.virtual_s / summary.wall_s)]
    for name in VARIANTS:
        options = Options(hands=HANDS_A_VARIANT, variant=name)
        played = simulate(options)
        rows.append(_speed(options, played.virtual_s / played.wall_s))
    shared = Options(hands=HANDS_SHARED)
    ours_s = best_cpu_s(lambda: simulate(shared), rounds=3) / HANDS_SHARED
    ideal_s = best_cpu_s(lambda: ideal_cycles(shared), rounds=3) / HANDS_SHARED
    event_s = ours_s / count_board_events(Options(hands=HANDS_COUNTED))
    floor_s = floor_event_s()
    rows += [
        Row("processor time of a board event", "event of a bare heap of callbacks",
            event_s / floor_s),
        Row("processor time of a hand", "plant and link under the ideal controller",
            ours_s / ideal_s),
    ]  # fmt: skip
    return Report(rows, _dearest())


def _speed(options: Options, ratio: float) -> Row:
    what = f"virtual time, {options.hands} hands {options.variant}"
    return Row(what, "wall time", ratio, at_least(LEAST))


def _dearest() -> list[str]:
    """Return the functions that take most time of their own in a hand, the dearest first."""
    profile = cProfile.Profile(time.process_time)
    profile.enable()
    simulate(Options(hands=HANDS_PROFILED))
    profile.disable()
    entries = profile.getstats()
    whole = sum(entry.inlinetime for entry in entries)
    entries.sort(key=lambda entry: -entry.inlinetime)
    lines = [f"the {DEAREST} dearest functions of {HANDS_PROFILED} hands, own time, calls a hand:"]
    for entry in entries[:DEAREST]:
        share, calls = 100 * entry.inlinetime / whole, entry.callcount / HANDS_PROFILED
        lines.append(f"  {share:5.1f} %  {calls:8.1f}  {_name(entry.code)}")
    return lines


def _name(code: CodeType | str) -> str:
    if isinstance(code, str):
        return code.strip("<>")
    return f"{code.co_qualname} ({Path(code.co_filename).name})"
