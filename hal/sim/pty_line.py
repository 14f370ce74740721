"""Serve a simulated board on a pseudo terminal, so that a host opens it as a serial port.

The line holds its own slave end open: without one, what is written is lost and reading fails. A
symbolic link gives the port a name that stays when it is unplugged and comes back as another pty.
"""

import asyncio
import os
import pty
import tty
from contextlib import suppress
from pathlib import Path

from hal.modbus import Server
from hal.sim.line_faults import FaultyLine

READ_BYTES = 4096
BITS_A_BYTE = 10
FRAME_SILENCE_S = 0.02


class PtyLine:
    """A pty on which a Modbus server answers; ``baud`` 0 takes no time on the wire."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        server: Server,
        link: Path | None = None,
        faults: FaultyLine | None = None,
        baud: int = 0,
    ) -> None:
        self._loop, self._server, self._link = loop, server, link
        self.faults = faults or FaultyLine()
        self._byte_s = BITS_A_BYTE / baud if baud else 0.0
        self._ends: tuple[int, int] | None = None
        self._last_device = ""
        self._to_board_at = self._to_host_at = 0.0
        self._silence: asyncio.TimerHandle | None = None

    @property
    def device(self) -> str:
        """Return the pty's own name, or nothing while it is unplugged."""
        return os.ttyname(self._ends[1]) if self._ends is not None else ""

    @property
    def port(self) -> str:
        """Return the name by which a host opens it: the link, if there is one."""
        return str(self._link) if self._link is not None else self.device

    def plug(self) -> None:
        """Put the board on a new pty, which the link then names.

        Raises:
            OSError: the link's place is taken by something that is no link, or cannot be written.
        """
        if self._ends is not None:
            return
        self._ends = master, slave = self._another_pty()
        tty.setraw(slave)
        os.set_blocking(master, False)
        try:
            self._name(os.ttyname(slave))
        except OSError:
            self.unplug()
            raise
        self._loop.add_reader(master, self._readable, master)

    def _another_pty(self) -> tuple[int, int]:
        """Return a pty with another name than the last: a plug put back is another device."""
        ends = pty.openpty()
        if os.ttyname(ends[1]) == self._last_device:
            same, ends = ends, pty.openpty()
            for end in same:
                os.close(end)
        self._last_device = os.ttyname(ends[1])
        return ends

    def _name(self, device: str) -> None:
        if self._link is None:
            return
        fresh = self._link.with_name(self._link.name + ".new")
        if self._link.exists() and not self._link.is_symlink():
            raise FileExistsError(f"{self._link} is there and is no link; name another place")
        with suppress(FileNotFoundError):
            fresh.unlink()
        fresh.symlink_to(device)
        fresh.replace(self._link)

    def unplug(self) -> None:
        """Take the pty away, as a pulled USB plug does; the board itself goes on."""
        if self._ends is None:
            return
        (master, slave), self._ends = self._ends, None
        self._loop.remove_reader(master)
        if self._silence is not None:
            self._silence.cancel()
        os.close(master)
        os.close(slave)
        if self._link is not None and self._link.is_symlink():
            self._link.unlink()

    def close(self) -> None:
        """Take everything away."""
        self.unplug()

    def _readable(self, master: int) -> None:
        try:
            data = os.read(master, READ_BYTES)
        except BlockingIOError:
            return
        delay_s, arriving = self.faults.request(data)
        if not delay_s and not self._byte_s:
            self._serve(arriving)
            return
        self._to_board_at = self._after(self._to_board_at, len(data), delay_s)
        self._loop.call_at(self._to_board_at, self._serve, arriving)

    def _after(self, free_at: float, size: int, delay_s: float) -> float:
        """Return when bytes have passed: one after the other, in order."""
        return max(free_at, self._loop.time() + delay_s) + size * self._byte_s

    def _serve(self, data: bytes) -> None:
        for reply in self._server.feed(data):
            self._answer(reply)
        if self._silence is not None:
            self._silence.cancel()
        self._silence = self._loop.call_later(FRAME_SILENCE_S, self._fell_silent)

    def _fell_silent(self) -> None:
        reply = self._server.silence()
        if reply:
            self._answer(reply)

    def _answer(self, reply: bytes) -> None:
        delay_s, arriving = self.faults.reply(reply)
        if not delay_s and not self._byte_s and self._to_host_at <= self._loop.time():
            self._write(arriving)
            return
        self._to_host_at = self._after(self._to_host_at, len(reply), delay_s)
        self._loop.call_at(self._to_host_at, self._write, arriving)

    def _write(self, data: bytes) -> None:
        if self._ends is None or not data:
            return
        with suppress(BlockingIOError):  # nobody reads: a real line would not keep it either
            os.write(self._ends[0], data)
