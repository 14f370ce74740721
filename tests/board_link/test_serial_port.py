"""The transport on a real pty, and the whole way from the daemon's command line to the motors."""

import asyncio
import errno
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
import serial

from hal.errors import LinkLost
from hal.events import LinkChanged, Outcome
from hal.ids import FOUR_PORT_INPUTS, Actuator, Input
from hal.line import registers as reg
from hal.line.board import SerialBoard
from hal.line.serial_port import SerialPort, why_not_open
from hal.motions import Run
from hal.sim.pty_line import PtyLine
from hal.sim.register_table import RegisterTable
from tests.board_link.line_rigs import build
from tests.board_link.network_port import NetworkPort
from tests.hal.sim_rig import FORWARD, Host, hosted

pytestmark = pytest.mark.realtime

Scenario = Callable[[RegisterTable, PtyLine, Host], Awaitable[None]]


def on_a_link(tmp_path: Path, scenario: Scenario) -> None:
    """Run a scenario in real time on a board behind a link's name."""

    async def main() -> None:
        table = build(40, in_drum=False)
        line = PtyLine(asyncio.get_running_loop(), table.server, tmp_path / "board")
        line.plug()
        try:
            async with hosted(SerialBoard(SerialPort(line.port))) as host:
                await scenario(table, line, host)
        finally:
            line.close()

    asyncio.run(main())


async def until(reached: Callable[[], bool], limit_s: float = 5.0) -> None:
    end = time.monotonic() + limit_s
    while not reached():
        assert time.monotonic() < end
        await asyncio.sleep(0.01)


def test_unplugged_it_is_lost_at_once_and_found_again_under_another_device(tmp_path: Path) -> None:
    async def scenario(table: RegisterTable, line: PtyLine, host: Host) -> None:
        first = line.device
        dome = host.start(Run(Actuator.DOME, FORWARD, 8_000, Input.DOME_UP))
        await asyncio.sleep(0.3)
        line.unplug()
        await until(lambda: not host.board.link_up, 0.2)
        await until(lambda: not any(table.plant.motors.drive), 0.7)  # the board's own watchdog
        line.plug()
        assert line.device != first
        await until(lambda: host.board.link_up)
        assert [event.up for event in host.of(LinkChanged)] == [False, True]
        assert (await dome).outcome is Outcome.STOPPED
        host.board.arm()
        await host.open_dome()

    on_a_link(tmp_path, scenario)


def test_a_reset_board_is_noticed_and_does_not_move(tmp_path: Path) -> None:
    async def scenario(table: RegisterTable, _: PtyLine, host: Host) -> None:
        host.start(Run(Actuator.DRUM, FORWARD, 60_000))
        await asyncio.sleep(0.2)
        table.board.restart()
        await until(lambda: len(host.of(LinkChanged)) == 2)
        assert host.of(LinkChanged)[1].rebooted
        assert not any(table.plant.motors.drive)

    on_a_link(tmp_path, scenario)


def test_a_port_in_use_is_refused_in_words(tmp_path: Path) -> None:
    async def scenario(_: RegisterTable, line: PtyLine, host: Host) -> None:
        assert host.board.link_up
        with pytest.raises(LinkLost, match="used by another program"):
            await SerialBoard(SerialPort(line.port)).open()

    on_a_link(tmp_path, scenario)


def test_a_port_that_is_not_there_or_no_port_is_refused_in_words(tmp_path: Path) -> None:
    async def main() -> None:
        with pytest.raises(LinkLost, match="there is no port"):
            await SerialBoard(SerialPort(str(tmp_path / "nothing"))).open()
        file = tmp_path / "file"
        file.write_text("no port")
        for place in (file, tmp_path, "/dev/null"):
            with pytest.raises(LinkLost, match="is no serial port"):
                await SerialBoard(SerialPort(str(place))).open()
        with pytest.raises(LinkLost, match="names no host and port"):
            await SerialBoard(SerialPort("socket://127.0.0.1")).open()

    asyncio.run(main())


def test_a_board_that_says_nothing_is_told_in_words(tmp_path: Path) -> None:
    async def main() -> None:
        table = build(40, in_drum=False)
        line = PtyLine(asyncio.get_running_loop(), table.server, tmp_path / "board")
        line.plug()
        line.faults.settings.mute = True
        try:
            with pytest.raises(LinkLost, match="no board answers"):
                await SerialBoard(SerialPort(line.port)).open()
        finally:
            line.close()

    asyncio.run(main())


def test_a_device_that_says_something_else_is_told_apart_from_silence() -> None:
    async def main() -> None:
        master, slave = os.openpty()
        loop = asyncio.get_running_loop()
        loop.add_reader(master, lambda: os.write(master, b"ok " + os.read(master, 4096)[:1]))
        try:
            with pytest.raises(LinkLost, match="something is heard; check its speed"):
                await SerialBoard(SerialPort(os.ttyname(slave))).open()
        finally:
            loop.remove_reader(master)
            os.close(master)
            os.close(slave)

    asyncio.run(main())


