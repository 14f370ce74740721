"""Reminders before trouble: dirty eyes, long running, cleaning, jams by set and lane, keys."""

import asyncio

import pytest

from firmware_ctl.config.model import Care
from firmware_ctl.core.eyes import Eyes
from firmware_ctl.core.faults import StepFault
from firmware_ctl.core.jams import JamBook, LoadJams
from firmware_ctl.core.keys import BOUNCES, STUCK_S, KeyWatch
from firmware_ctl.core.maintenance import CareBook, Maintenance
from hal.ids import Actuator, Input
from hal.sim import run_virtual
from tests.support.bench import Bench, play

NONE = (0, 0, 0, 0)
CARE = Care(run_hours=2, rest_minutes=10, clean_hands=50)
HOUR_S = 3600.0


def codes(faults: tuple[StepFault, ...]) -> list[tuple[str, object]]:
    return [(f.kind.code, f.values.get("set", f.side)) for f in faults]


def test_an_eye_is_told_once_when_it_has_lost_its_contrast_and_again_after_cleaning() -> None:
    levels: list[int | None] = [160, 160, None, 160]
    eyes = Eyes(lambda: levels, 60)
    assert eyes.newly_dirty() == ()
    levels[1] = 480
    assert (eyes.percent(1), eyes.newly_dirty()) == (62, ())
    levels[1] = 520
    told = eyes.newly_dirty()
    assert codes(told) == [("E411", 1)]
    assert told[0].values == {"percent": 57, "level": 520, "usual": 160}
    assert not eyes.is_clean(1)
    assert eyes.newly_dirty() == ()
    levels[1] = 170
    assert eyes.newly_dirty() == ()
    levels[1] = 900
    assert codes(eyes.newly_dirty()) == [("E411", 1)]


def test_an_eye_that_cannot_be_measured_counts_as_clean() -> None:
    eyes = Eyes(lambda: (None,) * 4, 60)
    assert eyes.newly_dirty() == ()
    assert (eyes.is_clean(0), eyes.percent(0)) == (True, None)


def test_a_table_that_runs_on_and_on_asks_for_a_rest_once_a_run() -> None:
    book = CareBook(CARE)
    told = [book.ran(Actuator.DRUM, 30, at * 60.0) for at in range(0, 200, 5)]
    asked = [fault for fault in told if fault is not None]
    assert [fault.kind.code for fault in asked] == ["E506"]
    assert [told.index(fault) * 5 for fault in asked] == [120]


def test_a_rest_begins_the_run_anew() -> None:
    book = CareBook(CARE)
    at = 0.0
    for _ in range(10):
        for _ in range(23):
            at += 300
            assert book.ran(Actuator.DRUM, 30, at) is None
        at += 15 * 60


def test_cleaning_is_asked_for_after_so_many_hands_and_the_count_starts_anew() -> None:
    book = CareBook(CARE)
    told = [book.loaded(NONE) for _ in range(60)]
    assert [i for i, fault in enumerate(told, 1) if fault is not None] == [50]
    book.cleaned()
    again = [book.loaded(NONE) for _ in range(50)]
    assert [i for i, fault in enumerate(again, 1) if fault is not None] == [50]


def test_counters_go_on_from_what_was_kept() -> None:
    first, second = CareBook(CARE), CareBook(CARE)
    first.ran(Actuator.STACKER_1, 2.5, 10.0)
    first.loaded((0, 2, 0, 0))
    kept = first.now((160, 160, None, 160), {"dome.forward": 3.0})
    assert kept == Maintenance(
        1,
        0,
        {"belt.1": 2.5, "stacker.1": 2.5},
        (0, 2, 0, 0),
        (160, 160, None, 160),
        {"dome.forward": 3.0},
    )
    second.restore(kept)
    second.ran(Actuator.BELT_1, 1.5, 20.0)
    assert second.now(kept.eyes_new, kept.ways).motor_s == {"belt.1": 4.0, "stacker.1": 2.5}
    assert second.counters()["jams.1"] == 2


