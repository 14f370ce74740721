"""Write batches of records in a thread of its own, and tell the event loop what is on the card.

The loop hands batches over and never waits; whoever must know that something is safe awaits
:meth:`Writer.barrier`. While the card fails the thread keeps its batch and tries again; what no
longer fits into the queue is counted, told and made good by a new sum of everything.
"""

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol

from firmware_ctl.store.chain import Head
from firmware_ctl.store.check import FileCheck
from firmware_ctl.store.faults import DAMAGING, StoreFault, Trouble
from firmware_ctl.store.records import Note

MOST_WAITING = 256
"""Batches that may wait; a transition has one, so this is minutes of a failing card."""

MOST_AT_ONCE = 64
"""Batches that share a commit when the card is slower than the table."""

RETRY_S = 5.0
"""How long the thread waits before it tries a failed commit again."""

CHECK_PATIENCE_S = 2.0
"""So long the first commit waits for the check of its file, since one into a damaged page could
destroy what was acknowledged before; a file of years is checked beside the table."""

Batch = Sequence[Note]


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """All batches up to this one are on the card; ``head`` is the newest link."""

    batches: int
    head: Head


@dataclass(frozen=True, slots=True)
class InTrouble:
    """The record is in trouble; ``holds_up`` says that batches wait for it to end."""

    fault: StoreFault
    holds_up: bool


@dataclass(frozen=True, slots=True)
class Recovered:
    """Writing works again; ``lost`` records were never written, so a new sum is due."""

    lost: int


@dataclass(frozen=True, slots=True)
class _Ended:
    unwritten: int


Report = Acknowledged | InTrouble | Recovered


class Book(Protocol):
    """What the thread writes to: a :class:`firmware_ctl.store.ledger.Ledger`."""

    @property
    def path(self) -> Path | None:
        """Return the database that is written to, if there is one yet."""

    def append(self, notes: Sequence[Note]) -> Head:
        """Write records in one commit, or raise ``StoreFault``."""

    def abandon(self, fault: StoreFault) -> None:
        """Go on in a new file, or raise ``StoreFault``."""

    def rest(self) -> None:
        """Tidy up in a quiet moment, or raise ``StoreFault``."""

    def close(self) -> None:
        """Let go of everything."""


class Writing(Protocol):
    """What writes batches: this module's thread, or one that writes at once."""

    def start(self) -> None:
        """Begin."""

    def put(self, batch: Batch) -> None:
        """Hand a batch over."""

    def tell(self, fault: StoreFault) -> None:
        """Tell of trouble that holds nothing up."""

    async def barrier(self) -> None:
        """Wait until everything handed over is on the card, or raise ``StoreFault``."""

    async def close(self) -> int:
        """Write what waits, end, and return how many records were not written."""


