"""The daemon as a process: it comes up, obeys, and goes down with the motors off."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_ctl import daemon
from firmware_ctl.cli.exits import ExitCode
from firmware_ctl.config.model import Config, Remote, Table
from firmware_ctl.core.controller import Controller
from firmware_ctl.daemon import DaemonError, Options
from hal.sim import SimBoard
from tests.support.daemon import Running

pytestmark = pytest.mark.realtime


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    process = Running(tmp_path, "--speed", "50", "--seed", "1")
    try:
        yield process
    finally:
        process.clean_up()


@pytest.fixture
def demonstration(tmp_path: Path) -> Iterator[Running]:
    process = Running(tmp_path, "--demo", "--speed", "50", "--seed", "1")
    try:
        yield process
    finally:
        process.clean_up()


def test_it_comes_up_feeds_the_watchdog_answers_and_goes_down_on_sigterm(
    running: Running,
) -> None:
    running.hears("READY=1")
    running.hears("WATCHDOG=1")
    assert running.snapshot()["simulated"] is True
    assert running.cli("send", "mute").returncode == ExitCode.DONE
    assert running.snapshot()["muted"] is True
    code, told = running.end(signal.SIGTERM)
    running.hears("STOPPING=1")
    assert code == ExitCode.DONE
    assert told.splitlines()[-1] == "mjtable: stopped; the motors are off"
    assert not running.path.exists()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP])
def test_the_other_signals_end_it_as_well(running: Running, number: signal.Signals) -> None:
    running.hears("READY=1")
    assert running.end(number)[0] == ExitCode.DONE


def test_in_a_demonstration_people_play_hands_by_themselves(demonstration: Running) -> None:
    demonstration.hears("STATUS=simulated table: play")
    demonstration.hears("STATUS=simulated table: opening")
    assert demonstration.snapshot()["faults"] == []


def test_a_second_daemon_is_refused_and_harms_nothing(running: Running, tmp_path: Path) -> None:
    running.hears("READY=1")
    second = running.cli("run", "--sim")
    assert second.returncode == ExitCode.FAILED
    assert "another daemon listens on" in second.stderr
    assert running.cli("status").returncode == ExitCode.DONE


def test_without_a_demonstration_nothing_moves_until_a_person_asks(running: Running) -> None:
    running.hears("READY=1")
    assert running.snapshot()["surface"] == "unhomed"
    for word, state in (("home", "ready"), ("lift", "open"), ("lift", "ready")):
        assert running.cli("send", word).returncode == ExitCode.DONE
        running.hears(f"STATUS=simulated table: {state}")
    assert running.cli("send", "dice").returncode == ExitCode.REFUSED


class Watched:
    """Runs the daemon in this process and notes when its motors are switched off."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.stops = 0
        stop_all = SimBoard.stop_all

        def noted(board: SimBoard) -> None:
            self.stops += 1
            stop_all(board)

        monkeypatch.setattr(SimBoard, "stop_all", noted)


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Watched:
    return Watched(monkeypatch)


def test_a_task_that_fails_ends_the_daemon_with_the_motors_off(
    watched: Watched, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(controller: object) -> bool:
        raise ZeroDivisionError("not so healthy")

    monkeypatch.setenv("WATCHDOG_USEC", "1000000")
    monkeypatch.delenv("WATCHDOG_PID", raising=False)
    monkeypatch.setattr(Controller, "healthy", broken)
    with pytest.raises(ZeroDivisionError, match="not so healthy"):
        daemon.run(Config(), Options(socket=str(tmp_path / "s"), seed=1))
    assert watched.stops > 0


@pytest.mark.parametrize(
    ("config", "options", "words"),
    [
        (Config(table=Table(variant="XX")), Options(), "XX"),
        (Config(remote=Remote(receiver="x", key_map="none")), Options(), "key map none"),
        (Config(), Options(ir="x", ir_map="none"), "key map none"),
        (Config(remote=Remote(receiver="lircd:/x smoke:/y")), Options(), "receiver 'smoke:/y'"),
        (Config(), Options(socket="/no/such/place/s"), "cannot be made"),
        (Config(), Options(socket="/tmp/" + "x" * 200), "107 at most"),
    ],
)
def test_what_keeps_it_from_starting_is_told_in_words(
    config: Config, options: Options, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    with pytest.raises(DaemonError, match=words):
        daemon.run(config, options)
