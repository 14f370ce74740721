"""Why a part did not arrive, from its switches, its motor's current and its time."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_ctl.core.arrivals import STALL_S, Codes, Trip, UsualWays, cause
from hal.events import Outcome
from hal.ids import Actuator, Direction

CODES = Codes("barred", "unclear", "unseen", "unsteady")
CRANK = Codes("barred", "unclear", "unseen", "unsteady", still="turns on", stops=False)
WAY_S = 3.0


def trip(
    *tries: tuple[Outcome, float], left: bool | None = True, whole: bool = True, free: bool = True
) -> Trip:
    gone = Trip(WAY_S, whole, left, free_back=free)
    for outcome, seconds in tries:
        gone.add(outcome, seconds)
    return gone


def stalled_at(share: float) -> tuple[Outcome, float]:
    return Outcome.STALLED, share * WAY_S + STALL_S


LATE = (Outcome.TIME_LIMIT, 5.9)


@pytest.mark.parametrize(
    ("gone", "code"),
    [
        pytest.param(trip(stalled_at(0.3), stalled_at(0.1)), "barred", id="half-way"),
        pytest.param(trip(stalled_at(0), left=False), "barred", id="never left"),
        pytest.param(trip(stalled_at(0.99), free=False), "barred", id="caught at the end"),
        pytest.param(trip(stalled_at(0.95), stalled_at(0.1)), "unseen", id="at the end"),
        pytest.param(trip(stalled_at(0.8)), "unclear", id="near the end"),
        pytest.param(trip(stalled_at(0.2), whole=False), "unclear", id="from nowhere"),
        pytest.param(trip(LATE, LATE, left=False), "E290", id="no current"),
        pytest.param(trip((Outcome.REACHED, 3.0)), "unsteady", id="lost again"),
    ],
)
def test_a_board_that_measures_current_tells_the_cause(gone: Trip, code: str) -> None:
    assert cause(gone, CODES, current=True) == code


@pytest.mark.parametrize(
    ("left", "code"), [(False, "barred"), (True, "unclear"), (None, "unclear")]
)
def test_without_current_only_the_switch_that_it_left_speaks(left: bool | None, code: str) -> None:
    assert cause(trip(LATE, LATE, left=left), CODES, current=False) == code


def test_a_crank_never_stops_by_itself_so_a_stall_bars_it() -> None:
    assert cause(trip(stalled_at(0.5), left=None), CRANK, current=True) == "barred"
    assert cause(trip(LATE, left=None), CRANK, current=True) == "turns on"


@given(st.floats(0, 0.74))
def test_what_stops_a_part_early_is_never_taken_for_a_blind_switch(share: float) -> None:
    assert cause(trip(stalled_at(share)), CODES, current=True) == "barred"


def test_a_long_way_without_a_stall_is_sluggish() -> None:
    assert trip(LATE, (Outcome.REACHED, 1.5)).is_sluggish
    assert not trip(stalled_at(0.5), (Outcome.REACHED, 4.0)).is_sluggish
    assert not trip((Outcome.REACHED, 3.5)).is_sluggish


def test_the_usual_way_is_learnt_and_begins_with_the_configured_one() -> None:
    ways = UsualWays()
    dome_up = (Actuator.DOME, Direction.FORWARD)
    assert ways.seconds(*dome_up, 3.0) == 3.0
    for _ in range(30):
        ways.learn(*dome_up, 2.5)
    assert ways.seconds(*dome_up, 3.0) == pytest.approx(2.5)
    assert ways.seconds(Actuator.DOME, Direction.REVERSE, 3.0) == 3.0
