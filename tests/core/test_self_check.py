"""The self-check after the table was moved: parts, eyes and keys compared with what was before."""

import asyncio
from dataclasses import asdict

import pytest

from firmware_ctl.config.model import Config, Table
from firmware_ctl.core.arrivals import UsualWays
from firmware_ctl.core.commands import Origin, Word
from firmware_ctl.core.self_check import KEYS, Stage
from firmware_ctl.core.states import Surface
from firmware_ctl.core.trials import SELF_CHECK
from firmware_ctl.service_report import report
from hal.ids import DEALERS, KEYS_DICE, KEYS_LIFT, Actuator, Direction, Input
from hal.sim import DealSettings, SimSettings
from tests.support.bench import Bench, Setup, play

DEALS = Setup(
    variant="CD",
    config=Config(table=Table(profile="auto-deal")),
    settings=SimSettings(deal=DealSettings(fitted=True)),
)


async def begun(bench: Bench) -> None:
    """Enter the test mode and begin the check there."""
    bench.do(Word.SERVICE)
    bench.do(Word.SELF_CHECK, Origin.CLI)


async def pressing(bench: Bench, without: tuple[Input, ...] = ()) -> None:
    """Press each key when it is asked for, until the check is over."""
    pressed: set[str] = set()

    def over() -> bool:
        view = bench.controller.snapshot().self_check
        assert view is not None
        if view.key is not None and view.key not in pressed:
            pressed.add(view.key)
            key = next(key for key in KEYS if key.label == view.key)
            if key not in without:
                bench.table.plant.press(key)
        return view.stage in (Stage.DONE.value, Stage.BROKEN_OFF.value)

    await bench.until(over)
    await asyncio.sleep(0.1)


async def checked(bench: Bench, without: tuple[Input, ...] = ()) -> tuple[str, ...]:
    """Run a whole check and return what it found."""
    await begun(bench)
    await pressing(bench, without)
    view = bench.controller.snapshot().self_check
    assert view is not None and view.stage == Stage.DONE.value
    assert bench.driven == []
    return view.found


async def known(bench: Bench) -> None:
    """Learn how long all ways take: a check of a table that is well."""
    assert await checked(bench) == ()
    bench.do(Word.SERVICE)


def test_a_table_that_is_well_passes_and_everything_was_compared() -> None:
    async def scenario(bench: Bench) -> None:
        await known(bench)
        assert await checked(bench) == ()
        view = bench.controller.snapshot().self_check
        assert view is not None
        assert view.compared == 1 + 2 * 4 + 4, "dome, trays, push plates, eyes"
        assert "nothing found" in view.text
        assert bench.codes == []
        bench.do(Word.SERVICE)
        await bench.home()
        assert bench.surface is Surface.READY

    play(scenario)


@pytest.mark.parametrize(
    ("part", "where"), [("dome", "dome"), ("tray_axis", "tray.2"), ("pusher", "pusher.2")]
)
def test_a_switch_that_has_shifted_is_told_with_its_part(part: str, where: str) -> None:
    async def scenario(bench: Bench) -> None:
        await known(bench)
        plant = bench.table.plant
        axis = plant.dome if part == "dome" else getattr(plant.sides[2], part)
        axis.sluggish = 0.75  # the switch closes after three quarters of the way
        assert await checked(bench) == (f"E207 {where}",)
        fault = await bench.fault("E207")
        assert (fault.holds, fault.side) == ("nothing", None if part == "dome" else 2)
        assert [step.act for step in fault.steps] == ["mend-switch", "mend-switch", None]
        assert fault.steps[0].place != fault.steps[1].place

    play(scenario)


def test_a_blind_switch_is_told_and_the_other_sides_are_looked_at_all_the_same() -> None:
    async def scenario(bench: Bench) -> None:
        await known(bench)
        bench.table.faults.set("tray-down-sensor-dead", "1")
        bench.table.plant.sides[3].pusher.sluggish = 0.75
        assert await checked(bench) == ("E221 tray.1", "E207 pusher.3")
        assert {fault.holds for fault in bench.faults} == {"nothing"}
        assert bench.surface is Surface.SERVICE

    play(scenario)


def test_an_eye_that_was_knocked_out_of_line_is_told_before_it_fails() -> None:
    async def scenario(bench: Bench) -> None:
        await known(bench)
        bench.table.faults.set("eye-dirty", "0", 0.25)
        assert await checked(bench) == ("E411 0",)

    play(scenario)


