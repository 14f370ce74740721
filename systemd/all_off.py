#!/usr/bin/python3 -I
"""Switch every motor off, whatever has become of the program; needs nothing but Python itself.

systemd runs this after every end of the service, also after a crash, a hang or an out-of-memory
kill (``ExecStopPost=``). It imports nothing of the program, so a broken release cannot break it. It
speaks to the port that the service was started with: the stop of the register map to a board of
ours, every configured coil off to plain modules.
"""

import fcntl
import os
import select
import shlex
import socket
import struct
import sys
import termios
import time
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

UNIT = 1
CYCLE = 0x0200
"""Address of the register map's cycle command: nonce, guard, flags, outputs (2), heartbeat."""

STOP_AND_DISARM = 0b010
"""Bits of its flags: stop set, arm not set."""

NONCES = (0x0001, 0x4001, 0x8001, 0xC001)
"""A board takes a nonce that is newer, within half the circle: of opposite ones, one always is."""

SILENCE_S = 0.03
"""After this a board has dropped half a frame that the program left on the line."""

REPLY_S = 0.1
ROUNDS = 5
DEFAULT_BAUD = 115_200
CONFIG = "table.toml"
DROP_INS = "conf.d"
IAC = b"\xff"
"""Telnet's own byte, doubled on an RFC 2217 line."""

# linux/termios.h, the layout that x86-64 and arm64 share.
TCGETS2, TCSETS2 = 0x802C542A, 0x402C542B
TERMIOS2 = struct.Struct("4I B19s 2I")
BOTHER = 0o010000
RAW_8N1 = termios.CS8 | termios.CREAD | termios.CLOCAL | BOTHER


class Line(Protocol):
    """Where bytes go to a board and come back."""

    def send(self, frame: bytes) -> None:
        """Write a frame."""

    def heard(self, seconds: float) -> bytes:
        """Return what comes within a time, or nothing."""

    def close(self) -> None:
        """Let it go."""


@dataclass(frozen=True, slots=True)
class Target:
    """Whom to stop: the port, its speed, and the coils of plain modules, if it is these."""

    port: str
    baud: int = DEFAULT_BAUD
    coils: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Device:
    """A serial port of this machine, open and raw."""

    fd: int

    @classmethod
    def open(cls, path: str, baud: int) -> "Device":
        """Open a port; its modem lines stay, since an Arduino resets when they rise.

        Raises:
            OSError: it is not there, not ours, or no serial port.
        """
        fd = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        state = bytearray(TERMIOS2.size)
        fcntl.ioctl(fd, TCGETS2, state)
        line, controls = TERMIOS2.unpack(state)[4:6]
        raw = TERMIOS2.pack(0, 0, RAW_8N1, 0, line, controls, baud, baud)
        fcntl.ioctl(fd, TCSETS2, raw)
        return cls(fd)

    def send(self, frame: bytes) -> None:
        """Write a frame."""
        os.write(self.fd, frame)

    def heard(self, seconds: float) -> bytes:
        """Return what comes within a time, or nothing."""
        return os.read(self.fd, 256) if select.select([self.fd], [], [], seconds)[0] else b""

    def close(self) -> None:
        """Let the port go."""
        os.close(self.fd)


@dataclass(frozen=True, slots=True)
class Network:
    """A port on a network, plain or by RFC 2217."""

    stream: socket.socket
    telnet: bool

    @classmethod
    def open(cls, url: str) -> "Network":
        """Connect.

        Raises:
            OSError: nobody serves there.
        """
        parts = urlsplit(url)
        stream = socket.create_connection((parts.hostname or "", parts.port or 0), timeout=2)
        return cls(stream, parts.scheme == "rfc2217")

    def send(self, frame: bytes) -> None:
        """Write a frame."""
        self.stream.sendall(frame.replace(IAC, IAC + IAC) if self.telnet else frame)

    def heard(self, seconds: float) -> bytes:
        """Return what comes within a time, or nothing."""
        if not select.select([self.stream], [], [], seconds)[0]:
            return b""
        data = self.stream.recv(256)
        return data.replace(IAC + IAC, IAC) if self.telnet else data

    def close(self) -> None:
        """Hang up."""
        self.stream.close()


def main(environ: Mapping[str, str]) -> int:
    """Stop the table's motors; return 0 when told to a table, or when there is none to stop."""
    try:
        target = find(environ)
        if target is None:
            return 0
        with closing(open_line(target)) as line:
            silent = stop(line, target)
    except (OSError, ValueError) as error:
        print(f"all off: {error}; switch the table off at its mains", file=sys.stderr)
        return 1
    if silent:
        print(
            f"all off: {silent} of {target.port} did not confirm; its watchdog has stopped the "
            "motors if it has one, else switch the table off at its mains",
            file=sys.stderr,
        )
    return 1 if silent else 0


