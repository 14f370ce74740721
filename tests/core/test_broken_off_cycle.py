"""A cycle that was broken off is finished, and a well that was left open is filled first."""

import pytest

from firmware_ctl.core.commands import Word
from firmware_ctl.core.faults import StepFault
from firmware_ctl.core.loading import LoadJob
from firmware_ctl.core.states import Load, Surface
from hal.ids import LANES
from tests.support.bench import FEW, Bench, play


async def _stopped_while_raising(bench: Bench) -> None:
    """Stop while the walls are still to come up, and home: the table is ready, its cycle not."""
    await bench.first_set()
    await bench.push_in_a_set()
    await bench.until(lambda: bench.surface is Surface.RAISING)
    bench.do(Word.STOP)
    await bench.home()
    assert bench.surface is Surface.READY
    assert bench.controller.machinery.raise_due()


async def _stopped_while_open(bench: Bench) -> None:
    """Stop while the well is open for the next cycle, and home: the dome comes down."""
    await bench.first_set()
    bench.lay_out_set()
    await bench.open()
    bench.do(Word.STOP)
    await bench.home()
    assert bench.surface is Surface.READY


def test_walls_that_are_due_come_up_however_often_people_stop_and_resume() -> None:
    async def scenario(bench: Bench) -> None:
        await _stopped_while_raising(bench)
        bench.do(Word.STOP)
        bench.do(Word.RESUME)
        assert bench.surface is Surface.RAISING
        await bench.until(lambda: bench.surface is Surface.WALLS_UP)
        await bench.loaded()
        assert bench.codes == []

    play(scenario, FEW)


def test_walls_that_are_due_come_up_although_the_load_has_a_fault() -> None:
    async def scenario(bench: Bench) -> None:
        await _stopped_while_raising(bench)
        bench.controller.machinery.fault(StepFault("E310", count=30, lanes=LANES))
        assert bench.load is Load.FAULTED
        assert not bench.say(Word.OPEN_LOADING, held=True).ok
        bench.do(Word.RESUME)
        await bench.until(lambda: bench.surface is Surface.WALLS_UP)
        assert bench.load is Load.FAULTED
        assert bench.say(Word.OPEN_LOADING, held=True).ok

    play(scenario, FEW)


def test_a_load_with_a_fault_is_not_resumed_where_no_walls_are_due() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.walls_up()
        bench.controller.machinery.fault(StepFault("E310", count=30, lanes=LANES))
        assert not bench.say(Word.RESUME).ok

    play(scenario, FEW)


def test_a_well_that_was_left_open_is_opened_again_for_the_tiles_that_lie_on_the_table() -> None:
    async def scenario(bench: Bench) -> None:
        await _stopped_while_open(bench)
        assert bench.controller.snapshot().phase == "phase.tiles-awaited"
        assert bench.load is Load.COMPLETE
        await bench.open()
        bench.table.people.push_in()
        bench.do(Word.LIFT)
        await bench.until(lambda: bench.surface is Surface.WALLS_UP)
        await bench.loaded()
        assert bench.codes == []
        assert not bench.void

    play(scenario, FEW)


def test_a_stop_and_a_resume_do_not_say_that_the_tiles_are_in() -> None:
    async def scenario(bench: Bench) -> None:
        await _stopped_while_open(bench)
        bench.do(Word.STOP)
        bench.do(Word.RESUME)
        assert (bench.surface, bench.load) == (Surface.READY, Load.COMPLETE)
        assert bench.controller.snapshot().phase == "phase.tiles-awaited"

    play(scenario, FEW)


def test_whoever_has_pushed_the_tiles_in_before_goes_on_at_once() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.first_set()
        bench.lay_out_set()
        await bench.open()
        bench.table.people.push_in()
        bench.do(Word.STOP)
        await bench.home()
        bench.do(Word.RESUME)
        assert bench.surface is Surface.RAISING
        await bench.until(lambda: bench.surface is Surface.WALLS_UP)
        await bench.loaded()
        assert bench.codes == []

    play(scenario, FEW)


def test_stowed_sets_stay_inside_until_the_tiles_of_the_open_well_are_in() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.first_set()
        bench.do(Word.STOW)
        bench.lay_out_set()
        await bench.open()
        bench.do(Word.STOP)
        await bench.home()
        bench.do(Word.STOW, state="off")
        assert (bench.surface, bench.load) == (Surface.READY, Load.COMPLETE)
        await bench.open()
        bench.table.people.push_in()
        bench.do(Word.LIFT)
        await bench.until(lambda: bench.surface is Surface.WALLS_UP)
        await bench.loaded()
        assert bench.codes == []

    play(scenario, FEW)


@pytest.mark.parametrize(
    ("passed", "eye_failed", "may"), [(0, False, 0), (1, False, 1), (6, False, 1), (0, True, 1)]
)
def test_a_void_row_is_raised_where_a_stack_may_be_in_it_and_nowhere_else(
    passed: int, eye_failed: bool, may: int
) -> None:
    async def scenario(bench: Bench) -> None:
        books = bench.controller.machinery.books
        job = LoadJob((3, 3, 3, 0), unsure=True)
        job.lanes[1].passed, job.lanes[1].eye_failed = passed, eye_failed
        job.lanes[2].passed, job.lanes[2].made = 4, 2
        books.void_rows(job.lanes)
        assert books.rows == [0, may, 2, 0]

    play(scenario, FEW)