def test_the_tile_set_is_blamed_where_it_alone_jams_and_the_machine_where_both_do() -> None:
    book = JamBook()
    assert book.add(LoadJams("A", (1, 0, 0, 0))) == ()
    assert book.add(LoadJams("B", NONE)) == ()
    assert book.add(LoadJams("A", (0, 0, 1, 0))) == ()
    assert codes(book.add(LoadJams("B", NONE))) == [("E334", "A")]
    assert book.add(LoadJams("A", NONE)) == (), "told once"
    assert book.add(LoadJams("B", (2, 0, 0, 0))) != ()
    both = JamBook()
    both.add(LoadJams("A", (0, 2, 0, 0)))
    assert codes(both.add(LoadJams("B", (0, 1, 0, 0)))) == [("E335", 1)]


def test_one_lane_that_jams_again_and_again_in_one_load_tells_nothing_of_the_set() -> None:
    book = JamBook()
    for load in (LoadJams("A", (0, 4, 0, 0)), LoadJams("B", NONE), LoadJams("A", NONE)):
        assert book.add(load) == ()
    assert book.add(LoadJams("B", NONE)) == ()


def test_tiles_that_several_eyes_miss_are_the_sets_fault_once() -> None:
    book = JamBook([LoadJams("B", NONE)])
    assert book.blind("A", 1) is None
    told = book.blind("A", 2)
    assert told is not None and codes((told,)) == [("E334", "A")]
    assert book.blind("A", 3) is None, "told once"


def test_where_the_other_set_was_missed_too_it_takes_three_eyes() -> None:
    book = JamBook([LoadJams("B", NONE, blind=2)])
    assert book.blind("A", 2) is None
    assert book.blind("A", 3) is not None


def test_one_set_alone_is_not_blamed_before_the_other_has_run() -> None:
    book = JamBook()
    assert [book.add(LoadJams("A", (3, 0, 0, 0))) for _ in range(4)] == [()] * 4


@pytest.mark.parametrize(("held_s", "told"), [(STUCK_S - 1, []), (STUCK_S + 1, ["E604"])])
def test_a_key_that_is_held_too_long_hangs(held_s: float, told: list[str]) -> None:
    async def check() -> list[str]:
        heard: list[StepFault] = []
        keys = KeyWatch(heard.append)
        keys.changed(Input.KEY_LIFT_0, 0.0, pressed=True)
        await asyncio.sleep(held_s)
        keys.changed(Input.KEY_LIFT_0, held_s, pressed=False)
        await asyncio.sleep(2 * STUCK_S)
        keys.stop()
        return [fault.kind.code for fault in heard]

    assert run_virtual(check()) == told


@pytest.mark.parametrize(("gap_s", "told"), [(0.1, ["E605"]), (0.5, [])])
def test_a_key_that_chatters_is_told_and_one_that_is_pressed_often_is_not(
    gap_s: float, told: list[str]
) -> None:
    async def check() -> list[str]:
        heard: list[StepFault] = []
        keys = KeyWatch(heard.append)
        for change in range(BOUNCES):
            keys.changed(Input.KEY_DICE_2, change * gap_s, pressed=change % 2 == 0)
        keys.stop()
        return [fault.kind.code for fault in heard]

    assert run_virtual(check()) == told


def test_the_snapshot_counts_what_wears_the_table() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.first_set()
        counters = bench.controller.snapshot().counters
        assert counters["hands_since_cleaning"] == 1
        assert counters["motor_s.drum"] > 5
        assert counters["motor_s.belt.0"] == counters["motor_s.stacker.0"] or (
            counters["motor_s.belt.0"] > counters["motor_s.stacker.0"]
        )
        kept = bench.controller.machinery.upkeep.now()
        assert kept.eyes_new == (160, 160, 160, 160)
        bench.controller.machinery.upkeep.restore(kept)
        assert bench.controller.machinery.upkeep.now() == kept

    play(scenario)
