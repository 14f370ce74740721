"""A board under test, twice: the core under sanitizers, and the shipped ELF on a simulated chip."""

from collections.abc import Iterator

import pytest

from tests.support.board_master import AT_REST, Examiner
from tests.support.board_process import BOARDS, BoardProcess, simulated_chip

START_MS = 60


@pytest.fixture(params=sorted(BOARDS))
def board(request: pytest.FixtureRequest) -> Iterator[Examiner]:
    """A board that has started at a table at rest; nobody has spoken to it."""
    with BOARDS[request.param]() as process:
        yield started(process)


@pytest.fixture(params=sorted(BOARDS))
def armed(request: pytest.FixtureRequest) -> Iterator[Examiner]:
    """The same, armed."""
    with BOARDS[request.param]() as process:
        examiner = started(process)
        examiner.arm()
        assert examiner.armed
        yield examiner


@pytest.fixture
def chip() -> Iterator[Examiner]:
    """The ELF on a simulated chip."""
    with simulated_chip() as process:
        yield started(process)


def started(process: BoardProcess) -> Examiner:
    """Let a board start at a table at rest."""
    examiner = Examiner(process)
    examiner.on(*AT_REST)
    examiner.run(START_MS)
    return examiner
