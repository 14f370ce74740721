"""The chain of hashes: every record's hash covers its bytes and the hash of the record before.

Whoever knows the last hash knows that nothing before it was changed, left out or put in. The hash
is SHA-256 over the previous hash (32 bytes) and the record's canonical bytes; the first record of
all follows 32 zero bytes. Sequence numbers go on across starts and files and never restart.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256

from firmware_ctl.store.codec import BadRecord, canonical, plain, typed
from firmware_ctl.store.records import KINDS, Foreign, Note, Record, Summed

START = bytes(32)
"""What the very first record follows."""

_KIND_MARK = b'"kind":"'


@dataclass(frozen=True, slots=True)
class Head:
    """The newest link: its start's number, its sequence number, its hash."""

    boot: int = 0
    sequence: int = 0
    hash: bytes = START


@dataclass(frozen=True, slots=True)
class Link:
    """One record as it is kept."""

    sequence: int
    boot: int
    body: bytes
    hash: bytes

    @property
    def head(self) -> Head:
        """Return this link as the newest one."""
        return Head(self.boot, self.sequence, self.hash)

    @property
    def kind(self) -> str:
        """Return the name of the record's kind, without reading its data.

        The envelope's names are in order, and those behind this one hold numbers, so it is the last
        one that stands there; quotes within texts are escaped in JSON.
        """
        return self.body.rpartition(_KIND_MARK)[2].partition(b'"')[0].decode(errors="replace")

    @property
    def is_sum(self) -> bool:
        """Tell whether the record sums up all before."""
        return self.kind == Summed.kind

    def follows(self, before: Head) -> bool:
        """Tell whether this is the link after ``before``."""
        return (
            self.sequence == before.sequence + 1
            and self.boot >= before.boot
            and self.hash == link_hash(before.hash, self.body)
        )


@dataclass(frozen=True, slots=True)
class Run:
    """The links from the newest sum on: how many follow it, their bytes, and its own; 0 without."""

    links: int = 0
    length: int = 0
    sum_length: int = 0

    def followed_by(self, links: Iterable[Link]) -> "Run":
        """Return the run with further links; a sum among them begins another one."""
        run = self
        for link in links:
            size = len(link.body)
            run = (
                Run(0, 0, size)
                if link.is_sum
                else Run(run.links + 1, run.length + size, run.sum_length)
            )
        return run

    def is_long(self, most_links: int, share: int) -> bool:
        """Tell whether so many links follow the sum, or so many times its own bytes."""
        too_long = self.sum_length and self.length >= share * self.sum_length
        return self.links >= most_links or bool(too_long)


def link_hash(before: bytes, body: bytes) -> bytes:
    """Return the hash of a record's bytes that follow the hash ``before``."""
    return sha256(before + body).digest()


def chained(head: Head, boot: int, notes: Iterable[Note]) -> Iterator[Link]:
    """Yield the links of records that follow ``head``, written in start number ``boot``."""
    sequence, before = head.sequence, head.hash
    for note in notes:
        sequence += 1
        body = canonical(
            {
                "at": note.at_ms,
                "boot": boot,
                "clock": note.clock_ms,
                "data": plain(note.record),
                "kind": _name(note.record),
                "seq": sequence,
                "trusted": note.trusted,
            }
        )
        before = link_hash(before, body)
        yield Link(sequence, boot, body, before)


def read_link(link: Link) -> Note:
    """Return the record in a link.

    Raises:
        BadRecord: its bytes are no record, or not the one that the link's columns name.
    """
    try:
        envelope = json.loads(link.body)
        record = _record(envelope["kind"], envelope["data"])
        named = envelope["seq"], envelope["boot"]
        note = Note(record, envelope["at"], envelope["clock"], envelope["trusted"])
    except (ValueError, KeyError, TypeError) as error:
        raise BadRecord(f"record {link.sequence}: {error}") from error
    if named != (link.sequence, link.boot):
        raise BadRecord(f"record {link.sequence} of start {link.boot} calls itself {named}")
    return note


def _record(name: str, data: object) -> Record:
    kind = KINDS.get(name)
    if kind is None:
        return Foreign(name)
    record: Record = typed(kind, data)
    return record


def _name(record: Record) -> str:
    return record.name if isinstance(record, Foreign) else record.kind
