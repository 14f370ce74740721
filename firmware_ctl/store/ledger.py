"""The one chain of a table over all its segments: read at the start, then appended to.

A ledger never fails to open. What is wrong goes to ``tell``, and the chain goes on: in the same
segment, or, where that one is damaged, in a new one whose first record names the last good hash.
Its methods wait for the card and are for one thread at a time.
"""

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from firmware_ctl.store.chain import Head, Link, Run, chained
from firmware_ctl.store.database import FORMAT, Database
from firmware_ctl.store.faults import SETS_ASIDE, StoreFault, Trouble, trouble_of
from firmware_ctl.store.fold import fold
from firmware_ctl.store.reading import Reading, read_copy, read_segment
from firmware_ctl.store.records import FileBegun, Note, Summed
from firmware_ctl.store.segments import Segment, begin, segments, set_aside
from firmware_ctl.store.state import State

SUM_EVERY = 500
"""So many records after a sum there is another one: the most that a start has to fold."""

SUM_SHARE = 8
"""There is another one as well when what follows a sum is so many times as long: sums are at most a
ninth of what is written, and a start folds little while the sum itself is short."""

CHECKPOINT_COMMITS = 200
"""After so many commits a quiet moment is used to empty the write-ahead log."""

Opener = Callable[[Path], Database]
Teller = Callable[[StoreFault], None]


