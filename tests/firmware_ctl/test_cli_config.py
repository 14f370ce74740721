"""``mjtable config``: check, init, show."""

import json
from pathlib import Path

import pytest

from firmware_ctl.__main__ import main
from firmware_ctl.cli.exits import ExitCode


@pytest.fixture(autouse=True)
def _alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the machine's own files out, and let a fresh directory be ours."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "xdg"))
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path))


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "table.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_good_file_is_called_good(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, "config_version = 1\n")
    assert main(["config", "check", str(path)]) == ExitCode.DONE
    assert capsys.readouterr().out == f"{path}: good\n"


def test_a_bad_file_is_told_line_by_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, "config_version = 1\n[motion]\nmargin = 9\nslak_s = 1\n")
    assert main(["config", "check", str(path)]) == ExitCode.CONFIG
    assert capsys.readouterr().err.splitlines() == [
        f"mjtable: {path}:3: motion.margin is a number in 1.1..5, not 9",
        f"mjtable: {path}:4: unknown key `motion.slak_s`; did you mean `slack_s`?",
    ]


def test_a_bad_file_is_told_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, "config_version = 1\n[motion]\nmargin = 9\n")
    assert main(["config", "check", "--json", str(path)]) == ExitCode.CONFIG
    answer = json.loads(capsys.readouterr().out)
    assert (answer["ok"], answer["problems"][0]["key"]) == (False, "motion.margin")


def test_the_file_that_run_would_use_is_checked_by_default(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, "config_version = 1\n")
    assert main(["config", "check"]) == ExitCode.DONE
    assert str(path) in capsys.readouterr().out


def test_without_any_file_the_defaults_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config", "check"]) == ExitCode.DONE
    assert "using the defaults" in capsys.readouterr().err


def test_a_named_file_that_is_absent_is_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["config", "check", str(tmp_path / "no.toml")]) == ExitCode.CONFIG
    assert "cannot be read" in capsys.readouterr().err


def test_init_writes_a_file_that_check_calls_good(tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    assert main(["config", "init", str(path)]) == ExitCode.DONE
    assert main(["config", "check", str(path)]) == ExitCode.DONE


def test_init_never_overwrites(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, "precious")
    assert main(["config", "init", str(path)]) == ExitCode.FAILED
    assert path.read_text() == "precious"
    assert "left as it is" in capsys.readouterr().err


def test_init_tells_when_it_cannot_write(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["config", "init", str(tmp_path / "no" / "file.toml")]) == ExitCode.FAILED
    assert "cannot be written" in capsys.readouterr().err


def test_show_tells_every_value_in_force(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, "config_version = 1\n[table]\nname = 'east room'\n")
    assert main(["config", "show", "--json"]) == ExitCode.DONE
    shown = json.loads(capsys.readouterr().out)
    assert (shown["file"], shown["table"]["name"]) == (str(path), "east room")
    assert shown["motion"]["margin"] == 1.8


def test_run_starts_nothing_with_a_bad_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, "config_version = 1\n[motion]\nmargin = 9\n")
    assert main(["run", "--sim", "--config", str(path)]) == ExitCode.CONFIG
    assert "motion.margin" in capsys.readouterr().err
