"""The bench of the wall check's detection: floors, intervals, and what its rows say."""

from math import inf

import numpy as np
import pytest

from benchmarks.integrity_detection import (
    QUICK,
    Job,
    drum,
    jobs,
    measure,
    median_interval,
    quantile,
    study,
)
from benchmarks.integrity_goals import GOALS, floor, scaled
from firmware_ctl.audit_lab.study import Course
from hal.sim.cheats import CHEATS

BY_NAME = {goal.cheat: goal for goal in GOALS}


@pytest.mark.parametrize(
    ("cheat", "deals"),
    [
        ("suit", 11.6), ("suit-varies", 33), ("ready", 1.0), ("ready-2nd", 2.3), ("ready-4th", 5.1),
        ("ready-8th", 11.5), ("pairs", 70), ("stack-one", 4.1), ("dice-20", 1210), ("dice-50", 206),
        ("dice-80", 85), ("dice-double", 56), ("dice-20-points", 40), ("sum-half", 21),
    ],
)  # fmt: skip
def test_floors_are_those_of_the_goals_page(cheat: str, deals: float) -> None:
    assert floor(BY_NAME[cheat], "GD") == pytest.approx(deals, rel=0.02)


def test_with_108_tiles_ready_hands_are_commoner_and_goals_later() -> None:
    assert floor(BY_NAME["suit"], "CD") == pytest.approx(12.4, abs=0.05)
    assert floor(BY_NAME["ready"], "CD") == pytest.approx(1.3, abs=0.05)
    assert scaled(20, BY_NAME["suit"], "GD") == 20
    assert scaled(20, BY_NAME["suit"], "CD") == 22


def test_every_goal_is_a_cheat_s_and_no_goal_is_below_its_floor() -> None:
    assert set(BY_NAME) <= set(CHEATS)
    for goal in GOALS:
        least = floor(goal, "GD")
        assert least is None or goal.median >= least
        assert goal.most > goal.ninety >= goal.median


def test_a_quantile_of_tables_that_were_never_found_is_infinite() -> None:
    deals = np.array([3, 0, 5, 0])
    assert quantile(deals, 0.5) == 5
    assert quantile(deals, 0.9) == inf


def test_the_median_lies_in_its_interval() -> None:
    deals = np.arange(1, 201)
    low, high = median_interval(deals)
    assert low < quantile(deals, 0.5) < high
    assert (low, high) == (87, 115)


def test_a_drum_turns_red_by_the_sooner_of_its_two_ways() -> None:
    crossed = {"red-a": np.array([5, 0, 7, 0]), "red-b": np.array([0, 4, 3, 0])}
    assert drum(Course(crossed, {}, 9)).tolist() == [5, 4, 3, 0]


def test_every_study_has_a_seed_of_its_own() -> None:
    wanted = [(job.variant, job.seed, job.one_set) for job in jobs(QUICK)]
    assert len(wanted) == len(set(wanted))


def test_a_study_is_the_same_each_time() -> None:
    job = Job("cheat 136", "GD", 3, 6, 1, cheat="fixed-hand", until=("red",))
    first, second = study(job), study(job)
    assert (first.course.crossed["red"] == second.course.crossed["red"]).all()
    assert (first.course.crossed["red"] > 0).all()


@pytest.mark.soak
def test_a_thin_slice_meets_its_bars() -> None:
    report = measure(QUICK)
    assert {row.verdict.value for row in report.rows if row.peer == "none"} == {"met"}
    assert len(report.notes) > 10
