"""One eye that misses tiles is no tile set's fault, whatever else befalls other lanes."""

import pytest

from firmware_ctl.simulation import Options, simulate
from hal.sim.fault_script import parse_script
from tests.support.soaking import every


def codes(script: str) -> set[str]:
    """Return the codes that an evening of two hands tells of."""
    told = simulate(Options(hands=2, faults=parse_script(script)))
    return {fault.code for fault in told.faults}


@pytest.mark.parametrize("other", ["lane-jam", "eye-stuck-on", "double-tile"])
@pytest.mark.parametrize("later_s", every(2, 3, 0, -6))
def test_an_eye_beside_another_lanes_trouble_is_no_set_of_dark_tiles(
    other: str, later_s: int
) -> None:
    told = codes(f"{other}@lane=3@20s,eye-dead@lane=0@{20 + later_s}s")
    assert "E401" in told
    assert "E334" not in told


def test_two_eyes_that_miss_tiles_of_one_set_are() -> None:
    assert "E334" in codes("tiles-dark@set=A")
