"""The ledger goes on whatever the card does; damaged files are told, set aside and followed."""

import errno
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware_ctl.store import ledger as ledger_module
from firmware_ctl.store import segments
from firmware_ctl.store.chain import Link, read_link
from firmware_ctl.store.check import FileCheck
from firmware_ctl.store.database import Database
from firmware_ctl.store.faults import StoreFault, Trouble, trouble_of
from firmware_ctl.store.ledger import Ledger
from firmware_ctl.store.records import Booted, DealerSet, FileBegun, Record, Summed
from firmware_ctl.store.state import State
from tests.store.recorded import DATABASE, WAL, Files, Recording, noted, opened, read_back

BOOT = Booted("1", simulated=True)


def _written(root: Path, count: int) -> tuple[State, list[State]]:
    """Write a small record, one commit for each record, and close it in good order."""
    ledger, _ = opened(root)
    states = [ledger.state]
    ledger.append(noted(BOOT))
    states.append(ledger.state)
    for number in range(count):
        ledger.append(noted(DealerSet(number)))
        states.append(ledger.state)
    ledger.close()
    return ledger.state, states


def _links(path: Path) -> list[Link]:
    database = Database.open(path)
    try:
        return list(database.oldest_first())
    finally:
        database.close()


def _records(path: Path) -> list[Record]:
    return [read_link(link).record for link in _links(path)]


# Modes -------------------------------------------------------------------------------------------


def test_a_commit_is_flushed_before_it_returns(tmp_path: Path) -> None:
    database = Database.open(tmp_path / "one.db")
    ask = database._connection.execute
    assert ask("PRAGMA journal_mode").fetchone() == ("wal",)
    assert ask("PRAGMA synchronous").fetchone() == (2,)
    database.close()


def test_a_record_that_nobody_has_begun_knows_nothing(tmp_path: Path) -> None:
    ledger, told = opened(tmp_path / "none")
    assert (ledger.state, ledger.path, told) == (State(), None, [])
    ledger.close()
    assert not (tmp_path / "none").exists()


def test_the_first_record_of_all_begins_the_file(tmp_path: Path) -> None:
    _written(tmp_path, 1)
    path = tmp_path / "0001" / DATABASE
    assert _records(path) == [FileBegun(1, "", ""), BOOT, DealerSet(0)]


def test_sequence_and_boot_go_on_across_starts(tmp_path: Path) -> None:
    for _ in range(3):
        _written(tmp_path, 1)
    links = _links(tmp_path / "0001" / DATABASE)
    assert [link.sequence for link in links] == list(range(1, 8))
    assert [link.boot for link in links] == [1, 1, 1, 2, 2, 3, 3]
    assert all(link.follows(before.head) for before, link in pairwise(links))


def test_sums_keep_what_a_start_reads_short(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ledger_module, "SUM_EVERY", 10)
    for _ in range(9):  # however short the starts are
        state, _ = _written(tmp_path, 3)
    records = _records(tmp_path / "0001" / DATABASE)
    runs = "".join("S" if isinstance(record, Summed) else "." for record in records)
    assert max(map(len, runs.split("S"))) <= 10
    ledger, _ = opened(tmp_path)
    assert ledger.state == state
    ledger.close()


# Damage ------------------------------------------------------------------------------------------


PATIENCE_S = 60.0

EMPTY = 1
"""SQLite takes a file of so many bytes for one that was made and never written to."""


def _checked_start(
    root: Path, true: State, all_states: Sequence[State], *, empty: bool = False
) -> None:
    """Start from damaged files: what is read was true once, and if it is not all, that is told."""
    ledger, told = opened(root)
    assert ledger.state in all_states
    if ledger.state != true and not empty:
        assert [fault.trouble for fault in told] == [Trouble.DAMAGED]
    _check_file(ledger)
    head = ledger.append(noted(DealerSet(2)))
    ledger.close()
    again, _ = opened(root)
    assert (again.head, again.state) == (head, ledger.state)
    again.close()


