"""``mjtable audit export``, ``verify`` and ``qr`` as somebody at a prompt uses them."""

import json
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware_ctl.audit.chain_reader import RecordUnreadable, chain_links
from firmware_ctl.cli.app import run
from firmware_ctl.cli.exits import ExitCode
from firmware_ctl.store.chain import Link
from firmware_ctl.store.keys import machine_key
from firmware_ctl.store.ledger import Ledger
from firmware_ctl.store.records import Booted, Note, Record, ShutDown, VariantSet
from firmware_ctl.views.verify_page import page
from rules.integrity.commitment.opening import opening_text
from tests.commitment.written import KEY, OTHER_KEY, checked, evening, linked, written

LINKS = linked(evening().records)
JOURNAL = b"".join(written(LINKS))
DAY_MS = 86_400_000


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "evening.jsonl"
    path.write_bytes(JOURNAL)
    return path


def wall_text(number: int = 1) -> str:
    wall = checked(written(LINKS)).hands[number - 1].wall
    assert wall is not None
    return opening_text(wall)


Shown = pytest.CaptureFixture[str]


def test_a_good_journal_is_told_in_a_few_lines(journal: Path, capsys: Shown) -> None:
    assert run(["audit", "verify", str(journal)]) == ExitCode.DONE

    out = capsys.readouterr().out
    assert out.startswith("good: Table 7, 24 records up to 24\n")
    assert KEY.public in out
    assert "walls opened and found right 3, throws proved 2" in out


def test_one_hand_is_shown_with_its_walls(journal: Path, capsys: Shown) -> None:
    assert run(["audit", "verify", str(journal), "--hand", "3"]) == ExitCode.DONE

    out = capsys.readouterr().out
    assert "hand 3: records" in out
    assert "cut      by keys" in out
    assert "3+4 for East (typed)" in out
    assert "East     5m 4m 7m 6m" in out  # upper before lower, from the owner's right


def test_the_same_as_json(journal: Path, capsys: Shown) -> None:
    assert run(["audit", "verify", str(journal), "--hand", "2", "--json"]) == ExitCode.DONE

    told = json.loads(capsys.readouterr().out)
    assert (told["good"], told["flaw"], told["hands"]) == (True, None, 3)
    assert told["hand"]["wall"]["lanes"][0] == ["3m", "4m", "5m", "6m"]
    assert told["hand"]["dice"][0]["proved"] is True


def test_an_edited_journal_ends_with_7_and_names_the_record(journal: Path, capsys: Shown) -> None:
    journal.write_bytes(JOURNAL.replace(b'"result":null', b'"result":"win 1"', 1))

    assert run(["audit", "verify", str(journal)]) == ExitCode.VERIFICATION
    assert "Record 7 was changed" in capsys.readouterr().err

    assert run(["audit", "verify", str(journal), "--json"]) == ExitCode.VERIFICATION
    flaw = json.loads(capsys.readouterr().out)["flaw"]
    assert (flaw["what"], flaw["record"], flaw["line"]) == ("changed", 7, 8)


@pytest.mark.parametrize(("language", "words"), [("zh-CN", "被改动"), ("ja", "書き換え")])
def test_what_is_wrong_is_told_in_a_language(
    journal: Path, capsys: Shown, language: str, words: str
) -> None:
    journal.write_bytes(JOURNAL.replace(b'"result":null', b'"result":"win 1"', 1))

    run(["audit", "verify", str(journal), "--language", language])

    assert words in capsys.readouterr().err


def test_the_tables_own_key_can_be_demanded(journal: Path, capsys: Shown) -> None:
    spaced = " ".join(KEY.public[at : at + 4] for at in range(0, 64, 4)).upper()

    assert run(["audit", "verify", str(journal), "--key", spaced]) == ExitCode.DONE
    assert run(["audit", "verify", str(journal), "--key", OTHER_KEY.public]) == 7
    assert "another key" in capsys.readouterr().err


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(at=st.integers(0, len(JOURNAL) - 1), change=st.integers(1, 255))
def test_no_byte_of_a_file_can_be_another(
    journal: Path, capsys: Shown, at: int, change: int
) -> None:
    journal.write_bytes(JOURNAL[:at] + bytes([JOURNAL[at] ^ change]) + JOURNAL[at + 1 :])

    assert run(["audit", "verify", str(journal)]) == ExitCode.VERIFICATION

    told = capsys.readouterr()
    assert told.out == ""
    assert len(told.err.splitlines()) == 1
    assert "Error" not in told.err


def test_a_hand_that_the_journal_does_not_have_is_named(journal: Path, capsys: Shown) -> None:
    assert run(["audit", "verify", str(journal), "--hand", "9"]) == ExitCode.USAGE
    assert "hands 1 to 3" in capsys.readouterr().err


def test_a_file_that_is_not_there_is_named(tmp_path: Path, capsys: Shown) -> None:
    assert run(["audit", "verify", str(tmp_path / "none")]) == ExitCode.FAILED
    assert "No such file" in capsys.readouterr().err


