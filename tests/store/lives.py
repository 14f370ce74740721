"""Evenings at a recorded table whose power is cut, and its further lives on the same plant.

The plant keeps its tiles where they are; motors are off and the board is started anew. A new
controller gets what the card's files say, and people do what the table's words ask for.
"""

import asyncio
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from firmware_ctl.config.model import Config, Table
from firmware_ctl.core.commands import Word
from firmware_ctl.core.controller import Controller
from firmware_ctl.core.faults import Holds
from firmware_ctl.core.listeners import Event
from firmware_ctl.core.states import Load, Surface
from firmware_ctl.recorded_table import RecordedTable
from firmware_ctl.store.direct import DirectWriter
from firmware_ctl.store.keys import KEY_NAME
from firmware_ctl.store.ledger import Ledger
from firmware_ctl.store.place import RECORD_NAME
from firmware_ctl.store.state import Known, State
from firmware_ctl.store.writer import Batch, Report
from hal.sim import DealSettings, SimSettings
from rules.languages import Language
from tests.store.recorded import Files, looked_at
from tests.support.bench import FEW, LOOK_S, Bench, Setup, Thrown

HANDS = 3
"""So many hands are played in an evening."""

PATIENCE_S = 3600.0

QUIET_S = 30.0
"""So long people leave a table alone that has just been switched on."""

KEY = bytes(range(32))


@dataclass(frozen=True, slots=True)
class Mishap:
    """What happens once, when its moment has come."""

    when: Callable[[Bench], bool]
    happens: Callable[[Bench], object]


def _in_hand(number: int, state: Surface | Load) -> Callable[[Bench], bool]:
    """Tell the moment when a machine is in a state after so many hands have begun."""
    return lambda bench: bench.controller.play.hands.number == number and bench.is_in(state)


STOPPED = Mishap(_in_hand(1, Surface.RAISING), lambda bench: bench.do(Word.STOP))
JAMMED = Mishap(_in_hand(2, Load.LOADING), lambda bench: bench.table.faults.set("stacker-jam", "1"))
TOP_OPENED = Mishap(
    _in_hand(1, Surface.CLOSING), lambda bench: bench.table.plant.set_top(is_open=True)
)
ESTOP_PRESSED = Mishap(
    _in_hand(1, Surface.PLAY), lambda bench: bench.table.plant.set_estop(pressed=True)
)
SERVED = Mishap(
    lambda bench: _in_hand(0, Load.EMPTY)(bench) and bench.surface is Surface.READY,
    lambda bench: bench.do(Word.SERVICE),
)


@dataclass(frozen=True, slots=True)
class Party:
    """What is played, and what goes wrong.

    After the first hand ``change`` is chosen as the next program, if any.
    """

    setup: Setup
    change: int | None = None
    mishaps: tuple[Mishap, ...] = (STOPPED, JAMMED)


FOUR_PORT = Party(FEW, change=37)
"""Of 36 tiles, first with four sides, then with three."""

AUTO_DEAL = Party(
    Setup(
        variant="CD",
        config=Config(table=Table(profile="auto-deal")),
        settings=SimSettings(deal=DealSettings(fitted=True)),
    ),
    change=19,
)
"""Of 108 tiles, first with four hands, then with three."""

ALL_GOES_WRONG = (STOPPED, JAMMED, TOP_OPENED, ESTOP_PRESSED, SERVED)


@dataclass(slots=True)
class Life:
    """One controller at the table, its record, and what happened since it began."""

    bench: Bench
    record: RecordedTable
    state: State
    began: float
    events: list[Event] = field(default_factory=list)
    batches: int = 0

    @property
    def was(self) -> Known:
        """What the card told at its start."""
        return self.state.table

    def entered(self, machine: str) -> list[str]:
        """The states that a machine has gone into."""
        return [str(event["new"]) for event in self.events if event["event"] == machine]

    @property
    def codes(self) -> list[str]:
        """The faults that have come up."""
        return [str(event["code"]) for event in self.events if event["event"] == "fault"]


class _Watched(DirectWriter):
    """A writer that calls back after each commit."""

    def __init__(
        self, ledger: Ledger, heard: Callable[[Report], None], *, written: Callable[[], None]
    ) -> None:
        super().__init__(ledger, heard)
        self._written_one = written

    def put(self, batch: Batch) -> None:
        super().put(batch)
        self._written_one()


