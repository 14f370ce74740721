"""One SQLite file with the links of a chain: append, read backwards and forwards, check.

WAL with ``synchronous=FULL``: a commit is on the card when it returns. Measured against the other
modes this one lost no acknowledged record at a power cut and costs one flush a commit. Every method
may raise ``sqlite3.Error``.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path

from firmware_ctl.store.chain import Link

APPLICATION_ID = 0x6D6A7462
"""``mjtb``: tells ``file`` and others whose database this is."""

FORMAT = 1
"""The version of the tables below."""

_BUSY_MS = 2000

_TABLES = """
CREATE TABLE record (
  sequence INTEGER PRIMARY KEY, boot INTEGER NOT NULL, body BLOB NOT NULL, hash BLOB NOT NULL
) STRICT
"""


class Database:
    """An open file; for one thread at a time."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
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
        """Set the modes and, in a new file, make the table."""
        run = self._connection.execute
        run("PRAGMA journal_mode=WAL")
        run("PRAGMA synchronous=FULL")
        if self.format == 0:
            run("BEGIN IMMEDIATE")
            run(_TABLES)
            run(f"PRAGMA application_id={APPLICATION_ID}")
            run(f"PRAGMA user_version={FORMAT}")
            run("COMMIT")

    @property
    def format(self) -> int:
        """Return the version of the file's tables, 0 in a new file."""
        return int(self._connection.execute("PRAGMA user_version").fetchone()[0])

    def append(self, links: Iterable[Link]) -> None:
        """Write links in one commit: all of them, or an error and none."""
        run = self._connection.execute
        run("BEGIN IMMEDIATE")
        try:
            self._connection.executemany(
                "INSERT INTO record (sequence, boot, body, hash) VALUES (?, ?, ?, ?)",
                ((link.sequence, link.boot, link.body, link.hash) for link in links),
            )
            run("COMMIT")
        except sqlite3.Error:
            if self._connection.in_transaction:
                run("ROLLBACK")
            raise

    def newest_first(self) -> Iterator[Link]:
        """Yield the links from the newest to the first."""
        return self._links("DESC")

    def oldest_first(self) -> Iterator[Link]:
        """Yield the links from the first to the newest."""
        return self._links("ASC")

    def _links(self, order: str) -> Iterator[Link]:
        rows = self._connection.execute(
            f"SELECT sequence, boot, body, hash FROM record ORDER BY sequence {order}"  # noqa: S608
        )
        for sequence, boot, body, hash_ in rows:
            if not (isinstance(body, bytes) and isinstance(hash_, bytes)):
                raise sqlite3.DatabaseError(f"record {sequence} holds no bytes")
            yield Link(sequence, boot, body, hash_)

    def checkpoint(self) -> None:
        """Bring what the write-ahead log holds into the file, so that the log begins anew."""
        self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()

    def flaw(self) -> str | None:
        """Return what SQLite's own quick check finds wrong with the file, if anything."""
        found = self._connection.execute("PRAGMA quick_check(1)").fetchone()
        return None if found == ("ok",) else str(found[0])

    def interrupt(self) -> None:
        """Break off what another thread does with this file."""
        self._connection.interrupt()

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()
