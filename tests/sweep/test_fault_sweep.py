"""Every fault at every moment of a cycle: hands are played on, or the right code stands still.

The thin slice sets every fourth fault once, at a moment of its own; the soak sets each at every
quarter of a second of a cycle on both kinds of machine.
"""

import pytest

from firmware_ctl.fault_page import NEEDED, page
from firmware_ctl.fault_sweep import (
    CYCLE_S,
    STEP_S,
    VARIANTS,
    Ending,
    Result,
    Row,
    Trial,
    matrix,
    run_trial,
    sweep,
    trials,
)
from firmware_ctl.simulated_faults import CODES
from hal.sim import FAULT_KINDS

HARMFUL = frozenset({Ending.STUCK, Ending.UNSAFE, Ending.LOST})
"""No run may end so."""

SLICE = [
    Trial(kind.name, (7 * number + 3) % round(CYCLE_S), "auto-deal" if number % 8 else "four-port")
    for number, kind in enumerate(FAULT_KINDS)
    if number % 4 == 0 and (number % 8 or not kind.deals)
]


@pytest.mark.parametrize("trial", SLICE, ids=lambda trial: f"{trial.fault} {trial.profile}")
def test_a_fault_at_some_moment_neither_hangs_nor_hurts_nor_loses_a_tile(trial: Trial) -> None:
    result = run_trial(trial)
    assert result.ending not in HARMFUL, result


def test_two_runs_of_one_trial_are_equal() -> None:
    trial = Trial("stacker-jam", 20.0, "four-port")
    assert run_trial(trial) == run_trial(trial)


def test_a_jam_is_named_exactly_and_played_on() -> None:
    result = run_trial(Trial("stacker-jam", 20.0, "four-port"))
    assert result.ending is Ending.EXACT
    assert result.codes[0] == "E204"


def test_the_trials_are_every_fault_at_every_step_of_the_cycle_on_both_machines() -> None:
    all_ = list(trials(STEP_S))
    assert {trial.fault for trial in all_} == {kind.name for kind in FAULT_KINDS}
    assert {trial.profile for trial in all_} == set(VARIANTS)
    times = sorted({trial.at_s for trial in all_})
    assert times == [number * STEP_S for number in range(round(CYCLE_S / STEP_S))]
    deals = {kind.name for kind in FAULT_KINDS if kind.deals}
    assert not any(trial.fault in deals for trial in all_ if trial.profile == "four-port")


def _result(fault: str, ending: Ending) -> Result:
    return Result(Trial(fault, 1.0, "four-port"), ending, ("E201",), "")


def test_the_matrix_counts_what_was_named_among_what_was_told() -> None:
    endings = [Ending.EXACT, Ending.EXACT, Ending.ASKED, Ending.UNTOLD, Ending.WRONG]
    (row,) = matrix([_result("dome-stuck", ending) for ending in endings])
    assert isinstance(row, Row)
    assert (row.runs, row.told, row.named) == (5, 4, 3)


def test_the_page_names_the_share_and_the_runs_that_should_not_be_so() -> None:
    results = [_result("dome-stuck", Ending.EXACT), _result("eye-dead", Ending.STUCK)]
    text = page(results, 5.0, "mjtable sim --matrix 5")
    assert "`mjtable sim --matrix 5`" in text
    assert "50.0 %" in text
    assert "- `eye-dead` at 1 s, four-port: stuck (E201)" in text


def test_whatever_no_sensor_sees_is_said_with_what_would_be_needed() -> None:
    assert set(NEEDED) == {kind.name for kind in FAULT_KINDS if not kind.sensed}


def test_every_kind_has_its_code_and_every_code_its_kind() -> None:
    assert set(CODES) == {kind.name for kind in FAULT_KINDS}


@pytest.mark.soak
@pytest.mark.parametrize("profile", VARIANTS)
def test_every_fault_at_every_quarter_of_a_second_does_no_harm(profile: str) -> None:
    results = sweep(list(trials(STEP_S, (profile,))), lambda _: None)
    assert [result for result in results if result.ending in HARMFUL] == []
