"""One SQLite file with the links of a chain: append, read backwards and forwards, check.

WAL with ``synchronous=FULL``: a commit is on the card when it returns. Measured against the other
modes this one lost no acknowledged record at a power cut and costs one flush a commit. Every method
may raise ``sqlite3.Error``.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from firmware_ctl.store.chain import Link

APPLICATION_ID = 0x6D6A7462
"""``mjtb``: tells ``file`` and others whose database this is."""

FORMAT = 1
"""The version of the table below."""

PAGE_BYTES = 1024
"""A commit writes whole pages; small ones halve what a hand writes, since its records are small."""

_BUSY_MS = 2000

_TABLE = """
CREATE TABLE record (
  sequence INTEGER PRIMARY KEY, boot INTEGER NOT NULL, body BLOB NOT NULL, hash BLOB NOT NULL
) STRICT
"""


class Database:
    """An open file; for one thread at a time."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._has_table = False
        connection.isolation_level = None

    @classmethod
    def open(cls, path: Path) -> "Database":
        """Open a file to write to, and make it if it is not there."""
        database = cls(sqlite3.connect(path, timeout=_BUSY_MS / 1000, check_same_thread=False))
        try:
            database.prepare()
        except sqlite3.Error:
            database.close()
            raise
        return database

    def prepare(self) -> None:
        """Set the modes and, in a new file, the size of its pages."""
        self._run(f"PRAGMA page_size={PAGE_BYTES}")
        self._run("PRAGMA journal_mode=WAL")
        self._run("PRAGMA synchronous=FULL")

    @property
    def blank(self) -> bool:
        """Tell whether the file is new: it has neither format nor table, so no record.

        Of a file that has its table this is not asked again: it is asked before every commit.
        """
        if not self._has_table:
            tables = int(self._one("SELECT count(*) FROM sqlite_schema"))
            self._has_table = self.format != 0 or tables != 0
        return not self._has_table

    @property
    def format(self) -> int:
        """Return the version of the file's table."""
        return int(self._one("PRAGMA user_version"))

    def append(self, links: Iterable[Link]) -> None:
        """Write links in one commit: all of them, or an error and none.

        The first commit also makes the table, so that a file with a table has a record.
        """
        self._run("BEGIN IMMEDIATE")
        try:
            if self.blank:
                self._make_table()
            for link in links:
                self._run(
                    "INSERT INTO record (sequence, boot, body, hash) VALUES (?, ?, ?, ?)",
                    (link.sequence, link.boot, link.body, link.hash),
                )
            self._run("COMMIT")
        except sqlite3.Error:
            if self._connection.in_transaction:
                self._run("ROLLBACK")
            raise

    def newest(self) -> Link | None:
        """Return the newest link, ``None`` in a new file."""
        return None if self.blank else next(self.newest_first(), None)

    def newest_first(self) -> Iterator[Link]:
        """Yield the links from the newest to the first."""
        return self._links("DESC")

    def oldest_first(self, after: int = -1) -> Iterator[Link]:
        """Yield the links with a greater sequence number than ``after``, the oldest first."""
        return self._links("ASC", after)

    def checkpoint(self) -> None:
        """Bring what the write-ahead log holds into the file, so that the log begins anew."""
        self._one("PRAGMA wal_checkpoint(PASSIVE)")

    def flaw(self) -> str | None:
        """Return what SQLite's own quick check finds wrong with the file, if anything."""
        found = self._one("PRAGMA quick_check(1)")
        return None if found == "ok" else str(found)

    def interrupt(self) -> None:
        """Break off what another thread does with this file."""
        self._connection.interrupt()

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def _make_table(self) -> None:
        self._run(_TABLE)
        self._run(f"PRAGMA application_id={APPLICATION_ID}")
        self._run(f"PRAGMA user_version={FORMAT}")

    def _links(self, order: str, after: int = -1) -> Iterator[Link]:
        rows = self._run(
            "SELECT sequence, boot, body, hash FROM record WHERE sequence > ? "  # noqa: S608
            f"ORDER BY sequence {order}",
            (after,),
        )
        while (row := self._next(rows)) is not None:
            sequence, boot, body, hash_ = row
            if not (isinstance(body, bytes) and isinstance(hash_, bytes)):
                raise sqlite3.DatabaseError(f"record {sequence} holds no bytes")
            yield Link(sequence, boot, body, hash_)

    def _one(self, question: str) -> Any:  # noqa: ANN401 -- SQLite's own types
        row = self._next(self._run(question))
        return None if row is None else row[0]

    def _run(self, statement: str, values: tuple[object, ...] = ()) -> sqlite3.Cursor:
        try:
            return self._connection.execute(statement, values)
        except UnicodeDecodeError as error:
            raise _unreadable(error) from error

    def _next(self, rows: sqlite3.Cursor) -> tuple[Any, ...] | None:
        try:
            row: tuple[Any, ...] | None = rows.fetchone()
        except UnicodeDecodeError as error:
            raise _unreadable(error) from error
        return row


def _unreadable(error: UnicodeDecodeError) -> sqlite3.DatabaseError:
    """Return what it means when not even SQLite's complaint about a file can be read."""
    return sqlite3.DatabaseError(f"its table has an unreadable name: {error.object!r}")
