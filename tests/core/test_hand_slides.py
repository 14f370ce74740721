"""A hand's slide and its tray: what a full slide means, and a tray that does not leave."""

import asyncio

import pytest

from firmware_ctl.config.model import Config, Table
from firmware_ctl.core.commands import Word
from firmware_ctl.core.states import Surface
from firmware_ctl.simulation import Options, simulate
from hal.ids import STACKERS
from hal.sim import DealSettings, SimSettings
from hal.sim.fault_script import parse_script
from tests.support.bench import Bench, Setup, play
from tests.support.soaking import every

DEALS = Setup(
    variant="CD",
    config=Config(table=Table(profile="auto-deal")),
    settings=SimSettings(deal=DealSettings(fitted=True)),
)

PATIENCE_S = 20.0
"""By then a silent lane is told of."""


def codes(script: str, seed: int) -> set[str]:
    """Return the codes that an evening of two hands on a table that deals tells of."""
    told = simulate(
        Options(hands=2, seed=seed, variant="CD", profile="auto-deal", faults=parse_script(script))
    )
    assert told.unsafe == 0
    return {fault.code for fault in told.faults}


@pytest.mark.parametrize("seed", every(3, 1, 2, 3))
@pytest.mark.parametrize("at_s", [20.0, 26.0])
def test_a_slide_that_is_full_early_after_double_tiles_is_a_hand(at_s: float, seed: int) -> None:
    told = codes(f"double-tile@lane=0@{at_s}s", seed)
    assert not told & {"E422", "E204"}


@pytest.mark.parametrize("at_s", [5.0, 40.0])
def test_a_tray_that_does_not_leave_is_barred_and_its_slide_is_well(at_s: float) -> None:
    told = codes(f"motor-stall@motor=deal.3@{at_s}s", 1)
    assert "E205" in told
    assert "E422" not in told


@pytest.mark.parametrize("at_s", [70.8, 71.2])
def test_a_motor_that_begins_to_turn_late_is_no_switch_that_stays_on(at_s: float) -> None:
    assert codes(f"motor-dead@motor=deal.1@{at_s}s+1.5s", 1) == set()


@pytest.mark.parametrize("at_s", [5.0, 40.0])
def test_a_slide_that_reads_full_with_nothing_on_it_is_told(at_s: float) -> None:
    assert "E422" in codes(f"hand-full-sensor-stuck@side=1@{at_s}s", 1)


def test_what_is_guessed_of_a_silent_lane_waits_until_its_hand_is_up() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.first_set()
        bench.table.faults.set("lane-jam", "1")
        await bench.push_in_a_set()
        await bench.until(lambda: bench.surface is Surface.WALLS_UP)
        before = len(bench.turned)
        await asyncio.sleep(PATIENCE_S)
        assert STACKERS[1] not in {turned.actuator for turned in bench.turned[before:]}
        assert not bench.codes
        bench.do(Word.DEAL)
        await bench.fault("E331")

    play(scenario, DEALS)
