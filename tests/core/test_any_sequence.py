"""Whatever is said and done, in any order: nothing unsafe, no exception, always an answer.

``play`` judges each run at its end: no command against the plant's interlocks, no tile lost from
the books, no task left running.
"""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware_ctl.config.model import Config, Dice, Table
from hal.sim import DealSettings, ReaderSettings, SimSettings
from hal.sim.settings import FirmwareSettings
from tests.support.acts import Act, acts, perform
from tests.support.bench import FEW, Bench, Setup, play

STARTS = {
    "power-on": None,
    "a set inside": Bench.first_set,
    "walls up": Bench.walls_up,
    "in play": Bench.in_play,
}


DEALS = Setup(
    variant="CD",
    config=Config(table=Table(profile="auto-deal")),
    settings=SimSettings(deal=DealSettings(fitted=True)),
)
CUP = Config(dice=Dice(kind="cup"))
BARE = SimSettings(
    reader=ReaderSettings(fitted=False), firmware=FirmwareSettings(motor_current=False)
)
TABLES = {
    "electronic dice": FEW,
    "dice cup": replace(FEW, config=CUP),
    "no reader, no current": replace(FEW, settings=BARE),
    "deals hands": DEALS,
}


def _check(table: str, start: str, doings: list[Act]) -> None:
    async def scenario(bench: Bench) -> None:
        begin = STARTS[start]
        if begin is not None:
            await begin(bench)
        await perform(bench, doings)

    play(scenario, TABLES[table])


@settings(
    max_examples=160, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
@given(st.sampled_from(sorted(TABLES)), st.sampled_from(sorted(STARTS)), acts)
def test_no_sequence_of_acts_is_unsafe_or_left_without_an_answer(
    table: str, start: str, doings: list[Act]
) -> None:
    _check(table, start, doings)


@pytest.mark.soak
@settings(max_examples=20_000, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(sorted(TABLES)), st.sampled_from(sorted(STARTS)), acts)
def test_thousands_of_sequences_are_neither(table: str, start: str, doings: list[Act]) -> None:
    _check(table, start, doings)
