"""Play whole evenings on the simulated table in virtual time, as fast as the computer can.

People here take no time to think, so that all virtual time is the machine's own. Every source of
chance draws from the seed: two runs with one seed are equal but for the time they took.
"""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, replace

from firmware_ctl.config.model import Config, Dice, Table
from firmware_ctl.core.controller import Controller
from firmware_ctl.core.faults import fault_view
from firmware_ctl.core.listeners import Event
from firmware_ctl.core.programs import expected_set
from firmware_ctl.core.states import Load, Surface
from firmware_ctl.simulated_log import FaultLog, FaultRecord, Stopwatch
from firmware_ctl.simulated_people import TablePeople
from hal.sim import MIXINGS, ReaderSettings, SimSettings, SimTable, run_virtual
from hal.sim.fault_script import FaultScript, Schedule
from hal.sim.settings import DealSettings, DrumSettings
from rules.dice import Throw
from rules.integrity.commitment.throws import SEED_BYTES, Press, fair_throw
from rules.programs import Profile, program
from rules.tiles import tile_of
from rules.tilesets import tile_set
from rules.variants import variant

JOKER = tile_of("J")

PATIENCE_S = 1800.0
"""Machine seconds in which people get whatever they want next, or the table is stuck."""

LOOK_S = 1.0
"""How often people look whether a fault that stands is gone."""

CYCLE_S = 60.0
"""About how long a hand keeps the machine busy; faults of a hand come within that time."""

MOST_AT_ONCE = 10
"""Nobody does more than this without taking a breath."""

QUIET_S = 5.0
"""The same while nothing is wrong: everything that matters is told by an event."""

TECHNICIANS = 40
"""A table that needs a technician more often in one evening is a wreck."""


class Stuck(Exception):
    """The table did not get to where the next step of a hand begins; the text says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What is to be played; ``program`` is empty for the variant's own.

    On a ``steady`` machine every way takes its usual time, so that two controllers can be compared
    motion by motion.
    """

    hands: int = 1
    variant: str = "GD"
    seed: int = 1
    profile: str = "four-port"
    program: str = ""
    reader: bool = True
    mixing: str = "uniform"
    steady: bool = False
    faults: FaultScript | None = None


@dataclass(frozen=True, slots=True)
class Summary:
    """What came of a run; ``state_s`` are seconds by state, the load's with ``load:`` before."""

    hands: int
    virtual_s: float
    wall_s: float
    seed: int
    variant: str
    profile: str
    tiles_in: int
    tiles_out: int
    tiles_lost: int
    unsafe: int
    faults: tuple[FaultRecord, ...]
    recovered: int
    state_s: dict[str, float]

    def as_json(self) -> dict[str, object]:
        """Return the summary as plain JSON data."""
        return asdict(self)


class SeededChance:
    """Chance from a seed, for the simulation only."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(f"{seed} dice")  # noqa: S311 -- a simulation, not a table

    def secret(self) -> bytes:
        """Return 32 bytes, the same in every run with this seed."""
        return self._random.randbytes(SEED_BYTES)

    def throw(self, seed: bytes, press: Press) -> Throw:
        """Return the faces that a seed and a press make."""
        return fair_throw(seed, press)

    def side(self) -> int:
        """Return one of the four sides, each alike."""
        return self._random.randrange(4)

    def result(self) -> str:
        """Return how a hand ended: somebody's win, on a discard or drawn."""
        winner = self.side()
        source = self._random.choice([None, *(side for side in range(4) if side != winner)])
        return f"win {winner}" if source is None else f"win {winner} from {source}"


