"""``mjtable sim``: whole hands in virtual time."""

import json

import pytest

from firmware_ctl.__main__ import main
from firmware_ctl.cli import sim
from firmware_ctl.cli.exits import ExitCode

NAMED = {
    "hands",
    "virtual_s",
    "wall_s",
    "seed",
    "variant",
    "profile",
    "tiles_in",
    "tiles_out",
    "unsafe",
    "faults",
    "recovered",
    "state_s",
}


def summary(capsys: pytest.CaptureFixture[str], *argv: str) -> dict[str, object]:
    assert main(["sim", "--json", *argv]) == ExitCode.DONE
    data: dict[str, object] = json.loads(capsys.readouterr().out)
    return data


def test_the_summary_names_what_scripts_rely_on(capsys: pytest.CaptureFixture[str]) -> None:
    data = summary(capsys, "--hands", "2", "--seed", "5")
    assert set(data) >= NAMED
    assert (data["hands"], data["unsafe"], data["faults"]) == (2, 0, [])


def test_two_runs_with_one_seed_are_equal_but_for_the_time_they_took(
    capsys: pytest.CaptureFixture[str],
) -> None:
    runs = [summary(capsys, "--hands", "1", "--seed", "9", "--no-reader") for _ in range(2)]
    for run in runs:
        del run["wall_s"]
    assert runs[0] == runs[1]


def test_the_summary_in_words_names_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim"]) == ExitCode.DONE
    words = capsys.readouterr().out
    assert [name for name in NAMED if name not in words] == []


def test_nested_values_are_told_below_their_name() -> None:
    told = sim._in_words({"state_s": {"open": 1.5}, "faults": [{"code": "E201"}], "hands": 1})
    assert told.splitlines() == [
        "state_s:",
        "  open               1.5",
        "faults               1",
        '  {"code": "E201"}',
        "hands                1",
    ]
