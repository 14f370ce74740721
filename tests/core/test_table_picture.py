"""What the picture of the table is drawn from: the walls at it, and where each side's hand is."""

import asyncio

from firmware_ctl.config.model import Config, Table
from firmware_ctl.core.commands import Origin, Word
from firmware_ctl.core.snapshot import HandTray
from firmware_ctl.core.states import Surface
from hal.sim import DealSettings, SimSettings
from tests.support.bench import LOOK_S, Bench, Setup, play

DEALS = Setup(
    variant="CD",
    config=Config(table=Table(profile="auto-deal")),
    settings=SimSettings(deal=DealSettings(fitted=True)),
)


def test_walls_at_the_table_keep_their_length_in_the_cycle_after_a_program_change() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.first_set()
        assert bench.controller.snapshot().walls == (0, 0, 0, 0)
        bench.do(Word.PROGRAM, Origin.WEB, number=37)
        await bench.push_in_a_set()
        await bench.until(lambda: bench.surface is Surface.WALLS_UP)
        await bench.loaded()
        shown = bench.controller.snapshot()
        assert list(shown.walls) == bench.stacks_up == [5, 4, 5, 4]
        assert [wanted for _, wanted in shown.progress.values()] == bench.stacks_inside
        assert bench.stacks_inside == [6, 6, 0, 6]

    play(scenario)


def test_hands_wait_below_come_up_and_are_up() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.first_set()
        assert bench.controller.snapshot().hand_trays == (HandTray.NONE,) * 4
        await bench.push_in_a_set()
        await bench.until(lambda: bench.surface is Surface.WALLS_UP)
        assert bench.controller.snapshot().hand_trays == (HandTray.BELOW,) * 4
        bench.do(Word.DEAL)
        await bench.until(lambda: bench.surface is Surface.DEALING)
        seen = set[HandTray]()
        while bench.surface is Surface.DEALING:
            seen |= set(bench.controller.snapshot().hand_trays)
            await asyncio.sleep(LOOK_S)
        assert HandTray.RISING in seen
        assert bench.controller.snapshot().hand_trays == (HandTray.UP,) * 4
        await bench.loaded()
        bench.table.people.play()
        bench.do(Word.HAND_END)
        assert bench.controller.snapshot().hand_trays == (HandTray.NONE,) * 4

    play(scenario, DEALS)


def test_a_table_without_hand_trays_tells_of_none() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.in_play()
        assert bench.controller.snapshot().hand_trays == ()

    play(scenario)
