"""Scancodes that the kernel has decoded: the LIRC node's scancode mode.

Each is a ``struct lirc_scancode`` (include/uapi/linux/lirc.h): time in ns, flags, protocol, key
code, scancode. The node is opened as any other; the kernel decodes only the protocols that are
switched on (``ir-keytable -p nec``). Run against a fake layer only, not on hardware.
"""

import os
import struct
from collections.abc import Callable
from dataclasses import dataclass

from hal.receivers.lirc_node import prepare_scancodes
from hal.receivers.mode2 import SystemFiles, open_node
from hal.receivers.reader import Advice, Files, Reader, ReceiverChanged

RECORD = struct.Struct("=QHHIQ")
READ_RECORDS = 32
"""One full queue of the kernel."""

REPEAT_FLAG = 2

PROTOCOLS = {
    2: ("rc-5", "rc-5"),
    6: ("sony", "sony-12"),
    7: ("sony", "sony-15"),
    8: ("sony", "sony-20"),
    9: ("nec", "nec"),
    10: ("nec", "necx"),
    15: ("rc-6", "rc-6-0"),
}
"""``enum rc_proto`` as protocol and variant of rc_keymaps; a frame of nec32 has no checked key."""


@dataclass(frozen=True, slots=True)
class Scancode:
    """One decoded frame or repeat; ``protocol`` and ``variant`` are empty where none is known."""

    at_ns: int
    protocol: str
    variant: str
    scancode: int
    repeat: bool


class ScancodeParser:
    """Bytes of the node in chunks of any size, scancodes out; never raises."""

    def __init__(self) -> None:
        self._tail = b""

    def feed(self, data: bytes) -> list[Scancode]:
        """Take the next bytes; return the scancodes that they complete."""
        data = self._tail + data
        whole = len(data) - len(data) % RECORD.size
        self._tail = data[whole:]
        return [_scancode(*record) for record in RECORD.iter_unpack(data[:whole])]


def _scancode(at_ns: int, flags: int, protocol: int, _keycode: int, scancode: int) -> Scancode:
    name, variant = PROTOCOLS.get(protocol, ("", ""))
    return Scancode(at_ns, name, variant, scancode, bool(flags & REPEAT_FLAG))


class ScancodeFiles(SystemFiles):
    """The operating system, for nodes in scancode mode and FIFOs that carry such records."""

    def open(self, path: str) -> int:
        """Open a node for scancodes, or a FIFO.

        Raises:
            OSError: it cannot be opened or give scancodes.
        """
        if is_node(path):
            return open_node(path, prepare_scancodes)
        return super().open(path)

    def read(self, fd: int) -> bytes:
        """Return what is there, whole records; empty at the end."""
        return os.read(fd, READ_RECORDS * RECORD.size)


def is_node(path: str) -> bool:
    """Tell whether a path is a character device."""
    return os.stat(path).st_mode & 0o170000 == 0o020000  # noqa: PTH116 -- follows links as open does


class ScancodeReader(Reader):
    """A node in scancode mode; bytes for :class:`ScancodeParser` go to ``on_bytes``."""

    def __init__(
        self,
        path: str,
        on_bytes: Callable[[bytes], None],
        on_change: Callable[[ReceiverChanged], None],
        files: Files | None = None,
    ) -> None:
        super().__init__(path, on_bytes, on_change, files or ScancodeFiles(), Advice())
