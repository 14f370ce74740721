"""Read the notes of a table's record, the newest segments first, without getting in its way."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

from firmware_ctl.store.chain import read_link
from firmware_ctl.store.codec import BadRecord
from firmware_ctl.store.database import Database
from firmware_ctl.store.records import Note
from firmware_ctl.store.segments import segments

MOST_NOTES = 200_000
"""The newest notes that are looked at: more than a month of evenings."""


def newest_notes(root: Path) -> list[Note]:
    """Return the newest notes of a record in their order; what cannot be read is left out."""
    found: list[Note] = []
    for segment in reversed(segments(root)):
        if segment.damaged:
            continue
        for note in _newest_first(segment.path):
            found.append(note)
            if len(found) >= MOST_NOTES:
                return found[::-1]
    return found[::-1]


def _newest_first(path: Path) -> Iterator[Note]:
    if not path.exists():
        return
    try:
        connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True, check_same_thread=False)
        database = Database(connection)
    except sqlite3.Error:
        return
    try:
        for link in database.newest_first():
            yield read_link(link)
    except (sqlite3.Error, BadRecord):
        return  # an unbroken tail is enough for a picture; the check of the record tells the rest
    finally:
        database.close()
