"""What happened at the table, from its record: shown, filtered, exported; where its page is."""

import csv
import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from firmware_ctl.__main__ import main
from firmware_ctl.cli.exits import ExitCode
from firmware_ctl.config import addresses
from firmware_ctl.store.records import Booted, CommandTaken, FaultCleared, Note, Record, Thrown
from tests.store.recorded import NOON, opened

HOUR_MS = 3_600_000


@pytest.fixture
def state(tmp_path: Path) -> str:
    """Lay down the record of two starts, the second with a clock that was not set."""
    records: tuple[tuple[Record, int, bool], ...] = (
        (Booted("1.0", simulated=True), 0, True),
        (Thrown(2, (3, 5)), 1, True),
        (Thrown(0, None), 2, True),
        (CommandTaken("dealer", (("side", 2),), "cli", ok=True), 3, True),
        (Booted("1.1", simulated=True), -500_000, False),
        (FaultCleared(7), -499_999, False),
    )
    ledger, _ = opened(tmp_path / "record")
    for number, (record, hours, trusted) in enumerate(records):
        ledger.append([Note(record, number, NOON.ms + hours * HOUR_MS, trusted)])
    ledger.close()
    return str(tmp_path)


def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


def test_a_line_tells_when_which_and_what(state: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["log", "--state-dir", state]) == ExitCode.DONE
    shown = lines(capsys)
    assert any(
        line.startswith("2023-11-14T23:13:20  1/3 dice ") and " faces=[3,5]" in line + " "
        for line in shown
    )
    assert shown[-1].startswith("1966-"), "the order is the record's, not the clock's"
    assert shown[-1].endswith("? 2/7 ack id=7")


@pytest.mark.parametrize(
    ("filters", "kinds"),
    [
        (["--kind", "dice"], ["dice", "dice"]),
        (["--kind", "dice", "--kind", "ack"], ["dice", "dice", "ack"]),
        (["--boot", "2"], ["boot", "ack"]),
        (["--last", "1"], ["ack"]),
        (["--last", "0"], ["file", "boot", "dice", "dice", "command", "boot", "ack"]),
        (["--search", "DEALER"], ["command"]),
        (["--since", "2023-11-14T23:30:00+00:00"], ["dice", "command"]),
        (["--until", "1990-01-01"], ["boot", "ack"]),
        (["--kind", "verdict"], []),
    ],
)
def test_filters_leave_what_was_asked_for(
    filters: list[str], kinds: list[str], state: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["log", "--json", "--state-dir", state, *filters]) == ExitCode.DONE
    assert [json.loads(line)["kind"] for line in lines(capsys)] == kinds


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["log", "--since", "yesterday"], "say 2026-05-01, 12h or 7d"),
        (["log", "--last", "-1"], "0 for all"),
        (["record", "export", "--kind", "luck", "x.csv"], "no record is called 'luck'"),
        (["record", "export", "x.xls"], "say --format"),
    ],
)
def test_what_cannot_be_meant_is_wrong_use(
    argv: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(argv) == ExitCode.USAGE
    assert words in capsys.readouterr().err


def test_where_nothing_was_recorded_it_says_where_it_looked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["log", "--state-dir", str(tmp_path)]) == ExitCode.FAILED
    assert str(tmp_path) in capsys.readouterr().err


def export(state: str, target: Path, *argv: str) -> Path:
    assert main(["record", "export", "--state-dir", state, *argv, str(target)]) == ExitCode.DONE
    return target


def test_csv_and_json_hold_every_record(state: str, tmp_path: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(export(state, tmp_path / "r.csv").read_text())))
    told = [
        json.loads(line) for line in export(state, tmp_path / "r.json").read_text().splitlines()
    ]
    assert [row["seq"] for row in rows] == [str(each["seq"]) for each in told]
    assert [json.loads(row["data"]) for row in rows] == [each["data"] for each in told]
    assert all(len(each["hash"]) == 64 for each in told)


