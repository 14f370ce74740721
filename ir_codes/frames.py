"""What decoders find in a stream, whatever the protocol. Times are µs since the stream began."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol as Interface

from ir_codes.joiner import Mark
from ir_codes.pulses import Kind


class Protocol(StrEnum):
    """The name of a protocol, as shown and as written in captures."""

    NEC = "nec"
    NEC2 = "nec2"  # sends the whole frame again where NEC sends a repeat frame
    NECX = "necx"  # NEC's bits after a leader of 4.5 + 4.5 ms
    TC9012 = "tc9012"  # the same, its address sent twice
    RC5 = "rc5"
    RC6 = "rc6"
    SIRC = "sirc"


class Reason(StrEnum):
    """Why a signal gave no key."""

    LEADER = "leader"  # data without a leader, or with another protocol's
    LENGTH = "length"  # an interval that is neither bit
    BIT_COUNT = "bit-count"  # more than 32 bits: another protocol, whatever the first 32 say
    INVERSE = "inverse"  # the command and its inverse disagree
    TRUNCATED = "truncated"  # fewer than 32 bits
    OVERLAP = "overlap"  # two remotes at once
    NOISE = "noise"  # a few pulses that are nothing
    UNPAIRED = "unpaired"  # a good frame of a key that the key map does not know


@dataclass(frozen=True, slots=True)
class Frame:
    """A complete, checked frame (起始码, 用户码, 数据码).

    ``address`` has 8 bits when the second byte is the inverse of the first, else 16 and
    ``extended`` is set; ``raw`` are all bits, of NEC and its kin 32, the first bit sent is bit 0.
    In RC-5 and RC-6 the first bit sent is the highest; their toggle bit, which turns with every
    press, is part of ``raw`` alone.
    """

    address: int
    extended: bool
    command: int
    raw: int
    at_us: int
    end_us: int
    protocol: Protocol = Protocol.NEC


@dataclass(frozen=True, slots=True)
class RepeatFrame:
    """The short frame that says no more than: still held (重复码)."""

    at_us: int
    end_us: int


@dataclass(frozen=True, slots=True)
class Rejected:
    """A signal that gave no key, when it began and why."""

    reason: Reason
    at_us: int


Result = Frame | RepeatFrame | Rejected

Reader = Callable[[Sequence[Mark]], Frame | RepeatFrame | None]
"""Reads all marks between two silences as one protocol's frame, or finds that they are none."""


class Decoder(Interface):
    """Pulses in, results out; constant memory. Each protocol has one."""

    @property
    def known_until_us(self) -> int:
        """Return the time up to which all is told; what is under way began after it."""

    def feed(self, kind: Kind, us: int) -> Sequence[Result]:
        """Take one pulse; return what it settles."""

    def idle(self, us: int) -> Sequence[Result]:
        """Judge as if ``us`` of silence followed now; the stream's time does not move."""
