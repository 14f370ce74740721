"""The stack sequence, stopped at any moment and taken up again, loses and invents nothing."""

import asyncio

import pytest

from hal.events import Outcome, StackMade, TileRead
from hal.ids import CAMS_HOME, STACKERS, Actuator
from hal.motions import Run, Stack
from hal.sim import ReaderSettings, SimSettings, SimTable
from hal.sim.lane import Lane
from hal.sim.stacker import DROPPED, HOME, PUSHED
from hal.sim.tiles import NO_TILE
from tests.hal.sim_rig import FORWARD, LOAD_LIMIT_MS, REVERSE, WALLS, Host, play, until

STEPS = 160
"""Tenths of a second in a load of 40 tiles, with some to spare."""

GOOD_READER = SimSettings(reader=ReaderSettings(no_read_rate=0))


def one_lies_dropped(lane: Lane) -> bool:
    """Tell whether a lower tile lies on the lowered cam and waits for its upper one."""
    return len(lane.stacker.head) == 1 and lane.stacker.angle == DROPPED


async def take_up(host: Host, wanted: tuple[int, ...]) -> None:
    """Finish a load that was stopped, as a controller does that counts the stacks told."""
    await host.clear_belts()
    rest = [want - made for want, made in zip(wanted, host.made(), strict=True)]
    if any(rest):
        ends = await host.load(rest)
        assert {end.outcome for end in ends} == {Outcome.REACHED}


@pytest.mark.parametrize("tenths", range(1, STEPS))
def test_stopped_at_any_tenth_of_a_second_a_load_can_be_finished(tenths: int) -> None:
    wanted = WALLS[40]

    async def scenario(table: SimTable, host: Host) -> None:
        ends = host.start_load(wanted)
        await asyncio.sleep(tenths / 10)
        host.board.stop_all()
        assert not any(table.plant.motors.drive)
        table.verify()
        await asyncio.gather(*ends)
        await take_up(host, wanted)
        assert host.made() == list(wanted)
        assert [len(side.row) for side in table.plant.sides] == list(wanted)
        assert not any(NO_TILE in stack for side in table.plant.sides for stack in side.row)
        # The order in which the tiles passed the eye is still the order of the wall.
        ids = table.plant.books.ids
        for side in table.plant.sides:
            passed = [event.tile_id for event in host.of(TileRead) if event.lane == side.number]
            assert [ids[tile] for stack in side.row for tile in stack] == passed

    play(scenario, tiles=40, settings=GOOD_READER, in_drum=True)


def test_a_stop_between_two_tiles_keeps_the_lone_one_and_a_new_command_completes_it() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        lane = table.plant.lanes[0]
        end = host.start_load((5, 0, 0, 0))[0]
        await until(lambda: one_lies_dropped(lane))
        lone = lane.stacker.head[0]
        host.board.stop_all()
        await end
        assert lane.stacker.head == [lone]
        made = len(host.of(StackMade))
        host.start(Run(Actuator.DRUM, FORWARD, LOAD_LIMIT_MS))
        host.start(Run(Actuator.RING, FORWARD, LOAD_LIMIT_MS))
        await host.reach(Stack(0, 1, LOAD_LIMIT_MS))
        assert table.plant.sides[0].row[made][0] == lone
        assert len(table.plant.sides[0].row) == made + 1

    play(scenario, in_drum=True)


def test_a_cam_that_is_not_home_is_homed_first() -> None:
    settings = SimSettings()

    async def scenario(table: SimTable, host: Host) -> None:
        table.plant.lanes[1].stacker.put(150)
        host.start(Run(Actuator.DRUM, FORWARD, LOAD_LIMIT_MS))
        host.start(Run(Actuator.RING, FORWARD, LOAD_LIMIT_MS))
        await host.reach(Stack(1, 2, LOAD_LIMIT_MS))
        assert len(table.plant.sides[1].row) == 2
        assert table.plant.lanes[1].stacker.angle == HOME

    play(scenario, settings=settings, in_drum=True)


def test_homing_backwards_never_pushes_half_a_stack() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        lane = table.plant.lanes[0]
        end = host.start_load((5, 0, 0, 0))[0]
        await until(lambda: one_lies_dropped(lane))
        host.board.stop_all()
        await end
        rows = len(table.plant.sides[0].row)
        await host.reach(Run(STACKERS[0], REVERSE, 3_000, CAMS_HOME[0]))
        assert len(lane.stacker.head) == 1
        assert len(table.plant.sides[0].row) == rows

    play(scenario, in_drum=True)


def test_a_push_is_told_once_however_often_its_way_home_is_broken_off() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        stacker = table.plant.lanes[0].stacker
        end = host.start_load((5, 0, 0, 0))[0]
        await until(lambda: len(table.plant.sides[0].row) == 2)
        for _ in range(3):
            host.board.stop_all()
            await end
            end = host.start(Stack(0, 4, LOAD_LIMIT_MS))
            await until(lambda: bool(table.plant.motors.drive[STACKERS[0]]))
        host.board.stop_all()
        await end
        assert stacker.angle > PUSHED
        await host.reach(Run(STACKERS[0], REVERSE, 3_000, CAMS_HOME[0]))
        assert host.made()[0] == 1
        await host.load((4, 0, 0, 0))
        assert host.made()[0] == len(table.plant.sides[0].row) == 5

    play(scenario, in_drum=True)


def test_after_a_restart_the_board_finds_the_lone_tile_by_its_own_sensor() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        lane = table.plant.lanes[0]
        end = host.start_load((5, 0, 0, 0))[0]
        await until(lambda: one_lies_dropped(lane))
        made = len(host.of(StackMade))
        table.board.power_cycle()
        await end
        await asyncio.sleep(3)
        host.board.arm()
        host.start(Run(Actuator.DRUM, FORWARD, LOAD_LIMIT_MS))
        host.start(Run(Actuator.RING, FORWARD, LOAD_LIMIT_MS))
        await host.reach(Stack(0, 5 - made, LOAD_LIMIT_MS))
        row = table.plant.sides[0].row
        assert len(row) == 5
        assert not any(NO_TILE in stack for stack in row)

    play(scenario, in_drum=True)


def test_a_belt_in_use_by_a_stack_command_takes_no_other_run() -> None:
    async def scenario(_: SimTable, host: Host) -> None:
        stack = host.start(Stack(2, 5, LOAD_LIMIT_MS))
        (refused,) = await host.do(Run(Actuator.BELT_2, REVERSE, 1_000))
        assert refused.outcome is Outcome.REFUSED
        assert "belt.2" in refused.why
        host.board.stop_all()
        await stack

    play(scenario)


def test_a_full_row_takes_no_stack_more() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        table.people.stack_inside(1, (20, 0, 0, 0))
        host.start(Run(Actuator.DRUM, FORWARD, LOAD_LIMIT_MS))
        host.start(Run(Actuator.RING, FORWARD, LOAD_LIMIT_MS))
        (end,) = await host.do(Stack(0, 1, LOAD_LIMIT_MS))
        assert end.outcome is Outcome.JAMMED
        assert len(table.plant.sides[0].row) == 20
        assert len(table.plant.lanes[0].stacker.head) == 2

    play(scenario, in_drum=True)
