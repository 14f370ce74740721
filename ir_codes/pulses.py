"""Pulses and spaces as the kernel tells them: mode2 words and mode2 text, both ways.

The parsers are sans-I/O: bytes in, in chunks of any size, pulses out. They never raise and keep at
most one unfinished word or line. What they cannot read becomes an ``OVERFLOW`` pulse, since an
unknown stretch of time is missing there, and the first such place is kept as a sentence.
"""

import struct
from collections.abc import Iterable
from enum import IntEnum
from typing import NamedTuple, Protocol

LONGEST_US = 0xFF_FFFF
"""A mode2 word has 24 bits for its value (include/uapi/linux/lirc.h)."""

LONGEST_LINE = 256
"""A line of mode2 text that is longer is no line of mode2 text."""


class Kind(IntEnum):
    """What a pulse is; the numbers are the top bytes of a mode2 word."""

    SPACE = 0
    PULSE = 1
    FREQUENCY = 2  # the carrier in Hz, no time
    TIMEOUT = 3  # silence so far; a following space goes on counting from here
    OVERFLOW = 4  # words were lost


class Pulse(NamedTuple):
    """One event of a receiver: its kind, and its length in µs (a frequency in Hz)."""

    kind: Kind
    us: int


LOST = Pulse(Kind.OVERFLOW, 0)


class PulseParser(Protocol):
    """Bytes of one format in, pulses out."""

    @property
    def problem(self) -> str | None:
        """Return the first thing that could not be read, as one sentence, or ``None``."""

    def feed(self, data: bytes) -> list[Pulse]:
        """Take the next bytes; return the pulses that they complete."""

    def close(self) -> list[Pulse]:
        """Take the end of the stream; return what it completes. The parser can be fed anew."""


class WordParser:
    """Parse 32-bit little-endian mode2 words: kind in the top byte, 24 bits of value below."""

    __slots__ = ("_position", "_tail", "problem")

    def __init__(self) -> None:
        self.problem: str | None = None
        self._tail = b""
        self._position = 0

    def feed(self, data: bytes) -> list[Pulse]:
        """Take the next bytes; return the pulses that they complete."""
        data = self._tail + data
        whole = len(data) & ~3
        self._tail = data[whole:]
        pulses = [self._pulse(word) for (word,) in struct.iter_unpack("<I", data[:whole])]
        self._position += whole
        return pulses

    def close(self) -> list[Pulse]:
        """Take the end of the stream; an unfinished word is lost."""
        if not self._tail:
            return []
        self._note(f"the stream ends in the middle of a word, after byte {self._position}")
        self._tail = b""
        return [LOST]

    def _pulse(self, word: int) -> Pulse:
        kind = word >> 24
        if kind < Kind.OVERFLOW:
            return Pulse(Kind(kind), word & LONGEST_US)
        if kind > Kind.OVERFLOW:
            self._note(f"a word of unknown kind {kind}: is this a stream of mode2 words?")
        return LOST

    def _note(self, problem: str) -> None:
        self.problem = self.problem or problem


_NAMES: dict[bytes, Kind] = {
    b"space": Kind.SPACE,
    b"pulse": Kind.PULSE,
    b"carrier": Kind.FREQUENCY,
    b"frequency": Kind.FREQUENCY,
    b"timeout": Kind.TIMEOUT,
}


class TextParser:
    """Parse mode2 text: ``pulse 560``, ``space 1690``, ``timeout 125000``, ``overflow``."""

    __slots__ = ("_line", "_skipping", "_tail", "problem")

    def __init__(self) -> None:
        self.problem: str | None = None
        self._tail = b""
        self._line = 1
        self._skipping = False

    def feed(self, data: bytes) -> list[Pulse]:
        """Take the next bytes; return the pulses that they complete."""
        *lines, self._tail = (self._tail + data).split(b"\n")
        pulses: list[Pulse] = []
        for line in lines:
            self._take(line, pulses)
            self._line += 1
            self._skipping = False
        if len(self._tail) > LONGEST_LINE:
            self._take(self._tail, pulses)
            self._tail = b""
            self._skipping = True
        return pulses

    def close(self) -> list[Pulse]:
        """Take the end of the stream as the end of the last line."""
        return self.feed(b"\n") if self._tail else []

    def _take(self, line: bytes, pulses: list[Pulse]) -> None:
        if self._skipping:  # the rest of a line that was too long, already reported
            return
        words = line.partition(b"#")[0].split()
        if not words:
            return
        pulse = _pulse_of(words)
        if pulse is None:
            shown = line[:40].decode("ascii", "backslashreplace")
            self.problem = self.problem or (
                f"line {self._line}: {shown!r} is no mode2 text; write 'pulse 560' or 'space 1690'"
            )
        pulses.append(pulse or LOST)


def _pulse_of(words: list[bytes]) -> Pulse | None:
    if words == [b"overflow"]:
        return LOST
    if len(words) != 2 or words[0] not in _NAMES or not words[1].isdigit() or len(words[1]) > 9:
        return None
    value = int(words[1])
    return Pulse(_NAMES[words[0]], value) if value <= LONGEST_US else None


class AutoParser:
    """Find out whether a stream is words or text, then parse it as such.

    The fourth byte of a mode2 word is its kind, 0..4; no text has such a byte.
    """

    __slots__ = ("_head", "_parser")

    def __init__(self) -> None:
        self._head = b""
        self._parser: PulseParser | None = None

    @property
    def problem(self) -> str | None:
        """Return the first thing that could not be read, as one sentence, or ``None``."""
        return self._parser.problem if self._parser else None

    def feed(self, data: bytes) -> list[Pulse]:
        """Take the next bytes; return the pulses that they complete."""
        if self._parser is None:
            self._head += data
            if len(self._head) < 4:
                return []
            self._parser = WordParser() if self._head[3] <= Kind.OVERFLOW else TextParser()
            data, self._head = self._head, b""
        return self._parser.feed(data)

    def close(self) -> list[Pulse]:
        """Take the end of the stream; fewer than four bytes are taken as text."""
        pulses: list[Pulse] = []
        if self._parser is None:
            self._parser = TextParser()
            pulses = self._parser.feed(self._head)
            self._head = b""
        return pulses + self._parser.close()


def as_words(pulses: Iterable[Pulse]) -> bytes:
    """Return pulses as mode2 words; overflow carries the value that the kernel gives it."""
    return b"".join(
        struct.pack("<I", kind << 24 | (LONGEST_US if kind is Kind.OVERFLOW else _checked(us)))
        for kind, us in pulses
    )


def as_text(pulses: Iterable[Pulse]) -> str:
    """Return pulses as mode2 text, one a line."""
    return "".join(
        "overflow\n" if kind is Kind.OVERFLOW else f"{_WORDS[kind]} {_checked(us)}\n"
        for kind, us in pulses
    )


_WORDS = {
    Kind.SPACE: "space",
    Kind.PULSE: "pulse",
    Kind.FREQUENCY: "carrier",
    Kind.TIMEOUT: "timeout",
}


def _checked(us: int) -> int:
    if not 0 <= us <= LONGEST_US:
        raise ValueError(f"{us} µs: a mode2 word holds 0..{LONGEST_US}")
    return us


def from_durations(durations_us: Iterable[int]) -> Iterable[Pulse]:
    """Yield alternating marks and spaces, the first a mark."""
    kind = Kind.PULSE
    for us in durations_us:
        yield Pulse(kind, us)
        kind = Kind.SPACE if kind is Kind.PULSE else Kind.PULSE
