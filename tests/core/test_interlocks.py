"""Which part may move when: the controller's own rules, asked before every motion."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_ctl.core.ends import OTHER_END, contradicted, stands_at
from firmware_ctl.core.interlocks import INTERLOCKS, RULES_OF, refusal
from hal.ids import (
    CAMS_HOME,
    LANES,
    PUSHERS,
    PUSHERS_HOME,
    STACKERS,
    TRAYS,
    TRAYS_DOWN,
    Actuator,
    Direction,
    Input,
)

SAFE = frozenset({Input.ESTOP_RELEASED, Input.TOP_CLOSED, Input.HATCH_CLOSED})
AT_HOME = SAFE | {Input.DOME_DOWN, *PUSHERS_HOME, *CAMS_HOME, *TRAYS_DOWN}
INSIDE = tuple(a for a in Actuator if a not in (Actuator.DOME, Actuator.DICE_CUP))
BOTH = tuple(Direction)

levels = st.frozensets(st.sampled_from(Input))
moving = st.frozensets(st.sampled_from(Actuator), max_size=4)


def why_not(
    actuator: Actuator,
    direction: Direction,
    on: frozenset[Input],
    busy: frozenset[Actuator] = frozenset(),
) -> str | None:
    return refusal(actuator, direction, lambda each: each in on, busy)


@pytest.mark.parametrize("actuator", Actuator)
@pytest.mark.parametrize("direction", BOTH)
def test_with_everything_safe_and_at_home_all_may_move(
    actuator: Actuator, direction: Direction
) -> None:
    assert why_not(actuator, direction, AT_HOME) is None


@pytest.mark.parametrize("guard", sorted(SAFE))
@pytest.mark.parametrize("actuator", Actuator)
def test_nothing_at_all_moves_while_a_guard_is_open(actuator: Actuator, guard: Input) -> None:
    for direction in BOTH:
        assert why_not(actuator, direction, AT_HOME - {guard})


@pytest.mark.parametrize("actuator", INSIDE)
def test_nothing_under_the_well_moves_unless_the_dome_is_known_to_be_down(
    actuator: Actuator,
) -> None:
    for on in (AT_HOME - {Input.DOME_DOWN}, AT_HOME | {Input.DOME_UP}):
        assert why_not(actuator, Direction.FORWARD, on)
    assert why_not(actuator, Direction.FORWARD, AT_HOME, frozenset({Actuator.DOME}))


@pytest.mark.parametrize("actuator", INSIDE)
def test_the_dome_stays_while_anything_under_it_moves(actuator: Actuator) -> None:
    for direction in BOTH:
        assert why_not(Actuator.DOME, direction, AT_HOME, frozenset({actuator}))


@pytest.mark.parametrize("side", LANES)
def test_a_push_plate_goes_out_only_over_a_lowered_tray_past_a_cam_at_home(side: int) -> None:
    out, back = Direction.FORWARD, Direction.REVERSE
    for needed in (TRAYS_DOWN[side], CAMS_HOME[side]):
        assert why_not(PUSHERS[side], out, AT_HOME - {needed})
        assert why_not(PUSHERS[side], back, AT_HOME - {needed}) is None
    for other in (STACKERS[side], TRAYS[side]):
        assert why_not(PUSHERS[side], out, AT_HOME, frozenset({other}))
        assert why_not(other, out, AT_HOME, frozenset({PUSHERS[side]}))
        assert why_not(other, out, AT_HOME - {PUSHERS_HOME[side]})


@given(st.sampled_from(Actuator), st.sampled_from(Direction), levels, moving)
def test_more_that_moves_never_allows_more(
    actuator: Actuator, direction: Direction, on: frozenset[Input], busy: frozenset[Actuator]
) -> None:
    if why_not(actuator, direction, on) is not None:
        assert why_not(actuator, direction, on, busy) is not None


def test_every_actuator_has_rules_and_every_rule_says_why() -> None:
    assert all(RULES_OF[actuator] for actuator in Actuator)
    assert all(rule.why for _, rule in INTERLOCKS)


@given(st.sampled_from(Input), levels)
def test_an_end_that_the_other_end_contradicts_is_not_stood_at(
    end: Input, on: frozenset[Input]
) -> None:
    def level(each: Input) -> bool:
        return each in on

    assert not (stands_at(end, level) and contradicted(end, level))
    if end in OTHER_END:
        assert OTHER_END[OTHER_END[end]] is end
        assert contradicted(end, level) is contradicted(OTHER_END[end], level)
