"""The reference board as a process: its core natively, or its own ELF on a simulated chip.

Both are moved on step by step and obey the same orders (board/firmware/native/steps.h), so one test
runs on both. Time is the board's own; nothing here waits for a clock.
"""

import fcntl
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import IO, Self

FIRMWARE = Path(__file__).parents[2] / "board" / "firmware"
BUILD = FIRMWARE.parents[1] / "build" / "firmware"
TOOLS = ("make", "cc", "avr-gcc", "avr-size", "avr-objcopy", "avr-nm")
PACKAGES = "make gcc gcc-avr avr-libc binutils-avr libsimavr-dev libelf-dev"

LINE_BYTES = 1500
"""Bytes for the line that go into one order."""


@dataclass(frozen=True, slots=True)
class Drives:
    """What the board does at a moment: masks of actuators, lamps, digits, tone, bytes sent."""

    now_us: int
    on: int
    reverse: int
    lamps: int
    segments: bytes
    hertz: int
    sent: bytes

    def direction(self, actuator: int) -> int:
        """Return which way a motor is driven: 1, -1 or 0."""
        if not self.on >> actuator & 1:
            return 0
        return -1 if self.reverse >> actuator & 1 else 1


@cache
def built(target: str) -> Path:
    """Build a target of the firmware's Makefile once and return the directory of all that is built.

    Raises:
        AssertionError: a tool is missing, or it does not build.
    """
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    assert not missing, f"{', '.join(missing)} missing; as root: apt-get install {PACKAGES}"
    BUILD.mkdir(parents=True, exist_ok=True)
    with (BUILD / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # several test processes build the same files
        made = subprocess.run(
            ["make", "--silent", f"BUILD={BUILD}", target],
            cwd=FIRMWARE, capture_output=True, text=True, check=False,
        )  # fmt: skip
    assert made.returncode == 0, made.stderr
    return BUILD


def symbol(name: str) -> int:
    """Return where a function of the ELF lies in the program memory."""
    listed = subprocess.run(
        ["avr-nm", built("firmware") / "mjtable.elf"], capture_output=True, text=True, check=True
    )
    for line in listed.stdout.splitlines():
        address, _, found = line.split(maxsplit=2)
        if found == name:
            return int(address, 16)
    raise AssertionError(f"the ELF has no {name}")


class BoardProcess:
    """A running board. Close it, or use it in a ``with`` statement."""

    def __init__(self, command: Sequence[str | Path]) -> None:
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._orders: list[str] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let the process end.

        Raises:
            AssertionError: it has failed, as a sanitizer makes it.
        """
        if self._stdin.closed:
            return
        self._stdin.close()
        self._stdout.close()
        code = self._process.wait()
        assert code == 0, f"the simulated board ended with {code}; see its standard error"

    @property
    def _stdin(self) -> IO[str]:
        assert self._process.stdin is not None
        return self._process.stdin

    @property
    def _stdout(self) -> IO[str]:
        assert self._process.stdout is not None
        return self._process.stdout

    def set_inputs(self, mask: int) -> None:
        """Set the levels of all 48 inputs."""
        self._orders.append(f"i {mask:X}")

    def put_tag(self, lane: int, tile_id: int | None, *, damaged: bool = False) -> None:
        """Lay a tag before a lane's reader, or take it away."""
        text = "-" if tile_id is None else f"{'!' if damaged else ''}{tile_id:016X}"
        self._orders.append(f"t {lane} {text}")

    def fit_reader(self, lane: int, *, fitted: bool) -> None:
        """Fit a lane's reader, or take it out, before the next start."""
        self._orders.append(f"f {lane} {int(fitted)}")

    def set_eye(self, lane: int, level: int) -> None:
        """Set the analogue level of a lane's eye, 0..1000."""
        self._orders.append(f"l {lane} {level}")

    def say(self, data: bytes) -> None:
        """Let bytes arrive on the line."""
        for at in range(0, len(data), LINE_BYTES):
            self._orders.append(f"u {data[at : at + LINE_BYTES].hex()}")

    def write_eeprom(self, address: int, data: bytes) -> None:
        """Change what the board keeps over a power cut."""
        self._orders.append(f"e {address} {data.hex()}")

    def poke(self, address: int, data: bytes) -> bytes:
        """Change the program memory of a simulated chip; return what was there."""
        answer = self._ask(f"p {address} {data.hex()}")
        return bytes.fromhex(answer.removeprefix("p "))

    def reset(self) -> None:
        """Let the board start anew."""
        self._orders.append("x")

    def plug(self, *, plugged: bool) -> None:
        """Pull the plug of a line on a terminal, or plug it in again under a new name."""
        self._orders.append(f"c {int(plugged)}")

    def run(self, us: int) -> Drives:
        """Let the board's time pass and return what it does then."""
        fields = self._ask(f"r {us}").split()
        return Drives(
            now_us=int(fields[1]),
            on=int(fields[2], 16),
            reverse=int(fields[3], 16),
            lamps=int(fields[4], 16),
            segments=bytes.fromhex(fields[5]),
            hertz=int(fields[6]),
            sent=b"" if fields[7] == "-" else bytes.fromhex(fields[7]),
        )

    def _ask(self, order: str) -> str:
        self._orders.append(order)
        self._stdin.write("\n".join(self._orders) + "\n")
        self._stdin.flush()
        self._orders.clear()
        answer = self._stdout.readline()
        assert answer, f"the simulated board ended with {self._process.wait()}"
        return answer.strip()


def native_core() -> BoardProcess:
    """Start the core as a native program under sanitizers."""
    return BoardProcess([built("core") / "core_table"])


def simulated_chip(link: Path | None = None) -> BoardProcess:
    """Start the shipped ELF on a simulated chip; its line is on a terminal if ``link`` is given."""
    built("firmware")
    command = [built("table") / "avr_table", BUILD / "mjtable.elf"]
    return BoardProcess(command if link is None else [*command, link])


BOARDS: dict[str, Callable[[], BoardProcess]] = {"core": native_core, "chip": simulated_chip}
"""Both, by the names that tests go by."""
