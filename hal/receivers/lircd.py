"""lircd's socket: lines of button presses, read without LIRC's own binding.

lircd sends every client ``code repeat key remote``; code and repeat are hex: ``0a`` follows ``09``.
Answers to commands and the news of a reload come between BEGIN and END on the same socket, mixed
with presses. LIRC's Python binding spins at full CPU when lircd goes away (0.10.1); a plain socket
ends, and is opened again.
"""

import errno
import os
import socket
import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from hal.receivers.reader import Advice, Files, Reader, ReceiverChanged

SOCKET = "/var/run/lirc/lircd"
READ_BYTES = 4_096
LONGEST_LINE = 1_024

ADVICE = Advice(
    missing="is lircd running?",
    forbidden="add the service's user to lircd's group",
    wrong="give lircd's socket, usually /var/run/lirc/lircd",
    vanished="is lircd running?",
)


@dataclass(frozen=True, slots=True)
class Button:
    """One line of lircd: ``repeat`` counts from 0, the press itself."""

    code: int
    repeat: int
    name: str
    remote: str


class LircdParser:
    """Bytes of lircd's socket in chunks of any size, buttons out; never raises."""

    def __init__(self) -> None:
        self._tail = b""
        self._skipping = False

    def feed(self, data: bytes) -> list[Button]:
        """Take the next bytes; return the buttons that they complete."""
        *lines, self._tail = (self._tail + data).split(b"\n")
        buttons = []
        for line in lines:
            button = None if self._skipping else _button(line)
            self._skipping = False
            if button is not None:
                buttons.append(button)
        if len(self._tail) > LONGEST_LINE:
            self._tail, self._skipping = b"", True
        return buttons


def _button(line: bytes) -> Button | None:
    """Return the button on a line; lines of answers have fewer words, or no code of 16 digits."""
    words = line.decode("utf-8", "replace").split()
    if len(words) != 4 or len(words[0]) != 16:
        return None
    try:
        return Button(int(words[0], 16), int(words[1], 16), words[2], words[3])
    except ValueError:
        return None


class LircdFiles:
    """Sockets in place of files."""

    def open(self, path: str) -> int:
        """Connect to lircd; return the descriptor.

        Raises:
            OSError: nobody listens there; a socket that nobody serves any more is missing too.
        """
        if not stat.S_ISSOCK(Path(path).stat().st_mode):
            raise OSError(errno.EINVAL, "no socket")
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_NONBLOCK)
        try:
            connection.connect(path)
        except ConnectionRefusedError as error:
            connection.close()
            raise FileNotFoundError(errno.ENOENT, "nobody listens") from error
        except OSError:
            connection.close()
            raise
        return connection.detach()

    def read(self, fd: int) -> bytes:
        """Return what is there; empty when lircd is gone."""
        try:
            return os.read(fd, READ_BYTES)
        except ConnectionResetError:
            return b""

    def close(self, fd: int) -> None:
        """Let the descriptor go."""
        os.close(fd)


class LircdReader(Reader):
    """lircd's socket; bytes for :class:`LircdParser` go to ``on_bytes``."""

    def __init__(
        self,
        path: str,
        on_bytes: Callable[[bytes], None],
        on_change: Callable[[ReceiverChanged], None],
        files: Files | None = None,
    ) -> None:
        super().__init__(path or SOCKET, on_bytes, on_change, files or LircdFiles(), ADVICE)
