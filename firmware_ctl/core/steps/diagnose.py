"""Why do no tiles come? Told from what the lanes' sensors have seen, and nothing else."""

from dataclasses import dataclass

from firmware_ctl.config.model import Load
from firmware_ctl.core.faults import StepFault
from firmware_ctl.core.loading import LoadJob


@dataclass(frozen=True, slots=True)
class LaneSigns:
    """What the sensors of a lane show now."""

    belt_full: bool
    eye_covered: bool
    cam_home: bool


def diagnose(
    job: LoadJob,
    signs: tuple[LaneSigns, ...],
    now: float,
    watch: Load,
    at_rest: tuple[int, ...] = (),
) -> StepFault | None:
    """Return the fault that the lanes' silence means, or ``None`` while there is nothing to say.

    ``signs`` are those of all four lanes, ``at_rest`` the lanes that are not to move now; times in
    seconds on the one clock.
    """
    waiting = tuple(lane for lane in job.open_lanes if lane not in at_rest)
    quiet = {lane: now - job.lanes[lane].last_at for lane in waiting}
    for lane in waiting:
        if quiet[lane] >= watch.lane_silent_s:
            if signs[lane].eye_covered:
                return StepFault("E402", lane)
            if not signs[lane].cam_home and not job.lanes[lane].lone_tile:
                return StepFault("E204", lane)
            if signs[lane].belt_full:
                return StepFault("E401", lane)
            if min(quiet.values()) < watch.empty_after_s:
                return StepFault("E303", lane, count=job.lanes[lane].tiles_short)
    if not waiting or min(quiet.values()) < watch.empty_after_s:
        return None
    return _drum_seems_empty(job, waiting, signs, watch)


def _drum_seems_empty(
    job: LoadJob, waiting: tuple[int, ...], signs: tuple[LaneSigns, ...], watch: Load
) -> StepFault | None:
    if any(signs[lane].belt_full or signs[lane].eye_covered for lane in waiting):
        return None  # tiles do come; that lane's own patience decides
    short = sum(job.lanes[lane].tiles_short for lane in waiting)
    if job.unsure:
        return StepFault("E304", count=short)
    if 0 < short <= watch.missing_most:
        return StepFault("E301", count=short, lanes=waiting)
    if len(waiting) == 1:
        return StepFault("E303", waiting[0], count=short)
    return StepFault("E310", count=short)
