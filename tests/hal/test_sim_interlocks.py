"""The plant's own judgement: every row can be broken, and a careful cycle breaks none."""

import asyncio
from collections.abc import Callable

import pytest

from hal.events import Outcome
from hal.ids import Actuator, Direction, Input
from hal.motions import Run
from hal.sim import INTERLOCKS, DealSettings, SimSettings, SimTable
from hal.sim.axis import HIGH, LOW
from hal.sim.kernel import Kernel
from hal.sim.plant import Plant
from tests.hal.sim_rig import FORWARD, Host, play


def safe_plant() -> Plant:
    """A machine at rest with its trays down, in which any one motor may move."""
    plant = Plant(Kernel(), SimSettings(deal=DealSettings(fitted=True)), 0)
    for side in plant.sides:
        side.tray_axis.put(LOW)
    return plant


def open_top(plant: Plant) -> None:
    plant.set_top(is_open=True)


def open_hatch(plant: Plant) -> None:
    plant.set_hatch(is_open=True)


def press_estop(plant: Plant) -> None:
    plant.set_estop(pressed=True)


def open_well(plant: Plant) -> None:
    plant.dome.put(HIGH - 1)


def run_drum(plant: Plant) -> None:
    plant.motors.command(Actuator.DRUM, 1)


def raise_tray(plant: Plant) -> None:
    plant.sides[2].tray_axis.put(HIGH)


def turn_cam(plant: Plant) -> None:
    plant.lanes[2].stacker.put(500)


def fill_row_and_tray(plant: Plant) -> None:
    plant.sides[2].row.append((0, 1))
    plant.sides[2].tray.append((2, 3))


def pusher_out(plant: Plant) -> None:
    plant.sides[2].pusher.put(HIGH)


def run_pusher(plant: Plant) -> None:
    plant.motors.command(Actuator.PUSHER_2, 1)


