"""An opened serial device of this machine, read and written by the event loop itself.

No thread stands between: a frame is with the kernel when ``send`` returns, and a table at rest
wakes for its polls alone.
"""

import asyncio
import os
from collections.abc import Callable

from hal.line.port_loss import FAILURES, TAKES_NO_MORE, why_gone
from hal.line.transport import Lost, Received

READ_BYTES = 4096
WRITE_TIMEOUT_S = 0.5


class DeviceSession:
    """The descriptor of one port, non-blocking; ``release`` closes it."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        fd: int,
        release: Callable[[], None],
        received: Received,
        lost: Lost,
    ) -> None:
        self._loop, self._fd, self._release = loop, fd, release
        self._received, self._lost = received, lost
        self._begun = b""  # the rest of a frame whose beginning is on the wire
        self._waiting = b""
        self._patience: asyncio.TimerHandle | None = None
        self._closed = False
        loop.add_reader(fd, self._readable)

    def send(self, data: bytes) -> None:
        """Write a frame; one that has not begun gives way to it."""
        if self._closed:
            return
        self._waiting = data
        if not self._begun:
            self._write()

    async def close(self) -> None:
        """Let the port go."""
        self._end()

    def _readable(self) -> None:
        try:
            data = os.read(self._fd, READ_BYTES)
        except BlockingIOError:
            return
        except FAILURES as error:
            self._fail(why_gone(error))
            return
        if data:
            self._received(data, self._loop.time())
        else:
            self._fail(why_gone(EOFError()))

    def _write(self) -> None:
        """Write what the kernel takes; for the rest wait until it takes more."""
        while self._begun or self._waiting:
            if not self._begun:
                self._begun, self._waiting = self._waiting, b""
            try:
                self._begun = self._begun[os.write(self._fd, self._begun) :]
            except BlockingIOError:
                self._wait()
                return
            except FAILURES as error:
                self._fail(why_gone(error))
                return
        self._be_patient_no_more()

    def _wait(self) -> None:
        if self._patience is None:
            self._loop.add_writer(self._fd, self._write)
            self._patience = self._loop.call_later(WRITE_TIMEOUT_S, self._fail, TAKES_NO_MORE)

    def _be_patient_no_more(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
            self._loop.remove_writer(self._fd)

    def _fail(self, why: str) -> None:
        if not self._closed:
            self._end()
            # Soon, as everything else that is heard of a port: nobody is called while he sends.
            self._loop.call_soon(self._lost, why)

    def _end(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._begun = self._waiting = b""
        self._be_patient_no_more()
        self._loop.remove_reader(self._fd)
        self._release()
