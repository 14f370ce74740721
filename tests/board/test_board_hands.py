"""Whole hands: the controller plays on the firmware, its pins on the plant."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from firmware_ctl.config.model import Config, Table
from firmware_ctl.core.commands import Command, Reply, Word
from firmware_ctl.core.controller import Controller
from firmware_ctl.core.states import Load, Surface
from hal.ids import LANES
from hal.line.board import SerialBoard
from hal.sim import run_virtual
from rules.tilesets import SETS
from tests.support.bench import FEW_TILES, Thrown
from tests.support.board_process import BOARDS
from tests.support.board_rung import FirmwareLine, FirmwareTable

LOOK_S = 0.05
PATIENCE_S = 300.0
STOPPED_S = 1.0


class Game:
    """A controller on the firmware, and a person who does what the table says."""

    def __init__(self, table: FirmwareTable, controller: Controller) -> None:
        self.table, self.controller = table, controller
        self._sets_out = 0

    @property
    def surface(self) -> Surface:
        return self.controller.machinery.surface.state

    @property
    def load(self) -> Load:
        return self.controller.machinery.load.state

    def do(self, word: Word) -> None:
        """Say a command that must be taken."""
        reply: Reply = self.controller.submit(Command(word))
        assert reply.ok, (word, reply, self.surface, self.load)

    async def until(self, reached: Callable[[], bool]) -> None:
        """Wait for something."""
        loop = asyncio.get_running_loop()
        end = loop.time() + PATIENCE_S
        while not reached():
            faults = self.controller.snapshot().faults
            assert not faults, faults
            assert loop.time() < end, (self.surface, self.load)
            await asyncio.sleep(LOOK_S)

    async def home(self) -> None:
        await self.until(lambda: self.controller.submit(Command(Word.HOME)).ok)
        await self.until(lambda: self.surface is Surface.READY)

    async def cycle(self) -> None:
        """Open, push in what is on the table or the next set, close."""
        self.do(Word.LIFT)
        await self.until(lambda: self.surface is Surface.OPEN)
        if self._sets_out < len(self.table.people.sets):
            self.table.people.put_set_on_table(self._sets_out)
            self._sets_out += 1
        self.table.people.push_in()
        self.do(Word.LIFT)

    async def loaded(self) -> None:
        await self.until(lambda: self.load is Load.COMPLETE)

    async def hand(self) -> None:
        """Raise the walls, throw, play, and wait for the other set to be stacked."""
        await self.cycle()
        await self.until(lambda: self.surface is Surface.WALLS_UP)
        self.do(Word.DICE)
        await self.until(lambda: self.surface is Surface.PLAY)
        await self.loaded()
        self.table.people.play()
        self.do(Word.HAND_END)
        await self.until(lambda: self.surface is Surface.READY)


def play(board: str, scenario: Callable[[Game], Awaitable[None]], tiles: int) -> FirmwareTable:
    """Play in virtual time; in the end nothing turns, no tile is lost, nothing was unsafe."""
    config = replace(Config(), table=Table(variant="GD"))
    tables = []

    async def main() -> None:
        with BOARDS[board]() as process:
            designs = [int(tile) for tile in SETS[str(tiles)].tiles()]
            table = FirmwareTable.build(process, (designs, designs))
            tables.append(table)
            line = FirmwareLine(table.bridge)
            link = SerialBoard(line)
            controller = Controller(link, config, Thrown())
            controller.play.choice.choose(tiles, 0.0, confirm_first=False)
            await link.open()
            running = asyncio.create_task(controller.run())
            try:
                await scenario(Game(table, controller))
            finally:
                running.cancel()
                await asyncio.wait([running])
                await link.close()
            await asyncio.sleep(STOPPED_S)
            line.end()
            assert not any(table.plant.motors.drive)
            assert table.unsafe == []
            table.verify()

    run_virtual(main(), limit_s=3_600)
    return tables[0]


@pytest.mark.parametrize(("board", "hands"), [("core", 1), ("chip", 2)])
def test_it_plays_whole_hands(board: str, hands: int) -> None:
    async def scenario(game: Game) -> None:
        await game.home()
        await game.cycle()
        await game.loaded()
        for _ in range(hands):
            await game.hand()

    table = play(board, scenario, FEW_TILES)
    assert table.plant.tiles_in == (hands + 1) * FEW_TILES
    assert table.plant.tiles_out == hands * FEW_TILES
    assert sum(len(side.row) for side in table.plant.sides) == FEW_TILES // 2


@pytest.mark.soak
@pytest.mark.timeout(1200)
def test_the_shipped_binary_plays_hands_of_136_tiles() -> None:
    async def scenario(game: Game) -> None:
        await game.home()
        await game.cycle()
        await game.loaded()
        for _ in range(5):
            await game.hand()

    table = play("chip", scenario, 136)
    assert table.plant.tiles_out == 5 * 136
    assert [len(table.plant.sides[lane].row) for lane in LANES] == [17] * 4