def sink_tray(plant: Plant) -> None:
    plant.sides[2].tray_axis.put(HIGH // 2)
    plant.motors.command(Actuator.TRAY_2, -1)


def two_hands(plant: Plant) -> None:
    plant.hands[2].slide.append(0)
    plant.hands[2].tray.append(1)


def fill_slide(plant: Plant) -> None:
    plant.lanes[2].stacker.into_hand = True
    plant.motors.command(Actuator.STACKER_2, 1)


def open_hand_tray(plant: Plant) -> None:
    plant.lanes[2].stacker.into_hand = True
    plant.hands[2].put(300)


BREACHES: dict[str, tuple[Callable[[Plant], None], Actuator, int, set[str]]] = {
    "top-open": (open_top, Actuator.DICE_CUP, 1, {"top-open"}),
    "hatch-open": (open_hatch, Actuator.DOME, 1, {"hatch-open"}),
    "estop-pressed": (press_estop, Actuator.DRUM, -1, {"estop-pressed"}),
    "well-open": (open_well, Actuator.BELT_1, -1, {"well-open"}),
    "dome-while-running": (run_drum, Actuator.DOME, 1, {"dome-while-running"}),
    "pusher-into-raised-tray": (raise_tray, Actuator.PUSHER_2, 1, {"pusher-into-raised-tray"}),
    "pusher-into-cam": (turn_cam, Actuator.PUSHER_2, 1, {"pusher-into-cam"}),
    "wall-into-wall": (fill_row_and_tray, Actuator.PUSHER_2, 1, {"wall-into-wall"}),
    "stacker-into-pusher": (pusher_out, Actuator.STACKER_2, 1, {"stacker-into-pusher"}),
    "tray-into-pusher": (pusher_out, Actuator.TRAY_2, 1, {"tray-into-pusher"}),
    "tray-while-pushing": (
        run_pusher, Actuator.TRAY_2, 1, {"tray-while-pushing", "tray-into-pusher"},
    ),
    "pushing-while-tray-moves": (sink_tray, Actuator.PUSHER_2, -1, {"pushing-while-tray-moves"}),
    "hand-on-hand": (two_hands, Actuator.DEAL_2, 1, {"hand-on-hand"}),
    "dealing-while-filling": (fill_slide, Actuator.DEAL_2, 1, {"dealing-while-filling"}),
    "filling-open-tray": (open_hand_tray, Actuator.STACKER_2, 1, {"filling-open-tray"}),
}  # fmt: skip


def test_every_row_has_a_breach_here() -> None:
    assert BREACHES.keys() == {row.rule for row in INTERLOCKS}


@pytest.mark.parametrize("rule", BREACHES)
def test_a_breach_is_counted_with_its_rule_time_and_motor(rule: str) -> None:
    prepare, actuator, direction, rules = BREACHES[rule]
    plant = safe_plant()
    prepare(plant)
    plant.kernel.advance(0.125)
    before = len(plant.judge.unsafe)
    plant.motors.command(actuator, direction)
    found = plant.judge.unsafe[before:]
    assert {unsafe.rule for unsafe in found} == rules
    assert {unsafe.actuator for unsafe in found} == {actuator}
    assert {unsafe.at for unsafe in found} == {0.125}
    way = Direction.FORWARD if direction > 0 else Direction.REVERSE
    assert {unsafe.direction for unsafe in found} == {way}


@pytest.mark.parametrize("actuator", Actuator)
@pytest.mark.parametrize("direction", [1, -1])
def test_on_a_machine_at_rest_any_one_motor_may_move(actuator: Actuator, direction: int) -> None:
    plant = safe_plant()
    plant.motors.command(actuator, direction)
    assert plant.judge.unsafe == []


def test_switching_off_is_never_unsafe() -> None:
    plant = safe_plant()
    run_drum(plant)
    open_top(plant)
    plant.motors.command(Actuator.DRUM, 0)
    plant.kernel.advance(1)
    assert plant.judge.unsafe == []


@pytest.mark.parametrize("guard", [open_top, open_hatch, press_estop])
def test_a_motor_still_commanded_after_a_guard_has_opened_is_unsafe(
    guard: Callable[[Plant], None],
) -> None:
    plant = safe_plant()
    run_drum(plant)
    guard(plant)
    plant.kernel.advance(0.2)
    assert plant.judge.unsafe == []
    plant.kernel.advance(0.1)
    assert [unsafe.actuator for unsafe in plant.judge.unsafe] == [Actuator.DRUM]


@pytest.mark.parametrize("guard", [open_hatch, press_estop])
def test_hatch_and_estop_cut_the_supply_whatever_is_commanded(
    guard: Callable[[Plant], None],
) -> None:
    plant = safe_plant()
    plant.motors.command(Actuator.DOME, 1)
    plant.kernel.advance(1)
    guard(plant)
    where = plant.dome.position
    plant.kernel.advance(10)
    assert plant.dome.position == where
    assert plant.motors.drive[Actuator.DOME] == 1


def test_the_judge_sees_the_machine_not_its_sensors() -> None:
    plant = safe_plant()
    open_well(plant)
    plant.pins.force(Input.DOME_DOWN, True)
    plant.motors.command(Actuator.DRUM, 1)
    assert [unsafe.rule for unsafe in plant.judge.unsafe] == ["well-open"]


def test_a_careful_cycle_is_never_unsafe() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        await host.open_dome()
        table.people.push_in()
        await host.close_dome()
        await host.load((17, 17, 17, 17))
        await host.raise_walls()
        table.people.play()
        assert table.unsafe == []

    play(scenario)


def test_a_careless_host_is_counted_through_the_board() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        await host.open_dome()
        (end,) = await host.do(Run(Actuator.DRUM, FORWARD, 1_000))
        assert end.outcome is Outcome.TIME_LIMIT
        await asyncio.sleep(1)
        assert [unsafe.rule for unsafe in table.unsafe] == ["well-open"]

    play(scenario)
