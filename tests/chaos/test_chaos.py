"""Chaos: whatever happens together, nothing moves where hands may be, no tile is lost, none stuck.

The slice plays one evening of a few hands of each kind; ten thousand hands are
``mjtable sim --chaos 10000 --seed 1``.
"""

import pytest

from firmware_ctl.chaos import EVENING, chaos, evenings, report
from firmware_ctl.chaos_evening import Outcome, play_evening
from firmware_ctl.simulated_log import FaultRecord

HANDS = 5


CLEAN = ((2, False), (2, True), (3, False), (3, True))
"""Evenings, each with or without a record, in which every fault must be explained."""


@pytest.mark.parametrize(("seed", "recorded"), CLEAN)
def test_an_evening_of_chaos_hurts_nobody_loses_nothing_goes_on_and_explains_every_fault(
    seed: int, *, recorded: bool
) -> None:
    outcome = play_evening(seed, HANDS, recorded=recorded)
    assert (outcome.unsafe, outcome.lost, outcome.stuck, outcome.broken) == (0, "", "", ())
    assert [fault for fault in outcome.faults if not fault.explained] == []


def test_an_evening_can_be_played_again_from_its_seed() -> None:
    first, second = (play_evening(4, 1, recorded=True) for _ in range(2))
    assert first == second


def test_something_happens() -> None:
    outcome = play_evening(12, HANDS, recorded=True)
    assert outcome.commands
    assert outcome.injected
    assert outcome.power_cuts


def test_a_run_is_split_into_evenings_with_seeds_of_their_own() -> None:
    jobs = list(evenings(2 * EVENING + 3, 5))
    assert [hands for _, hands, _ in jobs] == [EVENING, EVENING, 3]
    assert len({seed for seed, _, _ in jobs}) == 3
    assert not {seed for seed, _, _ in jobs} & {seed for seed, _, _ in evenings(1000, 6)}


def _outcome(**what: object) -> Outcome:
    values: dict[str, object] = {
        "seed": 9, "hands": 3, "virtual_s": 1.0, "unsafe": 0, "commands": 0, "injected": 0,
        "power_cuts": 0, "technicians": 0, "faults": (), **what,
    }  # fmt: skip
    return Outcome(**values)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("what", "says"),
    [
        ({"unsafe": 2}, "2 motor commands"),
        ({"lost": "tile 7 is gone"}, "tile 7 is gone"),
        ({"stuck": "no fault told"}, "stuck after 3 hands: no fault told"),
        ({"broken": ("KeyError",)}, "KeyError"),
        (
            {"faults": (FaultRecord("E201", "dome", 4.0, False, False, True, False),)},
            "E201 dome at 4.0 s comes of nothing",
        ),
    ],
)
def test_what_must_not_be_is_told_with_the_seed_of_its_evening(
    what: dict[str, object], says: str
) -> None:
    told = report([_outcome(**what)], 1, 0.0)
    assert not told.is_clean
    assert told.trouble == (f"evening 9: {says}",) or says in told.trouble[0]


def test_a_clean_run_says_so() -> None:
    assert report([_outcome()], 1, 0.0).is_clean


@pytest.mark.soak
def test_a_thousand_hands_of_chaos() -> None:
    told = chaos(1000, 1, lambda _: None)
    assert told.is_clean, told.trouble
