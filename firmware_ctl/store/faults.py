"""What can be wrong with the record, and how the system's own errors tell it."""

import errno
import sqlite3
from enum import StrEnum


class Trouble(StrEnum):
    """A cause; the value is its code in the catalogue of faults."""

    FULL = "E801"  # no room is left on the card or disc
    DISC = "E802"  # the card or disc fails
    FORBIDDEN = "E803"  # the place may not be written to
    LOCKED = "E804"  # another program holds the database
    DAMAGED = "E805"  # the file is not what was written; it is set aside
    BEHIND = "E806"  # more records than could be written in time; some are lost
    KEY = "E807"  # the machine's key is absent, unsafe or another one
    RECORDER = "E808"  # the recorder itself failed; nothing more is recorded


DAMAGING = (Trouble.DAMAGED, Trouble.DISC)
"""After these what a file holds is not to be relied on."""

SETS_ASIDE = (*DAMAGING, Trouble.FORBIDDEN)
"""After these a file is not written to any more, if a new one can be."""


class StoreFault(Exception):
    """The record is in trouble: ``where`` names the file, ``why`` the detail; the table goes on."""

    def __init__(self, trouble: Trouble, where: str, why: str) -> None:
        super().__init__(f"{trouble.value}: {where}: {why}")
        self.trouble = trouble
        self.where = where
        self.why = why


_BY_ERRNO = {
    errno.ENOSPC: Trouble.FULL,
    errno.EDQUOT: Trouble.FULL,
    errno.EFBIG: Trouble.FULL,
    errno.EIO: Trouble.DISC,
}

_BY_SQLITE = {
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_IOERR: Trouble.DISC,
    sqlite3.SQLITE_READONLY: Trouble.FORBIDDEN,
    sqlite3.SQLITE_PERM: Trouble.FORBIDDEN,
    sqlite3.SQLITE_CANTOPEN: Trouble.FORBIDDEN,
    sqlite3.SQLITE_BUSY: Trouble.LOCKED,
    sqlite3.SQLITE_LOCKED: Trouble.LOCKED,
}

_PRIMARY = 0xFF
"""The part of SQLite's extended result codes that names the primary one."""


def trouble_of(error: sqlite3.Error | OSError) -> Trouble:
    """Return the cause behind an error of the database or the file system.

    Shared memory that cannot grow means a full disc; what SQLite has no other word for means that
    the file is not what was written.
    """
    if isinstance(error, OSError):
        return _BY_ERRNO.get(error.errno or 0, Trouble.FORBIDDEN)
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    if code == sqlite3.SQLITE_IOERR_SHMSIZE:
        return Trouble.FULL
    return _BY_SQLITE.get(code & _PRIMARY, Trouble.DAMAGED)
