"""What goes wrong above: dome, trays, push plates, their switches, the board's own refusals."""

from dataclasses import dataclass, replace

import pytest

from firmware_ctl.config.model import Config, Motion
from firmware_ctl.core import machinery as machinery_module
from firmware_ctl.core.commands import Word
from firmware_ctl.core.rig import Rig
from firmware_ctl.core.states import Load, Surface
from hal.events import MotionEnded, Outcome
from hal.ids import Actuator, Input
from tests.support.bench import FEW, Bench, play


@dataclass(frozen=True, slots=True)
class Case:
    """A defect, and what the table says of it."""

    defect: str
    place: str
    code: str
    side: int | None
    says: str


CASES = (
    Case("dome-stuck", "", "E201", None, "dome"),
    Case("motor-stall", "dome", "E201", None, "dome"),
    Case("dome-up-sensor-dead", "", "E211", None, "dome_up"),
    Case("dome-down-sensor-dead", "", "E211", None, "dome_down"),
    Case("tray-stuck", "2", "E202", 2, "West"),
    Case("motor-stall", "tray.1", "E202", 1, "South"),
    Case("tray-up-sensor-dead", "3", "E221", 3, "limit switch"),
    Case("tray-down-sensor-dead", "0", "E221", 0, "limit switch"),
    Case("tray-up-sensor-stuck", "2", "E403", 2, "tray_up.2"),
    Case("pusher-stuck", "1", "E203", 1, "South"),
    Case("motor-stall", "pusher.3", "E203", 3, "North"),
    Case("pusher-home-sensor-dead", "2", "E231", 2, "West"),
    Case("cam-sensor-dead", "1", "E241", 1, "South"),
)


@pytest.mark.parametrize("case", CASES, ids=lambda c: f"{c.defect} {c.place}")
def test_a_defect_above_is_named_and_mended_the_cycle_is_finished(case: Case) -> None:
    async def scenario(bench: Bench) -> None:
        await bench.first_set()
        bench.table.faults.set(case.defect, case.place)
        bench.lay_out_set()
        bench.do(Word.LIFT)
        while case.code not in bench.codes:
            await bench.until(lambda: bench.surface is Surface.OPEN or bool(bench.codes))
            if bench.surface is Surface.OPEN:
                bench.table.people.push_in()
                bench.do(Word.LIFT)
        told = await bench.fault(case.code)
        assert told.side == case.side
        assert case.says in told.name + told.cause
        assert told.do
        if told.holds == "all":
            assert bench.surface is Surface.FAULTED
            assert bench.load in (Load.HELD, Load.COMPLETE)
            assert bench.driven == []
        bench.table.faults.clear(case.defect, case.place)
        await bench.go_on(lambda: bench.surface is Surface.WALLS_UP and bench.load is Load.COMPLETE)
        assert bench.stacks_up == bench.stacks_inside == [5, 4, 5, 4]

    play(scenario)


def test_a_cam_that_is_not_home_holds_the_homing_too() -> None:
    """A fault that else holds the load alone holds all, where it breaks off the surface's step."""

    async def scenario(bench: Bench) -> None:
        bench.table.faults.set("cam-sensor-dead", "2")
        await bench.until(lambda: bench.now > 1)
        await bench.home()
        assert (bench.codes, bench.surface) == (["E241"], Surface.FAULTED)
        bench.table.faults.clear("cam-sensor-dead", "2")
        await bench.go_on(lambda: bench.surface is Surface.READY)

    play(scenario)


def test_a_dome_that_gives_way_at_the_second_try_is_no_fault() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.first_set()
        bench.table.faults.set("dome-stuck", chance=0.5)
        bench.do(Word.LIFT)
        await bench.until(lambda: bench.surface is Surface.OPEN)
        assert bench.controller.snapshot().counters["retries"] > 0
        bench.table.faults.clear("dome-stuck")

    patient = Config(motion=Motion(attempts=5))
    play(scenario, replace(FEW, seed=2, config=patient))


@pytest.mark.parametrize("end", [Input.DOME_DOWN, Input.DOME_UP])
def test_a_dome_whose_switches_contradict_each_other_counts_as_not_closed(end: Input) -> None:
    async def scenario(bench: Bench) -> None:
        await bench.first_set()
        if end is Input.DOME_DOWN:
            await bench.open()
        bench.table.plant.pins.force(end, True)
        told = await bench.fault("E403", limit_s=2)
        assert bench.surface is Surface.FAULTED
        assert "dome_down" in told.cause
        assert "dome_up" in told.cause
        bench.table.plant.pins.force(end, None)
        await bench.go_on(lambda: bench.surface in (Surface.OPEN, Surface.WALLS_UP))

    play(scenario)


def test_a_step_that_never_ends_is_ended_by_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machinery_module, "SURFACE_BUDGET_S", 1.0)

    async def scenario(bench: Bench) -> None:
        await bench.home()
        bench.do(Word.LIFT)
        told = await bench.fault("E902", limit_s=5)
        assert "opening" in told.name
        assert bench.driven == []
        monkeypatch.undo()
        await bench.go_on(lambda: bench.surface is Surface.OPEN)

    play(scenario)


def test_an_error_of_ours_in_a_step_ends_as_a_fault_with_the_motors_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    async def scenario(bench: Bench) -> None:
        await bench.home()
        monkeypatch.setattr(Rig, "travel", broken)
        bench.do(Word.LIFT)
        told = await bench.fault("E901", limit_s=5)
        assert "opening" in told.cause
        assert told.recover == ("ack", "home")
        assert bench.driven == []
        monkeypatch.undo()
        await bench.go_on(lambda: bench.surface is Surface.OPEN)

    play(scenario)


def test_a_motion_that_the_board_refuses_is_told_with_its_reason_and_side() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.first_set()
        await bench.open()
        firmware = bench.table.board.firmware
        obeys = firmware.command

        def refuse(seq: int, motion: object) -> None:
            firmware.emit(
                MotionEnded(bench.now, seq, Actuator.DOME, Outcome.REFUSED, "it is Sunday")
            )

        firmware.command = refuse  # type: ignore[method-assign]
        bench.do(Word.LIFT)
        told = await bench.fault("E104", limit_s=5)
        assert "it is Sunday" in told.cause
        assert "dome" in told.cause
        firmware.command = obeys  # type: ignore[method-assign]
        await bench.go_on(lambda: bench.surface is Surface.WALLS_UP, limit_s=60)

    play(scenario)


def deaf(seq: int, motion: object) -> None:
    """Take a command and never tell its end."""


def test_a_motion_whose_end_is_never_told_is_a_fault_and_not_a_wait_for_ever() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.first_set()
        firmware = bench.table.board.firmware
        obeys = firmware.command
        firmware.command = deaf  # type: ignore[method-assign]
        bench.do(Word.LIFT)
        told = await bench.fault("E105", limit_s=30)
        assert "dome" in told.cause
        assert told.recover == ("ack", "home")
        firmware.command = obeys  # type: ignore[method-assign]
        await bench.go_on(lambda: bench.surface is Surface.READY, limit_s=60)

    play(scenario)