# One wall -----------------------------------------------------------------------------------------


def test_a_wall_s_text_is_checked_alone(capsys: Shown) -> None:
    assert run(["audit", "verify", wall_text()]) == ExitCode.DONE

    out = capsys.readouterr().out
    assert "compare the root" in out
    assert "East     3m 2m 5m 4m" in out


def test_the_root_that_was_seen_may_be_given(capsys: Shown) -> None:
    root = checked(written(LINKS)).hands[0].root
    seen = f"{root[:4]} {root[4:8].upper()}"

    assert run(["audit", "verify", wall_text(), "--root", seen]) == ExitCode.DONE
    assert "compare" not in capsys.readouterr().out


@pytest.mark.parametrize("root", ["0000 0000", "", "ab"])
def test_another_root_is_another_wall(capsys: Shown, root: str) -> None:
    assert run(["audit", "verify", wall_text(), "--root", root]) == ExitCode.VERIFICATION
    assert "another wall" in capsys.readouterr().err


def test_a_changed_letter_of_a_wall_ends_with_7(capsys: Shown) -> None:
    text = wall_text()
    changed = text[:200] + ("A" if text[200] != "A" else "B") + text[201:]

    assert run(["audit", "verify", changed]) == ExitCode.VERIFICATION
    assert "mjtable: the tiles are not those of root" in capsys.readouterr().err
    assert run(["audit", "verify", text[:-3]]) == ExitCode.VERIFICATION


@pytest.mark.parametrize("content", [JOURNAL, wall_text().encode()])
def test_either_comes_through_a_pipe(monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(content)))

    assert run(["audit", "verify", "-"]) == ExitCode.DONE


# A table's own record -----------------------------------------------------------------------------


def recorded(state: Path, batches: int = 3) -> Path:
    """Write a record of a few starts, a day apart."""
    ledger = Ledger(state / "record", lambda fault: pytest.fail(str(fault)))
    for number in range(batches):
        records: list[Record] = [Booted("1", simulated=True), VariantSet("GD"), ShutDown()]
        ledger.append([Note(one, 0, number * DAY_MS, trusted=True) for one in records])
    ledger.close()
    machine_key(state, {})
    return state


def test_a_record_is_exported_and_found_good(tmp_path: Path, capsys: Shown) -> None:
    state = recorded(tmp_path / "state")
    file = tmp_path / "journal.jsonl"

    assert run(["audit", "export", str(file), "--state", str(state)]) == ExitCode.DONE
    assert run(["audit", "verify", str(file)]) == ExitCode.DONE
    assert "10 records up to 10" in capsys.readouterr().out
    assert [path.name for path in tmp_path.iterdir()] == ["state", "journal.jsonl"]


@pytest.mark.parametrize(
    ("since", "records"), [("1970-01-02T12:00", 3), ("8", 3), ("1", 10), ("2100-01-01", 0)]
)
def test_an_export_may_begin_late(tmp_path: Path, capsys: Shown, since: str, records: int) -> None:
    state, file = recorded(tmp_path / "state"), tmp_path / "journal.jsonl"

    run(["audit", "export", str(file), "--state", str(state), "--since", since])

    assert run(["audit", "verify", str(file)]) == ExitCode.DONE
    assert f"{records} records up to 10" in capsys.readouterr().out


