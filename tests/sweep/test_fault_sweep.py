"""Every fault at every moment of a cycle: hands are played on, or the right code stands still.

The thin slice sets every fourth fault once, at a moment of its own; the soak sets each at every
quarter of a second of a cycle on both kinds of machine.
"""

from functools import cache

import pytest

from firmware_ctl import fault_sweep
from firmware_ctl.fault_page import NEEDED, page
from firmware_ctl.fault_sweep import (
    CYCLE_S,
    HARMFUL,
    NO_WORD,
    STEP_S,
    VARIANTS,
    Ending,
    Result,
    Row,
    Trial,
    matrix,
    run_trial,
    share,
    shortcomings,
    sweep,
    trials,
)
from firmware_ctl.simulated_faults import CODES
from firmware_ctl.simulation import Evening
from hal.ids import Actuator
from hal.sim import FAULT_KINDS

SLICE = [
    Trial(kind.name, (7 * number + 3) % round(CYCLE_S), "auto-deal" if number % 8 else "four-port")
    for number, kind in enumerate(FAULT_KINDS)
    if number % 4 == 0 and (number % 8 or not kind.deals)
]


SLICE_SHARE = 0.9
"""Nineteen runs are few: one that is not named exactly is a twentieth."""

run_once = cache(run_trial)


@pytest.mark.parametrize("trial", SLICE, ids=lambda trial: f"{trial.fault} {trial.profile}")
def test_a_fault_at_some_moment_neither_hangs_nor_hurts_nor_loses_a_tile(trial: Trial) -> None:
    result = run_once(trial)
    assert result.ending not in HARMFUL, result


def test_in_the_slice_no_wrong_code_is_told_and_nearly_every_cause_is_named() -> None:
    assert shortcomings([run_once(trial) for trial in SLICE], SLICE_SHARE) == []


def test_two_runs_of_one_trial_are_equal() -> None:
    trial = Trial("stacker-jam", 20.0, "four-port")
    assert run_trial(trial) == run_trial(trial)


def test_a_jam_is_named_exactly_and_played_on() -> None:
    result = run_trial(Trial("stacker-jam", 20.0, "four-port"))
    assert result.ending is Ending.EXACT
    assert result.codes[0] == "E204"


def test_a_push_in_which_the_supply_ended_is_not_asked_for_again() -> None:
    """The cam had pushed when the supply went, and nobody heard of it: no tile is missing."""
    result = run_trial(Trial("supply-dead", 18.0, "auto-deal"))
    assert result.ending is Ending.EXACT, result
    assert not {"E301", "E320"} & set(result.codes)


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


@pytest.mark.parametrize("ending", [*sorted(HARMFUL), Ending.WRONG, Ending.TECHNICIAN])
def test_a_sweep_fails_for_one_run_that_ends_as_none_may(ending: Ending) -> None:
    well = [_result("dome-stuck", Ending.EXACT)] * 99
    assert shortcomings(well) == []
    (told,) = shortcomings([*well, _result("eye-dead", ending)])
    assert told.startswith(f"eye-dead at 1 s, four-port: {ending} (E201)")


def test_a_technician_may_be_needed_for_listed_faults_alone() -> None:
    results = [_result("dome-stuck", Ending.EXACT)] * 99
    results += [_result("eye-dead", Ending.TECHNICIAN)]
    assert shortcomings(results, left_to_technicians=["eye-dead"]) == []
    assert shortcomings(results, left_to_technicians=["eye-ghosts"]) != []


@pytest.mark.parametrize("ending", [Ending.RELATED, Ending.UNTOLD])
def test_a_sweep_fails_where_too_few_causes_are_named(ending: Ending) -> None:
    def of_a_hundred(vague: int) -> list[Result]:
        well = [_result("dome-stuck", Ending.EXACT)] * (60 - vague)
        well += [_result("eye-dead", Ending.ASKED)] * 40
        return well + [_result("dome-stuck", ending)] * vague

    assert shortcomings(of_a_hundred(5)) == []
    assert shortcomings(of_a_hundred(6)) == ["named exactly: 94.0 %, less than 95 %"]


def test_silence_counts_but_where_nothing_need_be_told_or_nothing_can_be_seen() -> None:
    silent = {kind.name: [_result(kind.name, Ending.UNTOLD)] * 2 for kind in FAULT_KINDS}
    for kind in FAULT_KINDS:
        named = share(matrix([*silent[kind.name], _result(kind.name, Ending.EXACT)]))
        spoken = kind.name in NO_WORD or not kind.sensed
        assert named == pytest.approx(1.0 if spoken else 1 / 3)
    assert set(NO_WORD) <= {kind.name for kind in FAULT_KINDS if kind.sensed}


def test_a_table_whose_motors_run_when_all_is_played_is_told_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def plays(night: Evening, trial: Trial) -> str:
        await night.power_on()
        night.table.plant.motors.drive[Actuator.DRUM] = 1
        return ""

    monkeypatch.setattr(fault_sweep, "_play", plays)
    result = run_trial(Trial("dome-stuck", 1.0, "four-port"))
    assert (result.ending, result.why) == (Ending.MOVES, "drum")


def test_the_matrix_counts_what_was_named_among_what_was_told() -> None:
    endings = [Ending.EXACT, Ending.EXACT, Ending.ASKED, Ending.UNTOLD, Ending.WRONG]
    (row,) = matrix([_result("dome-stuck", ending) for ending in endings])
    assert isinstance(row, Row)
    assert (row.runs, row.told, row.counted, row.named) == (5, 4, 5, 3)


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
def test_every_fault_at_every_quarter_of_a_second_is_named_and_does_no_harm(profile: str) -> None:
    results = sweep(list(trials(STEP_S, (profile,))), lambda _: None)
    assert shortcomings(results) == []
