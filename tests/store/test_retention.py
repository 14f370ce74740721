"""The record stays small: whole files go, and what they held stays provable."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from firmware_ctl.config.model import Record
from firmware_ctl.safe_files import remove
from firmware_ctl.store import retention
from firmware_ctl.store.chain import Head
from firmware_ctl.store.records import Booted, CommandTaken, Note, ShutDown
from firmware_ctl.store.retention import DAY_MS, SEALS, Keep, keep_small, retain
from firmware_ctl.store.segments import segments
from firmware_ctl.store.state import State
from tests.store.recorded import NOON, noted, opened

EVERYTHING = Keep(days=36_500, most_bytes=1 << 40, file_bytes=1 << 40)
GROWN = replace(EVERYTHING, file_bytes=0)


def live(root: Path, day: int, *, trusted: bool = True) -> tuple[State, Head]:
    """Run a table for a moment on one day."""
    ledger, told = opened(root)
    notes = noted(Booted("1.0", simulated=True), *(CommandTaken("lift", (), "cli", ok=True),) * 5)
    at = NOON.ms + day * DAY_MS
    ledger.append([Note(n.record, n.at_ms, at, trusted) for n in (*notes, *noted(ShutDown()))])
    ledger.close()
    assert told == []
    return ledger.state, ledger.head


def files(root: Path) -> list[str]:
    return [segment.name for segment in segments(root)]


def test_a_file_that_has_grown_is_closed_and_the_chain_goes_on_in_the_next(tmp_path: Path) -> None:
    before, _ = live(tmp_path, 0)
    assert retain(tmp_path, EVERYTHING) == ()
    live(tmp_path, 1)
    assert files(tmp_path) == ["0001"]
    assert retain(tmp_path, GROWN) == ()
    state, head = live(tmp_path, 2)
    assert files(tmp_path) == ["0001", "0002"]
    assert (state.boots, before.boots) == (3, 1)
    assert state.unsafe == 0
    _, told = opened(tmp_path)
    assert told == []
    assert head.sequence > 20


def years(root: Path, count: int, *, trusted: bool = True) -> None:
    for year in range(count):
        live(root, 365 * year, trusted=trusted)
        retain(root, GROWN)


def test_old_files_go_and_their_seals_link_the_chain(tmp_path: Path) -> None:
    years(tmp_path, 4)
    gone = retain(tmp_path, replace(EVERYTHING, days=400))
    assert [sealed.file for sealed in gone] == ["0001", "0002"]
    assert files(tmp_path) == ["0003", "0004", "0005"]
    seals = [json.loads(line) for line in (tmp_path / SEALS).read_text().splitlines()]
    assert [seal["file"] for seal in seals] == ["0001", "0002"]
    assert seals[1]["before"] == seals[0]["hash"]
    assert seals[1]["first"] == seals[0]["last"] + 1
    third = retention.read_seal(segments(tmp_path)[0])
    assert third is not None
    assert third.before == seals[1]["hash"], "what is left goes on from what went"
    state, _ = live(tmp_path, 1500)
    assert state.boots == 5


def test_too_much_goes_from_its_old_end(tmp_path: Path) -> None:
    years(tmp_path, 4)
    size = sum(path.stat().st_size for path in (tmp_path / "0002").glob("*"))
    retain(tmp_path, replace(EVERYTHING, most_bytes=2 * size + 100))
    assert files(tmp_path)[0] in ("0003", "0004")
    assert live(tmp_path, 1500)[0].boots == 5


def test_the_newest_closed_file_stays_until_the_one_after_it_holds_something(
    tmp_path: Path,
) -> None:
    years(tmp_path, 3)
    retain(tmp_path, replace(EVERYTHING, most_bytes=0))
    state, _ = live(tmp_path, 1500)
    assert state.boots == 4, "the state is never taken away with its file"


def test_a_clock_that_was_never_set_makes_nothing_old(tmp_path: Path) -> None:
    years(tmp_path, 3, trusted=False)
    assert retain(tmp_path, replace(EVERYTHING, days=7)) == ()


def test_a_damaged_file_is_left_to_whoever_wants_to_look(tmp_path: Path) -> None:
    years(tmp_path, 3)
    (tmp_path / "0001" / "table.db").write_bytes(b"no database")
    assert "0001" not in [sealed.file for sealed in retain(tmp_path, replace(EVERYTHING, days=7))]
    assert (tmp_path / "0001").exists()


def test_a_power_cut_between_seal_and_removal_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    years(tmp_path, 4)

    def cut(_: Path) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(retention, "remove", cut)
    with pytest.raises(KeyboardInterrupt):
        retain(tmp_path, replace(EVERYTHING, days=400))
    monkeypatch.setattr(retention, "remove", remove)
    retain(tmp_path, replace(EVERYTHING, days=400))
    lines = (tmp_path / SEALS).read_text().splitlines()
    assert [json.loads(line)["file"] for line in lines] == ["0001", "0002"]


def test_where_nothing_was_recorded_there_is_nothing_to_do(tmp_path: Path) -> None:
    assert retain(tmp_path / "none", GROWN) == ()


def test_what_was_taken_away_is_told_and_trouble_keeps_nothing_from_starting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    years(tmp_path, 4)
    told: list[str] = []
    keep_small(tmp_path, Record(keep_days=400), told.append)
    assert told == [
        "records 1..8 were old and have been taken away",
        "records 9..17 were old and have been taken away",
    ]

    def broken(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(retention, "retain", broken)
    keep_small(tmp_path, Record(), told.append)
    assert "old records stay" in told[-1]