class Ledger:
    """What was acknowledged so far, and the way to acknowledge more."""

    def __init__(self, root: Path, tell: Teller, opener: Opener = Database.open) -> None:
        """Read what there is under ``root``; troubles are told, none is raised."""
        self._root = root
        self._tell = tell
        self._opener = opener
        self._database: Database | None = None
        self._segment: Segment | None = None
        self._continued = ""
        self._blank = True
        self._run = Run()
        self._commits = 0
        self._next_number = 1
        self.state = State()
        self.head = Head()
        self._read()

    @property
    def path(self) -> Path | None:
        """Return the database that is written to, if there is one yet."""
        return None if self._segment is None else self._segment.path

    # Reading --------------------------------------------------------------------------------------

    def _read(self) -> None:
        for segment in reversed(self._found()):
            self._next_number = max(self._next_number, segment.number + 1)
            reading, name = self._read_one(segment)
            if reading.head is not None:
                self.state, self.head = reading.state, reading.head
                self._continued = name
                self._run = reading.run
                return

    def _found(self) -> list[Segment]:
        try:
            return segments(self._root)
        except OSError as error:
            self._tell(_fault(error, self._root))
            return []

    def _read_one(self, segment: Segment) -> tuple[Reading, str]:
        """Read a segment and return what it told, and the name that it has now.

        It stays open if it is the newest and sound, and is set aside if it is damaged.
        """
        try:
            database = self._opener(segment.path)
        except sqlite3.Error as error:
            if trouble_of(error) is not Trouble.DAMAGED:
                self._tell(_fault(error, segment.path))
                return self._read_only(segment), segment.name
            reading = self._read_only(segment)
            return reading, self._reject(segment, reading.flaw or str(error))
        reading = read_segment(database)
        if reading.flaw is not None or segment.damaged or self._is_older(segment):
            database.close()
            return reading, self._reject(segment, reading.flaw)
        self._database, self._segment = database, segment
        self._blank = reading.head is None
        return reading, segment.name

    def _is_older(self, segment: Segment) -> bool:
        return segment.number + 1 < self._next_number

    def _read_only(self, segment: Segment) -> Reading:
        try:
            return read_copy(segment.path)
        except OSError as error:
            self._tell(_fault(error, segment.path))
            return Reading()

    def _reject(self, segment: Segment, flaw: str | None) -> str:
        """Set a segment aside if it has a flaw, and return its name."""
        if flaw is None or segment.damaged:
            return segment.name
        try:
            aside = set_aside(segment)
        except OSError as error:
            self._tell(_fault(error, segment.path))
            return segment.name
        self._tell(StoreFault(Trouble.DAMAGED, str(aside.directory), flaw))
        return aside.name

    # Writing --------------------------------------------------------------------------------------

    def append(self, notes: Sequence[Note]) -> Head:
        """Write records in one commit and return the newest link, which is now acknowledged.

        Called again with the same records after it failed, it writes none of them twice.

        Raises:
            StoreFault: they are not, or not surely, on the card.
        """
        try:
            return self._commit(notes)
        except (sqlite3.Error, OSError) as error:
            fault = _fault(error, self.path or self._root)
        self._let_go()
        if fault.trouble not in SETS_ASIDE or self._blank:
            raise fault
        self.abandon(fault)
        try:
            return self._commit(notes)
        except (sqlite3.Error, OSError) as error:
            self._let_go()
            raise _fault(error, self.path or self._root) from error

    def abandon(self, fault: StoreFault) -> None:
        """Set the present segment aside and tell why; the next record begins a new one.

        Raises:
            StoreFault: it cannot be set aside.
        """
        self._let_go()
        if self._segment is None:
            return
        try:
            aside = set_aside(self._segment)
        except OSError as error:
            raise fault from error
        self._segment, self._continued = None, aside.name
        self._tell(StoreFault(fault.trouble, str(aside.directory), fault.why))

    def rest(self) -> None:
        """Use a quiet moment between hands to empty the write-ahead log, if it has grown.

        Raises:
            StoreFault: the database cannot be written to.
        """
        due = self._commits >= CHECKPOINT_COMMITS and self.state.table.hands.running is None
        if self._database is None or not due:
            return
        self._commits = 0
        try:
            self._database.checkpoint()
        except sqlite3.Error as error:
            raise _fault(error, self.path or self._root) from error

    def close(self) -> None:
        """Let go of the database."""
        self._let_go()

    def _commit(self, notes: Sequence[Note]) -> Head:
        database = self._database or self._open()
        state = fold(self.state, (note.record for note in notes))
        written = [*self._preface(notes[0]), *notes]
        links = list(chained(self.head, state.boots, written))
        run = self._run.followed_by(links)
        if run.is_long(SUM_EVERY, SUM_SHARE):
            written.append(replace(notes[-1], record=Summed(state)))
            links = list(chained(self.head, state.boots, written))
            run = run.followed_by(links[-1:])
        database.append(self._missing(links, database))
        self.state, self.head = state, links[-1].head
        self._blank = False
        self._run = run
        self._commits += 1
        return self.head

    def _preface(self, first: Note) -> list[Note]:
        """Return what stands at the beginning of a new segment."""
        if not self._blank:
            return []
        if not self.head.sequence:
            return [replace(first, record=FileBegun(FORMAT, "", ""))]
        begun = FileBegun(FORMAT, self.head.hash.hex(), self._continued)
        return [replace(first, record=begun), replace(first, record=Summed(self.state))]

    def _missing(self, links: Sequence[Link], database: Database) -> Sequence[Link]:
        """Return those links that an earlier try, which seemed to fail, has not written yet.

        Raises:
            sqlite3.DatabaseError: the file holds records that are not this ledger's.
        """
        newest = database.newest()
        if newest is None or newest.head == self.head:
            return links
        if newest in links:
            return links[links.index(newest) + 1 :]
        raise sqlite3.DatabaseError("another program has written to it")

    def _open(self) -> Database:
        if self._segment is None:
            self._segment = begin(self._root, self._next_number)
            self._next_number += 1
            self._blank = True
        self._database = self._opener(self._segment.path)
        return self._database

    def _let_go(self) -> None:
        if self._database is not None:
            self._database.close()
            self._database = None


def _fault(error: sqlite3.Error | OSError, where: Path) -> StoreFault:
    why = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return StoreFault(trouble_of(error), str(where), why)
