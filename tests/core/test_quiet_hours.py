"""In quiet hours short signals of the buzzer are not heard; faults and warnings are."""

import asyncio
from dataclasses import replace

import pytest

from firmware_ctl.config.model import Config, Safety
from firmware_ctl.core.commands import Word
from firmware_ctl.core.sounds import Sounds
from hal.board import BuzzerPattern
from hal.sim import run_virtual
from tests.support.bench import FEW, Bench, play

AT_NIGHT = replace(FEW, hushed=lambda: True)


def heard(bench: Bench) -> BuzzerPattern:
    return bench.table.board.indicators.buzzer


@pytest.mark.parametrize("quiet", [True, False])
def test_a_complete_set_beeps_by_day_alone(*, quiet: bool) -> None:
    async def scenario(bench: Bench) -> None:
        await bench.first_set()
        await asyncio.sleep(0.01)
        assert heard(bench) is (BuzzerPattern.SILENT if quiet else BuzzerPattern.READY)

    play(scenario, replace(FEW, hushed=lambda: quiet))


@pytest.mark.parametrize("quiet", [True, False])
def test_a_key_beeps_by_day_alone(*, quiet: bool) -> None:
    async def scenario(bench: Bench) -> None:
        bench.do(Word.LAMP)
        await asyncio.sleep(0.01)
        assert heard(bench) is (BuzzerPattern.SILENT if quiet else BuzzerPattern.KEY)

    play(scenario, replace(FEW, hushed=lambda: quiet))


def test_a_fault_is_heard_at_night() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.home()
        bench.table.plant.set_top(is_open=True)
        await bench.fault("E502")
        await asyncio.sleep(0.01)
        assert heard(bench) is BuzzerPattern.FAULT

    play(scenario, AT_NIGHT)


def test_a_well_left_open_is_reminded_of_at_night() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.home()
        bench.lay_out_set()
        await bench.open()
        await bench.until(lambda: heard(bench) is BuzzerPattern.WARNING)

    play(scenario, replace(AT_NIGHT, config=Config(safety=Safety(open_reminder_s=20))))


def test_a_signal_that_plays_when_the_quiet_hours_begin_ends_by_itself() -> None:
    async def scenario() -> None:
        quiet = False
        sounds = Sounds(lambda: None, lambda: quiet)
        sounds.signal(BuzzerPattern.READY)
        quiet = True
        sounds.signal(BuzzerPattern.KEY)
        assert sounds.now(fault_stands=False, warns=False) is BuzzerPattern.READY
        await asyncio.sleep(2)
        assert sounds.now(fault_stands=False, warns=False) is BuzzerPattern.SILENT

    run_virtual(scenario())
