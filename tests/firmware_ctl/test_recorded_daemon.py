"""The daemon as a process with a record: killed outright, it has lost nothing and starts again."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_ctl.cli.exits import ExitCode
from firmware_ctl.store.ledger import Ledger
from tests.support.daemon import Running

pytestmark = pytest.mark.realtime

OPTIONS = ("--demo", "--speed", "50", "--seed", "1")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[list[Running]]:
    running: list[Running] = []
    try:
        yield running
    finally:
        for process in running:
            process.clean_up()


def _start(house: list[Running], home: Path, name: str) -> Running:
    directory = home / name
    directory.mkdir()
    running = Running(directory, *OPTIONS, "--record", str(home / "state"))
    house.append(running)
    running.hears("READY=1")
    return running


def test_after_a_kill_the_record_is_whole_and_the_next_start_counts_it(
    house: list[Running], tmp_path: Path
) -> None:
    first = _start(house, tmp_path, "first")
    first.hears("STATUS=simulated table: play")
    shown = first.snapshot()["record"]
    first.end(signal.SIGKILL)
    told: list[object] = []
    ledger = Ledger(tmp_path / "state" / "record", told.append)
    assert told == []
    assert ledger.head.sequence >= shown["sequence"]
    assert ledger.state.running
    ledger.close()
    second = _start(house, tmp_path, "second")
    assert second.snapshot()["record"]["unsafe"] == 1
    second.hears("STATUS=simulated table: play")
    assert second.snapshot()["faults"] == []
    assert second.end(signal.SIGTERM)[0] == ExitCode.DONE
    again = Ledger(tmp_path / "state" / "record", told.append)
    assert (again.state.running, again.state.unsafe, told) == (False, 1, [])
    again.close()


def test_a_second_daemon_leaves_the_record_of_the_first_alone(
    house: list[Running], tmp_path: Path
) -> None:
    first = _start(house, tmp_path, "first")
    (tmp_path / "second").mkdir()
    second = Running(tmp_path / "second", *OPTIONS, "--record", str(tmp_path / "state"))
    house.append(second)
    _, told = second.process.communicate(timeout=60)
    assert second.process.returncode == ExitCode.FAILED
    assert "another table keeps its record in" in told
    assert first.snapshot()["record"]["acknowledged"]


def test_a_record_that_cannot_be_opened_is_told_and_the_table_runs(
    house: list[Running], tmp_path: Path
) -> None:
    (tmp_path / "state").write_bytes(b"")
    running = _start(house, tmp_path, "first")
    codes = {fault["code"] for fault in running.snapshot()["faults"]}
    assert codes & {"E803", "E807"}
    assert running.snapshot()["record"]["acknowledged"] is False
    assert running.cli("send", "stop").returncode == ExitCode.DONE
