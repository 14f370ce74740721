"""SQLite's quick check of a file, in a thread of its own beside the one that writes to it."""

import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

from firmware_ctl.store.database import Database
from firmware_ctl.store.faults import StoreFault, Trouble, trouble_of


class FileCheck:
    """One check under way; what it finds is told from its own thread."""

    def __init__(self, path: Path, found: Callable[[StoreFault], None]) -> None:
        self._path = path
        self._found = found
        self._ended = False
        self._database = Database(
            sqlite3.connect(
                f"{path.absolute().as_uri()}?mode=ro", uri=True, check_same_thread=False
            )
        )
        self._thread = threading.Thread(target=self._run, name="record check", daemon=True)
        self._thread.start()

    def wait(self, seconds: float) -> None:
        """Wait until the check is done, at most so long."""
        self._thread.join(seconds)

    def end(self) -> None:
        """Break the check off, if it still runs, and wait for its thread."""
        self._ended = True
        self._database.interrupt()
        self._thread.join()
        self._database.close()

    def _run(self) -> None:
        try:
            flaw = self._database.flaw()
        except sqlite3.Error as error:
            if not self._ended:
                self._found(StoreFault(trouble_of(error), str(self._path), str(error)))
            return
        if flaw is not None:
            self._found(StoreFault(Trouble.DAMAGED, str(self._path), flaw))
