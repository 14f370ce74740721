"""The program that says the last stop: alone, to a real port, whatever state the board is in."""

import asyncio
import importlib.util
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal.events import BoardEvent, MotionEnded, Outcome
from hal.ids import Actuator, Direction
from hal.line.commands import CycleState, is_newer
from hal.line.registers import UNIT, Cycle, CycleFlag, LevelOutput
from hal.modbus import Server, WriteCoil, WriteRegisters, encode_request
from hal.motions import Run
from hal.sim.line_faults import FaultyLine
from hal.sim.pty_line import PtyLine
from hal.sim.register_table import RegisterTable

PROGRAM = Path(__file__).parents[2] / "systemd" / "all_off.py"


def load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("all_off", PROGRAM)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["all_off"] = module
    spec.loader.exec_module(module)
    return module


all_off = load()


@given(st.integers(0, 0xFFFF))
def test_its_frame_is_the_stop_of_the_register_map(nonce: int) -> None:
    address, words = CycleState(CycleFlag.STOP, LevelOutput(0), 0).write(nonce)
    assert all_off.board_stop(nonce) == encode_request(UNIT, WriteRegisters(address, words))
    assert len(words) == Cycle.WORDS


@given(st.integers(0, 0xFFFF))
def test_whatever_the_board_heard_last_one_of_the_stops_is_new_to_it(last: int) -> None:
    assert any(is_newer(nonce, last) for nonce in all_off.NONCES)


@given(st.integers(1, 247), st.integers(0, 7))
def test_a_plain_module_gets_what_the_program_itself_would_say(unit: int, channel: int) -> None:
    assert all_off.coil_off(unit, channel) == encode_request(unit, WriteCoil(channel, 0))


class Wire:
    """A line in memory to something that answers."""

    def __init__(self, feed: Callable[[bytes], list[bytes]]) -> None:
        self._feed = feed
        self._answers = b""

    def send(self, frame: bytes) -> None:
        self._answers += b"".join(self._feed(frame))

    def heard(self, _: float) -> bytes:
        answers, self._answers = self._answers, b""
        return answers

    def close(self) -> None:
        self._answers = b""


