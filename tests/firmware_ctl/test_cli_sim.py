"""``mjtable sim``: whole hands in virtual time."""

import json

import pytest

from firmware_ctl.__main__ import main
from firmware_ctl.cli import sim
from firmware_ctl.cli.exits import ExitCode
from hal.sim import FAULT_KINDS

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


def test_the_list_of_faults_is_one_object_a_line_with_code_places_and_signs(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["sim", "--list-faults", "--json"]) == ExitCode.DONE
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert all({"name", "code", "places", "seen_by"} <= set(row) for row in rows)
    by_name = {row["name"]: row for row in rows}
    assert by_name["eye-dead"]["code"] == "E401"
    assert by_name["eye-dead"]["places"] == ["0", "1", "2", "3"]
    assert by_name["dome-stuck"]["places"] is None
    assert by_name["motor-stall"]["codes"]["tray.1"] == "E202"


def test_the_list_of_faults_in_words_names_them_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", "--list-faults"]) == ExitCode.DONE
    told = capsys.readouterr().out
    assert [kind.name for kind in FAULT_KINDS if kind.name not in told] == []


def test_a_scripted_fault_is_told_named_and_recovered_from(
    capsys: pytest.CaptureFixture[str],
) -> None:
    data = summary(capsys, "--faults", "stacker-jam@lane=2@12.5s")
    (fault,) = [each for each in _faults(data) if each["code"] == "E204"]
    assert {"code", "name", "at_s", "injected", "exact", "recovered"} <= set(fault)
    assert (fault["injected"], fault["exact"], fault["recovered"]) == (True, True, True)
    assert (data["unsafe"], data["tiles_lost"]) == (0, 0)


def _faults(data: dict[str, object]) -> list[dict[str, object]]:
    faults = data["faults"]
    assert isinstance(faults, list)
    return faults


def test_two_runs_with_random_faults_and_one_seed_are_equal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    runs = [summary(capsys, "--hands", "3", "--faults", "random:1") for _ in range(2)]
    for run in runs:
        del run["wall_s"]
    assert runs[0] == runs[1]


@pytest.mark.parametrize(
    ("script", "says"),
    [
        ("eye-ded", "nearest are eye-dead"),
        ("eye-dead@lane=7", "none of 0, 1, 2, 3"),
        ("eye-dead@@", "cannot be read"),
        ("random:often", "no number"),
    ],
)
def test_a_script_that_makes_no_sense_is_wrong_use(
    script: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sim", "--faults", script]) == ExitCode.USAGE
    assert says in capsys.readouterr().err


def test_a_part_that_the_table_lacks_cannot_be_broken(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", "--faults", "hand-tray-stuck"]) == ExitCode.USAGE
    assert "no such part" in capsys.readouterr().err


def test_chaos_tells_what_must_not_be(capsys: pytest.CaptureFixture[str]) -> None:
    main(["sim", "--chaos", "1", "--seed", "2", "--json"])
    data = json.loads(capsys.readouterr().out)
    assert data["hands"] == 1
    assert (data["unsafe"], data["tiles_lost"], data["stuck"], data["broken"]) == (0, 0, 0, 0)


@pytest.mark.parametrize("step", ["0", "often", "100"])
def test_a_matrix_needs_a_sensible_step(step: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", "--matrix", step]) == ExitCode.USAGE
    assert "0.05 to 60" in capsys.readouterr().err
