"""What goes wrong while loading: the code, the side, the words, and the way on."""

from dataclasses import dataclass, replace

import pytest

from firmware_ctl.config.model import Config
from firmware_ctl.config.model import Load as Watch
from firmware_ctl.core.commands import Word
from firmware_ctl.core.states import Load, Surface
from hal.sim import SimSettings
from hal.sim.settings import FirmwareSettings
from tests.support.bench import FEW, Bench, Setup, play

BLIND = SimSettings(firmware=FirmwareSettings(motor_current=False))


@dataclass(frozen=True, slots=True)
class Case:
    """A defect, and what the table says of it."""

    defect: str
    place: str
    code: str
    side: int | None
    says: str
    setup: Setup = FEW


CASES = (
    Case("eye-dead", "2", "E401", 2, "West"),
    Case("lane-jam", "1", "E331", 1, "South"),
    Case("eye-stuck-on", "0", "E402", 0, "East"),
    Case("stacker-jam", "3", "E204", 3, "North"),
    Case("stacker-jam", "3", "E260", 3, "North", replace(FEW, settings=BLIND)),
    Case("motor-stall", "stacker.1", "E204", 1, "South"),
    Case("motor-stall", "belt.1", "E504", 1, "belt.1"),
    Case("belt-stopped", "0", "E303", 0, "East", replace(FEW, settings=BLIND)),
    Case("motor-stall", "drum", "E504", None, "drum"),
    Case("motor-stall", "ring", "E504", None, "ring"),
    Case("drum-stopped", "", "E310", None, "36", replace(FEW, settings=BLIND)),
    Case("last-tiles-stay", "", "E320", None, "4"),
)


@pytest.mark.parametrize("case", CASES, ids=lambda c: f"{c.defect} {c.place} {c.code}")
def test_a_defect_is_named_with_its_side_and_mended_it_is_over(case: Case) -> None:
    async def scenario(bench: Bench) -> None:
        await bench.home()
        bench.table.faults.set(case.defect, case.place)
        await bench.push_in_a_set()
        told = await bench.fault(case.code)
        assert told.side == case.side
        assert case.says in told.name + told.cause
        assert told.do
        assert "ack" in told.recover
        assert bench.surface is Surface.READY
        assert bench.load is Load.FAULTED
        await bench.until(lambda: not bench.driven, limit_s=1)
        bench.table.faults.clear(case.defect, case.place)
        await bench.go_on(lambda: bench.load is Load.COMPLETE)
        assert bench.stacks_inside == [5, 4, 5, 4]

    play(scenario, case.setup)


def test_a_jam_that_gives_way_is_tried_again_and_is_no_fault() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.home()
        bench.table.faults.set("stacker-jam", "0", 0.15)
        await bench.push_in_a_set()
        await bench.loaded()
        counters = bench.controller.snapshot().counters
        assert counters["retries"] == counters["retries.0"] > 0
        assert [counters[f"retries.{lane}"] for lane in (1, 2, 3)] == [0, 0, 0]
        assert [e for e in bench.events if e["event"] == "fault"] == []

    patient = replace(FEW, seed=3, config=Config(load=Watch(attempts=5)))
    play(scenario, patient)


def test_a_load_that_takes_too_long_ends_with_the_number_of_tiles_it_wants() -> None:
    hasty = Config(load=Watch(stack_s=0.8, lane_silent_s=120.0, empty_after_s=60.0))

    async def scenario(bench: Bench) -> None:
        await bench.home()
        bench.table.faults.set("last-tiles-stay")
        await bench.push_in_a_set()
        told = await bench.fault("E903")
        assert "4 tiles" in told.cause
        bench.table.faults.clear("last-tiles-stay")
        await bench.go_on(lambda: bench.load is Load.COMPLETE)

    play(scenario, replace(FEW, config=hasty))


@pytest.mark.parametrize("at_tiles", range(0, 36, 3))
def test_a_load_held_at_any_tile_loses_none_of_its_stacks(at_tiles: int) -> None:
    async def scenario(bench: Bench) -> None:
        await bench.home()
        await bench.push_in_a_set()
        job = bench.controller.machinery
        await bench.until(lambda: sum(job.job.tiles_passed) >= at_tiles)
        await bench.until(lambda: bench.load is not Load.EMPTY)
        for _ in range(3):
            bench.do(Word.STOP)
            bench.do(Word.RESUME)
        await bench.loaded()
        assert bench.stacks_inside == [5, 4, 5, 4]
        assert [e for e in bench.events if e["event"] == "fault"] == []

    play(scenario)