@pytest.fixture
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let waiting take no time."""
    monkeypatch.setattr(all_off.time, "sleep", lambda _: None)
    clock = iter(range(1_000_000))
    monkeypatch.setattr(all_off.time, "monotonic", lambda: next(clock) / 20)


class Deaf:
    """Registers of a board that takes the third stop only."""

    def __init__(self) -> None:
        self.writes: list[tuple[int, ...]] = []

    def read(self, _: int, count: int) -> tuple[int, ...]:
        return (0,) * count

    def write(self, _: int, words: tuple[int, ...]) -> None:
        self.writes.append(words)

    def identification(self) -> dict[int, bytes]:
        return {}


def test_it_goes_on_until_the_board_confirms(hurry: None) -> None:
    server = Server(UNIT, Deaf())
    heard: list[bytes] = []

    def third_time(data: bytes) -> list[bytes]:
        heard.append(data)
        return server.feed(data) if len(heard) == 3 else []

    assert all_off.stop(Wire(third_time), all_off.Target("x")) == ""
    assert heard == [all_off.board_stop(nonce) for nonce in all_off.NONCES[:3]]


def test_a_silent_board_is_told_of(hurry: None) -> None:
    assert all_off.stop(Wire(lambda _: []), all_off.Target("x")) == "the board"


def test_every_coil_of_plain_modules_goes_off_and_the_silent_one_is_named(hurry: None) -> None:
    target = all_off.Target("x", coils=((1, 0), (1, 7), (4, 2)))

    def modules(data: bytes) -> list[bytes]:
        return [] if data[0] == 4 else [data]

    assert all_off.stop(Wire(modules), target) == "output 4.2"
    assert all_off.stop(Wire(lambda data: [data]), target) == ""


@pytest.mark.parametrize(
    ("command_line", "files", "port", "baud"),
    [
        ("--port /dev/a", {}, "/dev/a", 115_200),
        ("--port=/dev/a --attended", {}, "/dev/a", 115_200),
        ("", {"table.toml": '[board]\nport = "/dev/b"\nbaud = "250000"'}, "/dev/b", 250_000),
        ("--port /dev/a", {"table.toml": '[board]\nport = "/dev/b"'}, "/dev/a", 115_200),
        (
            "",
            {"table.toml": '[board]\nport = "/dev/b"', "conf.d/90-panel.toml": '[board]\nport="c"'},
            "c",
            115_200,
        ),
    ],
)
def test_it_stops_the_board_that_the_service_drove(
    command_line: str, files: dict[str, str], port: str, baud: int, tmp_path: Path
) -> None:
    (tmp_path / "conf.d").mkdir()
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    environ = {"MJTABLE_BOARD": command_line, "CONFIGURATION_DIRECTORY": str(tmp_path)}
    assert all_off.find(environ) == all_off.Target(port, baud)


def test_a_simulated_table_has_no_motors_to_stop() -> None:
    assert all_off.find({"MJTABLE_BOARD": "--sim --demo"}) is None


def test_the_wiring_names_the_coils(tmp_path: Path) -> None:
    wiring = tmp_path / "wiring.toml"
    wiring.write_text('[outputs]\n"drum forward" = "5.1"\n"dome forward" = "1.0"\n')
    (tmp_path / "table.toml").write_text(f'[board]\nport = "p"\nwiring = "{wiring}"')
    target = all_off.find({"CONFIGURATION_DIRECTORY": str(tmp_path)})
    assert target == all_off.Target("p", coils=((1, 0), (5, 1)))


def run(*, environ: dict[str, str]) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        ["/usr/bin/python3", "-I", str(PROGRAM)],
        env=environ,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.mark.parametrize(
    ("environ", "words"),
    [
        ({"CONFIGURATION_DIRECTORY": "/nowhere"}, "no port is named"),
        ({"MJTABLE_BOARD": "--port /dev/no-such"}, "No such file"),
        ({"MJTABLE_BOARD": "--port socket://127.0.0.1:9"}, "refused"),
        ({"MJTABLE_BOARD": "--port /dev/null"}, "ioctl"),
    ],
)
def test_where_it_cannot_reach_a_board_it_says_what_to_do(
    environ: dict[str, str], words: str
) -> None:
    ended = run(environ=environ)
    assert ended.returncode == 1
    assert words in ended.stderr
    assert ended.stderr.endswith("switch the table off at its mains\n")
    assert ended.stderr.count("\n") == 1


@pytest.mark.realtime
def test_a_turning_motor_stops_when_the_program_that_started_it_is_no_more() -> None:
    async def main() -> None:
        loop = asyncio.get_running_loop()
        table = RegisterTable.build(loop, None, 1, ((1,) * 4, (1,) * 4))
        line = PtyLine(loop, table.server, None, FaultyLine(1), 115_200)
        line.plug()
        try:
            firmware = table.board.firmware
            ended: list[Outcome] = []
            tell = firmware.emit

            def listen(event: BoardEvent) -> None:
                tell(event)
                if isinstance(event, MotionEnded):
                    ended.append(event.outcome)

            firmware.emit = listen
            firmware.set_watchdog(60_000)
            firmware.arm()
            firmware.command(1, Run(Actuator.DRUM, Direction.FORWARD, 60_000))
            program = await asyncio.create_subprocess_exec(
                "/usr/bin/python3", "-I", str(PROGRAM), env={"MJTABLE_BOARD": f"--port {line.port}"}
            )
            assert await program.wait() == 0
            assert ended == [Outcome.STOPPED]
            assert not firmware.armed
        finally:
            line.close()

    asyncio.run(main())
