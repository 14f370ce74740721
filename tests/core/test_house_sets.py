"""Tile sets of the house, named or counted in the configuration, play through a whole cycle."""

import asyncio

import pytest

from firmware_ctl.config.model import Config, Tiles
from firmware_ctl.core.controller import Controller
from firmware_ctl.simulated_table import build_table
from firmware_ctl.simulation import Evening, SeededChance
from hal.sim import run_virtual

COUNTED = "1m-9m=4 1p-9p=4 1s-9s=4 E=4 S=4 W=4 N=4 C=4 F=4 P=4 a-h=1 J=16"


@pytest.mark.parametrize(
    ("tiles", "total"),
    [
        (Tiles(set="140"), 140),
        (Tiles(set="148"), 148),
        (Tiles(set="152"), 152),
        (Tiles(counts=COUNTED), 160),
    ],
)
def test_a_set_of_the_house_is_loaded_judged_played_and_loaded_again(
    tiles: Tiles, total: int
) -> None:
    async def main() -> None:
        loop = asyncio.get_running_loop()
        config = Config(tiles=tiles)
        chance = SeededChance(1)
        table = build_table(loop, config, 1)
        controller = Controller(table.board, config, chance)
        night = Evening(table, controller, chance.result)
        serving = loop.create_task(controller.run())
        await night.until(lambda: table.board.link_up)
        await night.power_on()
        await night.hand()
        shown = controller.snapshot()
        serving.cancel()
        await asyncio.wait([serving])
        assert shown.program.current == total
        assert (shown.verdict.level, shown.order_checked, shown.hand.number) == ("ok", True, 1)
        assert len(night.faults) == 0
        table.verify()
        assert table.unsafe == []
        assert (table.tiles_in, table.tiles_out) == (2 * total, total)

    run_virtual(main())
