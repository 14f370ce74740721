"""Play whole evenings on the simulated table in virtual time, as fast as the computer can.

People here take no time to think, so that all virtual time is the machine's own. Every source of
chance draws from the seed: two runs with one seed are equal but for the time they took.
"""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, field, replace

from firmware_ctl.config.model import Config, Table
from firmware_ctl.core.commands import Command, Origin, Word
from firmware_ctl.core.controller import Controller
from firmware_ctl.core.listeners import Event
from firmware_ctl.core.programs import expected_set
from firmware_ctl.core.states import Load, Surface
from hal.sim import MIXINGS, ReaderSettings, SimSettings, SimTable, run_virtual
from hal.sim.settings import DealSettings, DrumSettings
from rules.dice import Throw
from rules.integrity.commitment.throws import SEED_BYTES, Press, fair_throw
from rules.programs import Profile, program
from rules.tiles import tile_of
from rules.tilesets import tile_set
from rules.variants import variant

JOKER = tile_of("J")

RECOVERIES = 5
"""A fault that stands after so many tries to go on ends the run."""


class Stuck(Exception):
    """The table did not get to where the next step of a hand begins; the text says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What is to be played; ``program`` is empty for the variant's own."""

    hands: int = 1
    variant: str = "GD"
    seed: int = 1
    profile: str = "four-port"
    program: str = ""
    reader: bool = True
    mixing: str = "uniform"


@dataclass(frozen=True, slots=True)
class FaultRecord:
    """One fault that came up."""

    code: str
    name: str
    at_s: float
    injected: bool
    exact: bool
    recovered: bool


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


@dataclass(slots=True)
class Stopwatch:
    """How long each state lasted, from the controller's events."""

    seconds: dict[str, float] = field(default_factory=dict)
    _since: dict[str, tuple[str, float]] = field(default_factory=dict)

    def note(self, event: Event) -> None:
        """Take an event."""
        machine = event["event"]
        if machine in ("surface", "load"):
            self._enter(str(machine), str(event["new"]), float(str(event["time"])))

    def _enter(self, machine: str, state: str, now: float) -> None:
        before = self._since.get(machine)
        if before is not None:
            name = before[0] if machine == "surface" else f"load:{before[0]}"
            self.seconds[name] = self.seconds.get(name, 0.0) + now - before[1]
        self._since[machine] = state, now

    def finish(self, now: float) -> dict[str, float]:
        """Return the seconds by state, rounded to milliseconds."""
        for machine, (state, _) in tuple(self._since.items()):
            self._enter(machine, state, now)
        return {name: round(total, 3) for name, total in sorted(self.seconds.items())}


class Evening:
    """A controller on a simulated table, and people who play hands there."""

    def __init__(self, table: SimTable, controller: Controller, result: Callable[[], str]) -> None:
        self.table = table
        self.controller = controller
        self.faults: list[FaultRecord] = []
        self.watch = Stopwatch()
        self.lookers: list[Callable[[], None]] = []
        self._result = result
        self._moved = asyncio.Event()
        self._sets_out = 0
        controller.subscribe(self._heard)

    def _heard(self, event: Event) -> None:
        self.watch.note(event)
        self._moved.set()

    def say(self, word: Word, **args: int | str) -> None:
        """Say a command at the panel.

        Raises:
            Stuck: it is refused.
        """
        reply = self.controller.submit(Command(word, args, Origin.PANEL))
        if not reply.ok:
            raise Stuck(f"{word}: {reply.why}")

    async def until(self, reached: Callable[[], bool]) -> None:
        """Wait for a state of the table; recover from the faults that come up meanwhile.

        Raises:
            Stuck: faults come up again and again.
        """
        tries = 0
        while not reached():
            if len(self.controller.machinery.faults):
                tries += 1
                self._recover(give_up=tries > RECOVERIES)
            self._moved.clear()
            if not reached():
                await self._moved.wait()

    def _recover(self, *, give_up: bool) -> None:
        machinery = self.controller.machinery
        for fault in tuple(machinery.faults):
            view = fault.view("en")
            if give_up:
                raise Stuck(f"{view.code} {view.name}: {view.cause}")
            self.faults.append(
                FaultRecord(view.code, view.name, round(view.since, 3), False, False, True)  # noqa: FBT003
            )
            self.say(Word.ACK, fault=fault.id)
        if machinery.surface.state is Surface.UNHOMED:
            self.say(Word.HOME)
        elif self.controller.submit(Command(Word.RESUME, {}, Origin.PANEL)).ok:
            return

    async def power_on(self) -> None:
        """Home, and load the first set."""
        self.say(Word.HOME)
        await self.until(lambda: self.controller.machinery.surface.state is Surface.READY)
        await self._cycle()
        await self._loaded()

    async def hand(self) -> None:
        """Play one whole cycle: push in, walls up, dice, play, end of hand."""
        await self._cycle()
        machinery = self.controller.machinery
        await self.until(lambda: machinery.surface.state is Surface.WALLS_UP)
        if machinery.books.void_on_table:
            self.table.people.take_walls()
        else:
            for _ in range(self.controller.play.choice.variant.dice.throws):
                self.say(Word.DICE)
                await self.until(lambda: not self.controller.play.throwing)
            if machinery.books.hands_due:
                self.say(Word.DEAL)
                await self.until(lambda: machinery.surface.state is Surface.PLAY)
            self.looked()
            self.table.people.play()
            self.say(Word.HAND_END, result=self._result())
            self.say(Word.DEALER, side="rule")
        await self._loaded()

    def looked(self) -> None:
        """Let whoever wants look at walls and hands as the players find them."""
        for look in self.lookers:
            look()

    async def _cycle(self) -> None:
        machinery = self.controller.machinery
        if self._sets_out < len(self.table.people.sets):
            self.table.people.put_set_on_table(self._sets_out)
            self._sets_out += 1
        self.say(Word.LIFT)
        await self.until(lambda: machinery.surface.state is Surface.OPEN)
        self.table.people.push_in()
        self.say(Word.LIFT)

    async def _loaded(self) -> None:
        await self.until(lambda: self.controller.machinery.load.state is Load.COMPLETE)


@asynccontextmanager
async def evening(options: Options) -> AsyncIterator[Evening]:
    """Run a controller on a fresh simulated table as long as the context lasts."""
    tiles = designs_of(options)
    settings = SimSettings(
        deal=DealSettings(fitted=options.profile == Profile.AUTO_DEAL.value),
        drum=DrumSettings(mixing=MIXINGS[options.mixing]),
        reader=ReaderSettings(fitted=options.reader),
    )
    loop = asyncio.get_running_loop()
    table = SimTable.build(loop, settings, options.seed, (tiles, tiles))
    config = Config(table=Table(variant=options.variant, profile=options.profile))
    chance = SeededChance(options.seed)
    controller = Controller(table.board, config, chance)
    if options.program:
        controller.play.choice.take(program(options.program))
    night = Evening(table, controller, chance.result)
    serving = loop.create_task(controller.run())
    try:
        await night.until(lambda: table.board.link_up)
        yield night
    finally:
        serving.cancel()
        await asyncio.wait([serving])


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
                faults=tuple(night.faults),
                recovered=len(night.faults),
                state_s=night.watch.finish(now),
            )

    summary = run_virtual(main())
    return replace(summary, wall_s=round(time.perf_counter() - began, 3))
