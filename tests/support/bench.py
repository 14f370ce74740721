"""A controller on a simulated table, and one person who does what the table says.

``play`` runs a scenario in virtual time and judges it at its end: no motor was ever commanded
against the plant's own interlocks, no tile is lost from the books, no task is left running.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import TypeVar

from firmware_ctl.config.model import Config
from firmware_ctl.core.commands import Argument, Command, Origin, Reply, Word
from firmware_ctl.core.controller import Controller
from firmware_ctl.core.faults import fault_view
from firmware_ctl.core.hands import Chance
from firmware_ctl.core.listeners import Event
from firmware_ctl.core.picture import phase_of
from firmware_ctl.core.snapshot import FaultView
from firmware_ctl.core.sounds import Hushed, never
from firmware_ctl.core.states import Load, Surface
from hal.board import WATCHDOG_S
from hal.ids import LANES, Actuator, Direction
from hal.sim import NotPossible, SimSettings, SimTable, run_virtual
from hal.sim.tiles import NO_TILE
from rules.dice import Throw
from rules.integrity.commitment.throws import Press
from rules.languages import Language
from rules.tilesets import SETS
from rules.variants import variant

T = TypeVar("T")

LOOK_S = 0.05
PATIENCE_S = 400.0
FEW_TILES = 36
"""The smallest program with four sides: a cycle of it takes little time."""


class Thrown:
    """Dice that show what the test says, over and over."""

    def __init__(self, *throws: Throw) -> None:
        self._throws = throws or ((3, 4),)
        self._at = 0

    def secret(self) -> bytes:
        return bytes(32)

    def throw(self, seed: bytes, press: Press) -> Throw:  # noqa: ARG002 -- faces stand in the test
        faces = self._throws[self._at % len(self._throws)]
        self._at += 1
        return faces

    def side(self) -> int:
        return 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What a scenario starts with; ``tiles`` chooses a program other than the variant's."""

    variant: str = "GD"
    tiles: int | None = None
    seed: int = 1
    config: Config = field(default_factory=Config)
    settings: SimSettings = field(default_factory=SimSettings)
    chance: Chance = field(default_factory=Thrown)
    hushed: Hushed = never


FEW = Setup(tiles=FEW_TILES)


@dataclass(frozen=True, slots=True)
class Turned:
    """A motor that the board has switched on."""

    at: float
    actuator: Actuator
    direction: Direction