def test_one_kind_has_a_column_for_each_field(state: str, tmp_path: Path) -> None:
    text = export(state, tmp_path / "dice.csv", "--kind", "dice").read_text()
    header = text.splitlines()[0].split(",")
    assert header[:8] == [
        "seq",
        "boot",
        "at_ms",
        "clock",
        "trusted",
        "kind",
        "data.side",
        "data.faces",
    ]
    assert header[-1] == "hash"
    assert [row["data.faces"] for row in csv.DictReader(io.StringIO(text))] == ["[3,5]", ""]


def test_parquet_holds_the_same_with_types(state: str, tmp_path: Path) -> None:
    from pyarrow import parquet  # noqa: PLC0415 -- slow to import

    table: Any = parquet.read_table(export(state, tmp_path / "r.parquet"))
    told = [
        json.loads(line) for line in export(state, tmp_path / "r.json").read_text().splitlines()
    ]
    assert table.column("seq").to_pylist() == [each["seq"] for each in told]
    assert str(table.schema.field("trusted").type) == "bool"
    assert table.column("kind").to_pylist() == [each["kind"] for each in told]


def test_without_pyarrow_it_says_what_to_do(
    state: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    target = tmp_path / "r.parquet"
    argv = ["record", "export", "--state-dir", state, str(target)]
    assert main(argv) == ExitCode.FAILED
    assert "mjtable[parquet]" in capsys.readouterr().err
    assert not target.exists()


def test_the_files_of_the_record_are_listed(state: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["record", "files", "--json", "--state-dir", state]) == ExitCode.DONE
    (told,) = map(json.loads, lines(capsys))
    assert told["file"] == "0001"
    assert (told["holds"]["first"], told["holds"]["last"]) == (1, 7)


# The page's address -------------------------------------------------------------------------------


def test_the_address_of_the_page_is_one_that_a_phone_can_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(addresses, "address_in_the_house", lambda: "192.168.1.20")
    file = tmp_path / "table.toml"
    file.write_text('config_version = 1\n[web]\nhost = "0.0.0.0"\nport = 8123\n')
    assert main(["url", "--qr", "--config", str(file)]) == ExitCode.DONE
    shown = capsys.readouterr()
    assert shown.out.startswith("http://192.168.1.20:8123/\n")
    assert len(shown.out.splitlines()) > 10, "and a QR code below it"
    assert shown.err == ""


def test_a_page_that_only_this_machine_reaches_is_told_as_such(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert main(["url"]) == ExitCode.DONE
    shown = capsys.readouterr()
    assert shown.out == "http://127.0.0.1:8080/\n"
    assert "web.host" in shown.err


@pytest.mark.parametrize(
    ("host", "words"),
    [
        ("127.0.0.1", "set web.host to 0.0.0.0"),
        ("localhost", "set web.host to 0.0.0.0"),
        ("127.0.1.1", "set web.host to 0.0.0.0"),
        ("0.0.0.0", "join its network"),
    ],
)
def test_there_is_no_code_of_an_address_that_no_phone_reaches(
    host: str,
    words: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setattr(addresses, "address_in_the_house", lambda: "127.0.0.1")
    file = tmp_path / "table.toml"
    file.write_text(f'config_version = 1\n[web]\nhost = "{host}"\n')
    assert main(["url", "--qr", "--config", str(file)]) == ExitCode.FAILED
    shown = capsys.readouterr()
    assert shown.out == ""
    assert words in shown.err
    assert shown.err.count("\n") == 1


@pytest.mark.parametrize("line", ["enabled = false", "port = 0"])
def test_where_there_is_no_page_there_is_no_address(
    line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "table.toml"
    file.write_text(f"config_version = 1\n[web]\n{line}\n")
    assert main(["url", "--config", str(file)]) == ExitCode.CONFIG
    assert "[web]" in capsys.readouterr().err