class Evening:
    """A controller on a simulated table, and people who play hands there, whatever goes wrong."""

    def __init__(
        self,
        table: SimTable,
        controller: Controller,
        result: Callable[[], str],
        script: FaultScript | None = None,
    ) -> None:
        self.table = table
        self.controller = controller
        self.people = TablePeople(table, controller, result)
        self.watch = Stopwatch()
        self.logs = [FaultLog(controller, table.faults)]
        chance = random.Random(f"{table.plant.seed} faults")  # noqa: S311 -- a simulation
        self.schedule = Schedule(table.faults, table.kernel, chance)
        self._script = script or FaultScript()
        self._moved = asyncio.Event()
        for fault in self._script.faults:
            self.schedule.add(fault)
        self.schedule.came.append(lambda injected: self.log.came(injected.spot, injected.at_s))
        controller.subscribe(self._heard)

    @property
    def log(self) -> FaultLog:
        """Return the log of the present controller's faults."""
        return self.logs[-1]

    def move_to(self, table: SimTable, controller: Controller) -> None:
        """Go on at the same table, which has a new controller since a power cut."""
        self.table, self.controller = table, controller
        self.people.move_to(table, controller)
        self.logs.append(self.log.followed_by(controller))
        controller.subscribe(self._heard)

    @property
    def lookers(self) -> list[Callable[[], None]]:
        """Return whoever wants to look at walls and hands as the players find them."""
        return self.people.lookers

    @property
    def faults(self) -> tuple[FaultRecord, ...]:
        """Return the faults that have come up so far."""
        return tuple(record for log in self.logs for record in log.records())

    def _heard(self, event: Event) -> None:
        self.watch.note(event)
        self.log.note(event)
        self.people.hear(event)
        if event["event"] != "command":
            self._moved.set()

    async def until(self, reached: Callable[[], bool]) -> None:
        """Do what the table asks for until a goal is reached.

        Raises:
            Stuck: it is not reached in ``PATIENCE_S``, or never without a technician.
        """
        loop = asyncio.get_running_loop()
        end = loop.time() + PATIENCE_S
        acted_at, acts = loop.time(), 0
        while not reached():
            self._moved.clear()
            trouble = self._trouble
            self.people.act()
            if reached():
                return
            if loop.time() > end or len(self.people.menders.called) > TECHNICIANS:
                raise Stuck(self._where())
            acts = acts + 1 if loop.time() == acted_at else 0
            acted_at = loop.time()
            if trouble or self._trouble or acts > MOST_AT_ONCE:
                await asyncio.sleep(LOOK_S)
                self.log.look(loop.time())
            else:
                await self._something()

    async def _something(self) -> None:
        """Wait until something happens, or somebody gets impatient."""
        try:
            async with asyncio.timeout(QUIET_S):
                await self._moved.wait()
        except TimeoutError:
            return

    @property
    def _trouble(self) -> bool:
        return bool(len(self.controller.machinery.faults))

    def _where(self) -> str:
        machinery = self.controller.machinery
        faults = [fault_view(fault, "en") for fault in machinery.faults]
        told = "; ".join(f"{view.code} {view.name}: {view.cause}" for view in faults)
        return (
            f"surface {machinery.surface.state.value}, load {machinery.load.state.value}, "
            f"{told or 'no fault told'}"
        )

    async def connected(self) -> None:
        """Wait until the board has been opened.

        Raises:
            Stuck: it is not.
        """
        end = asyncio.get_running_loop().time() + QUIET_S
        while not self.table.board.link_up:
            if asyncio.get_running_loop().time() > end:
                raise Stuck("the controller does not open its board")
            self._moved.clear()
            await self._something()

    async def power_on(self) -> None:
        """Home, and load the first set."""
        await self.until(self._loaded)

    async def hand(self) -> None:
        """Play one whole cycle: push in, walls up, dice, play, end of hand."""
        wanted = self.people.hands + 1
        self._let_faults_come(wanted)
        await self.until(lambda: self.people.hands >= wanted and self._loaded())

    def _let_faults_come(self, hand: int) -> None:
        now = asyncio.get_running_loop().time()
        if self._script.mean_per_hand:
            self.schedule.add_random(self._script.mean_per_hand, now, CYCLE_S)
        if self._script.each_in_turn:
            self.schedule.add_in_turn(hand - 1, now, CYCLE_S)

    def _loaded(self) -> bool:
        machinery = self.controller.machinery
        books = machinery.books
        due = books.void_inside or books.tiles_awaited or machinery.raise_due() or machinery.rest_s
        rests = machinery.surface.state is Surface.READY and not due
        return rests and machinery.load.state is Load.COMPLETE and not self._trouble


