"""Write a backup of a table, also of one that is running."""

import sqlite3
import time
import zipfile
from collections.abc import Callable
from contextlib import closing
from hashlib import file_digest
from pathlib import Path
from tempfile import TemporaryDirectory

from firmware_ctl.backup.contents import LIST, Contents, Entry, Part, listed
from firmware_ctl.backup.places import Places
from firmware_ctl.safe_files import writing

_MODE = 0o600
"""A backup holds what only the owner should read."""


def pack(
    places: Places,
    target: Path,
    *,
    version: str,
    table: str,
    keys: bool = False,
    clock: Callable[[], float] = time.time,
) -> Contents:
    """Write a backup, in place of an older one of that name, and return what it holds.

    Raises:
        OSError: something cannot be read or written; an older backup of that name stands.
    """
    with (
        TemporaryDirectory(prefix=".backup-", dir=target.parent) as place,
        writing(target, _MODE) as file,
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive,
    ):
        entries = []
        for name, path in places.files(keys=keys):
            copy = Path(place) / "copy"
            _copy(name, path, copy)
            archive.write(copy, name)
            with copy.open("rb") as content:
                digest = file_digest(content, "sha256").hexdigest()
            entries.append(Entry(name, copy.stat().st_size, digest))
            copy.unlink()
        contents = Contents(version, table, int(clock()), tuple(entries))
        archive.writestr(LIST, listed(contents))
    return contents


def _copy(name: str, path: Path, copy: Path) -> None:
    """Copy a file as it is at one moment; a database by its own means, log and all.

    A damaged database, which SQLite does not read, is copied as it lies.
    """
    if name.startswith(f"{Part.RECORD}/"):
        try:
            _copy_database(path, copy)
        except sqlite3.Error:
            copy.unlink(missing_ok=True)
        else:
            return
    copy.write_bytes(path.read_bytes())


def _copy_database(path: Path, copy: Path) -> None:
    source = f"{path.absolute().as_uri()}?mode=ro"
    with (
        closing(sqlite3.connect(source, uri=True)) as live,
        closing(sqlite3.connect(copy)) as still,
    ):
        live.backup(still)
