"""What the record costs: bytes and flushes of a hand, processor time, and the time of a start.

Bytes and flushes come from the system's own trace (strace) of a process that plays and records; the
peer writes the same records with a commit for each.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path

from benchmarks.figures import best_cpu_s
from benchmarks.report import Report, Row, at_most
from firmware_ctl.core.controller import Controller
from firmware_ctl.simulation import Options, evening
from firmware_ctl.store.database import Database
from firmware_ctl.store.direct import DirectWriter
from firmware_ctl.store.faults import StoreFault
from firmware_ctl.store.ledger import Ledger, Opener
from firmware_ctl.store.recorder import Recorder
from firmware_ctl.store.records import Note
from firmware_ctl.store.seals import KEY_BYTES, MachineKey
from firmware_ctl.store.view import TableView
from firmware_ctl.store.wall_clock import system_time
from firmware_ctl.store.writer import Report as Told
from hal.sim import run_virtual

HANDS = 40
STARTS_AFTER = (10, 300)
"""Hands after which a start is timed: an evening, and a week."""

PROFILES: Mapping[str, str] = {"four-port": "GD", "auto-deal": "CD"}
"""Variants whose evenings are traced, by the profile that they are played on."""

RECORDS_A_DAY = 20_000
WRITTEN_MOST_A_DAY = 80 << 20
"""What a card may be asked to write a day, in bytes, and the records of such a day."""

CPU_MOST = 2.0
"""Processor time of a recorded hand on the simulated table, in those of one that is not."""

START_MOST = 1.5
"""A start after weeks, in those after an evening."""

_CALL = re.compile(r"(pwrite64|fdatasync|fsync)\(.*\) += (\d+)$")


@dataclass(frozen=True, slots=True)
class Cost:
    """What one way of writing costs."""

    written: int
    flushes: int
    records: int


def measure() -> Report:
    """Compare the record's ways of writing, a recorded hand with a bare one, and two starts."""
    rows = [*_cpu_rows(), *_start_rows()]
    if shutil.which("strace") is None:
        return Report(rows, ("bytes and flushes need strace: sudo apt-get install strace",))
    notes = []
    for profile in PROFILES:
        ours, each = _cost(profile, "transition"), _cost(profile, "record")
        rows += [
            Row(f"bytes written, a commit a record, {profile}", "a commit a transition",
                each.written / ours.written, None),
            Row(f"flushes, a commit a record, {profile}", "a commit a transition",
                each.flushes / ours.flushes, None),
            Row(f"bytes written in a day of {RECORDS_A_DAY:,} records, {profile}", "budget, 80 MiB",
                ours.written / ours.records * RECORDS_A_DAY / WRITTEN_MOST_A_DAY, at_most(1)),
        ]  # fmt: skip
        notes.append(
            f"{profile}, a hand of {HANDS}: {ours.records / HANDS:.0f} records, "
            f"{ours.written / HANDS / 1024:.0f} KiB in {ours.flushes / HANDS:.1f} flushes"
        )
    return Report(rows, tuple(notes))


class _Unwaited(Database):
    """A file that is written to as ever, but nobody waits until that is on the card."""

    def prepare(self) -> None:
        """Set the modes."""
        super().prepare()
        self._run("PRAGMA synchronous=OFF")


def _cpu_rows() -> list[Row]:
    bare = best_cpu_s(lambda: _play(None, HANDS, _whole))
    waited, unwaited = (_recorded_cpu_s(kind.open) / bare for kind in (Database, _Unwaited))
    what = "processor time, recorded hand"
    return [
        Row(what, "hand without record", waited, at_most(CPU_MOST)),
        Row(f"{what}, no flush waited for", "hand without record", unwaited, at_most(CPU_MOST)),
    ]


def _recorded_cpu_s(opener: Opener) -> float:
    numbers = count()
    with tempfile.TemporaryDirectory() as place:
        root = Path(place)
        return best_cpu_s(lambda: _play(root / str(next(numbers)), HANDS, _whole, opener=opener))


def _start_rows() -> list[Row]:
    few, many = STARTS_AFTER
    with tempfile.TemporaryDirectory() as place:
        times = []
        for hands in STARTS_AFTER:
            root = Path(place) / str(hands)
            _play(root, hands, _whole)
            times.append(best_cpu_s(partial(_start, root)))
    return [Row(f"start after {many:,} hands", f"start after {few} hands", times[1] / times[0],
                at_most(START_MOST))]  # fmt: skip


def _start(root: Path) -> None:
    Ledger(root, _refuse).close()


def _cost(profile: str, commit: str) -> Cost:
    with tempfile.TemporaryDirectory() as place:
        log = Path(place) / "log"
        trace = ["strace", "-e", "trace=pwrite64,fdatasync,fsync", "-o", str(log)]
        program = [sys.executable, "-m", "benchmarks.store", str(Path(place) / "record"),
                   profile, commit]  # fmt: skip
        subprocess.run([*trace, *program], check=True)
        ledger = Ledger(Path(place) / "record", _refuse)
        records = ledger.head.sequence
        ledger.close()
        calls = [call for line in log.open(encoding="utf-8") if (call := _CALL.match(line))]
    written = sum(int(call[2]) for call in calls if call[1] == "pwrite64")
    return Cost(written, sum(call[1] != "pwrite64" for call in calls), records)


Split = Callable[[Sequence[Note]], list[Sequence[Note]]]


def _whole(batch: Sequence[Note]) -> list[Sequence[Note]]:
    return [batch]


def _singly(batch: Sequence[Note]) -> list[Sequence[Note]]:
    return [[note] for note in batch]


SPLITS: Mapping[str, Split] = {"transition": _whole, "record": _singly}


def _play(
    root: Path | None,
    hands: int,
    split: Split,
    profile: str = next(iter(PROFILES)),
    opener: Opener = Database.open,
) -> None:
    """Play in virtual time; with a place for it, the evening is recorded there."""
    options = Options(profile=profile, variant=PROFILES[profile])

    async def main() -> None:
        async with evening(options) as night:
            ledger = None if root is None else Ledger(root, _refuse, opener)
            if ledger is not None:
                _record(ledger, night.controller, split)
            await night.power_on()
            for _ in range(hands):
                await night.hand()
            if ledger is not None:
                ledger.close()

    run_virtual(main())


def _record(ledger: Ledger, table: Controller, split: Split) -> None:
    def heard(report: Told) -> None:
        recorder.heard(report)

    def put(batch: Sequence[Note]) -> None:
        for part in split(batch):
            writer.put(part)

    writer = DirectWriter(ledger, heard)
    view = TableView(table.play, table.switches, table.subscribe_at_once)
    machine = MachineKey(bytes(KEY_BYTES))
    recorder = Recorder(view, ledger.state, put, _refuse, machine, system_time)
    recorder.start("benchmark", simulated=True)


def _refuse(fault: StoreFault) -> None:
    raise fault


def main(argv: Sequence[str]) -> None:
    """Record an evening for the trace: ROOT, profile, ``transition`` or ``record`` for a commit."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.store")
    parser.add_argument("root", type=Path)
    parser.add_argument("profile", choices=PROFILES)
    parser.add_argument("commit", choices=SPLITS)
    given = parser.parse_args(argv)
    _play(given.root, HANDS, SPLITS[given.commit], given.profile)


if __name__ == "__main__":
    main(sys.argv[1:])
