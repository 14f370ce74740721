"""The link to the board: lost, back, started anew; a host that freezes."""

import asyncio

import pytest

from firmware_ctl.core.commands import Word
from firmware_ctl.core.states import Load, Surface
from hal.board import KEEP_ALIVE_S, WATCHDOG_S
from tests.support.bench import Bench, play


def test_a_lost_link_leaves_the_motors_off_and_holds_the_table() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.first_set()
        await bench.push_in_a_set()
        await bench.until(lambda: bench.surface is Surface.RAISING)
        bench.table.board.pull_cable()
        await asyncio.sleep(WATCHDOG_S)
        assert bench.driven == []
        told = await bench.fault("E101", limit_s=2)
        assert told.recover == ("ack", "home")
        assert bench.controller.snapshot().link.state == "down"
        refused = bench.say(Word.ACK, fault=told.id)
        assert not refused.ok, "the cause is still there"

        bench.table.board.replug()
        await bench.until(lambda: bench.table.board.link_up)
        turned = len(bench.turned)
        await asyncio.sleep(5)
        assert len(bench.turned) == turned
        bench.do(Word.ACK, fault=told.id)
        assert bench.surface is Surface.UNHOMED
        bench.do(Word.HOME)
        await bench.until(lambda: bench.surface is Surface.READY)
        bench.do(Word.RESUME)
        await bench.until(lambda: bench.surface is Surface.WALLS_UP)
        await bench.loaded()
        assert bench.stacks_up == bench.stacks_inside == [5, 4, 5, 4]
        assert bench.controller.snapshot().link.errors == 1

    play(scenario)


def test_a_board_that_started_anew_knows_no_position_and_must_be_homed() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.walls_up()
        bench.table.board.power_cycle()
        assert bench.driven == []
        await bench.fault("E102", limit_s=3)
        bench.acknowledge_all()
        assert bench.surface is Surface.UNHOMED
        await bench.home()
        assert bench.is_in(Surface.WALLS_UP)

    play(scenario)


def test_stacks_that_nobody_counted_come_up_to_be_pushed_in_again() -> None:
    """A board that starts anew between two stacks and their telling: no count can be right."""

    async def scenario(bench: Bench) -> None:
        await bench.first_set()
        await bench.push_in_a_set()
        await bench.until(lambda: bench.surface is Surface.WALLS_UP)
        lanes = bench.controller.machinery.job.lanes
        await bench.until(lambda: sum(lane.made for lane in lanes) > 4)
        bench.table.board.power_cycle()
        await bench.fault("E102", limit_s=3)
        max(lanes, key=lambda lane: lane.made).made -= 2
        bench.acknowledge_all()
        await bench.home()
        bench.do(Word.RESUME)
        fault = await bench.fault("E304")
        assert fault.recover == ("ack", "lift")
        await bench.go_on(
            lambda: (
                bench.surface is Surface.WALLS_UP and bench.load is Load.COMPLETE and not bench.void
            )
        )
        assert bench.stacks_up == bench.stacks_inside == [5, 4, 5, 4]
        assert bench.controller.snapshot().verdict.level == "ok"

    play(scenario)


def test_a_host_that_freezes_finds_the_motors_switched_off_by_the_board() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.home()
        await bench.push_in_a_set()
        await bench.until(lambda: bench.load is Load.LOADING)
        board = bench.table.board
        alive = board.keep_alive
        board.keep_alive = lambda: None  # type: ignore[method-assign]
        await asyncio.sleep(WATCHDOG_S + KEEP_ALIVE_S)
        assert bench.driven == []
        told = await bench.fault("E103", limit_s=2)
        assert "watchdog" in told.cause
        board.keep_alive = alive  # type: ignore[method-assign]
        await bench.go_on(lambda: bench.load is Load.COMPLETE)
        assert bench.stacks_inside == [5, 4, 5, 4]

    play(scenario)


@pytest.mark.parametrize("seconds", [0.1, 0.45])
def test_a_cable_that_is_out_for_a_moment_only_is_no_fault(seconds: float) -> None:
    async def scenario(bench: Bench) -> None:
        await bench.home()
        bench.table.board.pull_cable()
        await asyncio.sleep(seconds)
        bench.table.board.replug()
        await asyncio.sleep(3)
        assert bench.codes == []
        assert bench.controller.healthy()

    play(scenario)
