"""A cycle of a table that deals, broken off at any moment, comes to its end with all hands."""

import asyncio
from collections.abc import Callable

import pytest

from firmware_ctl.config.model import Config, Table
from firmware_ctl.core.commands import Word
from firmware_ctl.core.states import Load, Surface
from hal.sim import DealSettings, SimSettings
from rules.shares import HAND_TILES
from tests.support.bench import LOOK_S, Bench, Setup, play
from tests.support.sweep import moments

DEALS = Setup(
    variant="CD",
    config=Config(table=Table(profile="auto-deal")),
    settings=SimSettings(deal=DealSettings(fitted=True)),
)
LENGTH_S = 70.0
"""A little more than the cycle takes: lift, walls, hands, and the next set loaded."""


def _stop(bench: Bench) -> None:
    bench.say(Word.STOP)


def _pause(bench: Bench) -> None:
    bench.say(Word.PAUSE)


def _estop(bench: Bench) -> None:
    bench.table.plant.set_estop(pressed=True)


def _whole(bench: Bench) -> bool:
    dealt = not bench.controller.snapshot().hands_due
    return bench.surface is Surface.PLAY and bench.load is Load.COMPLETE and dealt


async def _cycle(bench: Bench) -> None:
    """Go on, whatever the table asks for, until hands are up and the next set is inside."""
    while not _whole(bench):
        up = bench.surface in (Surface.WALLS_UP, Surface.PLAY)
        if up and bench.controller.snapshot().hands_due:
            bench.say(Word.DEAL)
        elif not (up and bench.load is Load.LOADING):
            bench._next_act()
        await asyncio.sleep(LOOK_S)


def _broken_off(at_s: float, mishap: Callable[[Bench], None]) -> None:
    async def scenario(bench: Bench) -> None:
        await bench.first_set()
        await bench.push_in_a_set()
        cycle = asyncio.ensure_future(_cycle(bench))
        await asyncio.sleep(at_s)
        cycle.cancel()
        await asyncio.wait([cycle])
        mishap(bench)
        await asyncio.sleep(1.0)
        assert bench.driven == [] or not bench.faults
        bench.table.plant.set_estop(pressed=False)
        await asyncio.sleep(1.0)
        await asyncio.wait_for(_cycle(bench), 400)
        assert [len(hand) for hand in bench.table.people.hands()] == [HAND_TILES] * 4
        bench.table.kernel.catch_up()
        assert [len(hand.slide) for hand in bench.table.plant.hands] == [HAND_TILES] * 4
        assert bench.stacks_up == bench.stacks_inside == [7, 7, 7, 7]
        assert bench.controller.snapshot().verdict.level == "ok"

    play(scenario, DEALS)


@pytest.mark.parametrize(("at_s", "mishap"), [(11.5, _stop), (14.0, _pause), (14.0, _estop)])
def test_a_cycle_that_is_broken_off_is_brought_to_its_end(
    at_s: float, mishap: Callable[[Bench], None]
) -> None:
    _broken_off(at_s, mishap)


@pytest.mark.soak
@pytest.mark.parametrize("mishap", [_stop, _pause, _estop])
@pytest.mark.parametrize("at_s", list(moments(0.0, LENGTH_S, 0.25)))
def test_a_cycle_that_is_broken_off_at_any_quarter_second_is_brought_to_its_end(
    at_s: float, mishap: Callable[[Bench], None]
) -> None:
    _broken_off(at_s, mishap)
