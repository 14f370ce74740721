"""``mjtable report``: what a repairer needs, and nothing else."""

import io
import json
import zipfile
from pathlib import Path

import pytest

from firmware_ctl.cli.app import run
from firmware_ctl.cli.exits import ExitCode
from firmware_ctl.service_report import FAULT_FIELDS, TABLE_FIELDS, packed, report
from tests.firmware_ctl.pictures import fault, snapshot
from tests.firmware_ctl.test_cli_talk import PicturedTable, served

MADE = {"at": "2026-01-01T00:00:00+00:00", "version": "0", "python": "3", "machine": "x"}
SECRET = "PIN-4711"


def read(path: Path) -> dict[str, object]:
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        told: dict[str, object] = json.loads(archive.read("report.json"))
        return told


def test_a_report_is_one_file_with_counters_sensors_and_faults(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "table.zip"
    table = PicturedTable(faults=(fault(),))
    assert served(table, tmp_path, "report", str(file)) == ExitCode.DONE
    told = read(file)
    assert told["report"] == 1
    assert told["table"]["counters"]  # type: ignore[index]
    assert [f["code"] for f in told["faults"]] == ["E202"]  # type: ignore[attr-defined]
    lately = told["table"]["faults_lately"]  # type: ignore[index]
    assert lately == {"hands": 3, "faults": [{"code": "E202", "side": 1, "count": 2}]}
    assert "1 faults stand, 2 were told in 3 hands" in capsys.readouterr().out


def test_a_place_that_cannot_be_written_to_is_told_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "nowhere" / "table.zip"
    assert served(PicturedTable(), tmp_path, "report", str(file)) == ExitCode.FAILED
    told = capsys.readouterr().err
    assert "cannot be written" in told
    assert "Traceback" not in told


def test_nothing_but_the_named_fields_gets_into_a_report() -> None:
    """Whatever a snapshot may come to show, and whatever words a fault may use."""
    table: dict[str, object] = dict.fromkeys(snapshot(), SECRET)
    table |= {"walls": SECRET, "token": SECRET}
    table |= dict.fromkeys(TABLE_FIELDS, 1)
    wordy = dict.fromkeys(fault(), SECRET) | dict.fromkeys(FAULT_FIELDS, 1) | {"steps": ()}
    told = packed(report({**table, "faults": [wordy]}, MADE))
    with zipfile.ZipFile(io.BytesIO(told)) as archive:
        assert all(SECRET.encode() not in archive.read(name) for name in archive.namelist())


def test_words_dice_dealer_and_verdict_stay_out() -> None:
    told = report(snapshot(faults=(fault(),)), MADE)
    assert not {"dice", "hand", "dealer", "verdict", "record", "referee"} & set(told["table"])
    assert not {"cause", "name", "do", "question"} & set(told["faults"][0])


def test_without_a_daemon_the_command_says_so(tmp_path: Path) -> None:
    gone = str(tmp_path / "gone.sock")
    assert run(["report", str(tmp_path / "x.zip"), "--socket", gone]) == ExitCode.NO_DAEMON
    assert not (tmp_path / "x.zip").exists()
