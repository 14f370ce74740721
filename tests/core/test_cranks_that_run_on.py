"""A crank that turns although its motor is off passes its one switch again and again."""

import asyncio

import pytest

from firmware_ctl.config.model import Config, Table
from firmware_ctl.core.switches import PASSES_S
from firmware_ctl.simulation import Options, simulate
from hal.ids import CAMS_HOME, HANDS_FLUSH, Input
from hal.sim import DealSettings, SimSettings
from hal.sim.fault_script import parse_script
from hal.sim.pins import OFF, ON
from tests.support.bench import Bench, Setup, play

DEALS = Setup(
    variant="CD",
    config=Config(table=Table(profile="auto-deal")),
    settings=SimSettings(deal=DealSettings(fitted=True)),
)

PATIENCE_S = 20.0
"""By then a switch that does not come back has been told of."""

SWITCHES = [HANDS_FLUSH[1], CAMS_HOME[2]]


@pytest.mark.parametrize("at_s", [0.0, 40.0, 72.0, 74.5])
def test_a_hand_tray_that_is_not_switched_off_is_no_dead_switch(at_s: float) -> None:
    faults = parse_script(f"motor-runs-on@motor=deal.2@{at_s}s")
    told = simulate(Options(hands=2, variant="CD", profile="auto-deal", faults=faults))
    assert told.unsafe == 0
    assert {fault.code for fault in told.faults} == {"E292"}


async def closes_for(bench: Bench, switch: Input, seconds: float) -> None:
    """Let a switch open by itself, close after a while for so long, and open again."""
    await bench.home()
    await asyncio.sleep(1)
    for level, until_next_s in ((OFF, 1.0), (ON, seconds), (OFF, PATIENCE_S)):
        bench.table.plant.pins.put(switch, level)
        bench.table.kernel.rearm()
        await asyncio.sleep(until_next_s)


@pytest.mark.parametrize("switch", SWITCHES)
def test_a_crank_that_passes_its_switch_by_itself_runs_on(switch: Input) -> None:
    async def scenario(bench: Bench) -> None:
        await closes_for(bench, switch, PASSES_S / 5)
        assert bench.codes == ["E292"]

    play(scenario, DEALS)


@pytest.mark.parametrize(("switch", "code"), [(SWITCHES[0], "E251"), (SWITCHES[1], "E241")])
def test_a_switch_that_comes_and_goes_at_leisure_has_failed(switch: Input, code: str) -> None:
    async def scenario(bench: Bench) -> None:
        await closes_for(bench, switch, PASSES_S * 3)
        assert bench.codes == [code]

    play(scenario, DEALS)
