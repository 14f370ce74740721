"""Speak with plain modules, one request after the other.

Their replies carry no number. So after a time-out the line is left alone until a late reply has
come and gone, before anything else is said.
"""

import asyncio
import contextlib

from hal.errors import LinkLost
from hal.line.transport import Transport
from hal.modbus import (
    Bits,
    Function,
    ModbusError,
    ReadBits,
    Reply,
    ReplyStream,
    Request,
    WriteCoil,
    WriteDone,
    decode_reply,
    encode_request,
)
from hal.plain.wiring import CHANNELS

REPLY_S = 0.1
TRIES = 3
LATE_S = 0.15

OFF = 0x0000
FLASH_ON = 0x0200
"""Coil addresses from here on switch channel n on for so many steps of 100 ms, then off."""


class PlainLine:
    """Modules on one transport."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._streams: dict[int, ReplyStream] = {}
        self._reply: asyncio.Future[Reply] | None = None
        self._unit = 0

    @property
    def name(self) -> str:
        """Return what a person calls it."""
        return self._transport.name

    async def open(self) -> None:
        """Open the line.

        Raises:
            LinkLost: it is not there, or may not be used.
        """
        await self._transport.open(self._received, self._lost)

    async def close(self) -> None:
        """Let the line go; harmless when closed."""
        await self._transport.close()

    async def read(self, unit: int) -> tuple[bool, ...]:
        """Return a module's eight inputs.

        Raises:
            LinkLost: it does not answer that.
        """
        reply = await self._ask(unit, ReadBits(Function.READ_INPUTS, 0, CHANNELS))
        if not isinstance(reply, Bits):
            raise LinkLost(f"module {unit} answers {reply}; is it one with 8 inputs?")
        return reply.bits

    async def switch_on(self, unit: int, channel: int, seconds: float) -> None:
        """Switch an output on; it goes off by itself after ``seconds``, in steps of 0.1.

        Raises:
            LinkLost: the module does not answer that.
        """
        await self._ask(unit, WriteCoil(FLASH_ON + channel, round(seconds * 10)))

    async def switch_off(self, unit: int, channel: int) -> None:
        """Switch an output off.

        Raises:
            LinkLost: the module does not answer that.
        """
        await self._ask(unit, WriteCoil(channel, OFF))

    async def _ask(self, unit: int, request: Request) -> Reply:
        self._unit = unit
        stream = self._streams.setdefault(unit, ReplyStream(unit))
        for _ in range(TRIES):
            stream.clear()
            self._reply = asyncio.get_running_loop().create_future()
            self._transport.send(encode_request(unit, request))
            try:
                async with asyncio.timeout(REPLY_S):
                    reply = await self._reply
            except TimeoutError:
                await asyncio.sleep(LATE_S)
                continue
            if _answers(reply, request):
                return reply
        raise LinkLost(f"module {unit} does not answer; check its address, speed and cable")

    def _received(self, data: bytes, _: float) -> None:
        stream = self._streams.get(self._unit)
        for frame in stream.feed(data) if stream is not None else ():
            with contextlib.suppress(ModbusError):
                reply = decode_reply(frame)
                if self._reply is not None and not self._reply.done():
                    self._reply.set_result(reply)

    def _lost(self, why: str) -> None:
        if self._reply is not None and not self._reply.done():
            self._reply.set_exception(LinkLost(why))


def _answers(reply: Reply, request: Request) -> bool:
    match request:
        case WriteCoil(address, value):
            return reply == WriteDone(Function.WRITE_COIL, address, value)
        case ReadBits():
            return isinstance(reply, Bits) and len(reply.bits) == CHANNELS
        case _:
            return False
