"""Read a table's whole chain from its files, also while the daemon writes to the newest one."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import zip_longest
from pathlib import Path

from firmware_ctl.store.chain import Head, Link, read_link
from firmware_ctl.store.codec import BadRecord
from firmware_ctl.store.database import Database
from firmware_ctl.store.records import FileBegun
from firmware_ctl.store.segments import Segment, segments


class RecordUnreadable(Exception):
    """A record's file cannot be read; the text says which and why."""


def chain_links(root: Path, after: int = -1) -> Iterator[Link]:
    """Yield every good link under ``root`` behind the sequence number ``after``, the oldest first.

    Of a damaged file these are the ones up to that which the next file goes on from.

    Raises:
        RecordUnreadable: a file that is not known to be damaged cannot be read to its end.
    """
    found = segments(root)
    for segment, following in zip_longest(found, found[1:]):
        if following is None:
            yield from _good_links(segment, None, after)
        elif not _begins_by(following, after + 1):
            links = _good_links(segment, _continued(following))
            yield from (link for link in links if link.sequence > after)


def _good_links(segment: Segment, until: bytes | None, after: int = -1) -> Iterator[Link]:
    flaw = "its records do not follow each other"
    before: Head | None = None
    try:
        with closing(_opened(segment)) as database:
            for link in () if database.blank else database.oldest_first(after):
                if before is not None and not link.follows(before):
                    break
                yield link
                before = link.head
                if link.hash == until:
                    return
            else:
                return
    except sqlite3.Error as error:
        flaw = str(error)
    if until is None:
        raise RecordUnreadable(f"{segment.path}: {flaw}")


def _begins_by(segment: Segment, sequence: int) -> bool:
    """Tell whether a file begins at a sequence number or before; one that cannot tell does not."""
    first = _first(segment)
    return first is not None and first.sequence <= sequence


def _continued(segment: Segment) -> bytes | None:
    """Return the hash that a file goes on from, if it tells."""
    first = _first(segment)
    try:
        told = None if first is None else read_link(first).record
        return bytes.fromhex(told.continues) if isinstance(told, FileBegun) else None
    except (BadRecord, ValueError):
        return None


def _first(segment: Segment) -> Link | None:
    try:
        with closing(_opened(segment)) as database:
            return None if database.blank else next(database.oldest_first(), None)
    except sqlite3.Error:
        return None


def _opened(segment: Segment) -> Database:
    uri = f"{segment.path.absolute().as_uri()}?mode=ro"
    return Database(sqlite3.connect(uri, uri=True))
