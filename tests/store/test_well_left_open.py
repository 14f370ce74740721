"""A cut while the well is open: the table waits for the tiles and loads none that are not in."""

from pathlib import Path

import pytest

from firmware_ctl.core.commands import Word
from firmware_ctl.core.states import Load, Surface
from hal.sim import run_virtual
from tests.store.lives import AUTO_DEAL, FOUR_PORT, House, Life


async def _cut_while_open(house: House, ram: Path, pushed: int) -> Life:
    """Open the well for the second set, push some of its tiles in, and cut the power."""
    await house.power_on()
    bench = house.bench
    await bench.first_set()
    bench.lay_out_set()
    await bench.open()
    bench.table.people.push_in(bench.table.people.on_table[:pushed])
    card = house.card
    await house.power_off()
    house.swap_card(card, ram / "second")
    return await house.power_on()


@pytest.mark.parametrize("pushed", [0, 7, 36])
def test_the_well_is_opened_again_and_what_lies_on_the_table_goes_in(
    ram: Path, pushed: int
) -> None:
    async def main() -> None:
        house = House(FOUR_PORT, ram / "first")
        life = await _cut_while_open(house, ram, pushed)
        assert life.was.places.tiles_awaited
        bench = house.bench
        await bench.home()
        assert bench.controller.snapshot().phase == "phase.tiles-awaited"
        await bench.open()
        bench.table.people.push_in()
        bench.do(Word.LIFT)
        await bench.until(lambda: bench.surface is Surface.WALLS_UP)
        await bench.loaded()
        assert life.codes == []
        assert not bench.void
        await house.power_off()
        bench.table.verify()

    run_virtual(main(), limit_s=20_000)


def test_nothing_is_loaded_before_somebody_says_that_the_tiles_are_in(ram: Path) -> None:
    async def main() -> None:
        house = House(FOUR_PORT, ram / "first")
        await _cut_while_open(house, ram, 36)
        bench = house.bench
        await bench.home()
        assert (bench.surface, bench.load) == (Surface.READY, Load.COMPLETE)
        bench.do(Word.RESUME)
        await bench.until(lambda: bench.surface is Surface.WALLS_UP)
        await bench.loaded()
        assert bench.codes == []
        await house.power_off()

    run_virtual(main(), limit_s=20_000)


def test_hands_that_wait_below_do_not_keep_the_well_from_being_opened_again(ram: Path) -> None:
    async def main() -> None:
        house = House(AUTO_DEAL, ram / "first")
        life = await _cut_while_open(house, ram, 50)
        assert life.was.places.hands_due == (0, 1, 2, 3)
        bench = house.bench
        await bench.home()
        await bench.open()
        bench.table.people.push_in()
        bench.do(Word.LIFT)
        await bench.until(lambda: bench.surface is Surface.WALLS_UP)
        bench.do(Word.DEAL)
        await bench.until(lambda: not bench.controller.snapshot().hands_due)
        await bench.loaded()
        assert life.codes == []
        await house.power_off()

    run_virtual(main(), limit_s=20_000)
