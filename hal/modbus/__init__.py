"""Modbus RTU without I/O: bytes in, messages out, and the other way round.

Function codes 01 to 06, 16, 23 and 43/14 of the Modbus Application Protocol V1.1b3; framing of
Modbus over Serial Line V1.02. Neither clock nor port: whoever uses it brings both.
"""

from hal.modbus.crc import crc16
from hal.modbus.messages import (
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
from hal.modbus.server import Registers, Server
from hal.modbus.stream import ReplyStream, RequestStream
from hal.modbus.wire import decode_reply, decode_request, encode_reply, encode_request

__all__ = [
    "Bits",
    "ExceptionCode",
    "ExceptionReply",
    "Function",
    "Identification",
    "ModbusError",
    "ReadBits",
    "ReadIdentification",
    "ReadRegisters",
    "ReadWriteRegisters",
    "Registers",
    "Reply",
    "ReplyStream",
    "Request",
    "RequestStream",
    "Server",
    "Words",
    "WriteCoil",
    "WriteDone",
    "WriteRegister",
    "WriteRegisters",
    "crc16",
    "decode_reply",
    "decode_request",
    "encode_reply",
    "encode_request",
]
