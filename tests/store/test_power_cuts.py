"""Power cuts: a start never fails, and nothing that was acknowledged is lost.

SQLite writes a commit's pages to the log in order and then flushes it; the card may have any part
of them when the power goes. Between two steps of a recorded evening every file is cut at every
sector boundary, or misses one sector of its own. While one file is written the other one stands
still, since each is flushed before the other is touched.
"""

from itertools import pairwise
from pathlib import Path

import pytest

from firmware_ctl.store.chain import Head
from firmware_ctl.store.records import DealerSet
from firmware_ctl.store.state import State
from tests.store.recorded import Files, Recording, Step, cut_files, noted, opened, read_back


def _all_cuts(recording: Recording) -> list[tuple[Files, Step, Step]]:
    return [
        (files, before, now)
        for before, now in pairwise(recording.steps)
        for files in cut_files(before.files, now.files)
    ]


def _check(cut: tuple[Files, Step, Step], root: Path) -> None:
    files, before, now = cut
    state, head, told = read_back(files, root)
    known: list[tuple[State, Head]] = [(before.state, before.head), (now.state, now.head)]
    assert (state, head) in known
    assert told == []


def test_the_evening_wrote_the_log_and_emptied_it_and_began_it_anew(recorded: Recording) -> None:
    sizes = [(len(step.files.database), step.files.wal[:32]) for step in recorded.steps]
    assert len({size for size, _ in sizes}) > 2
    assert len({header for _, header in sizes}) > 2
    assert len(recorded.steps) > 40


def test_each_step_alone_is_read_back_as_it_was_acknowledged(
    recorded: Recording, ram: Path
) -> None:
    for step in recorded.steps:
        state, head, told = read_back(step.files, ram / "step")
        assert (state, head, told) == (step.state, step.head, [])


@pytest.mark.parametrize("every", [11, pytest.param(1, marks=pytest.mark.soak)])
def test_a_cut_at_any_sector_loses_nothing(recorded: Recording, ram: Path, every: int) -> None:
    cuts = _all_cuts(recorded)
    assert len(cuts) > 800
    for cut in cuts[::every]:
        _check(cut, ram / "cut")


def test_after_a_cut_the_record_goes_on(recorded: Recording, ram: Path) -> None:
    for number, (files, *_) in enumerate(_all_cuts(recorded)[::150]):
        root = ram / str(number)
        files.put(root)
        ledger, _ = opened(root)
        head = ledger.append(noted(DealerSet(3)))
        ledger.close()
        again, told = opened(root)
        assert (again.head, again.state.table.dealer, told) == (head, 3, [])
        again.close()
