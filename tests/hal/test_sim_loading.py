"""Loading: the whole of it in the time of a real machine, in the right order, and repeatable."""

import asyncio

import pytest

from hal.events import BoardEvent, InputChanged, StackMade, TilePassed, TileRead
from hal.ids import BELTS, BELTS_FULL, LANES, Actuator, Direction
from hal.motions import Run
from hal.scaled_time import ScaledTimeLoop
from hal.sim import ReaderSettings, SimSettings, SimTable
from tests.hal.sim_rig import WALLS, Host, designs, hosted, play


async def load_only(table: SimTable, host: Host) -> None:
    tiles = sum(table.plant.books.counts) // 2
    await host.load(WALLS[tiles])
    assert table.unsafe == []


@pytest.mark.parametrize("tiles", [108, 136, 144])
@pytest.mark.parametrize("seed", range(5))
def test_a_load_takes_18_to_60_s_and_makes_every_stack(tiles: int, seed: int) -> None:
    times: list[float] = []

    async def scenario(table: SimTable, host: Host) -> None:
        started = table.kernel.now
        ends = await host.load(WALLS[tiles])
        times.append((table.kernel.now - started) / 1e6)
        assert [end.outcome for end in ends] == ["reached"] * 4
        assert host.made() == list(WALLS[tiles])
        assert [len(side.row) for side in table.plant.sides] == list(WALLS[tiles])

    play(scenario, tiles=tiles, seed=seed, in_drum=True)
    assert 18 <= times[0] <= 60


def test_a_longer_program_takes_longer() -> None:
    times: dict[int, float] = {}

    for tiles in (40, 108, 136, 144):

        async def scenario(table: SimTable, host: Host, tiles: int = tiles) -> None:
            started = table.kernel.now
            await host.load(WALLS[tiles])
            times[tiles] = (table.kernel.now - started) / 1e6

        play(scenario, tiles=tiles, in_drum=True)
    assert times[40] < times[108] < times[136] < times[144]
    assert times[108] / times[136] == pytest.approx(108 / 136, rel=0.15)


def test_a_stack_takes_0_8_to_1_5_s_when_tiles_wait() -> None:
    async def scenario(_: SimTable, host: Host) -> None:
        await host.load(WALLS[136])
        passed = host.of(TilePassed)
        for lane in LANES:
            lower = [event.at for event in passed if event.lane == lane][::2]
            made = [event.at for event in host.of(StackMade) if event.lane == lane]
            fastest = min(end - start for start, end in zip(lower, made, strict=True))
            # The lower tile is counted when it has passed, a pulse after it came.
            assert 0.8 <= fastest + 0.18 <= 1.5

    play(scenario, in_drum=True)


def test_every_eye_pulse_is_a_tile_of_120_to_250_ms() -> None:
    async def scenario(_: SimTable, host: Host) -> None:
        await host.load(WALLS[136])
        assert all(120 <= event.pulse_ms <= 250 for event in host.of(TilePassed))
        assert host.board.lane_counts() == (34, 34, 34, 34)

    play(scenario, in_drum=True)


def test_lane_order_gives_tiers_and_the_first_stack_is_the_right_end() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        await host.load(WALLS[136])
        reads = host.of(TileRead)
        ids = table.plant.books.ids
        for side in table.plant.sides:
            order = [event.tile_id for event in reads if event.lane == side.number]
            lower = [ids[stack[0]] for stack in side.row]
            upper = [ids[stack[1]] for stack in side.row]
            assert lower == order[0::2]
            assert upper == order[1::2]

    settings = SimSettings(reader=ReaderSettings(no_read_rate=0))
    play(scenario, settings=settings, in_drum=True)


def test_a_wall_is_told_from_the_right_upper_before_lower() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        await host.load(WALLS[40])
        rows = [[tile for lower, upper in side.row for tile in (upper, lower)]
                for side in table.plant.sides]  # fmt: skip
        await host.raise_walls()
        ids = table.plant.books.ids
        assert [list(wall) for wall in table.people.walls()] == [
            [ids[tile] for tile in row] for row in rows
        ]

    play(scenario, tiles=40, in_drum=True)


def test_the_belts_are_empty_when_a_load_has_ended() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        await host.load((4, 4, 4, 4))
        assert [lane.belt for lane in table.plant.lanes] == [[], [], [], []]
        assert [lane.stacker.head for lane in table.plant.lanes] == [[], [], [], []]
        assert len(table.plant.drum.tiles) == 136 - 4 * 4 * 2

    play(scenario, in_drum=True)


def test_a_belt_fills_to_its_mouth_when_nobody_stacks() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        full = Run(BELTS[2], Direction.FORWARD, 30_000, BELTS_FULL[2])
        host.start(Run(Actuator.DRUM, Direction.FORWARD, 60_000))
        host.start(Run(Actuator.RING, Direction.FORWARD, 60_000))
        await host.reach(full)
        capacity = table.plant.settings.lane.capacity_tiles
        # One tile slid into the resting head before the others queued up.
        assert len(table.plant.lanes[2].belt) == capacity
        assert len(table.plant.lanes[2].stacker.head) == 1

    play(scenario, in_drum=True)


def _events_of(seed: int) -> list[BoardEvent]:
    heard: list[BoardEvent] = []

    async def scenario(table: SimTable, host: Host) -> None:
        await host.open_dome()
        table.people.push_in()
        await host.close_dome()
        await host.load(WALLS[136])
        heard.extend(host.events)

    play(scenario, seed=seed)
    return heard


def test_one_seed_is_one_course_of_events() -> None:
    assert _events_of(3) == _events_of(3)


def test_another_seed_is_another() -> None:
    assert _events_of(3) != _events_of(4)


def test_a_draw_more_in_one_part_shifts_no_other() -> None:
    """With a reader that errs more often the tiles still come at the same times."""

    def inputs(no_read_rate: float) -> list[InputChanged]:
        heard: list[InputChanged] = []

        async def scenario(_: SimTable, host: Host) -> None:
            await host.load(WALLS[40])
            heard.extend(host.of(InputChanged))

        settings = SimSettings(reader=ReaderSettings(no_read_rate=no_read_rate))
        play(scenario, tiles=40, settings=settings, in_drum=True)
        return heard

    assert inputs(0.0) == inputs(0.5)


def test_the_same_table_runs_in_scaled_real_time() -> None:
    async def main() -> list[int]:
        sets = (designs(40), designs(40))
        table = SimTable.build(asyncio.get_running_loop(), seed=7, sets=sets)
        table.people.put_set_on_table(0)
        async with hosted(table.board) as host:
            await host.open_dome()
            table.people.push_in()
            await host.close_dome()
            await host.load(WALLS[40])
            table.verify()
            return host.made()

    with asyncio.Runner(loop_factory=lambda: ScaledTimeLoop(200)) as runner:
        assert runner.run(main()) == list(WALLS[40])
