"""The board does whole stack commands by itself, on the plant's mechanics."""

from collections.abc import Iterator

import pytest

from hal.ids import CAMS_HOME, LANES, STACKERS, Actuator
from hal.line import registers as reg
from hal.sim import SimSettings, StartSettings
from tests.support.board_process import BOARDS, native_core
from tests.support.board_table import TableExaminer

LIMIT_MS = 60_000
STACKS = 5


@pytest.fixture(params=sorted(BOARDS))
def table(request: pytest.FixtureRequest) -> Iterator[TableExaminer]:
    """A table at rest with 40 tiles in its drum."""
    with BOARDS[request.param]() as process:
        yield TableExaminer(process, tiles=40)


@pytest.fixture
def native_table() -> Iterator[TableExaminer]:
    """The same on the core alone."""
    with native_core() as process:
        yield TableExaminer(process, tiles=40)


def load(table: TableExaminer, stacks: int = STACKS) -> None:
    table.feed()
    for lane in LANES:
        table.motion(STACKERS[lane], reg.Verb.STACK, LIMIT_MS, amount=stacks)
    table.wait_until_idle(STACKERS, LIMIT_MS)
    table.stop_feed()


def rows(table: TableExaminer) -> list[int]:
    return [len(side.row) for side in table.plant.sides]


def test_a_stack_command_makes_its_stacks_and_leaves_no_tile_on_the_belts(
    table: TableExaminer,
) -> None:
    load(table)
    assert rows(table) == [STACKS] * 4
    assert all(lane.belt == [] and lane.stacker.head == [] for lane in table.plant.lanes)
    assert table.status()[reg.Status.LANE_COUNTS :][:4] == [2 * STACKS] * 4
    assert not any(table.plant.motors.drive)
    assert table.plant.judge.unsafe == []
    table.plant.verify()


def test_it_tells_every_tile_and_every_stack_in_order(table: TableExaminer) -> None:
    load(table)
    for lane in LANES:
        of_lane = [event for event in table.log if event.source == lane]
        counts = [e.value for e in of_lane if e.kind == reg.EventKind.TILE_PASSED]
        assert counts == list(range(1, 2 * STACKS + 1))
        made = [e.value for e in of_lane if e.kind == reg.EventKind.STACK_MADE]
        assert made == list(range(1, STACKS + 1))
    ends = [e for e in table.log if e.kind == reg.EventKind.MOTION_ENDED]
    assert [(e.source, e.outcome) for e in ends if e.source in STACKERS] == [
        (e.source, reg.Outcome.REACHED) for e in ends if e.source in STACKERS
    ]
    pulses = [e.detail for e in table.log if e.kind == reg.EventKind.TILE_PASSED]
    assert all(120 <= pulse <= 240 for pulse in pulses)  # 180 ms, a quarter less or more


def test_every_tile_is_read_as_it_passes(table: TableExaminer) -> None:
    load(table)
    ids = table.plant.books.ids
    for side in table.plant.sides:
        passed = [ids[tile] for stack in side.row for tile in stack]
        read = [reading for reading in table.tiles if reading.lane == side.number]
        assert [reading.tile_id for reading in read] == passed
        assert all(reading.reads >= 4 and not reading.flags for reading in read)


@pytest.mark.parametrize("homed", [False, True], ids=["left", "homed"])
@pytest.mark.parametrize("stop_ms", range(1_000, 9_000, 700))
def test_a_stopped_command_is_completed_by_the_next_one(
    native_table: TableExaminer, stop_ms: int, *, homed: bool
) -> None:
    table = native_table
    table.feed()
    for lane in LANES:
        table.motion(STACKERS[lane], reg.Verb.STACK, LIMIT_MS, amount=STACKS)
    table.watch(stop_ms)
    table.cycle(reg.CycleFlag.ARM | reg.CycleFlag.STOP)
    table.watch(300)
    if homed:  # as the host does after a stop: the cams no longer stand where they were stopped
        for lane in LANES:
            table.motion(STACKERS[lane], reg.Verb.REVERSE, 2_000, until=CAMS_HOME[lane])
        table.wait_until_idle(STACKERS, LIMIT_MS)
    made = [
        max((e.value for e in table.log if is_stack_of(e.kind, e.source, lane)), default=0)
        for lane in LANES
    ]
    table.feed()
    for lane in LANES:
        if made[lane] < STACKS:
            left = STACKS - made[lane]
            table.motion(STACKERS[lane], reg.Verb.STACK, LIMIT_MS, amount=left)
    table.wait_until_idle(STACKERS, LIMIT_MS)
    assert rows(table) == [STACKS] * 4
    table.plant.verify()


def is_stack_of(kind: int, source: int, lane: int) -> bool:
    return kind == reg.EventKind.STACK_MADE and source == lane


@pytest.mark.parametrize("restart_ms", [1_500, 2_600, 4_100, 5_300])
def test_after_a_restart_a_lone_tile_in_the_head_is_still_used(
    native_table: TableExaminer, restart_ms: int
) -> None:
    table = native_table
    table.feed()
    table.motion(Actuator.STACKER_0, reg.Verb.STACK, LIMIT_MS, amount=STACKS)
    table.watch(restart_ms)
    heads = len(table.plant.lanes[0].stacker.head)
    table.restart()
    left = STACKS - len(table.plant.sides[0].row)
    table.feed()
    table.motion(Actuator.STACKER_0, reg.Verb.STACK, LIMIT_MS, amount=left)
    table.wait_until_idle(STACKERS, LIMIT_MS)
    assert heads <= 1
    assert len(table.plant.sides[0].row) == STACKS
    assert all(lower >= 0 and upper >= 0 for lower, upper in table.plant.sides[0].row)


def test_a_cam_that_stands_anywhere_is_brought_home_first() -> None:
    settings = SimSettings(start=StartSettings(disordered=True))
    for seed in range(5):
        with native_core() as process:
            table = TableExaminer(process, tiles=40, settings=settings, seed=seed)
            table.move_aside()
            load(table, stacks=2)
            assert rows(table) == [2] * 4


def test_without_tiles_it_says_how_far_it_came(native_table: TableExaminer) -> None:
    table = native_table
    table.motion(Actuator.STACKER_3, reg.Verb.STACK, 2_000, amount=5)
    table.wait_until_idle(STACKERS, LIMIT_MS)
    (ended,) = [e for e in table.log if e.kind == reg.EventKind.MOTION_ENDED]
    assert (ended.outcome, ended.why) == (reg.Outcome.TIME_LIMIT, reg.Why.STACKS_LATE)
    assert ended.argument == reg.StackPhase.FIRST << 5