class Bench:
    """One table under test."""

    def __init__(self, setup: Setup) -> None:
        loop = asyncio.get_running_loop()
        played = variant(setup.variant)
        designs = (
            [int(tile) for tile in played.tile_set.tiles()]
            if setup.tiles is None
            else _designs(setup.tiles)
        )
        self.table = SimTable.build(loop, setup.settings, setup.seed, (designs, designs))
        table = replace(setup.config.table, variant=setup.variant)
        config = replace(setup.config, table=table)
        self.controller = Controller(self.table.board, config, setup.chance, setup.hushed)
        if setup.tiles is not None:
            self.controller.play.choice.choose(setup.tiles, 0.0, confirm_first=False)
        self._language = Language(config.table.language)
        self.events: list[Event] = []
        self.turned: list[Turned] = []
        self.controller.subscribe(self.events.append)
        self._sets_out = 0
        self._judge = self.table.plant.motors.judge
        self.table.plant.motors.judge = self._turn

    def _turn(self, actuator: int, direction: int) -> None:
        way = Direction.FORWARD if direction > 0 else Direction.REVERSE
        self.turned.append(Turned(self.table.kernel.now / 1_000_000, Actuator(actuator), way))
        if self._judge is not None:
            self._judge(actuator, direction)

    # What stands where -------------------------------------------------------------------------

    @property
    def surface(self) -> Surface:
        return self.controller.machinery.surface.state

    def is_in(self, state: Surface | Load) -> bool:
        return state in (self.surface, self.load)

    @property
    def load(self) -> Load:
        return self.controller.machinery.load.state

    @property
    def now(self) -> float:
        return asyncio.get_running_loop().time()

    @property
    def faults(self) -> tuple[FaultView, ...]:
        standing = self.controller.machinery.faults
        return tuple(fault_view(fault, self._language) for fault in standing)

    @property
    def codes(self) -> list[str]:
        return [fault.kind.code for fault in self.controller.machinery.faults]

    @property
    def driven(self) -> list[Actuator]:
        """The motors that the board drives now."""
        self.table.kernel.catch_up()
        return [Actuator(i) for i, way in enumerate(self.table.plant.motors.drive) if way]

    @property
    def stacks_inside(self) -> list[int]:
        self.table.kernel.catch_up()
        return [len(side.row) for side in self.table.plant.sides]

    @property
    def stacks_up(self) -> list[int]:
        self.table.kernel.catch_up()
        return [len(side.tray) for side in self.table.plant.sides]

    @property
    def held(self) -> bool:
        """Something waits for a resume."""
        phase = phase_of(self.controller.play)
        return phase in ("phase.paused", "phase.resume") or self.load is Load.HELD

    @property
    def void(self) -> bool:
        """Walls that may not be played stand on the table or inside."""
        books = self.controller.machinery.books
        return books.void_on_table or books.void_inside

    # What people say and do --------------------------------------------------------------------

    def say(
        self,
        word: Word,
        origin: Origin = Origin.PANEL,
        *,
        held: bool = False,
        **args: Argument,
    ) -> Reply:
        return self.controller.submit(Command(word, args, origin, held))

    def do(self, word: Word, origin: Origin = Origin.PANEL, **args: Argument) -> Reply:
        """Say a command that must be taken."""
        reply = self.controller.submit(Command(word, args, origin))
        assert reply.ok, (word, reply, self.surface, self.load, self.codes)
        return reply

    async def until(self, reached: Callable[[], bool], *, limit_s: float = PATIENCE_S) -> None:
        """Wait for something; whoever waits in vain is told what stands."""
        end = self.now + limit_s
        while not reached():
            assert self.now < end, (self.surface, self.load, self.faults, self.now)
            await asyncio.sleep(LOOK_S)

    async def fault(self, code: str, *, limit_s: float = PATIENCE_S) -> FaultView:
        """Wait for a fault and return it."""
        await self.until(lambda: code in self.codes, limit_s=limit_s)
        return next(fault for fault in self.faults if fault.code == code)

    async def home(self) -> None:
        self.do(Word.HOME)
        await self.until(lambda: self.surface is not Surface.HOMING)

    def lay_out_set(self) -> None:
        """Take the next set out of its box, if one is left."""
        if self._sets_out < len(self.table.people.sets):
            self.table.people.put_set_on_table(self._sets_out)
            self._sets_out += 1

    async def open(self) -> None:
        self.do(Word.LIFT)
        await self.until(lambda: self.surface is Surface.OPEN)

    async def push_in_a_set(self) -> None:
        """Open, push a set in and close; what follows is not waited for."""
        self.lay_out_set()
        await self.open()
        self.table.people.push_in()
        self.do(Word.LIFT)

    async def first_set(self) -> None:
        """Home and load the first set."""
        await self.home()
        await self.push_in_a_set()
        await self.until(lambda: self.load is Load.COMPLETE)

    async def walls_up(self) -> None:
        """From power-on to the first walls on the table, the second set still being loaded."""
        await self.first_set()
        await self.push_in_a_set()
        await self.until(lambda: self.surface is Surface.WALLS_UP)

    async def loaded(self) -> None:
        await self.until(lambda: self.load is Load.COMPLETE)

    async def in_play(self) -> None:
        await self.walls_up()
        self.do(Word.DICE)
        await self.until(lambda: self.surface is Surface.PLAY)

    def acknowledge_all(self) -> None:
        for fault in self.faults:
            self.do(Word.ACK, fault=fault.id)

    async def go_on(self, done: Callable[[], bool], *, limit_s: float = PATIENCE_S) -> None:
        """Do what the table's own words ask for until the goal is reached."""
        end = self.now + limit_s
        while not done():
            told = (self.surface, self.load, self.faults, self.now)
            assert self.now < end, told
            self._next_act()
            await asyncio.sleep(LOOK_S)

    def _next_act(self) -> None:
        for fault in self.faults:
            if fault.code in ("E302", "E304"):
                for lane in LANES:
                    self.table.people.empty_head(lane)
            self.say(Word.ACK, fault=fault.id)
        people = self.table.people
        if self.surface is Surface.OPEN:
            people.push_in(self._set_to_push())
            self.do(Word.LIFT)
        elif self.surface is Surface.UNHOMED:
            self.say(Word.HOME)
        elif self.held:
            self.say(Word.RESUME)
        elif self.surface is Surface.READY and self.load in (Load.EMPTY, Load.COMPLETE):
            self.say(Word.LIFT)
        elif self.surface is Surface.WALLS_UP and self.void and self.say(Word.LIFT).ok:
            people.take_walls()
            people.take_hands()

    def _set_to_push(self) -> list[int]:
        """The tiles on the table that belong to another set than what is stacked inside."""
        sets = self.table.plant.books.sets
        inside = {
            sets[tile]
            for side in self.table.plant.sides
            for stack in side.row
            for tile in stack
            if tile != NO_TILE
        }
        return [tile for tile in self.table.people.on_table if sets[tile] not in inside]

    def can_push_in(self) -> bool:
        try:
            self.table.people.push_in(())
        except NotPossible:
            return False
        return True


def _designs(tiles: int) -> list[int]:
    known = SETS.get(str(tiles))
    if known is not None:
        return [int(tile) for tile in known.tiles()]
    return [number // 4 for number in range(tiles)]


def play(
    scenario: Callable[[Bench], Awaitable[T]],
    setup: Setup = FEW,
    *,
    limit_s: float = 7200.0,
    unsafe: bool = False,
) -> T:
    """Run a scenario on a fresh table; ``unsafe`` allows commands that the plant forbids."""

    async def main() -> T:
        bench = Bench(setup)
        serving = asyncio.get_running_loop().create_task(bench.controller.run())
        try:
            await bench.until(lambda: bench.table.board.link_up)
            result = await scenario(bench)
        finally:
            serving.cancel()
            await asyncio.wait([serving])
        await asyncio.sleep(WATCHDOG_S)  # for a board that the last word did not reach
        assert bench.driven == []
        bench.table.verify()
        assert unsafe or bench.table.unsafe == []
        return result

    return run_virtual(main(), limit_s=limit_s)
