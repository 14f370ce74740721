"""``mjtable fleet``: lines of every table on a real broker, and what goes wrong."""

import json
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_ctl.__main__ import main
from firmware_ctl.cli.exits import ExitCode
from tests.fleet.test_fleet import state
from tests.mqtt.broker import free_port, mosquitto


def publish(port: int, topic: str, payload: bytes) -> None:
    subprocess.run(
        ["mosquitto_pub", "-h", "127.0.0.1", "-p", str(port), "-t", topic, "-r", "-s"],
        input=payload, check=True, timeout=60,
    )  # fmt: skip


@pytest.fixture
def parlour(tmp_path: Path) -> Iterator[int]:
    with mosquitto(tmp_path) as port:
        publish(port, "mjtable/a/availability", b"online")
        publish(port, "mjtable/a/state", state("Table 2"))
        publish(port, "mjtable/b/availability", b"online")
        publish(port, "mjtable/b/state", state("Table 10", faults=1, fault="E301"))
        yield port


@pytest.mark.realtime
def test_the_ones_that_need_somebody_come_first_and_a_fault_is_code_5(
    parlour: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fleet", "--broker", f"127.0.0.1:{parlour}", "--json"]) == ExitCode.FAULT
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(row["name"], row["how"]) for row in rows] == [
        ("Table 10", "fault"),
        ("Table 2", "ready"),
    ]


@pytest.mark.realtime
def test_the_page_is_served_until_a_signal_ends_it(parlour: int) -> None:
    port = free_port()
    command = [sys.executable, "-m", "firmware_ctl", "fleet"]
    command += ["--broker", f"127.0.0.1:{parlour}", "--serve", str(port)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as served:
        assert served.stderr is not None
        assert f"http://127.0.0.1:{port}/" in served.stderr.readline()
        until = time.monotonic() + 30
        tables: list[object] = []
        while len(tables) < 2 and time.monotonic() < until:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/fleet", timeout=30) as told:
                tables = json.load(told)["tables"]
        assert len(tables) == 2
        served.terminate()
        assert served.wait(timeout=30) == 0


@pytest.mark.realtime
def test_a_broker_that_is_not_there_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["fleet", "--broker", f"127.0.0.1:{free_port()}", "--seconds", "0.5"]
    assert main(argv) == ExitCode.TIMEOUT
    told = capsys.readouterr().err
    assert "cannot be reached" in told
    assert told.count("\n") == 1


@pytest.mark.parametrize(
    ("argv", "words"),
    [([], "no broker is named"), (["--broker", "host:port"], "is no HOST:PORT")],
)
def test_wrong_use_is_one_sentence(
    argv: list[str],
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert main(["fleet", *argv]) == ExitCode.USAGE
    assert words in capsys.readouterr().err