def test_a_port_that_this_user_may_not_open_is_told_in_words() -> None:
    error = serial.SerialException(errno.EACCES, "could not open port")
    assert "this user may not open /dev/ttyUSB0" in why_not_open("/dev/ttyUSB0", error)


def test_no_thread_outlives_its_port(tmp_path: Path) -> None:
    async def scenario(_: RegisterTable, __: PtyLine, host: Host) -> None:
        assert host.board.link_up

    on_a_link(tmp_path, scenario)
    names = [thread.name for thread in threading.enumerate()]
    assert not [name for name in names if name.startswith("serial")]


def test_a_board_behind_a_network_socket_works_too() -> None:
    async def main() -> None:
        table = build(40, in_drum=False)

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            with suppress(ConnectionError):
                while data := await reader.read(4096):
                    for reply in table.server.feed(data):
                        writer.write(reply)
            writer.close()

        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        async with server, hosted(SerialBoard(SerialPort(f"socket://127.0.0.1:{port}"))) as host:
            await host.open_dome()

    asyncio.run(main())


@pytest.mark.filterwarnings("ignore:set(Daemon|Name)..:DeprecationWarning")  # pyserial's own
def test_a_board_behind_a_network_serial_port_works_too() -> None:
    async def main() -> None:
        table = build(40, in_drum=False)
        line = PtyLine(asyncio.get_running_loop(), table.server)
        line.plug()
        network = NetworkPort(line.port)
        try:
            async with hosted(SerialBoard(SerialPort(network.address))) as host:
                await host.open_dome()
        finally:
            network.close()
            line.close()

    asyncio.run(main())


def test_a_socket_where_nobody_listens_is_refused_in_words() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]

        async def main() -> None:
            with pytest.raises(LinkLost, match="127"):
                await SerialBoard(SerialPort(f"socket://127.0.0.1:{port}")).open()

        asyncio.run(main())


# From the command line.


@contextmanager
def served(tmp_path: Path, *options: str) -> Iterator[tuple[str, "subprocess.Popen[bytes]"]]:
    """`mjtable board sim` in a process of its own."""
    link = tmp_path / "board"
    command = [sys.executable, "-m", "firmware_ctl", "board", "sim", "--link", str(link), *options]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        assert b"simulated board" in server.stdout.readline()
        try:
            yield str(link), server
        finally:
            server.terminate()


def mjtable(*arguments: str, said: str = "") -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "firmware_ctl", *arguments]
    return subprocess.run(
        command, input=said, capture_output=True, text=True, timeout=60, check=False
    )


def test_board_info_tells_who_answers(tmp_path: Path) -> None:
    with served(tmp_path, "--id", "C0FFEE") as (port, _):
        done = mjtable("board", "info", "--port", port, "--json")
        assert done.returncode == 0, done.stderr
        told = json.loads(done.stdout)
        assert (told["board_id"], told["simulated"]) == ("00C0FFEE", True)
        assert told["map"] == f"{reg.MAP_MAJOR}.{reg.MAP_MINOR}"
        assert told["faults_latched"] == ["restart"]
        assert "dome_down" in told["inputs_on"]
        assert "board id             00C0FFEE" in mjtable("board", "info", "--port", port).stdout


def test_board_settings_are_changed_by_name_and_kept_over_a_restart(tmp_path: Path) -> None:
    with served(tmp_path) as (port, server):
        line = ("board", "settings", "--port", port, "--json")
        delivered = json.loads(mjtable(*line).stdout)
        assert delivered["parameters"]["watchdog"] == 500
        done = mjtable(*line, "watchdog=400", "invert=dome_up,eye.0", "dome.longest_run_ms=9000")
        told = json.loads(done.stdout)
        assert told["parameters"]["watchdog"] == 400
        assert told["parameters"]["invert"] == ["eye.0", "dome_up"]
        assert told["limits"]["dome"]["longest_run_ms"] == 9000
        assert told["settings_crc"] != delivered["settings_crc"]
        shown = mjtable("board", "settings", "--port", port).stdout
        assert "watchdog                 400 (as delivered: 500)\n" in shown
        assert server.stdin is not None
        server.stdin.write(b"reset\n")
        server.stdin.flush()
        assert json.loads(mjtable(*line, "debounce=9", "--keep").stdout)["parameters"] == {
            **delivered["parameters"],
            "debounce": 9,
        }
        server.stdin.write(b"reset\n")
        server.stdin.flush()
        assert json.loads(mjtable(*line).stdout)["parameters"]["debounce"] == 9
        assert json.loads(mjtable(*line, "--defaults").stdout) == delivered


def test_board_info_of_a_missing_port_is_one_sentence() -> None:
    done = mjtable("board", "info", "--port", "/dev/no-such-port")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "there is no port" in done.stderr