def test_an_export_goes_to_standard_output_too(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert run(["audit", "export", "-", "--state", str(recorded(tmp_path))]) == ExitCode.DONE

    lines = capfdbinary.readouterr().out.splitlines(keepends=True)
    assert checked(lines).good


def test_an_export_may_run_beside_the_daemon_that_writes(tmp_path: Path, capsys: Shown) -> None:
    ledger = Ledger(tmp_path / "record", lambda fault: pytest.fail(str(fault)))
    machine_key(tmp_path, {})
    file = tmp_path / "journal.jsonl"
    for number in range(3):
        ledger.append([Note(Booted("1", simulated=True), 0, number, trusted=True)])

        assert run(["audit", "export", str(file), "--state", str(tmp_path)]) == ExitCode.DONE
        assert run(["audit", "verify", str(file)]) == ExitCode.DONE
        assert f"{number + 2} records up to {number + 2}" in capsys.readouterr().out
    ledger.close()


@pytest.mark.parametrize("since", ["yesterday", "2026-13-01"])
def test_a_day_that_is_none_is_refused(tmp_path: Path, capsys: Shown, since: str) -> None:
    file = tmp_path / "journal.jsonl"

    assert run(["audit", "export", str(file), "--since", since]) == ExitCode.USAGE
    assert "2026-11-30" in capsys.readouterr().err


def test_a_place_without_a_record_is_named(tmp_path: Path, capsys: Shown) -> None:
    file = tmp_path / "journal.jsonl"

    assert run(["audit", "export", str(file), "--state", str(tmp_path)]) == ExitCode.FAILED
    assert str(tmp_path) in capsys.readouterr().err
    assert not file.exists()


def test_a_key_that_others_may_read_signs_nothing(tmp_path: Path, capsys: Shown) -> None:
    state, file = recorded(tmp_path / "state"), tmp_path / "journal.jsonl"
    (state / "mjtable.key").chmod(0o644)

    assert run(["audit", "export", str(file), "--state", str(state)]) == ExitCode.FAILED
    assert "chmod 0400" in capsys.readouterr().err
    assert list(tmp_path.glob("journal*")) == []


def test_the_key_that_is_shown_is_the_one_of_the_journals(tmp_path: Path, capsys: Shown) -> None:
    state, file = recorded(tmp_path / "state"), tmp_path / "journal.jsonl"
    assert run(["audit", "export", str(file), "--state", str(state)]) == ExitCode.DONE

    assert run(["audit", "key", "--state", str(state)]) == ExitCode.DONE
    key = capsys.readouterr().out.strip()
    assert run(["audit", "verify", str(file), "--key", key]) == ExitCode.DONE


@pytest.mark.parametrize("verb", [["export", "-"], ["key"], ["qr"]])
def test_no_key_is_made_up_for_a_record_that_has_none(
    tmp_path: Path, capsys: Shown, verb: list[str]
) -> None:
    state = recorded(tmp_path)
    (state / "mjtable.key").unlink()

    assert run(["audit", *verb, "--state", str(state)]) == ExitCode.FAILED
    assert "LoadCredential" in capsys.readouterr().err
    assert not (state / "mjtable.key").exists()


def test_a_damaged_record_is_not_signed_as_if_it_were_whole(tmp_path: Path) -> None:
    state, file = recorded(tmp_path / "state"), tmp_path / "journal.jsonl"
    database = state / "record" / "0001" / "table.db"
    content = database.read_bytes()
    assert content.count(b'"id":"GD"') == 3
    database.write_bytes(content.replace(b'"id":"GD"', b'"id":"SC"'))

    assert run(["audit", "export", str(file), "--state", str(state)]) == ExitCode.FAILED
    assert not file.exists()


def test_a_hand_is_shown_as_qr_code_text_and_picture(
    journal: Path, tmp_path: Path, capsys: Shown
) -> None:
    given = ["audit", "qr", "--journal", str(journal)]

    assert run([*given, "--text", "--hand", "1"]) == ExitCode.DONE
    assert capsys.readouterr().out.strip() == wall_text(1)
    assert run(given) == ExitCode.DONE
    assert "█" in capsys.readouterr().out
    assert run([*given, "--svg", str(tmp_path / "wall.svg")]) == ExitCode.DONE
    assert (tmp_path / "wall.svg").read_text().startswith("<svg")


def test_a_hand_without_opened_wall_has_no_qr_code(
    tmp_path: Path, journal: Path, capsys: Shown
) -> None:
    assert run(["audit", "qr", "--journal", str(journal), "--hand", "8"]) == ExitCode.FAILED
    assert "hand 8" in capsys.readouterr().err
    assert run(["audit", "qr", "--state", str(recorded(tmp_path / "state"))]) == ExitCode.FAILED
    assert "no hand has an opened wall" in capsys.readouterr().err


def test_the_page_is_written_as_one_file(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    file = tmp_path / "verify.html"

    assert run(["audit", "page", str(file)]) == ExitCode.DONE
    assert run(["audit", "page", "-"]) == ExitCode.DONE
    assert capfdbinary.readouterr().out == file.read_bytes() == page()


# Files that were damaged at the table -------------------------------------------------------------


def broken_off(state: Path) -> list[Link]:
    """Damage the newest record of a file, go on in a new one, and return the good links before."""
    good = list(chain_links(recorded(state) / "record"))
    database = state / "record" / "0001" / "table.db"
    content = database.read_bytes()
    at = content.rindex(b'"kind":"shutdown"')
    database.write_bytes(content[:at] + b'"kind":"shutDOWN"' + content[at + 17 :])
    told: list[object] = []
    ledger = Ledger(state / "record", told.append)
    ledger.append([Note(Booted("2", simulated=True), 0, 0, trusted=True)])
    ledger.close()
    assert told
    return good


def test_a_journal_goes_over_damaged_files(tmp_path: Path, capsys: Shown) -> None:
    state, file = tmp_path / "state", tmp_path / "journal.jsonl"
    good = broken_off(state)

    assert run(["audit", "export", str(file), "--state", str(state)]) == ExitCode.DONE
    assert run(["audit", "verify", str(file)]) == ExitCode.DONE
    links = list(chain_links(state / "record"))
    assert links[: len(good) - 1] == good[:-1]
    assert good[-1] not in links


def test_a_damaged_file_that_is_the_newest_is_told(tmp_path: Path) -> None:
    state = recorded(tmp_path)
    (state / "record" / "0001" / "table.db").write_bytes(b"no database at all" * 100)
    for log in (state / "record" / "0001").glob("table.db-*"):
        log.unlink()

    with pytest.raises(RecordUnreadable, match=r"table\.db"):
        list(chain_links(state / "record"))
