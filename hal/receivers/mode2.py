"""Read a LIRC device node, or a FIFO in its place, as it fills: bytes up, never their meaning.

The kernel's node gives mode2 words (include/uapi/linux/lirc.h); a FIFO may carry the same words or
mode2 text. A receiver that vanishes is looked for again, ever more rarely. The device paths (mode
and timeout requests, ENODEV) have been run against a fake layer only, not on hardware.
"""

import asyncio
import errno
import os
import stat
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from hal.receivers.lirc_node import prepare

READ_BYTES = 2_048
"""One full queue of the kernel: 512 words. It must be a multiple of 4."""

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
        """Open a node or FIFO without waiting for anything; return its descriptor."""

    def read(self, fd: int) -> bytes:
        """Return what is there, at most ``READ_BYTES``; empty at the end."""

    def close(self, fd: int) -> None:
        """Let the descriptor go."""


class SystemFiles:
    """The operating system itself."""

    def open(self, path: str) -> int:
        """Open a node or FIFO without waiting for anything; return its descriptor.

        A FIFO is opened for both directions: as long as the reader itself is a writer, other
        writers may come and go and the FIFO never ends.

        Raises:
            OSError: it cannot be opened; ``EINVAL`` when it is neither node nor FIFO.
        """
        mode = Path(path).stat().st_mode
        if stat.S_ISFIFO(mode):
            return os.open(path, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
        if not stat.S_ISCHR(mode):
            raise OSError(errno.EINVAL, "neither a device node nor a FIFO")
        fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            prepare(fd)
        except OSError:
            os.close(fd)
            raise
        return fd

    def read(self, fd: int) -> bytes:
        """Return what is there, at most ``READ_BYTES``; empty at the end."""
        return os.read(fd, READ_BYTES)

    def close(self, fd: int) -> None:
        """Let the descriptor go."""
        os.close(fd)


class Mode2Reader:
    """One receiver: its bytes go to ``on_bytes``, its coming and going to ``on_change``."""

    def __init__(
        self,
        path: str,
        on_bytes: Callable[[bytes], None],
        on_change: Callable[[ReceiverChanged], None],
        files: Files | None = None,
    ) -> None:
        self._path = path
        self._on_bytes = on_bytes
        self._on_change = on_change
        self._files: Files = files or SystemFiles()
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
            self._fail(*_explain(self._path, error))
            return
        try:
            asyncio.get_running_loop().add_reader(fd, self._readable)
        except OSError as error:
            self._files.close(fd)
            self._fail(*_explain(self._path, error))
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
                self._fail(*_explain(self._path, error, was_open=True))
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


def _explain(path: str, error: OSError, *, was_open: bool = False) -> tuple[Trouble, str]:
    """Return the word and the sentence for what the operating system said."""
    if was_open or error.errno in (errno.ENODEV, errno.ENXIO):
        return Trouble.VANISHED, f"receiver {path} vanished ({error.strerror}); is it plugged in?"
    if isinstance(error, FileNotFoundError):
        return (
            Trouble.MISSING,
            f"receiver {path} does not exist; is the gpio-ir overlay loaded?",
        )
    if isinstance(error, PermissionError) and error.errno == errno.EACCES:
        return (
            Trouble.FORBIDDEN,
            f"receiver {path} may not be read; add the service's user to the node's group",
        )
    if error.errno in (errno.EINVAL, errno.EISDIR, errno.EPERM, errno.ENOTDIR):
        return (
            Trouble.NOT_A_RECEIVER,
            f"{path} is no infrared receiver; give a LIRC node such as /dev/lirc-rx, or a FIFO",
        )
    return Trouble.FAILED, f"receiver {path} cannot be opened: {error.strerror}"
