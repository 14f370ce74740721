"""Check a journal from its first line to its last, and name the first thing that is wrong.

Three questions, in this order for every record: is it the next one, do its bytes have the hash that
follows from all records before, and is what it claims true (:mod:`.claims`). Signatures vouch for
what stands before them. A record that was damaged on the table's card is a gap, which the record
itself names and a signature covers; it is told and is no flaw.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256

from rules.integrity.commitment.claims import Claims
from rules.integrity.commitment.flaws import Flaw, Wrong
from rules.integrity.commitment.lines import (
    MOST_LINE_BYTES,
    BadLine,
    Header,
    RecordLine,
    SignatureLine,
    read_header,
    read_line,
    signed_bytes,
)
from rules.integrity.commitment.told import HandTold

Verify = Callable[[bytes, bytes, bytes], bool]
"""Tell whether a signature (second) over a message (third) was made with a public key (first)."""

_START = bytes(32)


@dataclass(frozen=True, slots=True)
class Gap:
    """Records that the table itself lost: from one number to another; none if ``last < first``."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of a check: ``head`` is the last good hash, ``records`` how many were good.

    ``unwritten`` counts the records that the table says it could not write.
    """

    header: Header | None
    records: int
    last: int
    head: str
    gaps: tuple[Gap, ...]
    unwritten: int
    hands: tuple[HandTold, ...]
    flaw: Flaw | None

    @property
    def good(self) -> bool:
        """Tell whether nothing is wrong."""
        return self.flaw is None


def check_journal(lines: Iterable[bytes], verify: Verify, key: str | None = None) -> Checked:
    """Check a journal, given as lines with their ends; ``key`` is the table's, where it is known.

    Nothing is raised, whatever the bytes are.
    """
    check = _Check(verify, key)
    flaw = check.run(iter(lines))
    return Checked(
        check.header,
        check.records,
        check.last,
        check.hash.hex(),
        tuple(check.gaps),
        check.claims.unwritten,
        tuple(check.claims.hands),
        flaw,
    )


class _Check:
    """One check under way."""

    def __init__(self, verify: Verify, key: str | None) -> None:
        self._verify = verify
        self._expected_key = key
        self._first_line = b""
        self._signed = 0
        self._boot = 0
        self._line = 0
        self._ended = False
        self.header: Header | None = None
        self.claims = Claims()
        self.gaps: list[Gap] = []
        self.records = 0
        self.last = 0
        self.hash = _START

    def run(self, lines: Iterator[bytes]) -> Flaw | None:
        for line in lines:
            self._line += 1
            flaw = self._take(line)
            if flaw is not None:
                return flaw
        if self.header is None:
            return self._flaw(Wrong.NO_JOURNAL)
        return None if self._ended else self._flaw(Wrong.TRUNCATED, record=self.last)

    def _take(self, line: bytes) -> Flaw | None:
        if self._ended:
            return self._flaw(Wrong.AFTER_END)
        if not line.endswith(b"\n") or len(line) > MOST_LINE_BYTES:
            unread = Wrong.NO_JOURNAL if self.header is None else Wrong.TRUNCATED
            return self._flaw(unread, record=self.last)
        content = line[:-1]
        try:
            if self.header is None:
                return self._begin(content, read_header(content))
            told = read_line(content)
        except BadLine:
            if self.header is None:
                return self._flaw(Wrong.NO_JOURNAL)
            return self._flaw(Wrong.LINE, record=self.last + 1)
        if isinstance(told, SignatureLine):
            return self._signature(told)
        return self._record(told)

    def _begin(self, line: bytes, header: Header) -> Flaw | None:
        self._first_line, self.header = line, header
        self.hash = bytes.fromhex(header.after)
        self.last = self._signed = header.first - 1
        if self._expected_key is not None and header.key != self._expected_key:
            return self._flaw(Wrong.OTHER_KEY)
        return None

    def _record(self, told: RecordLine) -> Flaw | None:
        match told.envelope:
            case {"seq": int(number), "boot": int(boot), "kind": str(kind), "data": dict(data)}:
                pass
            case _:
                return self._flaw(Wrong.LINE, record=self.last + 1)
        before, due = self.hash, self.last + 1
        if kind == "file" and self.records:
            before, due = self._across_files(number, data)
        wrong = self._place(number, due, boot)
        if wrong is not None:
            return self._flaw(wrong, record=due)
        if sha256(before + told.body).digest() != told.hash:
            return self._flaw(Wrong.CHANGED, record=number)
        if kind == "file" and self.records:
            self.gaps.append(Gap(self.last + 1, number - 1))
            self.claims.forget()
        self.hash, self.last, self._boot = told.hash, number, boot
        self.records += 1
        claimed = self.claims.take(number, boot, kind, data)
        return None if claimed is None else self._flaw(claimed, record=number)

    def _across_files(self, number: int, data: dict[str, object]) -> tuple[bytes, int]:
        """Return what the first record of a new file follows; it may tell of lost records."""
        continues = data.get("continues")
        if continues == _START.hex() and number > self.last:
            return _START, number
        if continues == self.hash.hex() and number > self.last:
            return self.hash, number
        return self.hash, self.last + 1

    def _place(self, number: int, due: int, boot: int) -> Wrong | None:
        if number < due:
            return Wrong.AGAIN
        if number > due:
            return Wrong.ABSENT
        return Wrong.CHANGED if boot < self._boot else None

    def _signature(self, told: SignatureLine) -> Flaw | None:
        if self.header is None:
            raise AssertionError("a header stands before every signature")
        message = signed_bytes(self._first_line, told.upto, self.hash, end=told.end)
        key = bytes.fromhex(self.header.key)
        if told.upto != self.last or not self._verify(key, told.signature, message):
            return self._flaw(Wrong.SIGNATURE, record=min(self._signed + 1, self.last))
        self._signed, self._ended = told.upto, told.end
        return None

    def _flaw(self, wrong: Wrong, record: int | None = None) -> Flaw:
        return Flaw(wrong, self._line, record)