def test_board_test_asks_before_each_motion_and_obeys_interlocks(tmp_path: Path) -> None:
    with served(tmp_path) as (port, server):
        done = mjtable("board", "test", "--port", port, "--json", "dome", "pusher.1", said="y\ny\n")
        assert done.returncode == 0, done.stderr
        rows = [json.loads(row) for row in done.stdout.splitlines()]
        assert [(row["motor"], row["outcome"]) for row in rows] == [
            ("dome", "reached"),
            ("dome", "reached"),
            ("pusher.1", "not tried"),  # the tray is up
        ]
        assert rows[0]["changes"] == ["dome_down off", "dome_up on"]
        assert "tray" in rows[2]["why"]
        quiet = mjtable("board", "test", "--port", port, "--json", "drum", said="n\n")
        assert quiet.stdout == ""
        assert server.stdin is not None
        server.stdin.write(b"estop on\n")
        server.stdin.flush()
        time.sleep(0.2)
        stopped = mjtable("board", "test", "--port", port, "drum", said="y\n")
        assert "emergency stop" in stopped.stdout


def test_a_plug_pulled_while_a_motor_is_tried_is_told_at_once(tmp_path: Path) -> None:
    with served(tmp_path) as (port, server):
        assert server.stdin is not None
        command = [sys.executable, "-m", "firmware_ctl", "board", "test", "--port", port, "dome"]
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as trial:
            assert trial.stdin is not None
            assert trial.stderr is not None
            trial.stdin.write(b"y\n")
            trial.stdin.flush()
            assert trial.stderr.read(5) == b"dome:"
            time.sleep(0.5)
            server.stdin.write(b"unplug\n")
            server.stdin.flush()
            assert trial.wait(10) == 1
            assert b"was it unplugged?; the board stops by itself" in trial.stderr.read()


def test_board_test_of_an_unknown_motor_names_the_motors() -> None:
    done = mjtable("board", "test", "--port", "/dev/null", "domm")
    assert done.returncode == 2
    assert "dome" in done.stderr


def test_board_monitor_shows_what_a_hand_does(tmp_path: Path) -> None:
    with served(tmp_path, "--at", "2:press key_dice.1", "--at", "0.1:fault eye-dirty 2") as (
        port,
        _,
    ):
        done = mjtable("board", "monitor", "--port", port, "--json", "--seconds", "4")
        assert done.returncode == 0, done.stderr
        rows = [json.loads(row) for row in done.stdout.splitlines()]
        levels = [row for row in rows if row.get("by_hand")]
        assert {row["input"] for row in levels} == {each.label for each in FOUR_PORT_INPUTS}
        keys = [row["level"] for row in rows if row.get("input") == "key_dice.1" and "at" in row]
        assert keys == [True, False]
        health = {row["eye"]: row["health"] for row in rows if "eye" in row}
        assert health == {0: "clean", 1: "clean", 2: "dirty", 3: "clean"}


def test_board_sim_refuses_what_it_does_not_know(tmp_path: Path) -> None:
    link = str(tmp_path / "board")
    for options in (["--at", "3:frob"], ["--at", "unplug"], ["--variant", "??"], ["--id", "zz"]):
        done = mjtable("board", "sim", "--link", link, *options)
        assert done.returncode == 2, options
        assert done.stderr.startswith("mjtable")


def test_a_demonstration_plays_through_the_port(tmp_path: Path) -> None:
    sock = str(tmp_path / "mjtable.sock")
    with served(tmp_path, "--demo") as (port, _):
        command = [sys.executable, "-m", "firmware_ctl", "run", "--port", port, "--socket", sock]
        with subprocess.Popen(command, stderr=subprocess.PIPE) as daemon:
            try:
                for _ in range(100):
                    if Path(sock).exists():
                        break
                    time.sleep(0.1)
                assert mjtable("send", "home", "--socket", sock).returncode == 0

                def progress() -> dict[str, list[int]]:
                    shown = json.loads(mjtable("status", "--json", "--socket", sock).stdout)
                    found: dict[str, list[int]] = shown["progress"]
                    return found

                end = time.monotonic() + 40
                while not all(done > 0 for done, _ in progress().values()):
                    assert time.monotonic() < end
                    time.sleep(0.5)
            finally:
                os.kill(daemon.pid, signal.SIGTERM)
            assert daemon.wait(10) == 0


def test_a_configuration_written_by_asking_ties_the_table_to_its_board(tmp_path: Path) -> None:
    with served(tmp_path, "--id", "BEEF") as (port, _):
        path = tmp_path / "table.toml"
        answers = f"Salon 3\nCD\n\n\n\n\n\n{port}\nours\nyes\n"
        done = mjtable("config", "init", "--ask", str(path), said=answers)
        assert done.returncode == 0, done.stderr
        text = path.read_text("utf-8")
        assert '\nboard_id = "0000BEEF"\n' in text
        settings = json.loads(mjtable("board", "settings", "--port", port, "--json").stdout)
        assert f'\nsettings_crc = "{settings["settings_crc"]}"\n' in text
        assert f'\nport = "{port}"\n' in text
        again = mjtable("config", "init", "--ask", str(path), said=answers)
        assert again.returncode == 1
        assert "left as it is" in again.stderr
