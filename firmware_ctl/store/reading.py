"""Read the state back from a segment: quickly from a sound one, else as far as can be.

A sound segment is read backwards to its newest sum, so a start takes the same time after an evening
and after a year. From a damaged one the unbroken beginning gives the last good hash, and the newest
sum that is still followed by good links gives the state.
"""

import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from firmware_ctl.store.chain import START, Head, Link, Run, link_hash, read_link
from firmware_ctl.store.codec import BadRecord
from firmware_ctl.store.counting import counting
from firmware_ctl.store.database import FORMAT, Database
from firmware_ctl.store.fold import fold
from firmware_ctl.store.records import FileBegun
from firmware_ctl.store.state import State

VERIFIED_LINKS = 200
"""At a start at least so many of the newest links are checked, if there are so many."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a segment told: the state, the newest good link, and what is wrong, if anything.

    ``head`` is ``None`` where no record could be read, ``run`` is what the state was summed up of.
    """

    state: State = field(default_factory=State)
    head: Head | None = None
    flaw: str | None = None
    run: Run = field(default_factory=Run)


def read_segment(database: Database) -> Reading:
    """Read an open segment; whatever is wrong with it is told in the result."""
    try:
        if database.blank:
            return Reading()
        if database.format != FORMAT:
            flaw = f"its format is {database.format}, this version knows {FORMAT}"
            return Reading(flaw=flaw)
        newest = _newest_run(database)
        if not newest:
            return Reading(flaw="its records are gone")
        return Reading(_state(newest), newest[-1].head, run=Run().followed_by(newest))
    except (sqlite3.Error, BadRecord) as error:
        return _salvage(database, str(error))


def read_copy(path: Path) -> Reading:
    """Read a copy of a segment's files, where the files themselves may not be written to.

    Raises:
        OSError: they cannot even be copied.
    """
    with tempfile.TemporaryDirectory(prefix="mjtable-") as place:
        copy = Path(place) / path.name
        for suffix in ("", "-wal"):
            original = path.with_name(path.name + suffix)
            if original.exists():
                shutil.copyfile(original, copy.with_name(copy.name + suffix))
        try:
            database = Database.open(copy)
        except sqlite3.Error as error:
            return Reading(flaw=str(error))
        try:
            return read_segment(database)
        finally:
            database.close()


def _newest_run(database: Database) -> Sequence[Link]:
    """Return the links from the newest sum on, oldest first, after checking enough of them.

    Raises:
        BadRecord: a link does not follow the one before it.
    """
    run: list[Link] = []
    begin: int | None = None
    for count, link in enumerate(database.newest_first(), start=1):
        run.append(link)
        if begin is None and link.is_sum:
            begin = count
        if begin is not None and count > max(VERIFIED_LINKS, begin):
            break
    run.reverse()
    _verify(run)
    return run if begin is None else run[len(run) - begin :]


def _verify(run: Sequence[Link]) -> None:
    if run:
        _check_first(run[0])
    for before, link in pairwise(run):
        if not link.follows(before.head):
            raise BadRecord(f"record {link.sequence} does not follow record {before.sequence}")


def _check_first(link: Link) -> None:
    """Check the link that begins a file; one from within a file has nothing to be held against.

    Raises:
        BadRecord: it does not follow the hash that it names.
    """
    record = read_link(link).record
    if not isinstance(record, FileBegun):
        return
    try:
        before = bytes.fromhex(record.continues) if record.continues else START
    except ValueError:
        before = b""
    if link.hash != link_hash(before, link.body):
        raise BadRecord(f"record {link.sequence} does not follow the file that it names")


def _state(run: Sequence[Link]) -> State:
    return fold(State(), (read_link(link).record for link in counting(run)))


def _salvage(database: Database, flaw: str) -> Reading:
    beginning, head = _beginning(database)
    newest = _newest_sum(database)
    try:
        state = _state(newest or beginning)
    except BadRecord:
        state = State()
    if newest and (head is None or newest[-1].sequence > head.sequence):
        last = newest[-1]
        head = Head(last.boot, last.sequence, START if head is None else head.hash)
    return Reading(state, head, flaw)


def _beginning(database: Database) -> tuple[list[Link], Head | None]:
    """Return the links since the last sum of the unbroken beginning, and its newest link."""
    run: list[Link] = []
    head: Head | None = None
    for link in _as_far_as_can_be(database.oldest_first):
        try:
            if head is None:
                _check_first(link)
            elif not link.follows(head):
                break
        except BadRecord:
            break
        head = link.head
        if link.is_sum:
            run.clear()
        run.append(link)
    return run, head


def _newest_sum(database: Database) -> list[Link]:
    """Return the newest sum and the links after it, oldest first, if all of them are good."""
    run: list[Link] = []
    for link in _as_far_as_can_be(database.newest_first):
        if run and not run[-1].follows(link.head):
            return []
        run.append(link)
        if link.is_sum:
            run.reverse()
            return run
    return []


def _as_far_as_can_be(links: Callable[[], Iterator[Link]]) -> Iterator[Link]:
    try:
        yield from links()
    except sqlite3.Error:
        return