class House:
    """A table with its people, and the card that its controllers write to."""

    def __init__(self, party: Party, root: Path) -> None:
        self.party = party
        self.bench = Bench(party.setup)
        self.root = root
        self._mishaps = list(party.mishaps)
        self._serving: asyncio.Task[None] | None = None

    @property
    def card(self) -> Files:
        """What the card holds now."""
        return Files.of(self.root / RECORD_NAME / "0001")

    def swap_card(self, files: Files, root: Path) -> None:
        """Have the next life find these files."""
        shutil.rmtree(root, ignore_errors=True)
        self.root = root
        if files.database:
            files.put(root / RECORD_NAME)

    async def power_on(self, on_batch: Callable[[Life], None] = lambda _: None) -> Life:
        """Begin a life: read the card, give the controller what it says, start the board."""
        bench = self.bench
        again = self._serving is not None
        if again:
            setup = self.party.setup
            table = replace(setup.config.table, variant=setup.variant)
            config = replace(setup.config, table=table)
            bench.controller = Controller(bench.table.board, config, Thrown())
            if setup.tiles is not None:
                bench.controller.play.choice.choose(setup.tiles, 0.0, confirm_first=False)
        self.root.mkdir(parents=True, exist_ok=True)
        key = self.root / KEY_NAME
        if not key.exists():
            key.touch(mode=0o600)
            key.write_bytes(KEY)
        begun: list[Life] = []
        controller = bench.controller  # timers of a life outlast it, and its table's next one

        def written() -> None:
            begun[0].batches += 1
            looked = looked_at(controller).known()
            assert begun[0].record.store.state.table == looked
            on_batch(begun[0])

        writing = partial(_Watched, written=written)
        record = RecordedTable(bench.controller, self.root, {}, writing)
        life = Life(bench, record, record.store.state, bench.now)
        begun.append(life)
        bench.controller.subscribe_at_once(life.events.append)
        record.begin(Language.EN, simulated=False)
        self._serving = asyncio.ensure_future(bench.controller.run())
        await bench.until(lambda: bench.table.board.link_up)
        return life

    async def power_off(self) -> None:
        """Let the controller go as it is; what it writes from now on is on no card."""
        assert self._serving is not None
        self._serving.cancel()
        await asyncio.wait([self._serving])
        self.bench.table.board._sinks.clear()
        self.bench.table.board.power_cycle()

    def over(self) -> bool:
        """Tell whether the evening is over: all hands played, and the next set inside."""
        bench = self.bench
        hands = bench.controller.play.hands
        rests = bench.surface is Surface.READY and bench.load is Load.COMPLETE
        return rests and hands.number >= HANDS and not bench.faults

    async def evening(self) -> None:
        """Have people go on, from wherever the table is, until the evening is over."""
        bench = self.bench
        end = bench.now + PATIENCE_S
        while not self.over():
            assert bench.now < end, (bench.surface, bench.load, bench.faults)
            self._act()
            await asyncio.sleep(LOOK_S)

    def _act(self) -> None:
        bench = self.bench
        due = next((mishap for mishap in self._mishaps if mishap.when(bench)), None)
        if due is not None:
            self._mishaps.remove(due)
            due.happens(bench)
        elif "E310" in bench.codes and bench.surface is Surface.READY:
            bench.say(Word.ACK)
            bench.say(Word.OPEN_LOADING, held=True)
        elif bench.codes:
            self._mend()
        elif bench.surface is Surface.READY and self._has_pushed():
            bench.say(Word.RESUME)
        elif bench.surface is Surface.OPEN and not bench._set_to_push():
            bench.lay_out_set()
            if not bench._set_to_push():
                bench._next_act()  # what belongs there has been pushed in before
        elif bench.surface in (Surface.WALLS_UP, Surface.PLAY) and not bench.void:
            self._play()
        elif bench.surface is Surface.SERVICE:
            bench.say(Word.SERVICE)
        elif bench.surface is Surface.READY and self._changes():
            bench.do(Word.PROGRAM, number=self.party.change or 0)
            bench.say(Word.PROGRAM, number="confirm")
        else:
            bench._next_act()

    def _has_pushed(self) -> bool:
        """Tell whether people know that what the table waits for lies in the drum."""
        waits = self.bench.controller.machinery.books.tiles_awaited
        return waits and bool(self.bench.table.plant.drum.tiles)

    def _mend(self) -> None:
        bench = self.bench
        bench.table.faults.clear_all()
        bench.table.plant.set_estop(pressed=False)
        bench.table.plant.set_top(is_open=False)
        for fault in bench.faults:
            if fault.holds == Holds.NOTHING:
                bench.say(Word.ACK, fault=fault.id)
        if not self.over():
            bench._next_act()

    def _play(self) -> None:
        bench = self.bench
        if bench.surface is Surface.WALLS_UP:
            bench.say(Word.DICE)
        elif bench.controller.snapshot().hands_due:
            bench.say(Word.DEAL)
        else:
            bench.table.people.play()
            bench.do(Word.HAND_END, result="win 1 from 2")
            bench.say(Word.DEALER, side="rule")

    def _changes(self) -> bool:
        choice, hands = self.bench.controller.play.choice, self.bench.controller.play.hands
        if self.party.change is None or not hands.number or self.bench.held:
            return False
        return choice.next.position != self.party.change


@dataclass(frozen=True, slots=True)
class Moment:
    """When the power goes: in the commit with this number, before or after it is on the card."""

    batch: int
    on_card: bool


async def until_cut(house: House, cut_in: Callable[[Life], bool]) -> tuple[Files, Files] | None:
    """Live until a commit in which the power goes; return the card before and after that.

    Nothing moves before a person asks. An evening that came to its end before returns nothing.
    """
    cards = [house.card, house.card]
    cut = asyncio.Event()

    def look(life: Life) -> None:
        if not cut.is_set():
            cards[:] = cards[1], house.card
            if cut_in(life):
                cut.set()

    await house.power_on(look)
    turned = len(house.bench.turned)

    async def live() -> None:
        await asyncio.sleep(QUIET_S)
        assert len(house.bench.turned) == turned
        await house.evening()

    living = asyncio.ensure_future(live())
    waiting = asyncio.ensure_future(cut.wait())
    await asyncio.wait((living, waiting), return_when=asyncio.FIRST_COMPLETED)
    for task in (living, waiting):
        task.cancel()
    await asyncio.wait((living, waiting))
    if not living.cancelled():
        living.result()
    await house.power_off()
    return (cards[0], cards[1]) if cut.is_set() else None
