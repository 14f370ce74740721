"""Have the wall checked when a hand has ended; one process at a time, never mid-hand."""

import asyncio
import json
import sys
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from firmware_ctl.core.faults import StepFault
from firmware_ctl.core.judgement import Judgement, read_judgement
from firmware_ctl.core.listeners import Event
from firmware_ctl.wall_check.progress import ProgressUnreadable, read_progress

PATIENCE_S = 300.0
"""A check that takes longer hangs; weighing a year's record anew takes less."""


class Table(Protocol):
    """Who is told what the wall check says: the controller."""

    def recall(self, judgement: Judgement) -> None:
        """Take what it has heard before."""

    def judge(self, judgement: Judgement) -> None:
        """Take what is said for the first time."""

    def report(self, cause: StepFault) -> None:
        """Take why nothing can be said."""


class CheckDesk:
    """Hears a table's events, and tells it each judgement, or why there is none.

    That a hand has ended is told when it is in the record under ``directory``, so the process finds
    it there.
    """

    def __init__(self, table: Table, directory: Path, mixing: str, told: int = 0) -> None:
        """``mixing`` is ``drum`` or ``uniform``: where the walls' order comes from.

        ``told`` is the place of the newest judgement that the table has taken note of. A later one
        that only the file knows was cut off on its way, and is told now.
        """
        self._table = table
        self._directory = directory
        self._mixing = mixing
        self._told = told
        self._due = False
        self._checking: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Tell the last judgement, and weigh what a power cut has left over."""
        try:
            last = read_progress(self._directory).last
        except (ProgressUnreadable, OSError) as error:
            self._failed(str(error))
            return
        if last is not None:
            self._tell(last)
        self._check()

    def hear(self, event: Event) -> None:
        """Take an event of the table."""
        if event["event"] == "hand-ended":
            self._check()

    async def close(self) -> None:
        """End a check under way; what it has not written is weighed at the next start."""
        if self._checking is not None:
            self._checking.cancel()
            with suppress(asyncio.CancelledError):
                await self._checking

    def _check(self) -> None:
        self._due = True
        if self._checking is None:
            self._checking = asyncio.get_running_loop().create_task(
                self._check_what_is_due(), name="wall check"
            )

    async def _check_what_is_due(self) -> None:
        try:
            while self._due:
                self._due = False
                await self._weigh()
        finally:
            self._checking = None

    async def _weigh(self) -> None:
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "firmware_ctl.wall_check.worker",
                str(self._directory),
                self._mixing,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
            )
        except OSError as error:
            self._failed(f"no process can be started: {error.strerror or error}")
            return
        try:
            lines, why = await asyncio.wait_for(process.communicate(), PATIENCE_S)
        except TimeoutError:
            self._failed(f"it did not end within {PATIENCE_S:.0f} s")
            return
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        for line in lines.splitlines(keepends=True):
            if line.endswith(b"\n"):  # else it was cut off; its judgement is in the file
                self._tell(read_judgement(json.loads(line)))
        if process.returncode:
            last_words = why.decode(errors="replace").strip().splitlines()
            self._failed(last_words[-1] if last_words else f"it ended with {process.returncode}")

    def _tell(self, judgement: Judgement) -> None:
        if judgement.place > self._told:
            self._told = judgement.place
            self._table.judge(judgement)
        else:
            self._table.recall(judgement)

    def _failed(self, why: str) -> None:
        self._table.report(StepFault("E704", why=why))