def _check_file(ledger: Ledger) -> None:
    """Do what the writer does before its first commit."""
    found: list[StoreFault] = []
    if ledger.path is not None:
        check = FileCheck(ledger.path, found.append)
        check.wait(PATIENCE_S)
        check.end()
    for fault in found:
        ledger.abandon(fault)


def _truncations(ram: Path, step: int) -> None:
    true, states = _written(ram / "whole", 3)
    content = Files.of(ram / "whole" / "0001")
    assert content.wal == b""
    for length in range(0, len(content.database), step):
        root = ram / "cut"
        Files(content.database[:length], b"").put(root)
        _checked_start(root, true, states, empty=length <= EMPTY)
        shutil.rmtree(root)


def test_a_file_cut_short_anywhere_is_told(ram: Path) -> None:
    _truncations(ram, 61)


@pytest.mark.soak
def test_a_file_cut_short_at_every_byte_is_told(ram: Path) -> None:
    _truncations(ram, 1)


def test_a_log_cut_short_at_any_byte_is_a_power_cut(recorded: Recording, ram: Path) -> None:
    step = recorded.steps[3]
    states = [one.state for one in recorded.steps[:4]]
    for length in range(0, len(step.files.wal), 97):
        files = replace(step.files, wal=step.files.wal[:length])
        state, _, told = read_back(files, ram / "cut")
        assert state in (State(), *states)
        assert told == []


CHANGES = st.lists(st.tuples(st.integers(0, 1 << 20), st.integers(1, 255)), min_size=1, max_size=3)


def _start_with_changes(changes: list[tuple[int, int]], ram: Path) -> None:
    with tempfile.TemporaryDirectory(dir=ram) as place:
        root = Path(place)
        true, states = _written(root, 5)
        path = root / "0001" / DATABASE
        content = bytearray(path.read_bytes())
        for at, change in changes:
            content[at % len(content)] ^= change
        path.write_bytes(content)
        _checked_start(root, true, states)


@settings(max_examples=250, deadline=None, suppress_health_check=list(HealthCheck))
@given(changes=CHANGES)
def test_bytes_that_were_changed_are_told_or_do_not_matter(
    changes: list[tuple[int, int]], ram: Path
) -> None:
    _start_with_changes(changes, ram)


@pytest.mark.soak
@settings(max_examples=20_000, deadline=None, suppress_health_check=list(HealthCheck))
@given(changes=CHANGES)
def test_any_bytes_that_were_changed_are_told_or_do_not_matter(
    changes: list[tuple[int, int]], ram: Path
) -> None:
    _start_with_changes(changes, ram)


def _broken(path: Path, sequence: int) -> None:
    """Change one record behind the ledger's back."""
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(
            "UPDATE record SET body = CAST(replace(body, 'side', 'Side') AS BLOB)"
            " WHERE sequence = ?",
            (sequence,),
        )
    connection.close()


def test_a_damaged_file_is_set_aside_and_the_next_names_its_last_good_hash(
    tmp_path: Path,
) -> None:
    _, states = _written(tmp_path, 5)
    good = _links(tmp_path / "0001" / DATABASE)[3]
    _broken(tmp_path / "0001" / DATABASE, 5)
    ledger, told = opened(tmp_path)
    assert [(fault.trouble, fault.where) for fault in told] == [
        (Trouble.DAMAGED, str(tmp_path / "0001.damaged"))
    ]
    assert "record 5" in told[0].why
    ledger.append(noted(BOOT))
    ledger.close()
    begun, summed, boot = _records(tmp_path / "0002" / DATABASE)
    assert begun == FileBegun(1, good.hash.hex(), "0001.damaged")
    assert summed == Summed(states[3])
    assert boot == BOOT
    assert {one.name for one in tmp_path.iterdir()} == {"0001.damaged", "0002"}


def test_a_sum_after_the_damage_keeps_what_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ledger_module, "SUM_EVERY", 4)
    true, _ = _written(tmp_path, 6)
    _broken(tmp_path / "0001" / DATABASE, 3)
    ledger, told = opened(tmp_path)
    assert ledger.state == true
    assert len(told) == 1
    head = ledger.append(noted(BOOT))
    assert head.sequence > 9
    ledger.close()


