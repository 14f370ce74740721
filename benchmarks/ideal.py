"""A controller that knows everything: the least time that plant and link allow.

It is a straight line. Each command goes out in the very moment in which the event that it waits for
is heard; nothing can fail, nobody is asked. What remains is the machine's own time and the link's:
no controller on that link can be quicker but by guessing ahead.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.cycles import Cycle
from firmware_ctl.simulation import Options, machine_of
from hal.board import KEEP_ALIVE_S
from hal.events import BoardEvent, MotionEnded, StackMade
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
from hal.motions import LONGEST_LIMIT_MS, Motion, Run, Stack
from hal.sim import SimTable, run_virtual
from rules.variants import variant

_OUT, _BACK = Direction.FORWARD, Direction.REVERSE


@dataclass(frozen=True, slots=True)
class Duties:
    """What even this controller may be asked to wait for.

    ``in_step``: the trays rise together, else each as soon as its own wall lies on it.
    ``proves``: the ends that other parts rely on are left and reached once more, so that no motion
    follows on a switch that lies.
    ``look_s`` and ``clear_s``: after the last stack drum and belts run on for so long, to see
    whether tiles are left, and then the belts run back for so long; without that each lane's belt
    is run back by the board itself, as part of its stacking.
    """

    in_step: bool = True
    proves: bool = True
    look_s: float = 0.0
    clear_s: float = 0.0


JUST_THE_WORK = Duties()


class IdealController:
    """Run cycles on a table that never fails."""

    def __init__(self, table: SimTable, stacks: Sequence[int], duties: Duties) -> None:
        self._table = table
        self._stacks = stacks
        self._duties = duties
        self._ends: dict[int, asyncio.Future[None]] = {}
        self._stacks_to_make = 0
        self._stacked = asyncio.Event()
        self._clock = asyncio.get_running_loop().time
        table.board.listen(self._hear)

    def _hear(self, event: BoardEvent) -> None:
        if isinstance(event, MotionEnded):
            end = self._ends.pop(event.seq, None)
            if end is not None:
                end.set_result(None)
        elif isinstance(event, StackMade):
            self._stacks_to_make -= 1
            if not self._stacks_to_make:
                self._stacked.set()

    def _begin(self, motion: Motion) -> asyncio.Future[None]:
        end = asyncio.get_running_loop().create_future()
        self._ends[self._table.board.submit(motion)] = end
        return end

    async def _move(self, actuator: Actuator, way: Direction, to: Input) -> None:
        await self._begin(Run(actuator, way, LONGEST_LIMIT_MS, to))

    async def _prove(self, actuator: Actuator, way: Direction, to: Input) -> None:
        await self._move(actuator, way, to)
        if self._duties.proves:
            away = _BACK if way is _OUT else _OUT
            await self._begin(Run(actuator, away, LONGEST_LIMIT_MS, to, level=False))
            await self._move(actuator, way, to)

    async def cycle(self) -> Cycle:
        """Open the well, let the tiles be pushed in, close it, raise what is inside, load."""
        people, board = self._table.people, self._table.board
        walls_inside = any(side.row for side in self._table.plant.sides)
        self._stacks_to_make = sum(self._stacks)
        self._stacked.clear()
        await self._move(Actuator.DOME, _OUT, Input.DOME_UP)
        people.push_in()
        began = self._clock()
        await self._prove(Actuator.DOME, _BACK, Input.DOME_DOWN)
        closed = self._clock()
        for actuator in (Actuator.DRUM, Actuator.RING):
            board.submit(Run(actuator, _OUT, LONGEST_LIMIT_MS))
        lanes: list[asyncio.Future[None]] = []
        if walls_inside:
            await self._raise_walls(lanes)
            people.play()
        else:
            lanes += map(self._load, LANES)
        walls_up = self._clock()
        await self._stacked.wait()
        stacked = self._clock()
        if self._duties.look_s:
            board.stop_all()
            await self._look_for_left_overs()
        else:
            await asyncio.gather(*lanes)
            board.stop_all()
        times = closed, walls_up, stacked, self._clock()
        return Cycle(*(at - began for at in times))

    async def _raise_walls(self, lanes: list[asyncio.Future[None]]) -> None:
        async def push(side: int) -> None:
            await self._prove(TRAYS[side], _BACK, TRAYS_DOWN[side])
            await self._prove(PUSHERS[side], _OUT, PUSHERS_OUT[side])
            await self._prove(PUSHERS[side], _BACK, PUSHERS_HOME[side])
            lanes.append(self._load(side))
            if not self._duties.in_step:
                await rise(side)

        async def rise(side: int) -> None:
            await self._move(TRAYS[side], _OUT, TRAYS_UP[side])

        await asyncio.gather(*map(push, LANES))
        if self._duties.in_step:
            await asyncio.gather(*map(rise, LANES))

    async def _look_for_left_overs(self) -> None:
        for actuators, way, seconds in (
            ((Actuator.DRUM, Actuator.RING, *BELTS), _OUT, self._duties.look_s),
            (BELTS, _BACK, self._duties.clear_s),
        ):
            limit_ms = round(1000 * seconds)
            runs = [self._begin(Run(actuator, way, limit_ms)) for actuator in actuators]
            await asyncio.gather(*runs)

    def _load(self, side: int) -> asyncio.Future[None]:
        return self._begin(Stack(side, self._stacks[side], LONGEST_LIMIT_MS))


def ideal_cycles(options: Options, duties: Duties = JUST_THE_WORK) -> list[Cycle]:
    """Play ``options.hands`` hands under the ideal controller and return their cycles.

    Raises:
        AssertionError: a command broke an interlock of the plant, so this was no fair peer.
    """
    played = variant(options.variant)
    tiles = tuple(int(tile) for tile in played.tile_set.tiles())

    async def main() -> list[Cycle]:
        loop = asyncio.get_running_loop()
        table = SimTable.build(loop, machine_of(options), options.seed, (tiles, tiles))
        ideal = IdealController(table, played.program.stacks, duties)
        await table.board.open()
        table.board.arm()
        alive = loop.create_task(_keep_alive(table))
        table.people.put_set_on_table(0)
        await ideal.cycle()
        table.people.put_set_on_table(1)
        await ideal.cycle()
        cycles = [await ideal.cycle() for _ in range(options.hands)]
        alive.cancel()
        await asyncio.wait([alive])
        await table.board.close()
        table.verify()
        if table.unsafe:
            raise AssertionError(f"the ideal controller is not safe: {table.unsafe[0]}")
        return cycles

    return run_virtual(main())


async def _keep_alive(table: SimTable) -> None:
    while True:
        table.board.keep_alive()
        await asyncio.sleep(KEEP_ALIVE_S)
