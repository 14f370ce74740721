"""``mjtable backup`` and ``mjtable restore`` as a person meets them."""

import json
import socket
from pathlib import Path

import pytest

from firmware_ctl.__main__ import main
from firmware_ctl.cli.exits import ExitCode
from tests.backup.test_backup_and_restore import known, table


@pytest.fixture(autouse=True)
def nobody_elses_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_CONFIG_HOME", "XDG_RUNTIME_DIR", "TMPDIR"):
        monkeypatch.setenv(name, str(tmp_path / "none"))


def folders(root: Path) -> list[str]:
    return ["--config-dir", str(root / "etc"), "--state-dir", str(root / "var")]


def test_there_and_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table(tmp_path / "a", "old")
    file = str(tmp_path / "b.zip")
    assert main(["backup", file, "--keys", *folders(tmp_path / "a")]) == ExitCode.DONE
    assert main(["restore", "--show", "--json", file]) == ExitCode.DONE
    told = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert [entry["name"] for entry in told["entries"]][-1] == "keys/mjtable.key"
    places = table(tmp_path / "b", "new")
    argv = ["restore", file, "--socket", str(tmp_path / "no.sock"), *folders(tmp_path / "b")]
    assert main(argv) == ExitCode.DONE
    assert "systemctl start" in capsys.readouterr().out
    assert "old" in known(places)["table.toml"]


def test_a_running_table_is_not_restored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table(tmp_path / "a", "old")
    file = str(tmp_path / "b.zip")
    main(["backup", file, *folders(tmp_path / "a")])
    places = table(tmp_path / "b", "new")
    path = tmp_path / "table.sock"
    with socket.socket(socket.AF_UNIX) as daemon:
        daemon.bind(str(path))
        daemon.listen()
        argv = ["restore", file, "--socket", str(path), *folders(tmp_path / "b")]
        assert main(argv) == ExitCode.REFUSED
    assert "stop it first" in capsys.readouterr().err
    assert "new" in known(places)["table.toml"]


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["restore"], "name one backup"),
        (["restore", "x.zip", "--finish"], "name one backup"),
        (["restore", "--show", "{place}/no-zip"], "no whole zip file"),
    ],
)
def test_wrong_use_is_one_sentence(
    argv: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "no-zip").write_text("no zip")
    said = [word.format(place=tmp_path) for word in argv]
    assert main(said) == ExitCode.USAGE
    told = capsys.readouterr().err
    assert words in told
    assert told.count("\n") == 1


def test_where_nothing_was_broken_off_there_is_nothing_to_finish(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table(tmp_path / "a", "old")
    assert main(["restore", "--finish", *folders(tmp_path / "a")]) == ExitCode.DONE
    assert capsys.readouterr().err == ""


def test_a_backup_that_cannot_be_written_leaves_the_older_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table(tmp_path / "a", "old")
    target = tmp_path / "none" / "b.zip"
    assert main(["backup", str(target), *folders(tmp_path / "a")]) == ExitCode.FAILED
    assert "there is no folder" in capsys.readouterr().err
