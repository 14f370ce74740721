"""The reader on a real FIFO: writers come and go, chunks come as they come."""

import asyncio
import os
import random
from pathlib import Path

import pytest

from hal.receivers.mode2 import Mode2Reader, ReceiverChanged, Trouble
from tests.hal_receivers.jumping_loop import run


class Ear:
    """Keeps what a reader tells, and lets a test wait for a number of bytes."""

    def __init__(self) -> None:
        self.data = b""
        self.changes: list[ReceiverChanged] = []
        self._more = asyncio.Event()

    def hear(self, data: bytes) -> None:
        assert data
        self.data += data
        self._more.set()

    def change(self, changed: ReceiverChanged) -> None:
        self.changes.append(changed)

    async def until(self, length: int) -> None:
        while len(self.data) < length:
            self._more.clear()
            async with asyncio.timeout(60):
                await self._more.wait()


@pytest.fixture
def fifo(tmp_path: Path) -> Path:
    path = tmp_path / "lirc"
    os.mkfifo(path)
    return path


def write(path: Path, data: bytes) -> None:
    """Open the FIFO, write, and go away."""
    fd = os.open(path, os.O_WRONLY | os.O_NONBLOCK)
    try:
        assert os.write(fd, data) == len(data)
    finally:
        os.close(fd)


def test_writers_may_come_and_go(fifo: Path) -> None:
    async def scenario() -> None:
        ear = Ear()
        reader = Mode2Reader(str(fifo), ear.hear, ear.change)
        reader.start()
        for part in (b"pulse 9000\n", b"space 4500\n", b"pulse 560\n"):
            before = len(ear.data)
            write(fifo, part)
            await ear.until(before + len(part))
        reader.close()
        assert ear.data == b"pulse 9000\nspace 4500\npulse 560\n"
        assert [change.up for change in ear.changes] == [True]

    run(scenario)


def test_a_fifo_without_a_writer_costs_no_turns_of_the_loop(fifo: Path) -> None:
    async def scenario() -> None:
        ear = Ear()
        reader = Mode2Reader(str(fifo), ear.hear, ear.change)
        reader.start()
        write(fifo, b"x")
        await ear.until(1)
        # Time only passes here when no file is ready: a busy reader would stop it for good.
        await asyncio.sleep(3_600)
        reader.close()
        assert ear.data == b"x"

    run(scenario)


def test_every_byte_arrives_whatever_the_chunks(fifo: Path) -> None:
    async def scenario() -> None:
        chance = random.Random(3)
        sent = chance.randbytes(50_000)
        ear = Ear()
        reader = Mode2Reader(str(fifo), ear.hear, ear.change)
        reader.start()
        place = 0
        while place < len(sent):
            chunk = sent[place : place + chance.randint(1, 4_000)]
            write(fifo, chunk)
            place += len(chunk)
            await ear.until(place)
        reader.close()
        assert ear.data == sent

    run(scenario)


def test_a_closed_reader_hears_nothing_and_may_start_again(fifo: Path) -> None:
    async def scenario() -> None:
        ear = Ear()
        reader = Mode2Reader(str(fifo), ear.hear, ear.change)
        reader.start()
        reader.close()
        reader.close()
        with pytest.raises(OSError, match="No such device or address"):
            write(fifo, b"nobody reads")
        reader.start()
        write(fifo, b"again")
        await ear.until(5)
        reader.close()
        assert ear.data == b"again"

    run(scenario)


def test_a_receiver_that_appears_later_is_found(tmp_path: Path) -> None:
    async def scenario() -> None:
        path = tmp_path / "later"
        ear = Ear()
        reader = Mode2Reader(str(path), ear.hear, ear.change)
        reader.start()
        await asyncio.sleep(60)
        os.mkfifo(path)
        await asyncio.sleep(10)
        write(path, b"here")
        await ear.until(4)
        reader.close()
        assert [change.trouble for change in ear.changes] == [Trouble.MISSING, None]

    run(scenario)


def test_a_plain_file_is_no_receiver(tmp_path: Path) -> None:
    async def scenario() -> None:
        path = tmp_path / "notes.txt"
        path.write_text("pulse 560\n", encoding="utf-8")
        ear = Ear()
        reader = Mode2Reader(str(path), ear.hear, ear.change)
        reader.start()
        reader.close()
        assert [change.trouble for change in ear.changes] == [Trouble.NOT_A_RECEIVER]
        assert "give a LIRC node" in ear.changes[0].text

    run(scenario)