@asynccontextmanager
async def evening(options: Options) -> AsyncIterator[Evening]:
    """Run a controller on a fresh simulated table as long as the context lasts."""
    tiles = designs_of(options)
    loop = asyncio.get_running_loop()
    table = SimTable.build(loop, machine_of(options), options.seed, (tiles, tiles))
    dice = Dice(kind="cup" if options.faults else "electronic")  # a cup has dice faults to show
    config = Config(table=Table(variant=options.variant, profile=options.profile), dice=dice)
    chance = SeededChance(options.seed)
    controller = Controller(table.board, config, chance)
    if options.program:
        controller.play.choice.take(program(options.program))
    night = Evening(table, controller, chance.result, options.faults)
    serving = loop.create_task(controller.run())
    try:
        await night.connected()
        yield night
    finally:
        serving.cancel()
        await asyncio.wait([serving])


def machine_of(options: Options) -> SimSettings:
    """Return the simulated machine that is played on.

    Raises:
        KeyError: no such mixing.
    """
    settings = SimSettings(
        deal=DealSettings(fitted=options.profile == Profile.AUTO_DEAL.value),
        drum=DrumSettings(mixing=MIXINGS[options.mixing]),
        reader=ReaderSettings(fitted=options.reader),
    )
    if not options.steady:
        return settings
    return replace(
        settings,
        side=replace(settings.side, spread=0.0),
        dome=replace(settings.dome, spread=0.0),
        deal=replace(settings.deal, spread=0.0),
    )


def designs_of(options: Options) -> tuple[int, ...]:
    """Return the designs of one set of the tiles that are to be played.

    Where nobody says what a program's set holds, it is taken from the largest known set, and filled
    up with jokers.

    Raises:
        RulesError: no such variant or program.
    """
    played = variant(options.variant)
    wanted = program(options.program) if options.program else played.program
    known = expected_set(played, wanted)
    if known is not None:
        return tuple(int(tile) for tile in known.tiles())
    largest = tuple(int(tile) for tile in tile_set("152").tiles())
    return (*largest, *[int(JOKER)] * wanted.tiles)[: wanted.tiles]


def simulate(options: Options, progress: Callable[[int], None] = lambda _hands: None) -> Summary:
    """Play ``options.hands`` hands in virtual time; ``progress`` hears of every finished hand.

    Raises:
        RulesError: no such variant or program, or one that this machine does not put up.
        KeyError: no such mixing.
        NoSuchFault: this machine has no such part to break.
        Stuck: the table did not go on.
    """
    designs_of(options)
    began = time.perf_counter()

    async def main() -> Summary:
        async with evening(options) as night:
            await night.power_on()
            for number in range(options.hands):
                await night.hand()
                progress(number + 1)
            night.table.verify()
            now = asyncio.get_running_loop().time()
            night.log.look(now)
            records = night.faults
            return Summary(
                hands=options.hands,
                virtual_s=round(now, 3),
                wall_s=0.0,
                seed=options.seed,
                variant=options.variant,
                profile=options.profile,
                tiles_in=night.table.tiles_in,
                tiles_out=night.table.tiles_out,
                tiles_lost=0,
                unsafe=len(night.table.unsafe),
                faults=records,
                recovered=sum(record.recovered for record in records),
                state_s=night.watch.finish(now),
            )

    summary = run_virtual(main())
    return replace(summary, wall_s=round(time.perf_counter() - began, 3))
