"""A reader that misreads is told from a wall that is wrong, by tags in two places at once."""

import pytest

from firmware_ctl.core.commands import Word
from firmware_ctl.core.misreading import misreading_lane
from firmware_ctl.core.states import Load
from rules.integrity.composition import Deviation, Finding, WallCheck
from rules.integrity.levels import Level
from rules.wall import Place, Tier
from tests.support.bench import Bench, play


def twin(*sides: int) -> Finding:
    places = tuple(Place(side, number, Tier.UPPER) for number, side in enumerate(sides))
    return Finding(Deviation.TWIN, Level.BLOCK, len(sides), places=places)


@pytest.mark.parametrize(
    ("twins", "lane"),
    [
        ((), None),
        ((twin(1, 0), twin(1, 2)), None),
        ((twin(1, 0), twin(1, 2), twin(1, 3)), 1),
        ((twin(1, 1), twin(1, 1), twin(1, 1)), 1),
        ((twin(1, 0), twin(1, 0), twin(1, 0)), None),
        ((twin(1, 0), twin(1, 2), twin(2, 3)), None),
    ],
)
def test_a_lane_in_every_pair_and_no_other_as_often_is_the_readers(
    twins: tuple[Finding, ...], lane: int | None
) -> None:
    assert misreading_lane(WallCheck(Level.BLOCK, twins, order_checked=True)) == lane


def test_tiles_that_ran_back_and_were_read_again_are_not_the_readers() -> None:
    over = Finding(Deviation.SIDE_OVER, Level.BLOCK, 3, side=1)
    found = (over, twin(1, 0), twin(1, 2), twin(1, 3))
    assert misreading_lane(WallCheck(Level.BLOCK, found, order_checked=True)) is None


def test_the_reader_is_named_and_the_next_load_is_well_when_it_is_mended() -> None:
    async def scenario(bench: Bench) -> None:
        bench.table.faults.set("reader-misreads", "2")
        await bench.home()
        await bench.push_in_a_set()
        fault = await bench.fault("E414")
        assert (fault.side, fault.holds) == (2, "load")
        assert fault.steps[0].act == "mend-reader"
        bench.table.people.mend("mend-reader", "2")
        bench.do(Word.ACK)
        await bench.until(lambda: bench.is_in(Load.COMPLETE))
        assert bench.void

    play(scenario)


def test_swapped_tiles_are_still_the_walls_fault() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.home()
        bench.lay_out_set()
        for tile in bench.table.people.on_table[:4]:
            bench.table.people.swap(tile, 5, 0)
        await bench.open()
        bench.table.people.push_in()
        bench.do(Word.LIFT)
        fault = await bench.fault("E701")
        assert fault.side is None

    play(scenario)
