"""What was looked for in vain is not looked for again; several lanes that fail alike are the set's.

Pure: the lanes' signs, the load and the book of jams, without a table.
"""

import pytest

from firmware_ctl.config.model import Load as Watch
from firmware_ctl.core.jams import JamBook, LoadJams
from firmware_ctl.core.lane_signs import FEW, PAUSE_S, LaneSigns
from firmware_ctl.core.loading import LoadJob
from firmware_ctl.core.steps.diagnose import IN_VAIN, LaneNow, Means, diagnose
from hal.events import TileRead
from hal.ids import LANES

WATCH = Watch()
CLEAR = (LaneNow(belt_full=False, eye_covered=False, cam_home=True),) * 4
NOW = 100.0
EMPTY_AGO = NOW - WATCH.empty_after_s


def short_load(*, short: int) -> LoadJob:
    """Return a load of three stacks a side to whose last lane so many tiles are wanting."""
    job = LoadJob((3, 3, 3, 3))
    for lane in LANES:
        for tile in range(6 - (short if lane == LANES[-1] else 0)):
            job.tile_passed(lane, EMPTY_AGO - tile, 180, belt_full=False)
            if tile % 2:
                job.stack_made(lane)
    job.wait_on(EMPTY_AGO)
    return job


def told(job: LoadJob) -> tuple[str, int | None] | None:
    fault = diagnose(job, CLEAR, NOW, WATCH)
    return None if fault is None else (fault.kind.code, fault.side)


def test_a_lane_that_still_waits_after_a_look_into_the_well_holds_the_tiles_itself() -> None:
    job = short_load(short=2)
    assert told(job) == ("E320", None)
    job.missed()
    assert told(job) == ("E320", None)  # nobody has looked
    job.looked_into()
    assert told(job) == ("E331", LANES[-1])
    job.missed()
    assert told(job) == ("E303", LANES[-1])


def test_what_is_searched_for_again_and_again_without_a_tile_coming_was_counted_wrongly() -> None:
    job = short_load(short=2)
    job.missed()
    job.looked_into()
    for _ in range(IN_VAIN - 1):
        job.missed()
    assert told(job) == ("E304", None)
    job.tile_passed(LANES[-1], EMPTY_AGO, 180, belt_full=False)
    assert told(job) == ("E320", None)


def test_without_a_reader_the_lanes_eye_may_be_blind_as_well() -> None:
    job = short_load(short=2)
    job.missed()
    job.looked_into()
    fault = diagnose(job, CLEAR, NOW, WATCH, means=Means(reader=False))
    assert fault is not None
    assert (fault.kind.code, fault.side) == ("E430", LANES[-1])


@pytest.mark.parametrize(
    ("cam_home", "current", "code"),
    [(True, True, "E241"), (True, False, "E241"), (False, True, "E240"), (False, False, "E260")],
)
def test_a_stack_that_lies_in_a_head_is_not_missing(
    *, cam_home: bool, current: bool, code: str
) -> None:
    job = short_load(short=2)
    for _ in range(2):
        job.tile_passed(LANES[-1], EMPTY_AGO, 180, belt_full=False)
    shows = (*CLEAR[:-1], LaneNow(belt_full=False, eye_covered=False, cam_home=cam_home))
    fault = diagnose(job, shows, NOW, WATCH, means=Means(current=current))
    assert fault is not None
    assert (fault.kind.code, fault.side) == (code, LANES[-1])


def test_a_tile_that_comes_after_the_look_begins_the_search_anew() -> None:
    job = short_load(short=3)
    job.missed()
    job.looked_into()
    job.tile_passed(LANES[-1], EMPTY_AGO, 180, belt_full=False)
    job.stack_made(LANES[-1])
    assert told(job) == ("E320", None)


def test_a_look_into_the_well_for_another_reason_blames_no_lane() -> None:
    job = short_load(short=2)
    job.looked_into()
    assert told(job) == ("E320", None)


def test_the_last_tile_of_a_load_that_its_eye_has_missed_is_not_told_as_missing() -> None:
    job = short_load(short=2)
    job.tile_read(TileRead(EMPTY_AGO, LANES[-1], 1, 4))
    assert told(job) == ("E401", LANES[-1])


@pytest.mark.parametrize(
    ("unseen", "silent_s", "misses"),
    [(0, PAUSE_S + 1, False), (1, 0.1, False), (1, PAUSE_S + 1, True), (2, 0.1, True)],
)
def test_one_tile_read_and_long_not_seen_is_as_bad_as_two(
    *, unseen: int, silent_s: float, misses: bool
) -> None:
    signs = LaneSigns(unseen=unseen)
    assert signs.eye_misses(silent_s) is misses


def test_a_lane_that_grows_weak_in_mid_load_is_waited_for_but_not_told_of() -> None:
    signs = LaneSigns()
    at = 0.0
    signs.begin(at)
    for gap in (*[1.0] * 20, *[3.0] * FEW):
        at += gap
        signs.passed(at, 180, belt_full=False)
    assert signs.pace_s == 1.0
    assert signs.lately_s == 3.0


def test_two_stackers_that_jam_with_one_set_in_one_load_accuse_the_set_once() -> None:
    book = JamBook([LoadJams("A", (0, 0, 0, 0))])
    assert book.jam("B", 1) is None
    fault = book.jam("B", 2)
    assert fault is not None
    assert (fault.kind.code, fault.values["set"]) == ("E334", "B")
    assert book.jam("B", 3) is None


def test_where_the_other_set_jammed_too_the_tiles_are_not_accused() -> None:
    assert JamBook([LoadJams("A", (0, 1, 0, 0))]).jam("B", 3) is None


def test_a_pace_that_only_the_last_tiles_tell_of_is_none() -> None:
    job = LoadJob((10, 10, 10, 10))
    for tile in range(2 * FEW):
        job.tile_passed(0, 3.0 * tile, 180, belt_full=False)
    assert job.lanes[0].signs.pace_s == 3.0
    assert job.lanes[0].pace_s is None
    for tile in range(2 * FEW, 20):
        job.tile_passed(0, 3.0 * tile, 180, belt_full=False)
    assert job.lanes[0].pace_s == 3.0
