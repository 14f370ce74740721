"""Why do no tiles come? Told from what the lanes' sensors have seen, and nothing else."""

from dataclasses import dataclass

from firmware_ctl.config.model import Load
from firmware_ctl.core.faults import StepFault
from firmware_ctl.core.lane_signs import TURNS
from firmware_ctl.core.loading import Lane, LoadJob
from hal.ids import BELTS, CAMS_HOME, STACKERS

IN_VAIN = 3
"""What has been tried so often without a tile coming is not wanting: the count is wrong."""


@dataclass(frozen=True, slots=True)
class LaneNow:
    """What the sensors of a lane show now.

    ``eye_covered`` says that its eye is covered for longer than a tile takes to pass, ``passing``
    that it is covered, and not for so long yet; ``cam_sound`` that its cam has just been tried.
    """

    belt_full: bool
    eye_covered: bool
    cam_home: bool
    cam_sound: bool = False
    passing: bool = False

    @property
    def brings_tiles(self) -> bool:
        """Tell whether tiles are seen to stand in the lane."""
        return self.belt_full or self.eye_covered or self.passing


@dataclass(frozen=True, slots=True)
class Means:
    """What the board can measure."""

    current: bool = True
    reader: bool = True


def diagnose(
    job: LoadJob,
    now_at: tuple[LaneNow, ...],
    now: float,
    watch: Load,
    at_rest: tuple[int, ...] = (),
    means: Means = Means(),
) -> StepFault | None:
    """Return the fault that the lanes' silence means, or ``None`` while there is nothing to say.

    ``now_at`` is what all four lanes show, ``at_rest`` the lanes that are not to move now; times in
    seconds on the one clock. A lane that is fed slowly may be silent for longer.
    """
    waiting = tuple(lane for lane in job.open_lanes if lane not in at_rest)
    quiet = {
        lane: (now - job.lanes[lane].last_at) / job.slowness(lane, watch.tile_s) for lane in waiting
    }
    for lane in waiting:
        if quiet[lane] >= watch.lane_silent_s and not now_at[lane].passing:
            fault = _silent_lane(lane, job.lanes[lane], now_at[lane], means)
            if fault is not None:
                return fault
            if min(quiet.values()) < watch.empty_after_s:
                return _starved(lane, job.lanes[lane].tiles_short)
    if not waiting or min(quiet.values()) < watch.empty_after_s:
        return None
    return _drum_seems_empty(job, waiting, now_at, watch, means)


def cam_runs_on(lane: int) -> StepFault:
    """Return the fault of a cam that turns although its motor is off."""
    return StepFault("E292", lane, input=CAMS_HOME[lane].label, actuator=STACKERS[lane].label)


def _starved(lane: int, short: int) -> StepFault:
    return StepFault("E303", lane, count=short, actuator=BELTS[lane].label)


def _silent_lane(lane: int, part: Lane, shows: LaneNow, means: Means) -> StepFault | None:
    """Return what keeps a lane still to which tiles have come, or ``None`` if none has."""
    if shows.eye_covered:
        return StepFault("E402", lane)
    if part.signs.turns >= TURNS:
        return cam_runs_on(lane)
    if part.signs.long_ms:
        return StepFault("E332", lane, count=part.signs.long_ms)
    if part.signs.unseen:
        return StepFault("E401", lane)
    stacks = part.made < part.stacks and not part.eye_failed and not shows.cam_sound
    if not shows.cam_home and not part.lone_tile:
        return _cam_fails(lane, shows, means)
    if shows.cam_home and part.lone_tile and stacks and means.current:
        return StepFault("E291", lane, actuator=STACKERS[lane].label)
    if _keeps_its_stack(part, shows):
        return _cam_fails(lane, shows, means)
    if shows.belt_full:
        return _held_up(lane, means)
    return None


def _few_missing(job: LoadJob, waiting: tuple[int, ...], short: int, means: Means) -> StepFault:
    """Return why few tiles do not come: what was looked for in vain is not looked for again.

    A lane that alone waits, and still does when people have looked for tiles and in the drum, holds
    them itself, or is not fed.
    """
    lane, turn = waiting[0], job.in_vain % IN_VAIN
    if len(waiting) > 1 or turn == 0:
        return StepFault("E320", count=short, lanes=waiting)
    return _held_up(lane, means) if turn == 1 else _starved(lane, short)


def _cam_fails(lane: int, shows: LaneNow, means: Means) -> StepFault:
    """Return the fault of a cam that has not pushed: at home its switch lies."""
    if shows.cam_home:
        return StepFault("E241", lane, input=CAMS_HOME[lane].label)
    code = "E240" if means.current else "E260"
    return StepFault(code, lane, input=CAMS_HOME[lane].label, actuator=STACKERS[lane].label)


def _held_up(lane: int, means: Means) -> StepFault:
    """Return the fault of tiles that stay in a lane; without a reader its eye may be blind."""
    return StepFault("E331" if means.reader else "E430", lane)


def _keeps_its_stack(part: Lane, shows: LaneNow) -> bool:
    """Tell whether a whole stack lies in the head, as far as is known, and no push was heard of."""
    trusted = not part.eye_failed and not shows.cam_sound
    return trusted and part.made < part.stacks and part.in_head > 1


def _drum_seems_empty(
    job: LoadJob,
    waiting: tuple[int, ...],
    now_at: tuple[LaneNow, ...],
    watch: Load,
    means: Means,
) -> StepFault | None:
    if any(now_at[lane].brings_tiles for lane in waiting):
        return None  # tiles do come; that lane's own patience decides
    blind = next((lane for lane in waiting if job.lanes[lane].signs.unseen), None)
    if blind is not None:
        return StepFault("E401", blind)
    keeps = next((at for at in waiting if _keeps_its_stack(job.lanes[at], now_at[at])), None)
    if keeps is not None:
        return _cam_fails(keeps, now_at[keeps], means)
    short = sum(job.lanes[lane].tiles_short for lane in waiting)
    uncounted = job.unsure or job.in_vain >= IN_VAIN
    if uncounted and any(part.may_have_stacked for part in job.lanes):
        return StepFault("E304", count=short)
    if 0 < short <= watch.missing_most:
        return _few_missing(job, waiting, short, means)
    if len(waiting) == 1:
        return _starved(waiting[0], short)
    return StepFault("E310", count=short, lanes=waiting)
