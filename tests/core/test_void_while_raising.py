"""A load that is void before the walls of an earlier load are up: only its own walls are void."""

import pytest

from firmware_ctl.core.commands import Word
from firmware_ctl.core.faults import StepFault
from firmware_ctl.core.states import Load, Surface
from tests.support.bench import FEW, Bench, play


@pytest.mark.parametrize("still_inside", range(5))
def test_a_load_that_is_void_too_early_does_not_make_void_the_walls_that_come_up(
    still_inside: int,
) -> None:
    async def scenario(bench: Bench) -> None:
        machinery = bench.controller.machinery
        books = machinery.books
        await bench.first_set()
        await bench.push_in_a_set()
        await bench.until(
            lambda: bench.surface is Surface.RAISING and len(books.to_raise) <= still_inside
        )
        due = {side: books.rows[side] for side in books.to_raise}
        machinery.fault(StepFault("E304", count=3))
        assert bench.load is Load.FAULTED
        assert {side: books.rows[side] for side in due} == due
        bench.acknowledge_all()
        await bench.until(lambda: bench.surface is Surface.WALLS_UP)
        assert (books.void_on_table, books.void_inside) == (False, True)
        assert bench.say(Word.HAND_START).ok

    play(scenario, FEW)


def test_no_hand_begins_with_walls_that_no_finished_load_stacked() -> None:
    async def scenario(bench: Bench) -> None:
        machinery = bench.controller.machinery
        books = machinery.books
        await bench.first_set()
        await bench.push_in_a_set()
        await bench.until(lambda: bench.surface is Surface.WALLS_UP)
        await bench.until(lambda: any(part.stacks for part in machinery.job.lanes))
        machinery.fault(StepFault("E304", count=3))
        bench.acknowledge_all()
        await bench.open()
        assert (books.void_on_table, books.void_inside) == (True, False)
        bench.do(Word.LIFT)
        await bench.until(lambda: bench.surface is Surface.WALLS_UP)
        assert bench.controller.play.on_table is None
        assert not bench.say(Word.HAND_START).ok
        assert not bench.say(Word.DICE).ok

    play(scenario, FEW)
