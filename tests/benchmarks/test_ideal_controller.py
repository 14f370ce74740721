"""The ideal controller is a fair peer: it does the whole work, safely, and waits for nothing."""

import pytest

from benchmarks.cycles import controlled_cycles
from benchmarks.ideal import Duties, ideal_cycles
from firmware_ctl.simulation import Options

OPTIONS = Options(hands=4)

ALIKE_S = 1e-6
"""Sums of the same times in another order differ by less."""


@pytest.mark.parametrize("variant", ["GD", "CD", "MCR"])
def test_it_plays_safe_cycles_of_every_program(variant: str) -> None:
    cycles = ideal_cycles(Options(hands=4, variant=variant))
    assert len(cycles) == 4
    assert all(0 < c.closed < c.walls_up < c.stacked < c.complete for c in cycles)


def test_it_is_never_slower_than_the_controller_where_every_way_takes_its_usual_time() -> None:
    options = Options(hands=4, steady=True)
    for ours, ideal in zip(controlled_cycles(options), ideal_cycles(options), strict=True):
        assert ideal.closed <= ours.closed + ALIKE_S
        assert ideal.walls_up <= ours.walls_up + ALIKE_S
        assert ideal.stacked <= ours.stacked + ALIKE_S


def test_trays_that_wait_for_each_other_cost_time() -> None:
    in_step, free = ideal_cycles(OPTIONS), ideal_cycles(OPTIONS, Duties(in_step=False))
    assert sum(c.walls_up for c in free) <= sum(c.walls_up for c in in_step)


def test_a_look_for_left_overs_takes_the_time_that_it_is_given() -> None:
    looks = ideal_cycles(OPTIONS, Duties(look_s=6, clear_s=2))
    assert all(8 <= cycle.complete - cycle.stacked < 8.2 for cycle in looks)
