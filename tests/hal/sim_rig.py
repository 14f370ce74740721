"""A host for tests: submit motions, wait for their ends, keep the board alive."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import TypeVar

from hal.board import KEEP_ALIVE_S, Board
from hal.events import BoardEvent, MotionEnded, Outcome, StackMade
from hal.ids import (
    BELTS,
    LANES,
    PUSHERS,
    PUSHERS_HOME,
    PUSHERS_OUT,
    TRAYS,
    TRAYS_DOWN,
    TRAYS_UP,
    Actuator,
    Direction,
    Input,
)
from hal.motions import Motion, Run, Stack
from hal.sim import SimSettings, SimTable, run_virtual

Event = TypeVar("Event", bound=BoardEvent)

FORWARD, REVERSE = Direction.FORWARD, Direction.REVERSE
LIMIT_MS = 8_000
LOAD_LIMIT_MS = 110_000

WALLS = {
    40: (5, 5, 5, 5),
    108: (14, 13, 14, 13),
    136: (17, 17, 17, 17),
    144: (18, 18, 18, 18),
}
"""Stacks per side of the programs used here."""


def designs(tiles: int) -> list[int]:
    """A set of so many tiles, four of a design."""
    return [number // 4 for number in range(tiles)]


class Host:
    """What a controller does to a board, reduced to what a test needs."""

    def __init__(self, board: Board, line_s: float = 0.0) -> None:
        self.board = board
        self.line_s = line_s  # longest way of a command to the board and of its answer back
        self.events: list[BoardEvent] = []
        self.hangs = False  # a host that hangs keeps nothing alive
        self._waiting: dict[int, asyncio.Future[MotionEnded]] = {}
        board.listen(self._hear)

    def _hear(self, event: BoardEvent) -> None:
        self.events.append(event)
        if isinstance(event, MotionEnded):
            waiting = self._waiting.pop(event.seq, None)
            if waiting is not None and not waiting.done():
                waiting.set_result(event)

    def start(self, motion: Motion) -> asyncio.Future[MotionEnded]:
        """Submit a motion and return its end to come."""
        end = asyncio.get_running_loop().create_future()
        self._waiting[self.board.submit(motion)] = end
        return end

    async def do(self, *motions: Motion) -> list[MotionEnded]:
        """Submit motions together and wait for all their ends."""
        return list(await asyncio.gather(*[self.start(motion) for motion in motions]))

    async def reach(self, *motions: Motion) -> None:
        """Do motions that must all reach what they run for."""
        ends = await self.do(*motions)
        assert [end.outcome for end in ends] == [Outcome.REACHED] * len(ends), ends

    async def line(self) -> None:
        """Wait until what was said has reached the board and its answer is back."""
        if self.line_s:
            await asyncio.sleep(self.line_s)

    def of(self, kind: type[Event]) -> list[Event]:
        """Return the events of a kind so far."""
        return [event for event in self.events if isinstance(event, kind)]

    # Whole stretches of a cycle.

    async def open_dome(self) -> None:
        await self.reach(Run(Actuator.DOME, FORWARD, LIMIT_MS, Input.DOME_UP))

    async def close_dome(self) -> None:
        await self.reach(Run(Actuator.DOME, REVERSE, LIMIT_MS, Input.DOME_DOWN))

    async def raise_walls(self) -> None:
        await self.reach(
            *(Run(t, REVERSE, LIMIT_MS, i) for t, i in zip(TRAYS, TRAYS_DOWN, strict=True))
        )
        await self.reach(
            *(Run(p, FORWARD, LIMIT_MS, i) for p, i in zip(PUSHERS, PUSHERS_OUT, strict=True))
        )
        await self.reach(
            *(Run(p, REVERSE, LIMIT_MS, i) for p, i in zip(PUSHERS, PUSHERS_HOME, strict=True))
        )
        await self.reach(
            *(Run(t, FORWARD, LIMIT_MS, i) for t, i in zip(TRAYS, TRAYS_UP, strict=True))
        )

    def start_load(self, stacks: Sequence[int]) -> list[asyncio.Future[MotionEnded]]:
        """Turn drum and ring and start every lane that has stacks to make."""
        for actuator in (Actuator.DRUM, Actuator.RING):
            self.start(Run(actuator, FORWARD, LOAD_LIMIT_MS))
        return [
            self.start(Stack(lane, stacks[lane], LOAD_LIMIT_MS)) for lane in LANES if stacks[lane]
        ]

    async def load(self, stacks: Sequence[int]) -> list[MotionEnded]:
        """Load until every lane has ended, then stop drum and ring."""
        ends = list(await asyncio.gather(*self.start_load(stacks)))
        self.board.stop_all()
        await self.line()
        return ends

    def made(self) -> list[int]:
        """Return the stacks told so far, by lane."""
        made = self.of(StackMade)
        return [sum(event.lane == lane for event in made) for lane in LANES]

    async def clear_belts(self) -> None:
        """Carry what lies on the belts back into the drum."""
        await self.do(*(Run(belt, REVERSE, 1_600) for belt in BELTS))


async def until(condition: Callable[[], bool], step_s: float = 0.01) -> None:
    """Wait until something is so in the plant, which tells nobody."""
    while not condition():  # noqa: ASYNC110  the plant has no event for a test to wait on
        await asyncio.sleep(step_s)


@contextlib.asynccontextmanager
async def hosted(board: Board, line_s: float = 0.0) -> AsyncIterator[Host]:
    """Open a board, arm it and keep it alive; close it at the end."""
    host = Host(board, line_s)
    await board.open()
    board.arm()

    async def keep_alive() -> None:
        while True:
            if not host.hangs:
                board.keep_alive()
            await asyncio.sleep(KEEP_ALIVE_S)

    alive = asyncio.create_task(keep_alive())
    try:
        yield host
    finally:
        alive.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await alive
        await board.close()


Scenario = Callable[[SimTable, Host], Awaitable[None]]


def play(
    scenario: Scenario,
    *,
    tiles: int = 136,
    settings: SimSettings | None = None,
    seed: int = 7,
    in_drum: bool = False,
) -> SimTable:
    """Run a scenario on a fresh table in virtual time; the books must balance at its end.

    Set 0 lies on the table, or in the drum if asked for; set 1 is in its box.
    """
    tables: list[SimTable] = []

    async def main() -> None:
        sets = (designs(tiles), designs(tiles))
        table = SimTable.build(asyncio.get_running_loop(), settings, seed, sets)
        tables.append(table)
        table.people.put_set_on_table(0)
        if in_drum:
            table.people.drop_in()
        async with hosted(table.board) as host:
            await scenario(table, host)
        table.verify()

    run_virtual(main(), limit_s=3_600)
    return tables[0]