def test_each_dead_key_is_named() -> None:
    async def scenario(bench: Bench) -> None:
        dead = (KEYS_LIFT[1], KEYS_DICE[2])
        assert await checked(bench, without=dead) == tuple(f"E606 {key.label}" for key in dead)
        assert bench.codes == ["E606", "E606"]
        assert [fault.steps[0].place for fault in bench.faults] == [key.label for key in dead]

    play(scenario)


def test_without_a_time_from_before_a_way_is_tried_but_not_judged() -> None:
    async def scenario(bench: Bench) -> None:
        bench.table.plant.dome.sluggish = 0.75
        assert await checked(bench) == ()
        view = bench.controller.snapshot().self_check
        assert view is not None and view.compared < 1 + 2 * 4 + 4

    play(scenario)


def test_a_key_pressed_for_the_check_does_nothing_else() -> None:
    async def scenario(bench: Bench) -> None:
        await begun(bench)
        number = bench.controller.snapshot().test
        for word in (Word.LIFT, Word.DICE, Word.TEST):
            bench.do(word)
        view = bench.controller.snapshot()
        assert (view.test, view.phase) == (number, "phase.self-check")
        assert view.self_check is not None and view.self_check.stage == Stage.MOVING.value

    play(scenario)


@pytest.mark.parametrize("word", [Word.SELF_CHECK, Word.STOP, Word.SERVICE])
def test_it_is_broken_off_by_its_own_word_a_stop_or_the_end_of_the_test_mode(word: Word) -> None:
    async def scenario(bench: Bench) -> None:
        await begun(bench)
        await bench.until(lambda: Actuator.DOME in bench.driven)
        bench.do(word)
        await asyncio.sleep(1)
        assert bench.driven == []
        view = bench.controller.snapshot().self_check
        assert view is not None and view.stage == Stage.BROKEN_OFF.value

    play(scenario)


def test_an_open_top_breaks_it_off_with_everything_off() -> None:
    async def scenario(bench: Bench) -> None:
        await begun(bench)
        await bench.until(lambda: Actuator.DOME in bench.driven)
        bench.table.plant.set_top(is_open=True)
        await bench.fault("E502")
        await asyncio.sleep(1)
        assert bench.driven == []
        view = bench.controller.snapshot().self_check
        assert view is not None and view.stage == Stage.BROKEN_OFF.value

    play(scenario)


def test_outside_of_the_test_mode_and_from_room_or_broker_it_is_refused() -> None:
    async def scenario(bench: Bench) -> None:
        assert not bench.say(Word.SELF_CHECK).ok
        bench.do(Word.SERVICE)
        for origin in (Origin.REMOTE, Origin.MQTT):
            assert not bench.say(Word.SELF_CHECK, origin).ok
        assert bench.controller.snapshot().self_check is None

    play(scenario)


def test_at_the_panel_it_is_the_number_after_all_tests() -> None:
    async def scenario(bench: Bench) -> None:
        bench.do(Word.SERVICE)
        bench.do(Word.TEST, number=15)
        bench.do(Word.DICE, side=0)
        assert bench.controller.snapshot().test == SELF_CHECK
        bench.do(Word.LIFT)
        assert bench.controller.snapshot().phase == "phase.self-check"

    play(scenario)


def test_a_table_that_deals_turns_its_hand_trays_too() -> None:
    async def scenario(bench: Bench) -> None:
        assert await checked(bench) == ()
        turned = {turn.actuator for turn in bench.turned}
        assert set(DEALERS) <= turned

    play(scenario, DEALS)


def test_what_it_found_is_in_the_service_report() -> None:
    async def scenario(bench: Bench) -> None:
        await checked(bench, without=(KEYS_LIFT[0],))
        told = report(bench.controller.snapshot().as_json(), {})
        view = bench.controller.snapshot().self_check
        assert view is not None
        assert told["table"]["self_check"] == asdict(view)
        assert view.found == (f"E606 {KEYS_LIFT[0].label}",)

    play(scenario)


def test_usual_ways_outlive_a_start_and_unknown_ones_are_left_out() -> None:
    first, second = UsualWays(), UsualWays()
    first.learn(Actuator.DOME, Direction.FORWARD, 2.5)
    second.restore({**first.kept(), "lid.forward": 1.0})
    assert first.kept() == second.kept() == {"dome.forward": 2.5}
    assert second.learnt(Actuator.DOME, Direction.FORWARD) == 2.5
    assert second.learnt(Actuator.DOME, Direction.REVERSE) is None
