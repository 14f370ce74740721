"""The requests and replies that are spoken, as plain values; words are 0..65,535."""

from dataclasses import dataclass
from enum import IntEnum

MOST_READ = 125
"""Registers of one read (V1.1b3, 6.3)."""

MOST_BITS = 2000
"""Bits of one read (V1.1b3, 6.1)."""

MOST_WRITTEN = 123
"""Registers of one FC 16 (V1.1b3, 6.12)."""

MOST_READ_WRITTEN = 121
"""Registers written by one FC 23 (V1.1b3, 6.17)."""


class Function(IntEnum):
    """Function codes."""

    READ_COILS = 1
    READ_INPUTS = 2
    READ_HOLDING = 3
    READ_INPUT = 4
    WRITE_COIL = 5
    WRITE_ONE = 6
    WRITE_MANY = 16
    READ_WRITE = 23
    ENCAPSULATED = 43


IDENTIFICATION = 14
"""The only encapsulated function: read device identification."""


class ExceptionCode(IntEnum):
    """Why a request was not done."""

    FUNCTION = 1
    ADDRESS = 2
    VALUE = 3
    STATE = 4
    BUSY = 6


class ModbusError(Exception):
    """A request that is answered with an exception; or a frame that says nothing sensible."""

    def __init__(self, code: ExceptionCode, text: str = "") -> None:
        super().__init__(text or code.name.lower())
        self.code = code


@dataclass(frozen=True, slots=True)
class ReadRegisters:
    """FC 03 or 04: read ``count`` registers (1..125) from ``address``."""

    function: Function
    address: int
    count: int


@dataclass(frozen=True, slots=True)
class ReadBits:
    """FC 01 or 02: read ``count`` bits (1..2000) from ``address``."""

    function: Function
    address: int
    count: int


@dataclass(frozen=True, slots=True)
class WriteCoil:
    """FC 05: write one coil; 0xFF00 is on, 0 off, and some modules give other values a meaning."""

    address: int
    value: int


@dataclass(frozen=True, slots=True)
class WriteRegister:
    """FC 06: write one register."""

    address: int
    value: int


@dataclass(frozen=True, slots=True)
class WriteRegisters:
    """FC 16: write up to 123 registers."""

    address: int
    words: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ReadWriteRegisters:
    """FC 23: write up to 121 registers, then read up to 125."""

    read_address: int
    read_count: int
    write_address: int
    words: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ReadIdentification:
    """FC 43/14: read identification objects; ``level`` 1..3 is a stream, 4 one object."""

    level: int = 1
    object_id: int = 0


Request = (
    ReadRegisters
    | ReadBits
    | WriteCoil
    | WriteRegister
    | WriteRegisters
    | ReadWriteRegisters
    | ReadIdentification
)


@dataclass(frozen=True, slots=True)
class Words:
    """What was read by FC 03, 04 or 23."""

    function: int
    words: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bits:
    """What was read by FC 01 or 02, padded to whole bytes with False."""

    function: int
    bits: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class WriteDone:
    """FC 05, 06 or 16 is done; ``value`` is the word, or how many registers were written."""

    function: int
    address: int
    value: int


@dataclass(frozen=True, slots=True)
class Identification:
    """Identification objects by number: 0 vendor, 1 product, 2 revision."""

    objects: dict[int, bytes]


@dataclass(frozen=True, slots=True)
class ExceptionReply:
    """The request was not done; ``code`` may be one that is not known here."""

    function: int
    code: int


Reply = Words | Bits | WriteDone | Identification | ExceptionReply
