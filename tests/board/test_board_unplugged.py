"""The plug is pulled while the firmware's table works: it stops, is homed, and loses no tile."""

import asyncio

import pytest

from firmware_ctl.core.states import Load, Surface
from hal.board import WATCHDOG_S
from tests.support.firmware_bench import FirmwareBench, play_on_firmware

NOTICED_S = 0.2
"""How soon an unplug must be shown."""

SLACK_S = 0.05
GONE_S = 1.0


async def unplugged_at(bench: FirmwareBench, after_s: float) -> None:
    """Pull the plug so long after power-on, put it back, home on request, and finish the hand."""
    cycle = asyncio.create_task(bench.walls_up())
    await asyncio.sleep(after_s)
    cycle.cancel()
    await asyncio.wait([cycle])
    bench.line.unplug()
    await bench.until(lambda: "E101" in bench.codes, limit_s=NOTICED_S)
    await asyncio.sleep(WATCHDOG_S + SLACK_S)
    assert bench.driven == []
    await asyncio.sleep(GONE_S)
    bench.line.replug()
    await bench.until(lambda: bench.board.link_up, limit_s=3)
    assert bench.driven == []
    if not bench.sets_out:
        bench.lay_out_set()
    if bench.sets_out == 1:
        await bench.go_on(lambda: bench.surface is Surface.READY and bench.load is Load.COMPLETE)
        bench.lay_out_set()
    await bench.go_on(
        lambda: (
            bench.surface is Surface.WALLS_UP and bench.load is Load.COMPLETE and not bench.void
        ),
        limit_s=600,
    )
    assert bench.stacks_up == bench.stacks_inside == [5, 4, 5, 4]


@pytest.mark.parametrize(("board", "after_s"), [("core", 7.5), ("core", 14.0), ("chip", 20.0)])
def test_it_stops_by_itself_and_then_finishes_the_hand(board: str, after_s: float) -> None:
    async def scenario(bench: FirmwareBench) -> None:
        await unplugged_at(bench, after_s)

    play_on_firmware(board, scenario)


@pytest.mark.soak
@pytest.mark.timeout(600)
@pytest.mark.parametrize("after_s", [1, 3, 5, 7, 9, 11, 13, 16, 19, 22, 25, 28, 31, 34, 37, 40])
def test_the_shipped_binary_finishes_the_hand_wherever_it_was_unplugged(after_s: float) -> None:
    async def scenario(bench: FirmwareBench) -> None:
        await unplugged_at(bench, after_s)

    play_on_firmware("chip", scenario)
