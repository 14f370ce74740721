"""An opened port on a network, whose threads end here.

pyserial's network ports have nothing that an event loop could wait for. One thread reads, one
writes, so a stop never waits behind a read. The writer holds one frame: a newer one replaces what
is not yet on the wire.
"""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from hal.line.port_loss import FAILURES, why_gone
from hal.line.transport import Lost, Received

JOIN_S = 1.0


class Port(Protocol):
    """What is used of pyserial's network ports; reading ends after the port's time-out."""

    @property
    def in_waiting(self) -> int:
        """Return how many bytes can be read at once."""

    def read(self, size: int) -> bytes:
        """Return at most so many bytes, none when the time is up."""

    def write(self, data: bytes) -> object:
        """Send bytes."""

    def close(self) -> None:
        """Let the port go."""


class NetworkSession:
    """One opened port with its two threads."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        port: Port,
        received: Received,
        lost: Lost,
    ) -> None:
        self._loop, self._port = loop, port
        self._received, self._lost = received, lost
        self._closing = False
        self._changed = threading.Condition()
        self._frame: bytes | None = None
        self._threads = [
            threading.Thread(target=self._guarded, args=(run,), name=name, daemon=True)
            for run, name in ((self._read, "serial reader"), (self._write, "serial writer"))
        ]
        for thread in self._threads:
            thread.start()

    def send(self, data: bytes) -> None:
        """Give a frame to the writer."""
        with self._changed:
            self._frame = data
            self._changed.notify()

    async def close(self) -> None:
        """End both threads, then close the port; may take a read's time-out."""
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self._end()
        for thread in self._threads:
            thread.join(JOIN_S)
        with suppress(*FAILURES):
            self._port.close()

    def _end(self) -> bool:
        """Tell both threads to end; return whether this is news."""
        with self._changed:
            is_news, self._closing = not self._closing, True
            self._changed.notify()
        return is_news

    def _guarded(self, run: Callable[[], None]) -> None:
        try:
            run()
        except FAILURES as error:
            if self._end():
                self._post(self._lost, why_gone(error))

    def _read(self) -> None:
        port, received, time = self._port, self._received, self._loop.time
        while not self._closing:
            data = port.read(1)
            if data:
                waiting = port.in_waiting
                if waiting:
                    data += port.read(waiting)
                self._post(received, data, time())

    def _write(self) -> None:
        while True:
            with self._changed:
                while self._frame is None and not self._closing:
                    self._changed.wait()
                frame, self._frame = self._frame, None
            if frame is None:
                return
            self._port.write(frame)

    def _post(self, call: Callable[..., None], *arguments: object) -> None:
        with suppress(RuntimeError):  # the loop has ended before this thread
            self._loop.call_soon_threadsafe(self._call, call, *arguments)

    def _call(self, call: Callable[..., None], *arguments: object) -> None:
        if not self._closing or call is self._lost:
            call(*arguments)
