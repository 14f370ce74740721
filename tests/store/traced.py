"""What a process writes and flushes, from the system's own trace; and what a card makes of it.

Run as a program it records an evening under ``ROOT`` and notes every acknowledgement there.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from firmware_ctl.store import ledger
from firmware_ctl.store.chain import Head
from tests.store.recorded import record_evening

CALLS = "pwrite64,write,fdatasync,fsync,ftruncate,unlink"
LONGEST = 1 << 20
ACKNOWLEDGED = "acknowledged"
SECTOR = 512

_CALL = re.compile(r"(\w+)\((.*)\) += (\d+)$")
_FILE = re.compile(r"\d+<(.*)>$")


@dataclass(frozen=True, slots=True)
class Call:
    """One system call on a file: bytes written at an offset, or a flush, or a removal."""

    name: str
    file: str
    data: bytes = b""
    offset: int = 0


def trace(program: list[str], log: Path) -> Iterator[Call]:
    """Run a program and yield what it wrote, flushed and removed, in order.

    Raises:
        FileNotFoundError: strace is not installed.
        CalledProcessError: the program failed.
    """
    options = ["-y", "-xx", "-s", str(LONGEST), "-e", f"trace={CALLS}", "-o", str(log)]
    subprocess.run(["strace", *options, *program], check=True)
    with log.open("r", encoding="ascii") as lines:
        for line in lines:
            call = _CALL.match(line)
            if call is not None:
                yield _read(call[1], call[2].split(", "))


def _read(name: str, args: list[str]) -> Call:
    if name == "unlink":
        return Call(name, Path(_bytes(args[0]).decode()).name)
    file = _FILE.match(args[0])
    path = "" if file is None else _bytes(file[1]).decode("utf-8", "replace")
    if name == "ftruncate":
        return Call(name, Path(path).name, offset=int(args[1]))
    if name in ("write", "pwrite64"):
        offset = int(args[3]) if name == "pwrite64" else 0
        return Call(name, Path(path).name, _bytes(args[1]), offset)
    return Call(name, Path(path).name)


def _bytes(text: str) -> bytes:
    text = text.strip('"')
    if text.startswith("\\x"):
        return bytes.fromhex(text.replace("\\x", ""))
    return text.encode()


@dataclass(slots=True)
class CardFile:
    """A file on a card: what is surely there, and what was written since the last flush."""

    sure: bytearray = field(default_factory=bytearray)
    pending: list[tuple[int, bytes]] = field(default_factory=list)
    going: bool = False

    def flush(self) -> None:
        self.sure = bytearray(self.with_sectors(len(self.sectors)))
        self.pending.clear()

    @property
    def sectors(self) -> list[tuple[int, bytes]]:
        """What is pending, cut at the card's sectors, in the order in which it was written."""
        return [piece for offset, data in self.pending for piece in _cut(offset, data)]

    def with_sectors(self, count: int, without: int | None = None) -> bytes:
        """What the card holds when so many of the pending sectors are written, but for one."""
        content = bytearray(self.sure)
        for number, (offset, data) in enumerate(self.sectors[:count]):
            if number != without:
                content.extend(bytes(max(0, offset + len(data) - len(content))))
                content[offset : offset + len(data)] = data
        return bytes(content)


def _cut(offset: int, data: bytes) -> Iterator[tuple[int, bytes]]:
    at = offset
    while at < offset + len(data):
        end = min(at // SECTOR * SECTOR + SECTOR, offset + len(data))
        yield at, data[at - offset : end - offset]
        at = end


class Card:
    """The files of one segment as a card has them; shared memory is not on it."""

    def __init__(self) -> None:
        self.files: dict[str, CardFile] = {}

    def take(self, call: Call) -> None:
        """Take a call on one of the files or on their directory."""
        if call.file == "0001":
            self.files = {name: file for name, file in self.files.items() if not file.going}
        elif call.name == "unlink":
            if call.file in self.files:
                self.files[call.file].going = True
        elif call.file.startswith("table.db") and not call.file.endswith("-shm"):
            file = self.files.setdefault(call.file, CardFile())
            if call.name == "pwrite64":
                file.pending.append((call.offset, call.data))
            elif call.name == "ftruncate":
                file.flush()
                del file.sure[call.offset :]
            else:
                file.flush()

    def images(self, file: str) -> Iterator[dict[str, bytes]]:
        """Yield what the card may hold now, as far as the pending sectors of one file go."""
        others = {
            name: other.with_sectors(len(other.sectors))
            for name, other in self.files.items()
            if name != file
        }
        changing = self.files[file]
        count = len(changing.sectors)
        for written in range(count + 1):
            yield others | {file: changing.with_sectors(written)}
        for missing in range(count - 1):
            yield others | {file: changing.with_sectors(count, without=missing)}


def main(root: Path) -> None:
    """Record an evening and note every acknowledgement once it has come."""
    ledger.CHECKPOINT_COMMITS = 9
    root.mkdir(parents=True)
    with (root.parent / ACKNOWLEDGED).open("w", buffering=1) as file:

        def note(head: Head) -> None:
            file.write(f"{head.sequence} {head.hash.hex()}\n")

        record_evening(root, hands=1, acknowledged=note)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
