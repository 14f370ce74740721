"""A daemon that is recorded, and somebody who checks it as it runs: nothing but files between."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_ctl.cli.app import run
from firmware_ctl.cli.exits import ExitCode
from tests.support.daemon import Running

pytestmark = [pytest.mark.realtime, pytest.mark.timeout(240)]

CONFIG = 'config_version = 1\n[table]\nname = "Table 7"\n[web]\nenabled = false\n'


@pytest.fixture(params=["dice", "keys"])
def recorded(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[tuple[Running, Path]]:
    """Start a demonstration whose walls are broken by dice, or cut by keys."""
    config = tmp_path / "table.toml"
    config.write_text(f'{CONFIG}[integrity]\ncut = "{request.param}"\n')
    state = tmp_path / "state"
    options = ("--config", str(config), "--seed", "7", "--record", str(state))
    running = Running(tmp_path, *options, "--demo", "--speed", "20")
    running.hears("READY=1")
    try:
        yield running, state
    finally:
        running.clean_up()


def test_what_the_table_showed_is_what_its_journal_proves(
    recorded: tuple[Running, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    running, state = recorded
    roots: dict[int, str] = {}
    with running.events() as events:
        for event in events:
            if event["event"] == "hand-began":
                roots[int(event["number"])] = running.snapshot()["hand"]["root"]
            if event["event"] == "hand-ended" and len(roots) > 1:
                break
    where = ("--state", str(state), "--config", str(tmp_path / "table.toml"))
    file = tmp_path / "evening.jsonl"

    assert run(["audit", "export", str(file), *where]) == ExitCode.DONE
    assert run(["audit", "key", "--state", str(state)]) == ExitCode.DONE
    key = capsys.readouterr().out.strip()
    for number, root in roots.items():
        given = ["--key", key, "--hand", str(number), "--root", root, "--json"]
        assert run(["audit", "verify", str(file), *given]) == ExitCode.DONE
        told = json.loads(capsys.readouterr().out)
        assert (told["good"], told["table"]) == (True, "Table 7")
        assert told["hand"]["wall"]["root"] == root
        assert (told["hand"]["cut"] is None) == bool(told["hand"]["dice"])
        assert [len(hand) for hand in told["hand"]["dealt"].values()].count(14) == 1
