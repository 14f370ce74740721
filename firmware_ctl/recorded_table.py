"""Join a table's record to its controller: what it knew, what happens, and what goes wrong.

The table runs whatever becomes of its record; each trouble becomes a fault that holds nothing.
"""

from collections.abc import Mapping
from pathlib import Path

from firmware_ctl import __version__
from firmware_ctl.core.controller import Controller
from firmware_ctl.core.faults import StepFault
from firmware_ctl.store.faults import StoreFault
from firmware_ctl.store.store import MakesWriting, Store
from firmware_ctl.store.view import TableView
from firmware_ctl.store.writer import Writer
from rules.languages import Language


class RecordedTable:
    """A controller and its record, from before the board is touched until both have ended."""

    def __init__(
        self,
        controller: Controller,
        directory: Path,
        environ: Mapping[str, str],
        writing: MakesWriting = Writer,
    ) -> None:
        """Read what was acknowledged; the troubles met are told when the table ``begin``s."""
        self._controller = controller
        self.directory = directory
        self._early: list[StoreFault] = []
        self._begun = False
        self.store = Store(directory, environ, self._told, writing)

    def begin(self, language: Language, *, simulated: bool) -> None:
        """Give the controller back what its table knew, and record from now on.

        A simulated table is built anew each time, so nothing is given back to it.
        """
        controller = self._controller
        if not simulated:
            self.store.restore(controller.play, controller.switches, language)
        table = TableView(controller.play, controller.switches, controller.subscribe_at_once)
        self.store.start(table, __version__, simulated=simulated)
        controller.keep(self.store)
        self._begun = True
        for fault in self._early:
            self._told(fault)

    async def close(self) -> int:
        """Note the orderly end, and return how many records were not written."""
        return await self.store.close()

    def _told(self, fault: StoreFault) -> None:
        if self._begun:
            cause = StepFault(fault.trouble.value, where=fault.where, why=fault.why)
            self._controller.report(cause)
        else:
            self._early.append(fault)
