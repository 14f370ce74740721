"""Read a receiver as it fills: bytes up, never their meaning. One reader for all kinds of them.

What differs between a LIRC node, a FIFO, an input device and lircd's socket is how it is opened and
read: the :class:`Files` that a reader is given. A receiver that vanishes is looked for again, ever
more rarely.
"""

import asyncio
import errno
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

READS_AT_ONCE = 8
"""A writer that never pauses must not keep the event loop from the rest of the table."""

REOPEN_S = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
"""Waits before the next try; the last one stays."""


class Trouble(StrEnum):
    """Why there is no receiver."""

    MISSING = "missing"
    FORBIDDEN = "forbidden"
    NOT_A_RECEIVER = "not-a-receiver"
    VANISHED = "vanished"
    ENDED = "ended"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class ReceiverChanged:
    """The receiver came up (``trouble`` is ``None``) or is not there; ``text`` is for a person.

    Whatever was half received is void.
    """

    trouble: Trouble | None
    text: str

    @property
    def up(self) -> bool:
        """Tell whether the receiver is read now."""
        return self.trouble is None


class Files(Protocol):
    """The calls of the operating system that a reader needs."""

    def open(self, path: str) -> int:
        """Open a receiver without waiting for anything; return its descriptor."""

    def read(self, fd: int) -> bytes:
        """Return what is there; empty at the end."""

    def close(self, fd: int) -> None:
        """Let the descriptor go."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What a person should do about each trouble with a kind of receiver."""

    missing: str = "is the gpio-ir overlay loaded?"
    forbidden: str = "add the service's user to the node's group"
    wrong: str = "give a LIRC node such as /dev/lirc-rx, or a FIFO"
    vanished: str = "is it plugged in?"


class Reader:
    """One receiver: its bytes go to ``on_bytes``, its coming and going to ``on_change``."""

    def __init__(
        self,
        path: str,
        on_bytes: Callable[[bytes], None],
        on_change: Callable[[ReceiverChanged], None],
        files: Files,
        advice: Advice | None = None,
    ) -> None:
        self._path = path
        self._on_bytes = on_bytes
        self._on_change = on_change
        self._files = files
        self._advice = advice or Advice()
        self._fd: int | None = None
        self._retry: asyncio.TimerHandle | None = None
        self._tries = 0
        self._told: Trouble | None = None

    def start(self) -> None:
        """Open the receiver, and keep trying if it is not there; needs the running loop."""
        if self._fd is None and self._retry is None:
            self._open()

    def close(self) -> None:
        """Stop reading and trying; harmless when closed."""
        if self._retry is not None:
            self._retry.cancel()
            self._retry = None
        self._let_go()
        self._tries = 0
        self._told = None

    def _open(self) -> None:
        self._retry = None
        try:
            fd = self._files.open(self._path)
        except OSError as error:
            self._fail(*self._explain(error))
            return
        try:
            asyncio.get_running_loop().add_reader(fd, self._readable)
        except OSError as error:
            self._files.close(fd)
            self._fail(*self._explain(error))
            return
        self._fd = fd
        self._told = None
        self._on_change(ReceiverChanged(None, f"receiver {self._path} is read"))

    def _readable(self) -> None:
        for _ in range(READS_AT_ONCE):
            if self._fd is None:  # closed by whoever took the bytes
                return
            try:
                data = self._files.read(self._fd)
            except (BlockingIOError, InterruptedError):
                return
            except OSError as error:
                self._fail(*self._vanished(error))
                return
            if not data:
                self._fail(Trouble.ENDED, f"receiver {self._path} ended; trying again")
                return
            self._tries = 0
            self._on_bytes(data)

    def _fail(self, trouble: Trouble, text: str) -> None:
        """Let the receiver go and try again later; the same trouble is told once."""
        self._let_go()
        wait_s = REOPEN_S[min(self._tries, len(REOPEN_S) - 1)]
        self._tries += 1
        self._retry = asyncio.get_running_loop().call_later(wait_s, self._open)
        if trouble is not self._told:
            self._told = trouble
            self._on_change(ReceiverChanged(trouble, text))

    def _let_go(self) -> None:
        if self._fd is None:
            return
        fd, self._fd = self._fd, None
        asyncio.get_running_loop().remove_reader(fd)
        self._files.close(fd)

    def _vanished(self, error: OSError) -> tuple[Trouble, str]:
        text = f"receiver {self._path} vanished ({error.strerror}); {self._advice.vanished}"
        return Trouble.VANISHED, text

    def _explain(self, error: OSError) -> tuple[Trouble, str]:
        """Return the word and the sentence for what the operating system said at opening."""
        receiver = f"receiver {self._path}"
        if error.errno in (errno.ENODEV, errno.ENXIO):
            return self._vanished(error)
        if isinstance(error, FileNotFoundError):
            return Trouble.MISSING, f"{receiver} does not exist; {self._advice.missing}"
        if isinstance(error, PermissionError) and error.errno == errno.EACCES:
            return Trouble.FORBIDDEN, f"{receiver} may not be read; {self._advice.forbidden}"
        if error.errno in (errno.EINVAL, errno.EISDIR, errno.EPERM, errno.ENOTDIR):
            wrong = f"{self._path} is no infrared receiver; {self._advice.wrong}"
            return Trouble.NOT_A_RECEIVER, wrong
        return Trouble.FAILED, f"{receiver} cannot be opened: {error.strerror}"
