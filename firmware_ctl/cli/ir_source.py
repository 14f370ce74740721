"""Light as it comes, for the verbs that listen: a receiver's node, a FIFO, a file or a pipe."""

import os
import selectors
import stat
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode
from firmware_ctl.cli.ir_input import CHUNK, shown

QUIET_S = 0.15
"""So long without a byte, longer than the kernel's own timeout, is silence."""


def listen(name: str, for_s: float | None = None) -> Iterator[bytes]:
    """Yield bytes as they come, and an empty one for every silence; end with input or time.

    Raises:
        CliError: the source cannot be opened or read.
    """
    fd, is_ours = _open(name)
    deadline = None if for_s is None else time.monotonic() + for_s
    try:
        if _is_plain(fd):
            yield from _read_all(fd)
            return
        yield from _read_live(fd, deadline)
    except OSError as error:
        why = f"{shown(name)} cannot be read: {error.strerror}; is the receiver plugged in?"
        raise CliError(why, ExitCode.FAILED) from error
    finally:
        if is_ours:
            os.close(fd)


def _open(name: str) -> tuple[int, bool]:
    """Return a descriptor, and whether it is ours to close."""
    from hal.receivers.mode2 import SystemFiles  # noqa: PLC0415

    if name == "-":
        return sys.stdin.fileno(), False
    try:
        if Path(name).is_file():
            return os.open(name, os.O_RDONLY | os.O_CLOEXEC), True
        return SystemFiles().open(name), True
    except OSError as error:
        why = f"{name} cannot be read: {error.strerror}; name a receiver, a FIFO or a recording"
        raise CliError(why, ExitCode.USAGE) from error


def _is_plain(fd: int) -> bool:
    return stat.S_ISREG(os.fstat(fd).st_mode)


def _read_all(fd: int) -> Iterator[bytes]:
    while data := os.read(fd, CHUNK):
        yield data


def _read_live(fd: int, deadline: float | None) -> Iterator[bytes]:
    with selectors.DefaultSelector() as selector:
        selector.register(fd, selectors.EVENT_READ)
        while True:
            left = QUIET_S if deadline is None else min(QUIET_S, deadline - time.monotonic())
            if left <= 0:
                return
            if not selector.select(left):
                yield b""
                continue
            data = os.read(fd, CHUNK)
            if not data:
                return
            yield data
