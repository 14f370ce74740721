"""What is said to the board, one exchange at a time: a request, and which reply answers it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from hal.line.commands import Write
from hal.line.rings import Entry, RingRead
from hal.modbus import (
    Function,
    ReadRegisters,
    ReadWriteRegisters,
    Reply,
    Request,
    Words,
    WriteDone,
    WriteRegisters,
)


class Exchange(Protocol):
    """A request, made anew with a fresh nonce at every try, and its reply."""

    def request(self, nonce: int) -> Request:
        """Return what is sent."""

    def take(self, reply: Reply, nonce: int, sent: float, heard: float) -> bool:
        """Use a reply if it answers the request that carried ``nonce``; tell whether it did."""


class Command(Protocol):
    """Contents of a command block."""

    def write(self, nonce: int) -> Write:
        """Return the block."""


Answered = Callable[[tuple[int, ...], float, float], None]
"""Takes the words read, and when the request was sent and the reply heard."""


@dataclass(frozen=True, slots=True)
class Say:
    """FC 23: write a command block, read a block that begins with the nonce echo."""

    command: Command
    read_address: int
    read_count: int
    answered: Answered

    def request(self, nonce: int) -> Request:
        """Return what is sent."""
        address, words = self.command.write(nonce)
        return ReadWriteRegisters(self.read_address, self.read_count, address, words)

    def take(self, reply: Reply, nonce: int, sent: float, heard: float) -> bool:
        """Use the reply that echoes this very nonce."""
        if not isinstance(reply, Words) or reply.function != Function.READ_WRITE:
            return False
        words = reply.words
        if len(words) != self.read_count or words[0] != nonce:
            return False
        self.answered(words, sent, heard)
        return True


@dataclass(frozen=True, slots=True)
class ReadRing:
    """FC 04: read entries of a ring, which carry their own numbers."""

    read: RingRead
    answered: Callable[[list[Entry]], None]

    def request(self, _: int) -> Request:
        """Return what is sent."""
        return ReadRegisters(Function.READ_INPUT, self.read.address, self.read.words)

    def take(self, reply: Reply, _nonce: int, _sent: float, _heard: float) -> bool:
        """Use the reply with the entries that were asked for."""
        if not isinstance(reply, Words) or reply.function != Function.READ_INPUT:
            return False
        entries = self.read.entries(reply.words)
        if entries is None:
            return False
        self.answered(entries)
        return True


@dataclass(frozen=True, slots=True)
class ReadBlock:
    """FC 04: read a block that has no nonce, while no late reply of its length can come."""

    address: int
    count: int
    answered: Answered

    def request(self, _: int) -> Request:
        """Return what is sent."""
        return ReadRegisters(Function.READ_INPUT, self.address, self.count)

    def take(self, reply: Reply, _nonce: int, sent: float, heard: float) -> bool:
        """Use a reply of the right length."""
        if not isinstance(reply, Words) or reply.function != Function.READ_INPUT:
            return False
        if len(reply.words) != self.count:
            return False
        self.answered(reply.words, sent, heard)
        return True


@dataclass(frozen=True, slots=True)
class Set:
    """FC 16: write settings; whoever needs to be sure reads them back."""

    address: int
    words: tuple[int, ...]
    answered: Callable[[], None]

    def request(self, _: int) -> Request:
        """Return what is sent."""
        return WriteRegisters(self.address, self.words)

    def take(self, reply: Reply, _nonce: int, _sent: float, _heard: float) -> bool:
        """Use the echo of this write."""
        if reply != WriteDone(Function.WRITE_MANY, self.address, len(self.words)):
            return False
        self.answered()
        return True
