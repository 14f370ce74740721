"""Keep the record small: close a file that has grown, and take the oldest closed files away.

Whole files go, never rows. Of each that goes its place in the chain is kept for ever, one line in
``seals.jsonl``: first and last number, the hash before and the last hash. So a chain that begins
later can still be seen to go on from what was there.
"""

import json
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path

from firmware_ctl.config.model import Record
from firmware_ctl.safe_files import remove, sync_directory, write
from firmware_ctl.store.chain import START, Link, read_link
from firmware_ctl.store.codec import BadRecord
from firmware_ctl.store.database import Database
from firmware_ctl.store.records import FileBegun
from firmware_ctl.store.segments import Segment, begin, segments

SEALS = "seals.jsonl"
DAY_MS = 86_400_000
MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Keep:
    """What is kept: files younger than so many days, of all files the newest so many bytes."""

    days: int
    most_bytes: int
    file_bytes: int


@dataclass(frozen=True, slots=True)
class Sealed:
    """What a closed file held: record numbers, hashes, and the newest time of a clock that was set.

    ``until_ms`` is ``None`` where the clock never was.
    """

    file: str
    first: int
    last: int
    before: str
    hash: str
    until_ms: int | None


def keep_small(root: Path, settings: Record, told: Callable[[str], None]) -> None:
    """Do as the configuration says before the record is opened; trouble is told, none is raised."""
    keep = Keep(settings.keep_days, settings.keep_mb * MIB, settings.file_mb * MIB)
    try:
        for sealed in retain(root, keep):
            told(f"records {sealed.first}..{sealed.last} were old and have been taken away")
    except OSError as error:
        told(f"old records stay: {error}")


def retain(root: Path, keep: Keep) -> tuple[Sealed, ...]:
    """Close the newest file if it has grown, and take away what is too old or too much.

    Nothing may have the record open. The file that a start reads its state from always stays. Files
    that cannot be read stay too, for whoever wants to look.

    Raises:
        OSError: a file cannot be looked at, written or taken away.
    """
    found = segments(root)
    if found and not found[-1].damaged and _bytes(found[-1]) > keep.file_bytes:
        begin(root, found[-1].number + 1)
    gone = tuple(sealed for segment in _leaving(found, keep) if (sealed := read_seal(segment)))
    for sealed in gone:
        _note(root, sealed)
        remove(root / sealed.file)
    if gone:
        sync_directory(root)
    return gone


def _leaving(found: Sequence[Segment], keep: Keep) -> list[Segment]:
    """Return the files that go, the oldest first; by the newest clock time of the record itself.

    The wall clock of this moment says nothing: it may not have been set yet.
    """
    seals = [(segment, read_seal(segment)) for segment in found]
    times = [seal.until_ms for _, seal in seals if seal is not None and seal.until_ms is not None]
    while seals and seals[-1][1] is None:
        seals.pop()
    closed = seals[:-1]  # the last one left is the one that a start reads its state from
    oldest_kept = max(times, default=0) - keep.days * DAY_MS
    kept_bytes = sum(map(_bytes, found))
    leaving = []
    for segment, seal in closed:
        too_old = seal is not None and seal.until_ms is not None and seal.until_ms < oldest_kept
        if not too_old and kept_bytes <= keep.most_bytes:
            break
        kept_bytes -= _bytes(segment)
        leaving.append(segment)
    return leaving


def read_seal(segment: Segment) -> Sealed | None:
    """Return what a file holds in one line; ``None`` where it holds nothing or cannot be read."""
    uri = f"{segment.path.absolute().as_uri()}?mode=ro"
    try:
        with closing(Database(sqlite3.connect(uri, uri=True))) as database:
            last = database.newest()
            first = None if last is None else next(database.oldest_first(), None)
            if first is None or last is None:
                return None
            note = read_link(last)
            return Sealed(
                segment.name, first.sequence, last.sequence, _before(first), last.hash.hex(),
                note.clock_ms if note.trusted else None,
            )  # fmt: skip
    except (sqlite3.Error, BadRecord):
        return None


def _before(first: Link) -> str:
    record = read_link(first).record
    return (record.continues or START.hex()) if isinstance(record, FileBegun) else ""


def _note(root: Path, sealed: Sealed) -> None:
    """Add a line; the same one twice after a power cut says nothing new."""
    seals = root / SEALS
    known = seals.read_bytes() if seals.exists() else b""
    line = json.dumps(asdict(sealed), sort_keys=True).encode() + b"\n"
    if line not in known:
        write(seals, known + line, 0o640)


def _bytes(segment: Segment) -> int:
    return sum(path.stat().st_size for path in segment.directory.glob("*"))
