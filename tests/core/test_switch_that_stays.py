"""A switch that does not open: the part may have moved, or not; one question tells."""

import pytest

from firmware_ctl.simulation import Options, simulate
from hal.sim.fault_script import parse_script


def codes(script: str, *, profile: str = "four-port") -> set[str]:
    """Return the codes that an evening of two hands tells of."""
    variant = "CD" if profile == "auto-deal" else "GD"
    told = simulate(Options(hands=2, variant=variant, profile=profile, faults=parse_script(script)))
    assert told.unsafe == 0
    assert all(fault.explained for fault in told.faults)
    return {fault.code for fault in told.faults}


@pytest.mark.parametrize("motor", ["dome", "tray.1", "pusher.2", "stacker.3"])
def test_a_motor_that_is_dead_from_the_beginning_is_named_as_one(motor: str) -> None:
    told = codes(f"motor-dead@motor={motor}@0s")
    assert "E291" in told
    assert not told & {"E201", "E202", "E203", "E211", "E221", "E231", "E241", "E403"}


@pytest.mark.parametrize("at_s", [0.0, 2.0, 6.0])
def test_a_dome_switch_that_sticks_is_no_dome_that_is_stuck(at_s: float) -> None:
    told = codes(f"dome-down-sensor-stuck@{at_s}s")
    assert not told & {"E201", "E211", "E291"}


@pytest.mark.parametrize("at_s", [4.0, 8.0, 30.0])
def test_a_supply_that_fails_and_comes_back_makes_no_part_sluggish(at_s: float) -> None:
    assert "E206" not in codes(f"supply-dead@{at_s}s+4s")


@pytest.mark.parametrize("part", ["tray-sluggish@side=1", "pusher-sluggish@side=1"])
def test_a_part_that_is_sluggish_is_told(part: str) -> None:
    assert "E206" in codes(part)


@pytest.mark.parametrize("at_s", [58.02, 58.05, 58.08, 58.11])
def test_a_plate_that_had_no_supply_is_not_doubted_once_people_have_looked(at_s: float) -> None:
    assert "E403" not in codes(f"supply-dead@{at_s}s")
