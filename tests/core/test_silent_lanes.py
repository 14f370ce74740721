"""A lane is silent: what stands behind that is tried before eye or lane are blamed."""

import asyncio

import pytest

from firmware_ctl.core.lane_signs import PULSES, LaneSigns
from firmware_ctl.core.states import Load
from firmware_ctl.simulation import Options, simulate
from hal.sim.fault_script import parse_script
from tests.support.bench import Bench, play
from tests.support.soaking import every

GUESSES = {"E240", "E241", "E260", "E291", "E303", "E331", "E401", "E402", "E430"}
"""What could be said of a silent lane by its sensors alone."""

PULSE_MS = 180

ABOUT_WHEN_IT_IS_TOLD = every(4, *(14.0 + tenth / 10 for tenth in range(-4, 8)))


def codes(
    script: str, *, reader: bool = True, profile: str = "four-port", seed: int = 1
) -> set[str]:
    """Return the codes that an evening of two hands tells of."""
    faults = parse_script(script)
    variant = "CD" if profile == "auto-deal" else "GD"
    told = simulate(
        Options(hands=2, seed=seed, variant=variant, profile=profile, reader=reader, faults=faults)
    )
    assert told.unsafe == 0
    return {fault.code for fault in told.faults}


@pytest.mark.parametrize("at_s", every(2, 18.0, 22.3, 27.7, 33.1))
def test_motors_without_supply_are_no_covered_eye_and_no_empty_lane(at_s: float) -> None:
    told = codes(f"supply-dead@{at_s}s")
    assert "E106" in told
    assert not told & GUESSES


@pytest.mark.parametrize("at_s", every(3, 20.0, 26.0, 31.0))
def test_one_dead_motor_is_named_and_not_the_supply(at_s: float) -> None:
    told = codes(f"motor-dead@motor=stacker.2@{at_s}s")
    assert "E291" in told
    assert not told & (GUESSES - {"E291"}) | told & {"E106"}


@pytest.mark.parametrize("profile", ["four-port", "auto-deal"])
@pytest.mark.parametrize("at_s", every(3, 24.2, 21.0, 29.4))
def test_a_cam_switch_that_stays_on_is_no_foreign_body(profile: str, at_s: float) -> None:
    told = codes(f"cam-sensor-stuck@lane=1@{at_s}s", reader=False, profile=profile)
    assert "E241" in told
    assert not told & {"E331", "E402", "E430"}


@pytest.mark.parametrize("profile", ["four-port", "auto-deal"])
@pytest.mark.parametrize("at_s", every(3, 12.0, 19.9, 33.0, 40.0))
def test_a_blind_cam_switch_is_named_before_anybody_looks_for_tiles(
    profile: str, at_s: float
) -> None:
    for lane in (0, 3):
        told = codes(f"cam-sensor-dead@lane={lane}@{at_s}s", profile=profile)
        assert told == {"E241"}


@pytest.mark.parametrize("at_s", every(2, 5.0, 14.0, 30.0))
def test_a_cam_that_runs_on_is_told_and_the_evening_goes_on(at_s: float) -> None:
    told = codes(f"motor-runs-on@motor=stacker.0@{at_s}s")
    assert "E292" in told
    assert not told & (GUESSES - {"E303"})  # the tile from its head goes into the drum alone


@pytest.mark.parametrize("seed", every(3, 1, 2, 3))
def test_tiles_that_an_eye_misses_now_and_then_are_never_the_cams_fault(seed: int) -> None:
    told = codes("tiles-dark@set=A*0.3", reader=False, seed=seed)
    assert "E401" in told
    assert not told & {"E240", "E241", "E260", "E291", "E331"}


@pytest.mark.parametrize(("seed", "at_s"), [(2, 16), (2, 20), (3, 16)])
def test_ghosts_right_behind_tiles_are_no_two_that_rode_together(seed: int, at_s: int) -> None:
    assert "E332" not in codes(f"eye-ghosts@lane=1@{at_s}s", reader=False, seed=seed)


@pytest.mark.parametrize("at_s", ABOUT_WHEN_IT_IS_TOLD)
def test_a_tile_that_passes_just_then_does_not_cover_the_eye(at_s: float) -> None:
    async def scenario(bench: Bench) -> None:
        await bench.home()
        bench.table.faults.set("lane-jam", "1")
        await bench.push_in_a_set()
        await bench.until(lambda: bench.is_in(Load.LOADING))
        await asyncio.sleep(at_s)
        bench.table.faults.clear("lane-jam", "1")
        await bench.go_on(lambda: bench.load is Load.COMPLETE)
        told = {str(event["code"]) for event in bench.events if event["event"] == "fault"}
        assert "E402" not in told

    play(scenario)


@pytest.mark.parametrize(("reads", "doubles"), [(0, 1), (1, 0), (2, 1)])
def test_a_long_pulse_is_two_tiles_unless_the_reader_saw_but_one(reads: int, doubles: int) -> None:
    signs = LaneSigns()
    at = 1.0
    for _ in range(PULSES):
        at += 1
        if reads:
            signs.read(known=True)
        signs.passed(at, PULSE_MS, belt_full=False)
    for _ in range(reads):
        signs.read(known=True)
    signs.passed(at + 1, 2 * PULSE_MS, belt_full=False)
    assert (signs.doubles, signs.ghosts) == (doubles, 0)
