"""Whatever is said and done, in any order: nothing unsafe, no exception, always an answer.

``play`` judges each run at its end: no command against the plant's interlocks, no tile lost from
the books, no task left running.
"""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.acts import Act, acts, perform
from tests.support.bench import FEW, Bench, play

STARTS = {
    "power-on": None,
    "a set inside": Bench.first_set,
    "walls up": Bench.walls_up,
    "in play": Bench.in_play,
}


def _check(start: str, doings: list[Act]) -> None:
    async def scenario(bench: Bench) -> None:
        begin = STARTS[start]
        if begin is not None:
            await begin(bench)
        await perform(bench, doings)

    play(scenario, FEW)


@settings(
    max_examples=250, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
@given(st.sampled_from(sorted(STARTS)), acts)
def test_no_sequence_of_acts_is_unsafe_or_left_without_an_answer(
    start: str, doings: list[Act]
) -> None:
    _check(start, doings)


@pytest.mark.soak
@settings(max_examples=20_000, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(sorted(STARTS)), acts)
def test_thousands_of_sequences_are_neither(start: str, doings: list[Act]) -> None:
    _check(start, doings)
