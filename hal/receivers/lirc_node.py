"""Set a LIRC device node up for reading: mode2 words with a short silence, or decoded scancodes.

Request numbers are those of include/uapi/linux/lirc.h on ARM and x86. A driver answers ``ENOTTY``
to what it cannot do; then it works as it is.
"""

import errno
import fcntl
from collections.abc import Callable
from typing import Protocol

SET_REC_MODE = 0x4004_6912
SET_REC_TIMEOUT = 0x4004_6918
GET_MIN_TIMEOUT = 0x8004_6908
GET_MAX_TIMEOUT = 0x8004_6909
GET_FEATURES = 0x8004_6900
MODE2 = 4
SCANCODE = 8

CAN_MODE2 = 0x4_0000
CAN_SCANCODE = 0x8_0000

TIMEOUT_US = 20_000
"""Silence after which the driver reports: a press is known 20 ms after its frame in place of the
usual 125 ms. It is longer than any space inside a frame."""


class Request(Protocol):
    """The one call that this file needs: ``fcntl.ioctl`` with a buffer that it changes."""

    def __call__(self, fd: int, number: int, value: bytearray, /) -> int:
        """Ask the driver; the answer is in ``value``."""


def prepare(fd: int, request: Request | None = None) -> None:
    """Ask a node for mode2 and a short timeout, as far as its driver can.

    Raises:
        OSError: the driver refuses for another reason than not being able to.
    """
    ask = request or _ioctl
    _try(lambda: _set(ask, fd, SET_REC_MODE, MODE2))
    _try(lambda: _set_timeout(ask, fd))


def prepare_scancodes(fd: int, request: Request | None = None) -> None:
    """Ask a node for the scancodes that the kernel decodes; a raw receiver can give them too.

    Raises:
        OSError: the driver refuses; ``EINVAL`` when it receives nothing at all.
    """
    ask = request or _ioctl
    try:
        features = _get(ask, fd, GET_FEATURES)
    except OSError as error:
        if error.errno == errno.ENOTTY:  # a simulated device gives what it gives
            return
        raise
    if not features & (CAN_MODE2 | CAN_SCANCODE):
        raise OSError(errno.EINVAL, "this node cannot receive")
    _set(ask, fd, SET_REC_MODE, SCANCODE)


def _set_timeout(ask: Request, fd: int) -> None:
    shortest, longest = _get(ask, fd, GET_MIN_TIMEOUT), _get(ask, fd, GET_MAX_TIMEOUT)
    _set(ask, fd, SET_REC_TIMEOUT, max(shortest, min(TIMEOUT_US, longest)))


def _try(step: Callable[[], None]) -> None:
    try:
        step()
    except OSError as error:
        if error.errno != errno.ENOTTY:
            raise


def _set(ask: Request, fd: int, number: int, value: int) -> None:
    ask(fd, number, bytearray(value.to_bytes(4, "little")))


def _get(ask: Request, fd: int, number: int) -> int:
    value = bytearray(4)
    ask(fd, number, value)
    return int.from_bytes(value, "little")


def _ioctl(fd: int, number: int, value: bytearray, /) -> int:
    answer: int = fcntl.ioctl(fd, number, value)
    return answer
