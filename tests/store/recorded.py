"""An evening on the simulated table that is recorded, and what the card held after every commit."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from firmware_ctl.core.controller import Controller
from firmware_ctl.core.listeners import Event
from firmware_ctl.simulation import Options, evening
from firmware_ctl.store.chain import Head
from firmware_ctl.store.direct import DirectWriter
from firmware_ctl.store.faults import StoreFault
from firmware_ctl.store.ledger import Ledger
from firmware_ctl.store.recorder import Recorder
from firmware_ctl.store.records import Note, Record
from firmware_ctl.store.seals import MachineKey
from firmware_ctl.store.state import State
from firmware_ctl.store.view import TableView
from firmware_ctl.store.wall_clock import WallTime
from firmware_ctl.store.writer import Acknowledged, Batch, Report
from hal.sim import run_virtual
from rules.integrity.composition import Reading

MACHINE = MachineKey(bytes(range(32)))
NOON = WallTime(1_700_000_000_000, trusted=True)
DATABASE = "table.db"
WAL = "table.db-wal"
SECTOR = 512


def noted(*records: Record) -> list[Note]:
    return [
        Note(record, 10 * number, NOON.ms, NOON.trusted) for number, record in enumerate(records)
    ]


def looked_at(controller: Controller) -> TableView:
    return TableView(controller.play, controller.switches, controller.subscribe)


@dataclass(frozen=True, slots=True)
class Files:
    """The bytes of a segment's two files."""

    database: bytes
    wal: bytes

    @classmethod
    def of(cls, segment: Path) -> "Files":
        return cls(*(_bytes(segment / name) for name in (DATABASE, WAL)))

    def put(self, root: Path) -> None:
        """Lay them out as the first segment of a record."""
        segment = root / "0001"
        segment.mkdir(parents=True)
        (segment / DATABASE).write_bytes(self.database)
        (segment / WAL).write_bytes(self.wal)


def _bytes(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


def _torn(old: bytes, new: bytes) -> Iterator[bytes]:
    """Yield what a card may hold while ``old`` becomes ``new``: more and more sectors of it."""
    for end in range(0, len(new) + SECTOR, SECTOR):
        if new[end : end + SECTOR] != old[end : end + SECTOR]:
            yield new[:end] + old[end:]


def _holed(old: bytes, new: bytes) -> Iterator[bytes]:
    """Yield what a card may hold when it writes out of order: all new sectors but one."""
    for begin in range(0, len(new), SECTOR):
        end = begin + SECTOR
        before = old[begin:end]
        if new[begin:end] != before:
            yield new[:begin] + before.ljust(len(new[begin:end]), b"\0") + new[end:]


def cut_files(old: Files, new: Files) -> Iterator[Files]:
    """Yield what a card may hold while ``old`` becomes ``new``, cut at every sector boundary."""
    for tear in (_torn, _holed):
        yield from (Files(old.database, wal) for wal in tear(old.wal, new.wal))
        yield from (Files(database, new.wal) for database in tear(old.database, new.database))


def opened(root: Path) -> tuple[Ledger, list[StoreFault]]:
    """Open a record as a start does, and return what was told."""
    told: list[StoreFault] = []
    return Ledger(root, told.append), told


def read_back(files: Files, root: Path) -> tuple[State, Head, list[StoreFault]]:
    """Start from files as a power cut left them; nothing is left under ``root`` after it."""
    files.put(root)
    ledger, told = opened(root)
    ledger.close()
    shutil.rmtree(root)
    return ledger.state, ledger.head, told


@dataclass(frozen=True, slots=True)
class Step:
    """What the card held once something was written, and what was acknowledged by then."""

    files: Files
    state: State
    head: Head


@dataclass(frozen=True, slots=True)
class Read:
    """A set of walls as the reader saw it, by its seal's number."""

    seal: int
    lanes: tuple[tuple[Reading, ...], ...]


class Recording:
    """A recorder at a table, whose card is looked at after every step."""

    def __init__(
        self,
        controller: Controller,
        root: Path,
        on_batch: "Callable[[Recording], None]" = lambda _: None,
        acknowledged: Callable[[Head], None] = lambda _: None,
    ) -> None:
        self.controller = controller
        self.root = root
        self.steps: list[Step] = []
        self.batches: list[Batch] = []
        self.walls: list[Read] = []
        self.faults: list[StoreFault] = []
        self.ledger = Ledger(root, self.faults.append)
        self._on_batch = on_batch
        self._acknowledged = acknowledged
        self._writer = DirectWriter(self.ledger, self._heard)
        self.recorder = Recorder(
            looked_at(controller),
            self.ledger.state,
            self._put,
            self.faults.append,
            MACHINE,
            lambda: NOON,
        )
        self.recorder.start("1.2.3", simulated=True)
        controller.subscribe(self._look_at_walls)

    def _put(self, batch: Batch) -> None:
        self.batches.append(batch)
        self._writer.put(batch)
        self._keep()
        self._on_batch(self)

    def _heard(self, report: Report) -> None:
        self.recorder.heard(report)
        self._keep()
        if isinstance(report, Acknowledged):
            self._acknowledged(report.head)

    def _keep(self) -> None:
        files = Files.of(self.root / "0001")
        if not self.steps or self.steps[-1].files != files:
            self.steps.append(Step(files, self.ledger.state, self.ledger.head))

    def _look_at_walls(self, event: Event) -> None:
        if event["event"] == "verdict":
            lanes = self.controller.machinery.job.reads.reveal()
            tiles = tuple(tuple(lane) for lane in lanes)
            if tiles:
                self.walls.append(Read(self.recorder.state.seals, tiles))


def record_evening(
    root: Path,
    hands: int,
    options: Options | None = None,
    acknowledged: Callable[[Head], None] = lambda _: None,
) -> Recording:
    """Play and record an evening in virtual time, with an orderly end."""

    async def main() -> Recording:
        async with evening(options or Options()) as night:
            recording = Recording(night.controller, root, acknowledged=acknowledged)
            await night.power_on()
            for _ in range(hands):
                await night.hand()
            recording.recorder.stop()
        recording.ledger.close()
        return recording

    return run_virtual(main())
