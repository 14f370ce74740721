"""A part that is held where it has just arrived: for a moment nothing is told, then its bar."""

import pytest

from firmware_ctl.simulation import Options, simulate
from hal.sim.fault_script import parse_script

AS_THE_PLATE_COMES_HOME = [60.9 + moment / 100 for moment in range(7)]


def codes(script: str) -> set[str]:
    """Return the codes that an evening of two hands tells of; it comes to its end."""
    told = simulate(Options(hands=2, faults=parse_script(script)))
    assert told.unsafe == 0
    return {fault.code for fault in told.faults}


@pytest.mark.parametrize("at_s", AS_THE_PLATE_COMES_HOME)
def test_a_plate_that_is_held_for_a_moment_keeps_no_lane_from_laying(at_s: float) -> None:
    assert codes(f"motor-stall@motor=pusher.1@{at_s:.2f}s+0.5s") <= {"E203"}


@pytest.mark.parametrize(
    ("held", "code"),
    [
        ("motor-stall@motor=pusher.1@60.93s", "E203"),
        ("motor-stall@motor=stacker.1@0.1s", "E204"),
        ("motor-stall@motor=dome@0s", "E201"),
    ],
)
def test_a_part_that_cannot_leave_its_end_is_barred(held: str, code: str) -> None:
    assert codes(held) == {code}