def test_a_cut_between_setting_aside_and_beginning_anew_loses_nothing(tmp_path: Path) -> None:
    true, _ = _written(tmp_path, 3)
    (tmp_path / "0001").rename(tmp_path / "0001.damaged")
    for _ in range(2):
        ledger, told = opened(tmp_path)
        assert (ledger.state, told) == (true, [])
        ledger.close()
    (tmp_path / "0002").mkdir()
    ledger, _ = opened(tmp_path)
    assert ledger.state == true
    ledger.append(noted(DealerSet(1)))
    assert ledger.path == tmp_path / "0002" / DATABASE
    ledger.close()


def test_a_file_of_a_later_version_is_set_aside(tmp_path: Path) -> None:
    _written(tmp_path, 1)
    connection = sqlite3.connect(tmp_path / "0001" / DATABASE)
    connection.execute("PRAGMA user_version=9")
    connection.close()
    _, told = opened(tmp_path)
    assert told[0].why == "its format is 9, this version knows 1"


def test_damage_while_writing_goes_on_in_a_new_file(tmp_path: Path) -> None:
    ledger, told = opened(tmp_path)
    ledger.append(noted(BOOT))
    _stranger(tmp_path / "0001" / DATABASE)
    ledger.append(noted(DealerSet(3)))
    ledger.close()
    assert [fault.trouble for fault in told] == [Trouble.DAMAGED]
    assert "another program has written to it" in told[0].why
    assert ledger.state.table.dealer == 3
    assert ledger.path == tmp_path / "0002" / DATABASE


def _stranger(path: Path) -> None:
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("INSERT INTO record VALUES (99, 1, x'', x'')")
    connection.close()


# Troubles of the card ----------------------------------------------------------------------------


class Failing(Database):
    """A database whose next commits fail: before anything is written, or after all of it is."""

    plan: Sequence[tuple[int, bool]] = ()

    def append(self, links: Sequence[Link]) -> None:  # type: ignore[override]
        if not Failing.plan:
            return super().append(links)
        (code, written), *Failing.plan = Failing.plan
        if written:
            super().append(links)
        error = sqlite3.OperationalError("as the test wants")
        error.sqlite_errorcode = code
        raise error


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    monkeypatch.setattr(Failing, "plan", ())

    def fail(*plan: tuple[int, bool]) -> None:
        Failing.plan = plan

    return fail


@pytest.mark.parametrize(
    ("code", "trouble"),
    [
        (sqlite3.SQLITE_FULL, Trouble.FULL),
        (sqlite3.SQLITE_IOERR_SHMSIZE, Trouble.FULL),
        (sqlite3.SQLITE_BUSY, Trouble.LOCKED),
    ],
)
@pytest.mark.parametrize("written", [False, True])
def test_a_commit_that_failed_is_written_once_when_it_is_tried_again(
    tmp_path: Path, failing: Callable[..., None], code: int, trouble: Trouble, *, written: bool
) -> None:
    told: list[StoreFault] = []
    ledger = Ledger(tmp_path, told.append, Failing.open)
    ledger.append(noted(BOOT))
    before = ledger.head
    failing((code, written))
    with pytest.raises(StoreFault) as fault:
        ledger.append(noted(DealerSet(1), DealerSet(2)))
    assert fault.value.trouble is trouble
    assert ledger.head == before
    ledger.append(noted(DealerSet(1), DealerSet(2)))
    ledger.close()
    assert told == []
    assert _records(tmp_path / "0001" / DATABASE)[1:] == [BOOT, DealerSet(1), DealerSet(2)]


@pytest.mark.parametrize(
    ("code", "trouble"),
    [
        (sqlite3.SQLITE_IOERR_FSYNC, Trouble.DISC),
        (sqlite3.SQLITE_READONLY, Trouble.FORBIDDEN),
        (sqlite3.SQLITE_CORRUPT, Trouble.DAMAGED),
    ],
)
def test_a_file_that_cannot_be_written_to_any_more_gets_a_new_one(
    tmp_path: Path, failing: Callable[..., None], code: int, trouble: Trouble
) -> None:
    told: list[StoreFault] = []
    ledger = Ledger(tmp_path, told.append, Failing.open)
    ledger.append(noted(BOOT))
    failing((code, True))
    ledger.append(noted(DealerSet(1)))
    ledger.close()
    assert [(one.trouble, one.where) for one in told] == [(trouble, str(tmp_path / "0001.damaged"))]
    again, _ = opened(tmp_path)
    assert again.state == ledger.state
    again.close()


