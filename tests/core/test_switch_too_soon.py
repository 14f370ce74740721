"""An end switch that closes when its part cannot be there yet is not believed."""

import asyncio

import pytest

from firmware_ctl.core.states import Load, Surface
from hal.ids import PUSHERS, TRAYS, Actuator
from hal.sim.axis import HIGH, Axis
from tests.support.bench import Bench, play


async def on_its_way(
    bench: Bench, motor: Actuator, axis: Axis, direction: int, seconds: float
) -> None:
    """Wait until a part has gone its way for so long."""
    drive = bench.table.plant.motors.drive
    while drive[motor] != direction or axis.position not in (0, HIGH):  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    await asyncio.sleep(seconds)


@pytest.mark.parametrize(
    ("defect", "motor", "direction", "seconds"),
    [
        ("pusher-home-sensor-stuck", PUSHERS[1], -1, 0.3),
        ("pusher-home-sensor-stuck", PUSHERS[1], -1, 1.3),  # of 1.4 +- 5 %
        ("pusher-out-sensor-stuck", PUSHERS[1], 1, 0.3),
        ("pusher-out-sensor-stuck", PUSHERS[1], 1, 1.3),
        ("tray-up-sensor-stuck", TRAYS[1], 1, 0.3),
        ("tray-down-sensor-stuck", TRAYS[1], -1, 0.3),
        ("tray-down-sensor-stuck", TRAYS[1], -1, 2.2),  # of 2.4 +- 5 %
    ],
)
def test_it_is_told_and_nothing_moves_on_its_word(
    defect: str, motor: Actuator, direction: int, seconds: float
) -> None:
    async def scenario(bench: Bench) -> None:
        await bench.first_set()
        await bench.push_in_a_set()
        side = bench.table.plant.sides[1]
        axis = side.pusher if motor in PUSHERS else side.tray_axis
        await on_its_way(bench, motor, axis, direction, seconds)
        bench.table.faults.set(defect, "1")
        told = await bench.fault("E403", limit_s=30)
        assert told.side == 1
        bench.table.people.mend("mend-switch", _input(defect))
        await asyncio.sleep(1)  # the board tells what the switch reads now
        await bench.go_on(lambda: bench.surface is Surface.WALLS_UP and bench.load is Load.COMPLETE)
        assert bench.stacks_up == bench.stacks_inside == [5, 4, 5, 4]

    play(scenario)


def _input(defect: str) -> str:
    return defect.removesuffix("-sensor-stuck").replace("-", "_") + ".1"
