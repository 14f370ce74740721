"""Paths that lead nowhere, or to something else: one sentence that says where and what to do."""

import os
import sqlite3
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware_ctl.__main__ import main
from firmware_ctl.cli.exits import ExitCode

Make = Callable[[Path], object]


def _record_of(path: Path, content: bytes) -> None:
    segment = path / "record" / "0001"
    segment.mkdir(parents=True)
    (segment / "table.db").write_bytes(content)


def _foreign_record(path: Path) -> None:
    _record_of(path, b"")
    with sqlite3.connect(path / "record" / "0001" / "table.db") as base:
        base.execute("CREATE TABLE visits (page TEXT)")
    base.close()


def _no_such(path: Path) -> None:
    assert not path.exists()


def _zip(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("holiday.txt", "sea")


STATES: dict[str, Make] = {
    "absent": _no_such,
    "file": lambda path: path.write_text("hello"),
    "empty": Path.mkdir,
    "damaged": lambda path: _record_of(path, bytes(range(256)) * 16),
    "foreign": _foreign_record,
}
FILES: dict[str, Make] = {
    "absent": _no_such,
    "directory": Path.mkdir,
    "noise": lambda path: path.write_bytes(bytes(range(256))),
    "text": lambda path: path.write_text("hello\n"),
    "zip": _zip,
}

OF_A_STATE = (
    "log --state-dir PATH",
    "record export --format csv --state-dir PATH OUT",
    "audit export --state PATH OUT",
    "audit qr --state PATH",
    "audit key --state PATH",
    "audit calibrate --from-record --dry-run --state PATH",
    "tiles list --state PATH",
)
"""Commands that read a table's own folder, and say so in whatever state it is."""

OF_A_FILE = (
    "audit check PATH",
    "audit verify PATH",
    "audit qr --journal PATH",
    "audit calibrate --dry-run PATH",
    "audit fleet PATH",
    "config check PATH",
    "restore --show PATH --config-dir EMPTY --state-dir EMPTY",
    "ir map PATH",
    "run --sim --config PATH",
    "update PATH --root EMPTY",
)
"""Commands that read a file which somebody names."""

TO_NO_FILE = (
    "audit page PATH",
    "record export --format csv --state-dir SOUND PATH",
    "backup PATH --config-dir SOUND --state-dir SOUND",
    "rules deal GD --dice 3 4 --svg PATH",
    "doctor --bundle PATH --socket EMPTY/none",
)
"""Commands that write a file which somebody names."""


def _refused(line: str, places: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> str:
    """Run a command that must end with one sentence, and return that."""
    words = line.split()
    for name, place in places.items():
        words = [word.replace(name, str(place)) for word in words]
    assert main(words) != ExitCode.DONE, line
    told = capsys.readouterr().err
    assert told.startswith("mjtable: "), told
    assert told.count("\n") == 1, told
    assert "Traceback" not in told
    assert "MJTABLE_DEBUG" not in told, "an error that nobody thought of"
    return told


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Path]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    sound = tmp_path / "sound"
    _record_of(sound, b"")
    (sound / "table.toml").write_text("config_version = 1\n")
    empty = tmp_path / "nothing"
    empty.mkdir()
    return {
        "PATH": tmp_path / "given",
        "EMPTY": empty,
        "SOUND": sound,
        "OUT": tmp_path / "out.jsonl",
    }


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("line", OF_A_STATE)
def test_a_folder_that_holds_no_table_is_named(
    line: str, state: str, places: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    STATES[state](places["PATH"])
    assert str(places["PATH"]) in _refused(line, places, capsys)
    assert not places["OUT"].exists()


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("line", OF_A_FILE)
def test_a_file_that_is_none_or_another_one_is_named(
    line: str, file: str, places: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    FILES[file](places["PATH"])
    assert places["PATH"].name in _refused(line, places, capsys)


@pytest.mark.parametrize("where", ["directory", "in no folder"])
@pytest.mark.parametrize("line", TO_NO_FILE)
def test_a_place_that_nothing_can_be_written_to_is_named(
    line: str, where: str, places: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    if where == "directory":
        places["PATH"].mkdir()
    else:
        places["PATH"] /= "file"
    assert "given" in _refused(line, places, capsys)


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is unreadable to root")
@pytest.mark.parametrize("line", OF_A_FILE)
def test_a_file_that_may_not_be_read_is_named(
    line: str, places: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    places["PATH"].write_text("hello\n")
    places["PATH"].chmod(0)
    assert places["PATH"].name in _refused(line, places, capsys)


def test_a_record_that_another_program_locks_is_named(
    places: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    _foreign_record(places["PATH"])
    holder = sqlite3.connect(places["PATH"] / "record" / "0001" / "table.db")
    holder.execute("BEGIN EXCLUSIVE")
    told = _refused("log --state-dir PATH", places, capsys)
    holder.close()
    assert "table.db: database is locked" in told


@pytest.mark.parametrize("line", ["record files --state-dir PATH", "tiles check --state PATH"])
def test_a_folder_that_is_not_there_is_named_by_what_only_lists(
    line: str, places: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert str(places["PATH"]) in _refused(line, places, capsys)


def test_a_backup_of_nothing_is_not_made(
    places: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    told = _refused("backup OUT --config-dir PATH --state-dir EMPTY", places, capsys)
    assert str(places["PATH"]) in told
    assert not places["OUT"].exists()