def test_a_card_that_fails_under_every_file_is_told_each_time(
    tmp_path: Path, failing: Callable[..., None]
) -> None:
    ledger = Ledger(tmp_path, lambda _: None, Failing.open)
    ledger.append(noted(BOOT))
    failing(*[(sqlite3.SQLITE_IOERR, False)] * 5)
    for _ in range(4):
        with pytest.raises(StoreFault):
            ledger.append(noted(DealerSet(1)))
    ledger.append(noted(DealerSet(1)))
    ledger.close()
    assert {one.name for one in tmp_path.iterdir()} == {"0001.damaged", "0002"}


def test_a_full_file_is_told(tmp_path: Path) -> None:
    ledger, _ = opened(tmp_path)
    ledger.append(noted(BOOT))
    assert ledger._database is not None
    ledger._database._connection.execute("PRAGMA max_page_count=3")
    with pytest.raises(StoreFault, match="full") as fault:
        ledger.append(noted(*map(DealerSet, range(200))))
    assert fault.value.trouble is Trouble.FULL
    ledger.append(noted(DealerSet(1)))
    ledger.close()


def test_a_file_that_another_program_holds_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware_ctl.store.database._BUSY_MS", 0)
    ledger, _ = opened(tmp_path)
    ledger.append(noted(BOOT))
    other = sqlite3.connect(tmp_path / "0001" / DATABASE, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreFault, match="locked") as fault:
        ledger.append(noted(DealerSet(1)))
    assert fault.value.trouble is Trouble.LOCKED
    other.close()
    ledger.append(noted(DealerSet(1)))
    ledger.close()


def test_a_place_that_is_no_directory_is_told_and_the_table_can_start(tmp_path: Path) -> None:
    (tmp_path / "record").write_bytes(b"")
    ledger, told = opened(tmp_path / "record")
    assert [fault.trouble for fault in told] == [Trouble.FORBIDDEN]
    with pytest.raises(StoreFault, match="E803"):
        ledger.append(noted(BOOT))


def test_a_record_that_may_not_be_written_to_is_read_all_the_same(
    recorded: Recording, tmp_path: Path
) -> None:
    """A file system that has met an error is often mounted anew for reading only."""
    step = recorded.steps[20]
    step.files.put(tmp_path)

    def refuse(path: Path) -> Database:
        del path
        error = sqlite3.OperationalError("attempt to write a readonly database")
        error.sqlite_errorcode = sqlite3.SQLITE_READONLY
        raise error

    told: list[StoreFault] = []
    ledger = Ledger(tmp_path, told.append, refuse)
    assert (ledger.state, ledger.head) == (step.state, step.head)
    assert [fault.trouble for fault in told] == [Trouble.FORBIDDEN]
    assert (tmp_path / "0001" / WAL).read_bytes() == step.files.wal


@pytest.mark.parametrize(
    ("number", "trouble"),
    [
        (errno.ENOSPC, Trouble.FULL),
        (errno.EIO, Trouble.DISC),
        (errno.EROFS, Trouble.FORBIDDEN),
        (errno.EACCES, Trouble.FORBIDDEN),
    ],
)
def test_a_directory_that_cannot_be_made_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, trouble: Trouble
) -> None:
    def refuse(path: Path) -> None:
        raise OSError(number, "as the test wants", str(path))

    monkeypatch.setattr(segments, "sync_directory", refuse)
    ledger, _ = opened(tmp_path)
    with pytest.raises(StoreFault, match="as the test wants") as fault:
        ledger.append(noted(BOOT))
    assert fault.value.trouble is trouble


def test_errors_without_a_code_mean_damage() -> None:
    assert trouble_of(sqlite3.DatabaseError("file is not a database")) is Trouble.DAMAGED
