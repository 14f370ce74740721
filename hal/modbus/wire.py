"""Turn messages into frames and whole frames into messages."""

import struct

from hal.modbus.crc import sealed
from hal.modbus.messages import (
    IDENTIFICATION,
    MOST_BITS,
    MOST_READ,
    MOST_READ_WRITTEN,
    MOST_WRITTEN,
    Bits,
    ExceptionCode,
    ExceptionReply,
    Function,
    Identification,
    ModbusError,
    ReadBits,
    ReadIdentification,
    ReadRegisters,
    ReadWriteRegisters,
    Reply,
    Request,
    Words,
    WriteCoil,
    WriteDone,
    WriteRegister,
    WriteRegisters,
)

EXCEPTION = 0x80
CONFORMITY = 0x81
"""Basic identification, as a stream and object by object."""


def pack_words(words: tuple[int, ...]) -> bytes:
    """Return words as big-endian bytes."""
    return struct.pack(f">{len(words)}H", *words)


def unpack_words(data: bytes) -> tuple[int, ...]:
    """Return big-endian bytes as words."""
    return struct.unpack(f">{len(data) // 2}H", data)


def encode_request(unit: int, request: Request) -> bytes:
    """Return a request's frame."""
    match request:
        case ReadRegisters(function, address, count) | ReadBits(function, address, count):
            body = struct.pack(">BBHH", unit, function, address, count)
        case WriteRegister(address, value):
            body = struct.pack(">BBHH", unit, Function.WRITE_ONE, address, value)
        case WriteCoil(address, value):
            body = struct.pack(">BBHH", unit, Function.WRITE_COIL, address, value)
        case WriteRegisters(address, words):
            head = struct.pack(
                ">BBHHB", unit, Function.WRITE_MANY, address, len(words), 2 * len(words)
            )
            body = head + pack_words(words)
        case ReadWriteRegisters(read_address, read_count, write_address, words):
            head = struct.pack(
                ">BBHHHHB", unit, Function.READ_WRITE, read_address, read_count,
                write_address, len(words), 2 * len(words),
            )  # fmt: skip
            body = head + pack_words(words)
        case ReadIdentification(level, object_id):
            body = struct.pack(
                ">BBBBB", unit, Function.ENCAPSULATED, IDENTIFICATION, level, object_id
            )
    return sealed(body)


def decode_request(frame: bytes) -> Request:
    """Take a request's whole frame apart; unit and CRC are checked already.

    Raises:
        ModbusError: the function is not known, or a count is out of range or not that of the bytes.
    """
    match frame[1]:
        case Function.READ_HOLDING | Function.READ_INPUT if len(frame) == 8:
            address, count = struct.unpack_from(">HH", frame, 2)
            return ReadRegisters(Function(frame[1]), address, _counted(count, MOST_READ))
        case Function.READ_COILS | Function.READ_INPUTS if len(frame) == 8:
            address, count = struct.unpack_from(">HH", frame, 2)
            return ReadBits(Function(frame[1]), address, _counted(count, MOST_BITS))
        case Function.WRITE_COIL if len(frame) == 8:
            return WriteCoil(*struct.unpack_from(">HH", frame, 2))
        case Function.WRITE_ONE if len(frame) == 8:
            return WriteRegister(*struct.unpack_from(">HH", frame, 2))
        case Function.WRITE_MANY if len(frame) >= 9:
            address, count = struct.unpack_from(">HH", frame, 2)
            return WriteRegisters(address, _written(frame[6:-2], count, MOST_WRITTEN))
        case Function.READ_WRITE if len(frame) >= 13:
            read_address, read_count, address, count = struct.unpack_from(">HHHH", frame, 2)
            words = _written(frame[10:-2], count, MOST_READ_WRITTEN)
            return ReadWriteRegisters(read_address, _counted(read_count, MOST_READ), address, words)
        case Function.ENCAPSULATED if len(frame) == 7 and frame[2] == IDENTIFICATION:
            if not 1 <= frame[3] <= 4:
                raise ModbusError(ExceptionCode.VALUE)
            return ReadIdentification(frame[3], frame[4])
    raise ModbusError(ExceptionCode.FUNCTION)


def _counted(count: int, most: int) -> int:
    if not 1 <= count <= most:
        raise ModbusError(ExceptionCode.VALUE)
    return count


def _written(counted_bytes: bytes, count: int, most: int) -> tuple[int, ...]:
    """Return the words behind a byte count, which must agree with the count of registers."""
    data = counted_bytes[1:]
    if _counted(count, most) * 2 != counted_bytes[0] or len(data) != counted_bytes[0]:
        raise ModbusError(ExceptionCode.VALUE)
    return unpack_words(data)


def encode_reply(unit: int, reply: Reply) -> bytes:
    """Return a reply's frame."""
    match reply:
        case Words(function, words):
            body = struct.pack(">BBB", unit, function, 2 * len(words)) + pack_words(words)
        case Bits(function, bits):
            packed = _pack_bits(bits)
            body = struct.pack(">BBB", unit, function, len(packed)) + packed
        case WriteDone(function, address, value):
            body = struct.pack(">BBHH", unit, function, address, value)
        case ExceptionReply(function, code):
            body = struct.pack(">BBB", unit, function | EXCEPTION, code)
        case Identification(objects):
            head = struct.pack(
                ">BBBBBBBB", unit, Function.ENCAPSULATED, IDENTIFICATION, 1, CONFORMITY, 0, 0,
                len(objects),
            )  # fmt: skip
            body = head + b"".join(
                struct.pack(">BB", number, len(text)) + text for number, text in objects.items()
            )
    return sealed(body)


def decode_reply(frame: bytes) -> Reply:
    """Take a reply's whole frame apart; unit, length and CRC are checked already.

    Raises:
        ModbusError: the function is not known, or identification objects do not fill the frame.
    """
    function = frame[1]
    if function & EXCEPTION:
        return ExceptionReply(function & ~EXCEPTION, frame[2])
    match function:
        case Function.READ_HOLDING | Function.READ_INPUT | Function.READ_WRITE:
            return Words(function, unpack_words(frame[3:-2]))
        case Function.READ_COILS | Function.READ_INPUTS:
            return Bits(
                function, tuple(bool(byte >> n & 1) for byte in frame[3:-2] for n in range(8))
            )
        case Function.WRITE_COIL | Function.WRITE_ONE | Function.WRITE_MANY:
            return WriteDone(function, *struct.unpack_from(">HH", frame, 2))
        case Function.ENCAPSULATED:
            return Identification(_objects(frame))
    raise ModbusError(ExceptionCode.FUNCTION)


def _pack_bits(bits: tuple[bool, ...]) -> bytes:
    packed = bytearray(-(-len(bits) // 8))
    for place, bit in enumerate(bits):
        packed[place // 8] |= bit << place % 8
    return bytes(packed)


def _objects(frame: bytes) -> dict[int, bytes]:
    objects: dict[int, bytes] = {}
    at, end = 8, len(frame) - 2
    for _ in range(frame[7]):
        if at + 2 > end or at + 2 + frame[at + 1] > end:
            raise ModbusError(ExceptionCode.VALUE)
        objects[frame[at]] = frame[at + 2 : at + 2 + frame[at + 1]]
        at += 2 + frame[at + 1]
    return objects
