"""The board does whole stack commands by itself, on the plant's mechanics."""

from collections.abc import Callable, Iterator

import pytest

from hal.ids import LANES, STACKERS, Actuator
from hal.line import registers as reg
from hal.sim import People, SimSettings
from hal.sim.kernel import Kernel
from hal.sim.plant import Plant
from hal.tile_id import unpack_tile_id
from tests.board.conftest import BOARDS
from tests.support.board_bridge import Bridge
from tests.support.board_master import Examiner
from tests.support.board_process import Drives
from tests.support.board_table import TableExaminer

LIMIT_MS = 60_000


@pytest.fixture(params=sorted(BOARDS))
def table(request: pytest.FixtureRequest) -> Iterator[TableExaminer]:
    with BOARDS[request.param]() as process:
        yield TableExaminer(process, tiles=40)


def test_a_stack_command_makes_its_stacks(table: TableExaminer) -> None:
    table.feed()
    for lane in LANES:
        table.motion(STACKERS[lane], reg.Verb.STACK, LIMIT_MS, amount=5)
    table.wait_until_idle(STACKERS, LIMIT_MS)
    table.stop_feed()
    assert [len(side.row) for side in table.plant.sides] == [5, 5, 5, 5]
    assert all(lane.belt == [] for lane in table.plant.lanes)
    assert table.status()[reg.Status.LANE_COUNTS :][:4] == [10, 10, 10, 10]
    table.plant.verify()
