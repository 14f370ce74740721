"""What the wall check costs: processor time of a deal, memory beyond numpy's own, a long file.

The limits are 5 ms of one core for one table's deal, and 30 MB.
"""

import json
import resource
import subprocess
import sys
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks.figures import best_cpu_s
from benchmarks.report import Report, Row, at_most
from firmware_ctl.audit_lab.layout import layout
from firmware_ctl.audit_lab.reading import ReaderModel, Readers
from firmware_ctl.audit_lab.rows import deals
from firmware_ctl.audit_lab.tables import Tables
from rules.integrity.deals import RecordedDeal, deal_row
from rules.integrity.judge import observe, start

DEAL_MS = 5.0
MEMORY_MB = 30.0
VARIANTS = ("HB", "CD", "MCR")
_WARM, _TIMED = 6, 20
_FILE_TABLES, _FILE_DEALS = 200, 40

_NUMPY_ALONE = "import numpy"
_WALL_CHECK = """
import json, sys, numpy
from rules.integrity.deals import read_deal
from rules.integrity.judge import observe, start
state = start()
for line in open(sys.argv[1]):
    state, verdict = observe(state, read_deal(json.loads(line)))
"""
_MOST_MEMORY = """
for line in open("/proc/self/status"):
    if line.startswith("VmHWM"):
        print(line.split()[1])
"""


def measure() -> Report:
    """Time deals of three variants, weigh a process that judges, and judge a long file."""
    rows, notes = [], []
    for name in VARIANTS:
        spent = _deal_ms(name)
        rows.append(
            Row(f"a deal of {name}, judged", f"{DEAL_MS:g} ms", spent / DEAL_MS, at_most(1))
        )
        notes.append(f"{name}: {spent:.2f} ms a deal")
    with TemporaryDirectory() as folder:
        beyond = _memory_mb(Path(folder))
        rows.append(Row("memory beyond numpy", f"{MEMORY_MB:g} MB", beyond / MEMORY_MB, at_most(1)))
        notes.append(f"{beyond:.1f} MB beyond numpy")
        seconds, count = _long_file(Path(folder))
        notes.append(
            f"a file of {count} deals of {_FILE_TABLES} tables: {1e6 * seconds / count:.0f} us of "
            f"processor time a deal, a million in {1e6 * seconds / count / 60:.0f} core minutes"
        )
    return Report(rows, notes)


def _recorded(name: str, tables: int, count: int, seed: int = 1) -> list[RecordedDeal]:
    chance = np.random.default_rng(seed)
    table = layout(name)
    dealt = Tables(table, tables, chance)
    readers = Readers(ReaderModel(tags=False), table, tables, chance)
    found: list[RecordedDeal] = []
    for _ in range(count):
        one = dealt.deal()
        found += deals(table, one, readers.read(one.walls), None)
    return found


def _deal_ms(name: str) -> float:
    recorded = cycle(_recorded(name, 1, _WARM + _TIMED))
    state = start()

    def judge() -> None:
        nonlocal state
        for deal in islice(recorded, _TIMED):
            state, _ = observe(state, deal)

    judge()
    return 1000 * best_cpu_s(judge) / _TIMED


def _memory_mb(folder: Path) -> float:
    path = folder / "some.jsonl"
    _write(path, _recorded("GD", 1, 30))
    alone = _most_kb(_NUMPY_ALONE, path)
    return (_most_kb(_WALL_CHECK, path) - alone) / 1024


def _most_kb(program: str, path: Path) -> int:
    done = subprocess.run(
        [sys.executable, "-c", program + _MOST_MEMORY, str(path)],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    return int(done.stdout)


def _long_file(folder: Path) -> tuple[float, int]:
    recorded = _recorded("HB", _FILE_TABLES, _FILE_DEALS)
    path = folder / "long.jsonl"
    _write(path, recorded)
    before = _children_s()
    with (folder / "out").open("w") as out:
        subprocess.run(
            [sys.executable, "-m", "firmware_ctl", "audit", "check", "--json", str(path)],
            check=True, stdout=out,
        )  # fmt: skip
    return _children_s() - before, len(recorded)


def _children_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _write(path: Path, recorded: list[RecordedDeal]) -> None:
    with path.open("w", encoding="utf-8") as file:
        for deal in recorded:
            print(json.dumps(deal_row(deal), separators=(",", ":")), file=file)
