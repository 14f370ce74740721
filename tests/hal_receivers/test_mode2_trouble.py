"""A receiver that fails, seen through a fake layer of files: what is told, how often tried."""

import asyncio
import errno
import os
import socket
from collections.abc import Iterator
from itertools import pairwise

import pytest

from hal.receivers.mode2 import READS_AT_ONCE, REOPEN_S, Mode2Reader, ReceiverChanged, Trouble
from tests.hal_receivers.jumping_loop import run

Answer = bytes | int


class FakeFiles:
    """Opens and reads as scripted: bytes are data, numbers are errors of the operating system."""

    def __init__(self, opens: list[int], reads: list[Answer]) -> None:
        self._opens = opens
        self._reads = reads
        self._far, self._near = socket.socketpair()
        self._near.setblocking(False)
        self._far.send(b"!")  # always readable
        self.opened_at: list[float] = []
        self.still_open = 0

    def open(self, path: str) -> int:
        self.opened_at.append(asyncio.get_running_loop().time())
        number = self._opens.pop(0) if self._opens else 0
        if number:
            raise OSError(number, os.strerror(number), path)
        self.still_open += 1
        return self._near.fileno()

    def read(self, fd: int) -> bytes:
        assert fd == self._near.fileno()
        answer = self._reads.pop(0) if self._reads else errno.ENODEV
        if isinstance(answer, int):
            raise OSError(answer, os.strerror(answer))
        return answer

    def close(self, fd: int) -> None:
        assert fd == self._near.fileno()
        self.still_open -= 1

    def dispose(self) -> None:
        self._near.close()
        self._far.close()


class Listener:
    """Keeps what is told, in order."""

    def __init__(self) -> None:
        self.told: list[bytes | Trouble | None] = []

    def hear(self, data: bytes) -> None:
        self.told.append(data)

    def change(self, changed: ReceiverChanged) -> None:
        assert changed.text
        self.told.append(changed.trouble)


@pytest.fixture
def listener() -> Listener:
    return Listener()


def watched(opens: list[int], reads: list[Answer], listener: Listener, for_s: float) -> FakeFiles:
    """Run a reader for some virtual seconds, close it, and return its files."""
    files = FakeFiles(opens, reads)

    async def scenario() -> None:
        reader = Mode2Reader("/dev/lirc-rx", listener.hear, listener.change, files)
        reader.start()
        await asyncio.sleep(for_s)
        reader.close()
        await asyncio.sleep(100)  # a closed reader tries nothing any more

    try:
        run(scenario)
    finally:
        files.dispose()
    assert files.still_open == 0
    return files


def waits(files: FakeFiles) -> list[float]:
    times = files.opened_at
    return [after - before for before, after in pairwise(times)]


def test_a_device_that_vanishes_is_told_once_and_tried_ever_more_rarely(
    listener: Listener,
) -> None:
    files = watched([0, *[errno.ENODEV] * 20], [b"abcd"], listener, for_s=40)
    assert listener.told == [None, b"abcd", Trouble.VANISHED]
    assert waits(files) == pytest.approx([*REOPEN_S, *[REOPEN_S[-1]] * 3])


def test_a_device_that_comes_back_is_read_again(listener: Listener) -> None:
    watched([0, errno.ENOENT, 0], [b"abcd", errno.ENODEV, b"efgh"], listener, for_s=0.9)
    first = [None, b"abcd", Trouble.VANISHED, Trouble.MISSING]
    assert listener.told == [*first, None, b"efgh", Trouble.VANISHED]


def test_bytes_make_the_waits_short_again(listener: Listener) -> None:
    reads: list[Answer] = [errno.EIO, errno.EIO, b"abcd", errno.EIO]
    files = watched([], reads, listener, for_s=REOPEN_S[0] + REOPEN_S[1] + REOPEN_S[0] + 0.01)
    assert waits(files) == pytest.approx([REOPEN_S[0], REOPEN_S[1], REOPEN_S[0]])


def test_a_device_that_opens_and_dies_at_once_is_not_tried_in_a_circle(
    listener: Listener,
) -> None:
    files = watched([], [], listener, for_s=1_000)
    assert len(files.opened_at) < 140


def test_an_end_is_no_busy_loop(listener: Listener) -> None:
    files = watched([], [b""] * 1_000, listener, for_s=100)
    assert listener.told[:2] == [None, Trouble.ENDED]
    assert len(files.opened_at) < 25


@pytest.mark.parametrize("number", [errno.EAGAIN, errno.EINTR])
def test_nothing_there_yet_is_no_trouble(listener: Listener, number: int) -> None:
    watched([], [number, b"abcd", number, b"efgh"], listener, for_s=0.1)
    assert listener.told[:3] == [None, b"abcd", b"efgh"]


@pytest.mark.parametrize(
    ("number", "trouble"),
    [
        (errno.ENOENT, Trouble.MISSING),
        (errno.EACCES, Trouble.FORBIDDEN),
        (errno.EINVAL, Trouble.NOT_A_RECEIVER),
        (errno.ENOTDIR, Trouble.NOT_A_RECEIVER),
        (errno.ENODEV, Trouble.VANISHED),
        (errno.EMFILE, Trouble.FAILED),
        (errno.EBUSY, Trouble.FAILED),
    ],
)
def test_each_failure_has_its_word(listener: Listener, number: int, trouble: Trouble) -> None:
    watched([number] * 100, [], listener, for_s=20)
    assert listener.told == [trouble]


def test_a_writer_that_never_pauses_leaves_the_loop_to_others(listener: Listener) -> None:
    endless: Iterator[bytes] = iter([b"data"] * (10 * READS_AT_ONCE))
    turns: list[int] = []

    async def scenario() -> None:
        files = FakeFiles([], list(endless))
        reader = Mode2Reader("/dev/lirc-rx", listener.hear, listener.change, files)
        reader.start()
        for _ in range(5):
            await asyncio.sleep(0)
            turns.append(len(listener.told))
        reader.close()
        files.dispose()

    run(scenario)
    assert turns[-1] - 1 <= 5 * READS_AT_ONCE


def test_whoever_takes_the_bytes_may_close_the_reader() -> None:
    async def scenario() -> None:
        files = FakeFiles([], [b"one", b"two"])
        heard: list[bytes] = []

        def hear(data: bytes) -> None:
            heard.append(data)
            reader.close()

        reader = Mode2Reader("/dev/lirc-rx", hear, lambda _: None, files)
        reader.start()
        await asyncio.sleep(1)
        files.dispose()
        assert heard == [b"one"]
        assert files.still_open == 0

    run(scenario)