class Writer:
    """The thread and its queue; every public method is for the event loop's own thread."""

    def __init__(
        self,
        book: Book,
        heard: Callable[[Report], None],
        *,
        most_waiting: int = MOST_WAITING,
        retry_s: float = RETRY_S,
    ) -> None:
        self._book = book
        self._heard = heard
        self._most_waiting = most_waiting
        self._retry_s = retry_s
        self._loop = asyncio.get_running_loop()
        self._waiting: deque[Batch] = deque()
        self._flaw: StoreFault | None = None
        self._ending = False
        self._wake = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="record", daemon=True)
        self._check: FileCheck | None = None
        self._put = 0
        self._safe = 0
        self._lost = 0
        self._trouble: StoreFault | None = None
        self._barriers: list[tuple[int, asyncio.Future[None]]] = []
        self._ended = asyncio.Event()
        self._unwritten = 0
        self._written = 0

    # The loop's side ------------------------------------------------------------------------------

    def start(self) -> None:
        """Start the thread, and the check of the file that there is."""
        if self._book.path is not None:
            self._check = FileCheck(self._book.path, self._checked)
        self._thread.start()

    def put(self, batch: Batch) -> None:
        """Hand a batch over; when too many wait it is refused, counted and told.

        After that every batch is refused until writing works again: a sum will stand for them all.
        """
        with self._wake:
            fits = not self._lost and len(self._waiting) < self._most_waiting
            if fits:
                self._waiting.append(batch)
                self._wake.notify()
        if fits:
            self._put += 1
            return
        self._lost += len(batch)
        if self._lost == len(batch):
            where = str(self._book.path or "the record")
            fault = StoreFault(Trouble.BEHIND, where, f"{self._most_waiting} batches wait")
            self._heard(InTrouble(fault, holds_up=True))

    async def barrier(self) -> None:
        """Wait until everything handed over so far is on the card.

        Raises:
            StoreFault: it is not, and will not be soon; the table goes on without.
        """
        if self._trouble is not None:
            raise self._trouble
        if self._lost:
            raise StoreFault(Trouble.BEHIND, "the record", f"{self._lost} records were not written")
        if self._safe < self._put:
            safe: asyncio.Future[None] = self._loop.create_future()
            self._barriers.append((self._put, safe))
            await safe

    async def close(self) -> int:
        """Write what waits, end the thread, and return how many records could not be written."""
        with self._wake:
            self._ending = True
            self._wake.notify()
        await self._ended.wait()
        self._thread.join()
        if self._check is not None:
            self._check.end()
        return self._unwritten + self._lost

    def _report(self, report: "Report | _Ended") -> None:
        """Take what the thread tells; the one way from it into the loop."""
        if isinstance(report, _Ended):
            self._unwritten = report.unwritten
            self._ended.set()
            return
        if isinstance(report, Acknowledged):
            self._safe, self._trouble = report.batches, None
            self._let_pass()
        elif isinstance(report, InTrouble) and report.holds_up:
            self._turn_away(report.fault)
            before, self._trouble = self._trouble, report.fault
            if before is not None and before.trouble is report.fault.trouble:
                return  # the same again: it is told once
        self._heard(report)
        if isinstance(report, Acknowledged) and self._lost and self._has_room():
            lost, self._lost = self._lost, 0
            self._heard(Recovered(lost))

    def _has_room(self) -> bool:
        with self._wake:
            return len(self._waiting) < self._most_waiting

    def _let_pass(self) -> None:
        for number, barrier in self._barriers:
            if number <= self._safe and not barrier.done():
                barrier.set_result(None)
        self._barriers = [(n, barrier) for n, barrier in self._barriers if n > self._safe]

    def _turn_away(self, fault: StoreFault) -> None:
        for _, barrier in self._barriers:
            if not barrier.done():
                barrier.set_exception(fault)
        self._barriers.clear()

    # The thread's side ----------------------------------------------------------------------------

    def tell(self, fault: StoreFault) -> None:
        """Tell the loop of trouble that holds nothing up; for the ledger, from any thread."""
        self._post(InTrouble(fault, holds_up=False))

    def _post(self, report: "Report | _Ended") -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._report, report)

    def _checked(self, fault: StoreFault) -> None:
        """Take what the check of the file found, from its thread."""
        if fault.trouble not in DAMAGING:
            self.tell(fault)
            return
        with self._wake:
            self._flaw = fault
            self._wake.notify()

    def _run(self) -> None:
        if self._check is not None:
            self._check.wait(CHECK_PATIENCE_S)
        group: Sequence[Batch] = self._next()
        while group and self._write(group):
            group = self._next()
        self._book.close()
        left = (*group, *self._waiting)
        self._post(_Ended(sum(len(batch) for batch in left)))

    def _next(self) -> Sequence[Batch]:
        """Wait for batches and return those for the next commit; none at the end."""
        while True:
            with self._wake:
                self._wake.wait_for(lambda: self._waiting or self._flaw or self._ending)
                flaw, self._flaw = self._flaw, None
                count = min(len(self._waiting), MOST_AT_ONCE)
                group = [self._waiting.popleft() for _ in range(count)]
            if flaw is not None and flaw.where == str(self._book.path):
                self._try(partial(self._book.abandon, flaw))
            if group or self._ending:
                return group

    def _write(self, group: Sequence[Batch]) -> bool:
        """Commit batches, however often it takes; return false if the end came before that."""
        notes = [note for batch in group for note in batch]
        ending = False
        while True:
            try:
                head = self._book.append(notes)
                break
            except StoreFault as fault:
                self._post(InTrouble(fault, holds_up=True))
            if ending:
                return False
            with self._wake:
                ending = self._wake.wait_for(lambda: self._ending, self._retry_s)
        self._written += len(group)
        self._post(Acknowledged(self._written, head))
        if not self._waiting:
            self._try(self._book.rest)
        return True

    def _try(self, act: Callable[[], None]) -> None:
        """Do what can wait for another time if it fails now."""
        try:
            act()
        except StoreFault as fault:
            self.tell(fault)
