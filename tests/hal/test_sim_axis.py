"""A sliding mechanism: its time, its switches, and what happens between the two."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal.ids import Actuator, Input
from hal.sim.axis import HIGH, LOW, Axis
from hal.sim.kernel import Kernel
from hal.sim.motors import Motors
from hal.sim.pins import Pins

TRAVEL_S = 2.0


class Bench:
    """A dome on its own, without chance."""

    def __init__(self) -> None:
        self.kernel = Kernel()
        self.pins = Pins()
        self.motors = Motors(self.kernel, self.pins, stall_s=0.3)
        self.dome = Axis(
            self.kernel,
            self.pins,
            self.motors,
            random.Random(0),
            actuator=Actuator.DOME,
            low_input=Input.DOME_DOWN,
            high_input=Input.DOME_UP,
            travel_s=TRAVEL_S,
            spread=0.0,
        )
        self.dome.put(LOW)

    def drive(self, direction: int, seconds: float) -> None:
        self.motors.command(Actuator.DOME, direction)
        self.kernel.advance(seconds)

    @property
    def switches(self) -> tuple[bool, bool]:
        return self.pins.real[Input.DOME_DOWN], self.pins.real[Input.DOME_UP]


def test_it_leaves_one_switch_at_once_and_closes_the_other_after_its_travel() -> None:
    bench = Bench()
    bench.drive(1, 0.0)
    assert bench.switches == (False, False)
    bench.drive(1, TRAVEL_S - 0.001)
    assert bench.switches == (False, False)
    bench.drive(1, 0.001)
    assert bench.switches == (False, True)


@given(st.floats(0.01, TRAVEL_S - 0.01))
def test_stopped_on_the_way_it_takes_as_long_back_as_it_took(seconds: float) -> None:
    bench = Bench()
    bench.drive(1, seconds)
    bench.drive(0, 5.0)
    assert bench.switches == (False, False)
    assert LOW < bench.dome.position < HIGH
    bench.drive(-1, seconds - 0.001)
    assert bench.switches == (False, False)
    bench.drive(-1, 0.002)
    assert bench.switches == (True, False)


def test_stopped_in_the_instant_of_its_start_it_must_still_be_homed() -> None:
    bench = Bench()
    bench.drive(1, 0.0)
    bench.drive(0, 1.0)
    assert bench.switches == (False, False)
    assert not bench.dome.is_low
    bench.drive(-1, 0.001)
    assert bench.switches == (True, False)


@given(st.lists(st.tuples(st.sampled_from([-1, 0, 1]), st.floats(0, 3)), max_size=20))
def test_a_switch_is_closed_exactly_at_its_end(moves: list[tuple[int, float]]) -> None:
    bench = Bench()
    for direction, seconds in moves:
        bench.drive(direction, seconds)
        assert bench.switches == (bench.dome.is_low, bench.dome.is_high)
        assert LOW <= bench.dome.position <= HIGH


@pytest.mark.parametrize("direction", [1, -1])
def test_a_blocked_way_is_not_gone(direction: int) -> None:
    bench = Bench()
    bench.dome.put(HIGH // 2)
    bench.dome.may = lambda _: False
    bench.drive(direction, 10.0)
    assert bench.dome.position == HIGH // 2
