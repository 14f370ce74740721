"""A hand's slide and its tray: what a full slide means, and a tray that does not leave."""

import pytest

from firmware_ctl.config.model import Config, Table
from firmware_ctl.core.commands import Word
from firmware_ctl.core.states import Load, Surface
from firmware_ctl.simulation import Options, simulate
from hal.sim import DealSettings, SimSettings
from hal.sim.fault_script import parse_script
from tests.support.bench import Bench, Setup, play

DEALS = Setup(
    variant="CD",
    config=Config(table=Table(profile="auto-deal")),
    settings=SimSettings(deal=DealSettings(fitted=True)),
)


def codes(script: str, seed: int) -> set[str]:
    """Return the codes that an evening of two hands on a table that deals tells of."""
    told = simulate(
        Options(hands=2, seed=seed, variant="CD", profile="auto-deal", faults=parse_script(script))
    )
    assert told.unsafe == 0
    return {fault.code for fault in told.faults}


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("at_s", [20.0, 26.0])
def test_a_slide_that_is_full_early_after_double_tiles_is_a_hand(at_s: float, seed: int) -> None:
    told = codes(f"double-tile@lane=0@{at_s}s", seed)
    assert not told & {"E422", "E204"}


@pytest.mark.parametrize("at_s", [5.0, 40.0])
def test_a_tray_that_does_not_leave_is_barred_and_its_slide_is_well(at_s: float) -> None:
    told = codes(f"motor-stall@motor=deal.3@{at_s}s", 1)
    assert "E205" in told
    assert "E422" not in told


@pytest.mark.parametrize("quarter", range(48, 64))
def test_no_cam_is_tried_while_its_hand_may_come_up(quarter: int) -> None:
    async def scenario(bench: Bench) -> None:
        await bench.first_set()
        bench.table.faults.set("lane-jam", "1")
        await bench.push_in_a_set()
        await bench.until(lambda: bench.is_in(Load.LOADING))
        began = bench.now
        await bench.until(lambda: bench.surface is Surface.WALLS_UP)
        await bench.until(lambda: bench.now - began >= quarter / 4)
        bench.do(Word.DEAL)
        await bench.until(lambda: bench.surface is Surface.PLAY)

    play(scenario, DEALS)


@pytest.mark.parametrize("at_s", [5.0, 40.0])
def test_a_slide_that_reads_full_with_nothing_on_it_is_told(at_s: float) -> None:
    assert "E422" in codes(f"hand-full-sensor-stuck@side=1@{at_s}s", 1)
