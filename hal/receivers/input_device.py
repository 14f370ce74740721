"""An infrared receiver as an input device: its scancodes, taken for the table alone.

The kernel sends EV_MSC/MSC_SCAN with every frame and repeat frame, mapped or not, and EV_KEY only
for mapped codes; the input layer's own repeats (value 2) come from a timer and mean nothing here
(include/uapi/linux/input-event-codes.h). The device is grabbed, so that the desktop or lircd's
devinput driver does not act on the same press. Run against a fake layer only, not on hardware.
"""

import errno
import fcntl
import os
import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from hal.receivers.mode2 import SystemFiles, open_node
from hal.receivers.reader import Advice, Files, Reader, ReceiverChanged
from hal.receivers.scancode import is_node

RECORD = struct.Struct("@llHHi")
READ_RECORDS = 64

EV_SYN, EV_KEY, EV_MSC = 0, 1, 4
MSC_SCAN = 4
SYN_DROPPED = 3
EVIOCGRAB = 0x4004_4590

LIFE_US = 250_000
"""Frames of one press come 110 ms apart; the kernel itself lets a key go 235 ms after the last."""


@dataclass(frozen=True, slots=True)
class Scan:
    """One frame: its scancode, and whether the key was down before."""

    at_us: int
    scancode: int
    repeat: bool


class InputParser:
    """Bytes of the device in chunks of any size, scans out; never raises.

    Events come in groups that end with SYN_REPORT; a group with EV_KEY value 1 is a new press.
    """

    def __init__(self) -> None:
        self._tail = b""
        self._scancode: int | None = None  # of the group under way
        self._is_new = False
        self._last: int | None = None
        self._last_us = 0

    def feed(self, data: bytes) -> list[Scan]:
        """Take the next bytes; return the frames that they complete."""
        data = self._tail + data
        whole = len(data) - len(data) % RECORD.size
        self._tail = data[whole:]
        scans: list[Scan] = []
        for seconds, micros, kind, code, value in RECORD.iter_unpack(data[:whole]):
            self._take(seconds * 1_000_000 + micros, (kind, code, value), scans)
        return scans

    def _take(self, at_us: int, event: tuple[int, int, int], scans: list[Scan]) -> None:
        kind, code, value = event
        if kind == EV_MSC and code == MSC_SCAN:
            self._scancode = value & 0xFFFF_FFFF
        elif kind == EV_KEY and value == 1:
            self._is_new = True
        elif kind == EV_SYN and code == SYN_DROPPED:
            self._scancode, self._last = None, None
        elif kind == EV_SYN:
            if self._scancode is not None:
                scans.append(self._scan(at_us, self._scancode))
            self._scancode, self._is_new = None, False

    def _scan(self, at_us: int, scancode: int) -> Scan:
        alive = scancode == self._last and 0 <= at_us - self._last_us <= LIFE_US
        self._last, self._last_us = scancode, at_us
        return Scan(at_us, scancode, repeat=alive and not self._is_new)


class Grab(Protocol):
    """The one request that this file needs: ``fcntl.ioctl`` with a number."""

    def __call__(self, fd: int, number: int, value: int, /) -> int:
        """Ask the driver."""


def grab(fd: int, request: Grab = fcntl.ioctl) -> None:
    """Take an input device for this program alone, until it is closed.

    Raises:
        OSError: ``EBUSY`` when another program has grabbed it. A FIFO is no device: nothing to do.
    """
    try:
        request(fd, EVIOCGRAB, 1)
    except OSError as error:
        if error.errno != errno.ENOTTY:
            raise


class InputFiles(SystemFiles):
    """The operating system, for input devices and FIFOs that carry their records."""

    def open(self, path: str) -> int:
        """Open an input device and grab it, or open a FIFO.

        Raises:
            OSError: it cannot be opened or grabbed.
        """
        return open_node(path, grab) if is_node(path) else super().open(path)

    def read(self, fd: int) -> bytes:
        """Return what is there, whole records; empty at the end."""
        return os.read(fd, READ_RECORDS * RECORD.size)


class InputReader(Reader):
    """An input device; bytes for :class:`InputParser` go to ``on_bytes``."""

    def __init__(
        self,
        path: str,
        on_bytes: Callable[[bytes], None],
        on_change: Callable[[ReceiverChanged], None],
        files: Files | None = None,
    ) -> None:
        advice = Advice(
            forbidden="add the service's user to the group input",
            wrong="give an input device such as /dev/input/by-path/...-event",
        )
        super().__init__(path, on_bytes, on_change, files or InputFiles(), advice)
