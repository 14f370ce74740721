"""The same cheats built into a simulated table: drum, lanes, stackers and dice obey the chip.

The generator deals hand after hand; its walls are what the drum sorts and its throws what the
magnet under the dice makes. What then stands on the trays is read off the table itself.
"""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from firmware_ctl.audit_lab.layout import Layout
from firmware_ctl.audit_lab.tables import Dealt, Tables
from firmware_ctl.config.model import Config, Table
from firmware_ctl.config.model import Dice as DiceSection
from firmware_ctl.core.commands import Command, Origin, Word
from firmware_ctl.core.controller import Controller
from firmware_ctl.core.listeners import Event
from firmware_ctl.core.states import Surface
from firmware_ctl.inputs.panel import Panel
from firmware_ctl.simulated_table import Crew
from firmware_ctl.simulation import SeededChance
from hal.sim import SimSettings, SimTable, run_virtual
from hal.sim.cheats import Recipe
from hal.sim.cheats.machine import act_at_the_table, install
from hal.sim.settings import DealSettings, FirmwareSettings
from hal.tile_id import unpack_tile_id
from rules.dice import Throw
from rules.integrity.commitment.tags import uid_text
from rules.integrity.deals import SETS, RecordedDeal
from rules.programs import Profile
from rules.tiles import Tile


@dataclass(slots=True)
class Chip:
    """The script of one table: what the generator deals, load by load."""

    tables: Tables
    loads: list[Dealt] = field(default_factory=list)
    hands: int = 0
    throws: list[Throw] = field(default_factory=list)

    def next_load(self) -> list[list[int]]:
        """Return the designs of each lane, in lane order."""
        self.loads.append(self.tables.deal())
        table = self.tables.layout
        kinds = table.kind_of[self.loads[-1].walls[0]].tolist()
        lanes: list[list[int]] = [[] for _ in range(4)]
        for place in table.lane_rows.tolist():
            lanes[table.places.places[place].side].append(kinds[place])
        return lanes

    def next_hand(self) -> Dealt:
        """Begin the hand of the walls that have come up; the dice are set for it."""
        dealt = self.loads[self.hands]
        self.hands += 1
        faces = self.tables.layout.faces(dealt.throw)[0].tolist()
        self.throws = [(first, second) for first, second in faces]
        return dealt

    def next_throw(self) -> Throw:
        """Return how the dice are to fall; later throws of a hand do not matter."""
        return self.throws.pop(0) if self.throws else (1, 1)


@dataclass(frozen=True, slots=True)
class Played:
    """A hand at the plant: what was planned, and what the table shows of it as a deal.

    ``read`` are the walls that the reader saw and the root stands for, ``shown`` those that are
    played with.
    """

    planned: Dealt
    read: RecordedDeal
    shown: RecordedDeal


def play(
    tables: Tables, hands: int, seed: int, told: Callable[[int], None] = lambda _hands: None
) -> list[Played]:
    """Play hands at a table with a chip, in virtual time; ``tables`` deals at one table.

    ``told`` hears how many are played.

    Raises:
        Deadlock: the table did not go on.
    """

    async def evening() -> list[Played]:
        night = _Night(tables, seed)
        await night.table.board.open()
        serving = asyncio.get_running_loop().create_task(night.controller.run())
        try:
            found: list[Played] = []
            while len(found) < hands:
                found.append(await night.shown.get())
                told(len(found))
            return found
        finally:
            serving.cancel()
            await asyncio.wait([serving])

    return run_virtual(evening())


class _Night:
    """One table with its chip, its people, and a controller that knows of nothing."""

    def __init__(self, tables: Tables, seed: int) -> None:
        loop = asyncio.get_running_loop()
        layout = tables.layout
        deals = layout.places.profile is Profile.AUTO_DEAL
        designs = tuple(layout.kind_of.tolist())
        settings = SimSettings(
            deal=DealSettings(fitted=deals), firmware=FirmwareSettings(dice_reader=True)
        )
        self.table = SimTable.build(loop, settings, seed, (designs, designs))
        self.chip = Chip(tables)
        self.recipe: Recipe | None = None if tables.cheat is None else tables.cheat.recipe
        install(self.table.plant, self.recipe, self.chip)
        config = Config(
            table=Table(variant=layout.variant, profile=layout.places.profile.value),
            dice=DiceSection(kind="cup"),
        )
        self.controller = Controller(self.table.board, config, SeededChance(seed))
        self.controller.listen_inputs(Panel(self.controller.submit, loop.call_later).feed)
        self.shown: asyncio.Queue[Played] = asyncio.Queue()
        self._chance = self.table.plant.chance("sleight of hand")
        self._planned: Dealt | None = None
        crew = Crew(self.table, self.controller, demo=True)
        self.controller.subscribe(crew.hear)
        self.controller.subscribe(self._hear)
        loop.call_later(1.0, crew.sit_down)

    def _hear(self, event: Event) -> None:
        if event["event"] != "surface":
            return
        if event["new"] == Surface.WALLS_UP.value and event["old"] == Surface.RAISING.value:
            self._planned = self.chip.next_hand()
            side = int(self._planned.dealer[0])
            self._soon(Command(Word.DEALER, {"side": side}, Origin.PANEL))
        elif event["new"] == Surface.PLAY.value and self._planned is not None:
            if self.controller.machinery.books.hands_due:
                self._soon(Command(Word.DEAL, {}, Origin.PANEL))
                return
            planned, self._planned = self._planned, None
            read = self._deal(planned)
            act_at_the_table(self.table.plant, self.recipe, self._chance)
            self.shown.put_nowait(Played(planned, read, self._deal(planned)))

    def _soon(self, command: Command) -> None:
        """Say a command as soon as the event is over that made it due."""
        asyncio.get_running_loop().call_soon(self.controller.submit, command)

    def _deal(self, planned: Dealt) -> RecordedDeal:
        """Return what lies on the trays."""
        people, layout = self.table.people, self.chip.tables.layout
        raised = layout.places.profile is Profile.AUTO_DEAL
        walls, hands = people.walls(), people.hands() if raised else ()
        snapshot = self.controller.snapshot()
        return RecordedDeal(
            number=planned.number,
            variant=layout.variant,
            dealer=-1 if snapshot.dealer is None else snapshot.dealer,
            throws=_throws(layout, planned),
            walls=tuple(tuple(_designs(wall)) for wall in walls),
            hands=tuple(tuple(_designs(hand)) for hand in hands),
            uids=tuple(tuple(map(uid_text, side)) for side in (*walls, *hands)),
            tile_set=SETS[unpack_tile_id(walls[0][0]).set_index],
            profile=layout.places.profile,
        )


def _throws(layout: Layout, planned: Dealt) -> tuple[Throw, ...]:
    return tuple((first, second) for first, second in layout.faces(planned.throw)[0].tolist())


def _designs(ids: tuple[int, ...]) -> Iterator[Tile]:
    return (Tile(unpack_tile_id(tile_id).design) for tile_id in ids)
