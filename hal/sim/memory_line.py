"""A line in memory to a simulated board; bytes take the time that a wire needs."""

import asyncio
from typing import Protocol

from hal.errors import LinkLost
from hal.line.transport import Lost, Received
from hal.sim.line_faults import FaultyLine

BITS_A_BYTE = 10
"""Start bit, 8 bits, stop bit."""


class Answering(Protocol):
    """What stands at the other end: bytes in, replies out."""

    def feed(self, data: bytes) -> list[bytes]:
        """Take bytes and return the replies to the requests that they complete."""


class MemoryLine:
    """A :class:`hal.line.transport.Transport` to a Modbus server on the same event loop."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        server: Answering,
        faults: FaultyLine | None = None,
        baud: int = 115_200,
    ) -> None:
        self._loop = loop
        self._server = server
        self.faults = faults or FaultyLine()
        self._byte_s = BITS_A_BYTE / baud
        self._received: Received | None = None
        self._lost: Lost | None = None
        self._plugged = True
        self._to_board_at = self._to_host_at = 0.0
        self.sent_bytes = self.heard_bytes = 0

    @property
    def name(self) -> str:
        """Return what a person calls it."""
        return "a line in memory"

    async def open(self, received: Received, lost: Lost) -> None:
        """Plug the host in.

        Raises:
            LinkLost: the cable is pulled.
        """
        if not self._plugged:
            raise LinkLost(f"{self.name} is unplugged; plug it in")
        self._received, self._lost = received, lost

    async def close(self) -> None:
        """Let the line go; harmless when closed."""
        self._received = self._lost = None

    def send(self, data: bytes) -> None:
        """Send bytes to the board."""
        if self._received is None:
            return
        self.sent_bytes += len(data)
        delay_s, arriving = self.faults.request(data)
        self._to_board_at = self._after(self._to_board_at, len(data), delay_s)
        self._loop.call_at(self._to_board_at, self._serve, arriving)

    def _after(self, free_at: float, size: int, delay_s: float) -> float:
        """Return when bytes have passed: one after the other, in order."""
        return max(free_at, self._loop.time() + delay_s) + size * self._byte_s

    def _serve(self, data: bytes) -> None:
        if not self._plugged:
            return
        for reply in self._server.feed(data):
            delay_s, arriving = self.faults.reply(reply)
            if arriving:
                self._to_host_at = self._after(self._to_host_at, len(reply), delay_s)
                self._loop.call_at(self._to_host_at, self._hear, arriving)

    def _hear(self, data: bytes) -> None:
        if self._received is not None and self._plugged:
            self.heard_bytes += len(data)
            self._received(data, self._loop.time())

    def unplug(self) -> None:
        """Pull the cable; the host's side notices at once."""
        self._plugged = False
        if self._lost is not None:
            self._loop.call_soon(self._lost, "the device was unplugged")

    def replug(self) -> None:
        """Put the cable back in."""
        self._plugged = True
