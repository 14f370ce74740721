"""The ideal controller is a fair peer: it does the whole work, safely, and waits for nothing."""

import pytest

from benchmarks.cycles import Cycle, controlled_cycles
from benchmarks.ideal import Duties, ideal_cycles
from firmware_ctl.simulation import Options

OPTIONS = Options(hands=4)


@pytest.mark.parametrize("variant", ["GD", "CD", "MCR"])
def test_it_plays_safe_cycles_of_every_program(variant: str) -> None:
    cycles = ideal_cycles(Options(hands=4, variant=variant))
    assert len(cycles) == 4
    assert all(0 < c.closed < c.walls_up < c.stacked < c.complete for c in cycles)


def test_it_is_never_slower_to_dome_and_walls_than_the_controller() -> None:
    for ours, ideal in zip(controlled_cycles(OPTIONS), ideal_cycles(OPTIONS), strict=True):
        assert _rounded(ideal)[:2] <= _rounded(ours)[:2]


def test_trays_that_wait_for_each_other_cost_time() -> None:
    in_step, free = ideal_cycles(OPTIONS), ideal_cycles(OPTIONS, Duties(in_step=False))
    assert sum(c.walls_up for c in free) <= sum(c.walls_up for c in in_step)


def test_a_look_for_left_overs_takes_the_time_that_it_is_given() -> None:
    looks = ideal_cycles(OPTIONS, Duties(look_s=6, clear_s=2))
    assert all(8 <= cycle.complete - cycle.stacked < 8.2 for cycle in looks)


def _rounded(cycle: Cycle) -> tuple[float, float]:
    return round(cycle.closed, 6), round(cycle.walls_up, 6)
