"""Read a LIRC device node in mode2, or a FIFO in its place: bytes up, never their meaning.

The kernel's node gives mode2 words (include/uapi/linux/lirc.h); a FIFO may carry the same words or
mode2 text. The device paths (mode and timeout requests, ENODEV) have been run against a fake layer
only, not on hardware.
"""

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path

from hal.receivers.lirc_node import prepare
from hal.receivers.reader import (
    READS_AT_ONCE,
    REOPEN_S,
    Files,
    Reader,
    ReceiverChanged,
    Trouble,
)

__all__ = [
    "READS_AT_ONCE",
    "READ_BYTES",
    "REOPEN_S",
    "Files",
    "Mode2Reader",
    "ReceiverChanged",
    "SystemFiles",
    "Trouble",
]

READ_BYTES = 2_048
"""One full queue of the kernel: 512 words. It must be a multiple of 4."""


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
        return open_node(path, prepare)

    def read(self, fd: int) -> bytes:
        """Return what is there, at most ``READ_BYTES``; empty at the end."""
        return os.read(fd, READ_BYTES)

    def close(self, fd: int) -> None:
        """Let the descriptor go."""
        os.close(fd)


def open_node(path: str, prepare_node: Callable[[int], None]) -> int:
    """Open a device node for reading and set it up; return its descriptor.

    Raises:
        OSError: it cannot be opened, or not set up; then it is closed again.
    """
    fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        prepare_node(fd)
    except OSError:
        os.close(fd)
        raise
    return fd


class Mode2Reader(Reader):
    """One receiver: its bytes go to ``on_bytes``, its coming and going to ``on_change``."""

    def __init__(
        self,
        path: str,
        on_bytes: Callable[[bytes], None],
        on_change: Callable[[ReceiverChanged], None],
        files: Files | None = None,
    ) -> None:
        super().__init__(path, on_bytes, on_change, files or SystemFiles())
