"""A Modbus server on some registers: request bytes in, reply bytes out."""

from typing import Protocol

from hal.modbus.crc import is_sealed
from hal.modbus.messages import (
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
from hal.modbus.stream import RequestStream
from hal.modbus.wire import decode_request, encode_reply


class Registers(Protocol):
    """What a server serves. Both calls raise ``ModbusError`` for what they cannot do."""

    def read(self, address: int, count: int) -> tuple[int, ...]:
        """Return ``count`` words from ``address``, read at one moment."""

    def write(self, address: int, words: tuple[int, ...]) -> None:
        """Write words from ``address``, all or none."""

    def identification(self) -> dict[int, bytes]:
        """Return the identification objects 0, 1 and 2."""


class Server:
    """Answer one unit's requests; what is damaged or for another unit gets silence."""

    __slots__ = ("_registers", "_stream", "_unit", "requests")

    def __init__(self, unit: int, registers: Registers) -> None:
        self._unit = unit
        self._registers = registers
        self._stream = RequestStream(unit)
        self.requests = 0

    @property
    def crc_errors(self) -> int:
        """Return how many frames have not fitted their CRC."""
        return self._stream.crc_errors

    def feed(self, data: bytes) -> list[bytes]:
        """Take bytes and return the replies to the requests that they complete."""
        return [self._answer(frame) for frame in self._stream.feed(data)]

    def silence(self) -> bytes:
        """Hear that the line has been silent: give up a broken frame.

        Returns the answer to a frame whose length nobody here can know, since its function code is
        strange: an exception; or nothing.
        """
        left = self._stream.clear()
        if len(left) >= 4 and left[0] == self._unit and is_sealed(left):
            return self._answer(left)
        return b""

    def _answer(self, frame: bytes) -> bytes:
        self.requests += 1
        try:
            reply = self._do(decode_request(frame))
        except ModbusError as error:
            reply = ExceptionReply(frame[1] & 0x7F, error.code)
        return encode_reply(self._unit, reply)

    def _do(self, request: Request) -> Reply:
        registers = self._registers
        match request:
            case ReadRegisters(function, address, count):
                return Words(function, registers.read(address, count))
            case WriteRegister(address, value):
                registers.write(address, (value,))
                return WriteDone(Function.WRITE_ONE, address, value)
            case WriteRegisters(address, words):
                registers.write(address, words)
                return WriteDone(Function.WRITE_MANY, address, len(words))
            case ReadWriteRegisters(read_address, read_count, write_address, words):
                registers.write(write_address, words)
                return Words(Function.READ_WRITE, registers.read(read_address, read_count))
            case ReadBits() | WriteCoil():
                raise ModbusError(ExceptionCode.FUNCTION)
            case ReadIdentification(level, object_id):
                return Identification(self._identify(level, object_id))

    def _identify(self, level: int, object_id: int) -> dict[int, bytes]:
        objects = self._registers.identification()
        if level < 4:
            first = object_id if object_id in objects else 0
            return {number: text for number, text in objects.items() if number >= first}
        if object_id not in objects:
            raise ModbusError(ExceptionCode.ADDRESS)
        return {object_id: objects[object_id]}
