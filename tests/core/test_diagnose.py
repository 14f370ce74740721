"""Why no tiles come, told from what the lanes' sensors show."""

from dataclasses import dataclass, field, replace

import pytest

from firmware_ctl.config.model import Load as Watch
from firmware_ctl.core.loading import LoadJob
from firmware_ctl.core.steps.diagnose import LaneNow, diagnose

WATCH = Watch()
CLEAR = LaneNow(belt_full=False, eye_covered=False, cam_home=True)
FULL = LaneNow(belt_full=True, eye_covered=False, cam_home=True)
COVERED = LaneNow(belt_full=False, eye_covered=True, cam_home=True)
CAM_AWAY = LaneNow(belt_full=False, eye_covered=False, cam_home=False)
NOW = 100.0
LONG_AGO = NOW - WATCH.lane_silent_s
EMPTY_AGO = NOW - WATCH.empty_after_s


@dataclass(frozen=True, slots=True)
class Case:
    """Tiles passed and when the last came, per lane of three stacks; what that means."""

    name: str
    passed: tuple[int, int, int, int]
    last: tuple[float, float, float, float]
    code: str | None
    side: int | None = None
    signs: dict[int, LaneNow] = field(default_factory=dict)
    unsure: bool = False


CASES = (
    Case("all run", (2, 2, 2, 2), (NOW, NOW, NOW, NOW), None),
    Case("quiet, not for long", (2, 2, 2, 2), (NOW - 9,) * 4, None),
    Case("two of a whole set missing", (6, 6, 5, 5), (EMPTY_AGO,) * 4, "E320"),
    Case("four missing", (6, 6, 4, 4), (EMPTY_AGO,) * 4, "E320"),
    Case("more than that", (6, 4, 4, 4), (EMPTY_AGO,) * 4, "E310"),
    Case("one lane wants many", (6, 6, 6, 1), (EMPTY_AGO,) * 4, "E303", 3),
    Case("one lane silent", (2, 2, 0, 2), (NOW, NOW, LONG_AGO, NOW), "E303", 2),
    Case("tiles wait unseen", (2, 0, 2, 2), (NOW, LONG_AGO, NOW, NOW), "E331", 1, {1: FULL}),
    Case("eye always on", (0, 2, 2, 2), (LONG_AGO, NOW, NOW, NOW), "E402", 0, {0: COVERED}),
    Case("cam away, head empty", (2, 2, 2, 2), (LONG_AGO, NOW, NOW, NOW), "E240", 0, {0: CAM_AWAY}),
    Case(
        "cam holds a lower tile", (3, 2, 2, 2), (LONG_AGO, NOW, NOW, NOW), "E303", 0, {0: CAM_AWAY}
    ),
    Case("done lanes do not wait", (6, 6, 6, 6), (LONG_AGO,) * 4, None),
    Case("tiles seem missing, unsure", (6, 6, 5, 5), (EMPTY_AGO,) * 4, "E304", unsure=True),
    Case("nothing has come, unsure", (0, 0, 0, 0), (EMPTY_AGO,) * 4, "E310", unsure=True),
    Case("a full belt is no empty drum", (6, 6, 5, 5), (EMPTY_AGO,) * 4, None, None, {2: FULL}),
)


def passes(job: LoadJob, lane: int, at: float, pulse_ms: int = 180) -> None:
    """Let a tile pass a lane's eye."""
    job.tile_passed(lane, at, pulse_ms, belt_full=False)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_silence_is_explained_by_what_the_sensors_show(case: Case) -> None:
    job = LoadJob((3, 3, 3, 3), unsure=case.unsure)
    for lane, (passed, last) in enumerate(zip(case.passed, case.last, strict=True)):
        for number in range(1, passed + 1):
            passes(job, lane, last)
            if number % 2 == 0:
                job.stack_made(lane)
        job.lanes[lane].last_at = last
    signs = tuple(case.signs.get(lane, CLEAR) for lane in range(4))
    fault = diagnose(job, signs, NOW, WATCH)
    told = None if fault is None else (fault.kind.code, fault.side)
    assert told == (None if case.code is None else (case.code, case.side))


def test_a_lone_lower_tile_counts_as_there() -> None:
    job = LoadJob((3, 0, 0, 0))
    assert job.tiles_short == 6
    passes(job, 0, 1.0)
    assert job.tiles_short == 5
    passes(job, 0, 2.0)
    job.stack_made(0)
    assert job.tiles_short == 4


def test_what_an_eye_has_missed_or_seen_twice_is_forgotten_with_the_next_push() -> None:
    job = LoadJob((4, 0, 0, 0))
    lane = job.lanes[0]
    for seen in (1, 3, 2):  # one missed, one ghost, all well
        for _ in range(seen):
            passes(job, 0, 1.0)
        job.stack_made(0)
        assert (lane.in_head, lane.lone_tile) == (0, False)
    passes(job, 0, 1.0)
    assert (lane.in_head, lane.lone_tile, job.tiles_short) == (1, True, 1)


def test_a_cam_that_has_just_been_tried_is_not_blamed() -> None:
    job = LoadJob((3, 3, 3, 3))
    passes(job, 0, LONG_AGO)
    shows = replace(CLEAR, cam_sound=True)
    waits = replace(FULL, cam_sound=True)
    others = (CLEAR, CLEAR, CLEAR)
    for lane in (1, 2, 3):
        passes(job, lane, NOW)
    told = [diagnose(job, (lane, *others), NOW, WATCH) for lane in (CLEAR, shows, waits)]
    assert [fault and fault.kind.code for fault in told] == ["E291", "E303", "E331"]


def test_what_passes_after_the_last_stack_is_left_over_and_in_no_wall() -> None:
    job = LoadJob((1, 0, 0, 0))
    for at in (1.0, 2.0):
        passes(job, 0, at)
    job.stack_made(0)
    job.close()
    passes(job, 0, 3.0)
    assert job.stacked == (2, 0, 0, 0)
    assert job.tiles_passed == (3, 0, 0, 0)
    job.close()
    assert job.stacked == (2, 0, 0, 0)
