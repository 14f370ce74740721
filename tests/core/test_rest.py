"""Long running is limited: what runs is finished, the next load waits for a rest of the table."""

import asyncio
from dataclasses import replace

import pytest

from firmware_ctl.config.model import Care, Config, Table
from firmware_ctl.core.commands import Origin, Word
from firmware_ctl.core.states import Load, Surface
from hal.ids import Actuator
from hal.sim import DealSettings, SimSettings
from tests.support.bench import FEW, Bench, Setup, play

REST_S = 180.0
CARE = Care(run_hours=20 / 3600, rest_minutes=REST_S / 60)
"""So short that the first load is longer; the configuration begins at an hour."""

TIRED = replace(FEW, config=Config(care=CARE))
DEALS = Setup(
    variant="CD",
    config=Config(care=CARE, table=Table(profile="auto-deal")),
    settings=SimSettings(deal=DealSettings(fitted=True)),
)
INSIDE = (Actuator.DRUM, Actuator.RING)


async def walls_up_and_tired(bench: Bench) -> None:
    """Load a set, which is too long already, then push the second in and raise the first."""
    await bench.first_set()
    assert bench.codes == ["E506"]
    await bench.push_in_a_set()
    await bench.until(lambda: bench.surface is Surface.WALLS_UP)


def fed_since(bench: Bench, at: float) -> list[float]:
    return [turned.at for turned in bench.turned if turned.actuator in INSIDE and turned.at >= at]


def test_the_load_that_runs_is_finished_and_the_walls_come_up() -> None:
    async def scenario(bench: Bench) -> None:
        await walls_up_and_tired(bench)
        assert bench.stacks_up == [5, 4, 5, 4]
        assert bench.surface is Surface.WALLS_UP

    play(scenario, TIRED)


def test_the_next_load_waits_until_the_table_has_stood_still_and_begins_by_itself() -> None:
    async def scenario(bench: Bench) -> None:
        await walls_up_and_tired(bench)
        up_at = bench.now
        assert bench.controller.snapshot().rest_s == pytest.approx(REST_S, abs=1)
        await asyncio.sleep(REST_S / 2)
        bench.table.kernel.catch_up()
        assert fed_since(bench, up_at) == []
        assert bench.controller.snapshot().rest_s == pytest.approx(REST_S / 2, abs=2)
        await bench.until(lambda: bench.load is Load.LOADING, limit_s=REST_S)
        assert bench.now - up_at == pytest.approx(REST_S, abs=3)
        assert bench.controller.snapshot().rest_s == 0
        await bench.loaded()

    play(scenario, TIRED)


def test_a_motion_in_the_rest_begins_it_anew() -> None:
    async def scenario(bench: Bench) -> None:
        await walls_up_and_tired(bench)
        await asyncio.sleep(REST_S / 2)
        bench.do(Word.STOP)
        assert bench.surface is Surface.PAUSED
        bench.controller.machinery.books.position_lost = True
        bench.do(Word.HOME)
        await bench.until(lambda: bench.surface is Surface.WALLS_UP)
        moved_at = max(turned.at for turned in bench.turned)
        bench.do(Word.RESUME)
        await bench.until(lambda: bench.load is Load.LOADING, limit_s=2 * REST_S)
        assert bench.now - moved_at >= REST_S

    play(scenario, TIRED)


def test_whoever_wants_to_go_on_is_told_how_long_it_takes() -> None:
    async def scenario(bench: Bench) -> None:
        await walls_up_and_tired(bench)
        bench.do(Word.DICE)
        await bench.until(lambda: bench.surface is Surface.PLAY)
        bench.do(Word.HAND_END)
        await asyncio.sleep(65)
        for word in (Word.LIFT, Word.OPEN_LOADING):
            refused = bench.say(word, Origin.CLI)
            assert (refused.ok, refused.code) == (False, "not-now")
            assert "2 min" in refused.why
        goes_on = bench.do(Word.RESUME)
        assert "2 min" in goes_on.why
        shown = bench.controller.snapshot()
        assert (shown.phase, shown.reason) == ("phase.resting", "resting")
        assert bench.load is Load.COMPLETE
        assert not bench.table.board.indicators.ready_lamp

    play(scenario, TIRED)


def test_to_acknowledge_the_notice_is_no_rest() -> None:
    async def scenario(bench: Bench) -> None:
        await walls_up_and_tired(bench)
        told = bench.faults[0]
        assert (told.code, told.holds) == ("E506", "nothing")
        bench.do(Word.CONFIRM, fault=told.id, step=1)
        bench.do(Word.ACK, fault=told.id)
        assert bench.codes == []
        await asyncio.sleep(REST_S / 2)
        assert bench.load is Load.COMPLETE
        assert bench.controller.snapshot().rest_s > 0

    play(scenario, TIRED)


def test_a_load_that_was_held_is_finished_without_a_rest() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.home()
        await bench.push_in_a_set()
        await bench.fault("E506")
        assert bench.load is Load.LOADING
        bench.do(Word.STOP)
        bench.do(Word.RESUME)
        await bench.until(lambda: bench.load is Load.LOADING, limit_s=1)
        await bench.loaded()

    play(scenario, TIRED)


def test_the_hands_of_a_deal_come_up_whatever_the_hours() -> None:
    async def scenario(bench: Bench) -> None:
        await walls_up_and_tired(bench)
        began = bench.now
        bench.do(Word.DICE)
        await bench.until(lambda: bench.controller.snapshot().hand.state == "running")
        bench.do(Word.DEAL)
        await bench.until(lambda: not bench.controller.snapshot().hands_due)
        assert bench.now - began < REST_S / 2
        assert fed_since(bench, began) == []

    play(scenario, DEALS)
