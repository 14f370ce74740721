"""No tile is ever lost from the books, whatever is commanded, in whatever state."""

import asyncio

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hal.errors import HalError
from hal.events import MotionEnded
from hal.ids import Actuator, Direction, Input
from hal.motions import Motion, Run, SpinDice, Stack, Stop
from hal.sim import Place, SimSettings, SimTable, StartSettings, TileLost
from hal.sim.tiles import Books
from tests.hal.sim_rig import Host, play

motions: st.SearchStrategy[Motion] = st.one_of(
    st.builds(
        Run,
        actuator=st.sampled_from(Actuator),
        direction=st.sampled_from(Direction),
        limit_ms=st.integers(1, 8_000),
        until=st.none() | st.sampled_from(Input),
        level=st.booleans(),
    ),
    st.builds(
        Stack,
        lane=st.integers(0, 3),
        stacks=st.integers(1, 20),
        limit_ms=st.integers(1, 20_000),
    ),
    st.builds(SpinDice, limit_ms=st.integers(1, 3_000)),
    st.builds(Stop, actuator=st.sampled_from(Actuator)),
)
feeding = st.sampled_from(
    [
        Run(Actuator.DRUM, Direction.FORWARD, 20_000),
        Run(Actuator.RING, Direction.FORWARD, 20_000),
        *(Stack(lane, 3, 20_000) for lane in range(4)),
        *(Run(Actuator.BELT_0, way, 5_000) for way in Direction),
    ]
)
acts = st.sampled_from(
    ["push in", "take walls", "estop", "release", "stop", "unplug", "reboot", "arm", "nothing"]
)


def act(table: SimTable, host: Host, what: str) -> None:
    """Do one of the things that may happen around the commands."""
    match what:
        case "push in" if table.plant.dome.is_high:
            table.people.push_in()
        case "take walls" if all(side.tray_axis.is_high for side in table.plant.sides):
            table.people.take_walls()
        case "estop":
            table.plant.set_estop(pressed=True)
        case "release":
            table.plant.set_estop(pressed=False)
        case "stop":
            host.board.stop_all()
        case "unplug":
            table.board.pull_cable()
        case "reboot":
            table.board.replug(rebooted=True)
        case "arm":
            table.board.replug()
            host.board.arm()


@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    steps=st.lists(
        st.tuples(feeding | motions, acts, st.sampled_from([0.0, 0.01, 0.2, 1.0, 4.0])),
        max_size=30,
    ),
    disordered=st.booleans(),
    seed=st.integers(0, 5),
)
def test_tiles_are_conserved_under_any_commands(
    steps: list[tuple[Motion, str, float]], disordered: bool, seed: int
) -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        table.people.stack_inside(1, (4, 4, 4, 4))
        sent: list[int] = []
        for motion, what, wait_s in steps:
            try:
                sent.append(host.board.submit(motion))
            except HalError:
                host.board.arm()
            act(table, host, what)
            await asyncio.sleep(wait_s)
            table.verify()
            assert sum(table.plant.books.counts) == 80
        table.board.replug()
        await asyncio.sleep(150)
        ended = [event.seq for event in host.of(MotionEnded)]
        assert sorted(ended) == sent, "every motion ends exactly once"

    start = StartSettings(disordered=disordered)
    play(scenario, tiles=40, settings=SimSettings(start=start), seed=seed, in_drum=True)


def test_a_tile_cannot_be_moved_from_where_it_is_not() -> None:
    books = Books(belt_tiles=5, row_stacks=20)
    tile = books.add(0, 0)
    with pytest.raises(TileLost, match="box"):
        books.move(tile, Place.TABLE, Place.DRUM)


def test_a_full_place_takes_no_tile() -> None:
    books = Books(belt_tiles=5, row_stacks=20)
    for _ in range(2):
        books.move(books.add(0, 0), Place.BOX, Place.HEAD_1)
    with pytest.raises(TileLost, match="full"):
        books.move(books.add(0, 0), Place.BOX, Place.HEAD_1)


def test_books_that_differ_from_the_machine_are_found() -> None:
    async def scenario(table: SimTable, _: Host) -> None:
        table.plant.sides[0].row.append((0, 1))
        with pytest.raises(TileLost, match="row 0"):
            table.verify()
        table.plant.sides[0].row.clear()

    play(scenario)


def test_tiles_in_and_out_are_equal_after_whole_cycles() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        for _ in range(2):
            await host.open_dome()
            table.people.push_in()
            await host.close_dome()
            await host.load((17, 17, 17, 17))
            await host.raise_walls()
            table.people.play()
        assert table.tiles_in == table.tiles_out == 2 * 136

    play(scenario)