def find(environ: Mapping[str, str]) -> Target | None:
    """Return whom the service drives by its environment and its files; ``None``: a simulated table.

    Raises:
        ValueError: no port is named, or a file is no TOML.
        OSError: a file is there but cannot be read.
    """
    words = shlex.split(environ.get("MJTABLE_BOARD", ""))
    if "--sim" in words:
        return None
    board: dict[str, Any] = {}
    for file in _files(environ):
        section = tomllib.loads(file.read_text("utf-8")).get("board")
        board |= section if isinstance(section, dict) else {}
    port = str(board.get("port", ""))
    for at, word in enumerate(words):
        if word.startswith("--port"):
            port = word.removeprefix("--port=") if "=" in word else words[at + 1]
    if not port:
        raise ValueError("no port is named by MJTABLE_BOARD or board.port")
    wiring = board.get("wiring")
    return Target(port, int(board.get("baud", DEFAULT_BAUD)), coils(Path(wiring)) if wiring else ())


def _files(environ: Mapping[str, str]) -> Iterator[Path]:
    """Yield the configuration files that there are, the stronger ones last."""
    for place in environ.get("CONFIGURATION_DIRECTORY", "/etc/mjtable").split(":"):
        folder = Path(place)
        yield from (file for file in (folder / CONFIG,) if file.exists())
        yield from sorted((folder / DROP_INS).glob("*.toml"))


def coils(wiring: Path) -> tuple[tuple[int, int], ...]:
    """Return the output terminals of plain modules, each once: unit and channel.

    Raises:
        ValueError: the file is no wiring.
        OSError: it cannot be read.
    """
    outputs = tomllib.loads(wiring.read_text("utf-8")).get("outputs", {})
    places = {tuple(int(part) for part in str(place).split(".")) for place in outputs.values()}
    return tuple(sorted((unit, channel) for unit, channel in places))


def open_line(target: Target) -> Line:
    """Open the port.

    Raises:
        OSError: it cannot be opened.
    """
    if "://" in target.port:
        return Network.open(target.port)
    return Device.open(target.port, target.baud)


def stop(line: Line, target: Target) -> str:
    """Say the stop until it is confirmed; return who did not confirm it, or nothing."""
    time.sleep(SILENCE_S)
    if target.coils:
        waiting = dict.fromkeys(target.coils)
        for _ in range(ROUNDS):
            for coil in tuple(waiting):
                frame = coil_off(*coil)
                if _told(line, frame, frame):
                    del waiting[coil]
        return ", ".join(f"output {unit}.{channel}" for unit, channel in waiting)
    for _ in range(ROUNDS):
        for nonce in NONCES:
            if _told(line, board_stop(nonce), CONFIRMED):
                return ""
    return "the board"


def _told(line: Line, frame: bytes, answer: bytes) -> bool:
    line.send(frame)
    heard = b""
    until = time.monotonic() + REPLY_S
    while (left := until - time.monotonic()) > 0:
        heard += line.heard(left)
        if answer in heard:
            return True
    return False


def board_stop(nonce: int) -> bytes:
    """Return the frame that stops and disarms a board: a cycle command (Modbus function 16)."""
    contents = (STOP_AND_DISARM, 0, 0, 0)
    total = 0
    for word in contents:
        total = ((total << 1 | total >> 15) + word) & 0xFFFF
    words = (nonce, ~(nonce ^ total) & 0xFFFF, *contents)
    head = struct.pack(">BBHHB", UNIT, 16, CYCLE, len(words), 2 * len(words))
    return sealed(head + struct.pack(f">{len(words)}H", *words))


def coil_off(unit: int, channel: int) -> bytes:
    """Return the frame that switches one output of a plain module off (function 5)."""
    return sealed(struct.pack(">BBHH", unit, 5, channel, 0))


def sealed(body: bytes) -> bytes:
    """Return a frame with its CRC behind it (Modbus over Serial Line V1.02, 6.2.2)."""
    crc = 0xFFFF
    for byte in body:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ 0xA001 if crc & 1 else crc >> 1
    return body + crc.to_bytes(2, "little")


CONFIRMED = sealed(struct.pack(">BBHH", UNIT, 16, CYCLE, 6))
"""How a board answers a cycle command that it has taken."""


if __name__ == "__main__":
    sys.exit(main(os.environ))
