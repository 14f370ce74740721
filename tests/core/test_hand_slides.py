"""A hand's slide and its tray: what a full slide means, and a tray that does not leave."""

import pytest

from firmware_ctl.simulation import Options, simulate
from hal.sim.fault_script import parse_script


def codes(script: str, seed: int) -> set[str]:
    """Return the codes that an evening of two hands on a table that deals tells of."""
    told = simulate(
        Options(hands=2, seed=seed, variant="CD", profile="auto-deal", faults=parse_script(script))
    )
    assert told.unsafe == 0
    return {fault.code for fault in told.faults}


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("at_s", [20.0, 26.0])
def test_a_slide_that_is_full_early_after_double_tiles_is_a_hand(at_s: float, seed: int) -> None:
    told = codes(f"double-tile@lane=0@{at_s}s", seed)
    assert not told & {"E422", "E204"}


@pytest.mark.parametrize("at_s", [5.0, 40.0])
def test_a_tray_that_does_not_leave_is_barred_and_its_slide_is_well(at_s: float) -> None:
    told = codes(f"motor-stall@motor=deal.3@{at_s}s", 1)
    assert "E205" in told
    assert "E422" not in told


@pytest.mark.parametrize("at_s", [70.8, 71.2])
def test_a_motor_that_begins_to_turn_late_is_no_switch_that_stays_on(at_s: float) -> None:
    assert codes(f"motor-dead@motor=deal.1@{at_s}s+1.5s", 1) == set()


@pytest.mark.parametrize("at_s", [5.0, 40.0])
def test_a_slide_that_reads_full_with_nothing_on_it_is_told(at_s: float) -> None:
    assert "E422" in codes(f"hand-full-sensor-stuck@side=1@{at_s}s", 1)
