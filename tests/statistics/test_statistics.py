"""Statistics: counted from the record's notes, drawn as bars that also say their numbers."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_ctl.statistics.charts import Bar, bars_svg
from firmware_ctl.statistics.source import newest_notes
from firmware_ctl.statistics.summary import HOUR_MS, Summary, summed
from firmware_ctl.statistics.tables import charts
from firmware_ctl.store.chain import Head, chained
from firmware_ctl.store.database import Database
from firmware_ctl.store.records import (
    Booted,
    Counted,
    FaultRaised,
    HandBegun,
    Judged,
    LoadBegun,
    Note,
    Record,
    Weighed,
)
from firmware_ctl.store.state import Job, Standing
from rules.languages import Language

FOUR = (17, 17, 17, 17)


def note(record: Record, at_s: float, hour: int = 500_000) -> Note:
    return Note(record, round(at_s * 1000), hour * HOUR_MS + round(at_s * 1000), True)


def job(*made: int) -> Job:
    first, second, third, fourth = made
    return Job(wanted=FOUR, made=(first, second, third, fourth))


def fault(code: str) -> FaultRaised:
    return FaultRaised(Standing(1, code, "load", 0, 1, (), ()))


EVENING = (
    note(LoadBegun("136", FOUR), 10),
    note(Counted(job(17, 9, 17, 0)), 55),
    note(Counted(job(17, 17, 17, 17)), 70),
    note(Judged("136", "ok", True, ()), 70),
    note(HandBegun(1, 0, "GD", FOUR), 90),
    note(fault("E204"), 100),
    note(Weighed(7, 1, "inform", "", 4700, 200, 0, -50), 110),
    note(HandBegun(2, 0, "GD", FOUR), 400),
    note(HandBegun(3, 1, "GD", FOUR), 400, hour=500_001),
)


def test_an_evening_is_summed_up() -> None:
    summary = summed(EVENING)
    assert summary.hands == {500_000: 2, 500_001: 1}
    assert summary.hands_per_hour == 1.5
    assert summary.faults == {"E204": 1}
    assert summary.verdicts == {"ok": 1}
    assert summary.weighed == {"inform": 1}
    assert summary.lane_s == ([45.0], [60.0], [45.0], [60.0])


def test_a_load_that_stood_still_for_long_tells_nothing_of_its_lanes() -> None:
    summary = summed((EVENING[0], note(Counted(job(17, 17, 17, 17)), 5000)))
    assert summary.lane_s == ([], [], [], [])


def test_nothing_recorded_shows_nothing() -> None:
    assert summed(()).empty
    assert charts(Summary(), Language.EN) == ()


@pytest.mark.parametrize("language", Language)
def test_every_chart_is_told_in_words_too(language: Language) -> None:
    found = charts(summed(EVENING), language)
    assert [one.id for one in found] == ["hands", "lanes", "faults", "verdicts", "weighed"]
    for chart in found:
        assert all(bar.told in chart.text for bar in chart.bars)
        assert chart.title


@given(st.lists(st.builds(Bar, st.text("ab<&>'\"东", max_size=9), st.floats(0, 1e6), st.just("1"))))
def test_a_drawing_is_well_formed_and_no_bar_leaves_it(bars: list[Bar]) -> None:
    root = ElementTree.fromstring(bars_svg(bars))
    rows = root.findall("{http://www.w3.org/2000/svg}rect")[1:]
    assert len(rows) == len(bars)
    assert all(float(row.attrib["x"]) + float(row.attrib["width"]) <= 640 for row in rows)


def test_notes_are_read_from_the_record_as_it_lies_there(tmp_path: Path) -> None:
    assert newest_notes(tmp_path / "absent") == []
    place = tmp_path / "0001"
    place.mkdir()
    database = Database.open(place / "table.db")
    notes = (note(Booted("1", False), 0), *EVENING)
    database.append(chained(Head(), 1, notes))
    assert newest_notes(tmp_path) == list(notes)
    database.close()


def test_a_file_that_is_no_record_is_left_out(tmp_path: Path) -> None:
    place = tmp_path / "0001"
    place.mkdir()
    (place / "table.db").write_bytes(b"no database at all" * 100)
    assert newest_notes(tmp_path) == []
