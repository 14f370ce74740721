"""Put a table's record together: key, ledger, thread and recorder; and take it apart in order."""

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path

from firmware_ctl.core.lamps import Switches
from firmware_ctl.core.play import Play
from firmware_ctl.core.snapshot import RecordView
from firmware_ctl.store.chain import Head
from firmware_ctl.store.faults import StoreFault, Trouble
from firmware_ctl.store.keys import machine_key
from firmware_ctl.store.ledger import Ledger
from firmware_ctl.store.place import RECORD_NAME
from firmware_ctl.store.recorder import Recorder, Table
from firmware_ctl.store.restore import restore
from firmware_ctl.store.scores import give_back
from firmware_ctl.store.seals import MachineKey, SealBroken
from firmware_ctl.store.state import State
from firmware_ctl.store.wall_clock import system_time
from firmware_ctl.store.writer import Acknowledged, InTrouble, Report, Writer, Writing
from rules.languages import Language

Told = Callable[[StoreFault], None]

MakesWriting = Callable[[Ledger, Callable[[Report], None]], Writing]
"""Make what writes a ledger's batches and reports of them."""


class Store:
    """The record of one table, from its start to its end; for the event loop's own thread.

    Opening it reads what was acknowledged and never fails; whatever is wrong goes to ``told``.
    """

    def __init__(
        self,
        directory: Path,
        environ: Mapping[str, str],
        told: Told,
        writing: MakesWriting = Writer,
    ) -> None:
        """``writing`` makes what writes: a thread, or for virtual time a :class:`DirectWriter`."""
        self._told = told
        self._writing = writing
        self._trouble = False
        self._writer: Writing | None = None
        self._recorder: Recorder | None = None
        self._machine = self._key(directory, environ)
        self._ledger = Ledger(directory / RECORD_NAME, self._tell)
        self.head: Head = self._ledger.head
        self.state: State = self._ledger.state
        self._committed: int | None = None

    def restore(self, play: Play, switches: Switches, language: Language) -> None:
        """Give a controller that has not run yet what its table knew."""
        now = asyncio.get_running_loop().time()
        restore(play, switches, self.state, self._machine, language, now)
        try:
            give_back(play, self.state, self._machine)
        except SealBroken as error:
            self._told(StoreFault(Trouble.KEY, "entries of the running hand", str(error)))

    def start(self, table: Table, version: str, *, simulated: bool) -> None:
        """Note the start, and from now on everything that happens at the table."""
        self._writer = self._writing(self._ledger, self._heard)
        self._writer.start()
        self._recorder = Recorder(
            table, self.state, self._writer.put, self._told, self._machine, system_time
        )
        self._recorder.start(version, simulated=simulated)

    async def barrier(self) -> None:
        """Wait until everything that has happened so far is on the card.

        Raises:
            StoreFault: it is not, and will not be soon; the table goes on without.
        """
        if self._recorder is not None and self._writer is not None:
            self._recorder.flush()
            await self._writer.barrier()

    async def kept(self) -> bool:
        """Wait until everything that has happened so far is on the card; return whether it is."""
        try:
            await self.barrier()
        except StoreFault:
            return False
        return self._recorder is None or not self._recorder.broken

    def view(self) -> RecordView:
        """Return the record for views."""
        broken = self._recorder is not None and self._recorder.broken
        return RecordView(
            sequence=self.head.sequence,
            head=self.head.hash.hex(),
            unsafe=self.state.unsafe,
            acknowledged=not self._trouble and not broken,
            committed=self._committed,
        )

    async def close(self) -> int:
        """Note an orderly end, write what waits, and return how many records were not written."""
        if self._recorder is None or self._writer is None:
            self._ledger.close()
            return 0
        self._recorder.stop()
        return await self._writer.close()

    def _heard(self, report: Report) -> None:
        if isinstance(report, Acknowledged):
            self.head, self._trouble = report.head, False
            self._committed = system_time().ms // 1000
        elif isinstance(report, InTrouble):
            self._trouble |= report.holds_up
        if self._recorder is not None:
            self._recorder.heard(report)
            self.state = self._recorder.state

    def _tell(self, fault: StoreFault) -> None:
        """Take trouble from the ledger: at the start from the loop, later from the thread."""
        if self._writer is None:
            self._told(fault)
        else:
            self._writer.tell(fault)

    def _key(self, directory: Path, environ: Mapping[str, str]) -> MachineKey | None:
        try:
            return machine_key(directory, environ)
        except StoreFault as fault:
            self._told(fault)
            return None
