"""A motor run by hand: in the test mode only, past no interlock, and off with every stop."""

import asyncio

from firmware_ctl.core.commands import Origin, Word
from firmware_ctl.core.jogging import HELD_MOST_MS, MOTORS
from firmware_ctl.core.states import Surface
from firmware_ctl.texts.catalogue import catalogue
from hal.ids import Actuator
from tests.support.bench import Bench, play


async def in_test_mode(bench: Bench) -> None:
    await bench.home()
    assert bench.say(Word.SERVICE, Origin.PANEL).ok
    assert bench.surface is Surface.SERVICE


def test_outside_the_test_mode_no_motor_is_run_by_hand() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.home()
        turned = len(bench.turned)
        assert bench.controller.jogging.begin("drum", "forward") == "no.jog-in-test"
        assert len(bench.turned) == turned

    play(scenario)


def test_it_runs_until_it_is_let_go() -> None:
    async def scenario(bench: Bench) -> None:
        await in_test_mode(bench)
        jogging = bench.controller.jogging
        assert jogging.begin("drum", "forward") is None
        await asyncio.sleep(1.0)
        assert jogging.running
        jogging.stop()
        await asyncio.sleep(1.0)
        assert not bench.controller.machinery.rig.moving(Actuator.DRUM)
        jogging.stop()

    play(scenario)


def test_the_board_ends_it_when_nobody_lets_go() -> None:
    async def scenario(bench: Bench) -> None:
        await in_test_mode(bench)
        assert bench.controller.jogging.begin("drum", "reverse") is None
        await asyncio.sleep(HELD_MOST_MS / 1000 + 2)
        assert not bench.controller.jogging.running

    play(scenario)


def test_what_an_interlock_forbids_is_told_in_words_and_not_done() -> None:
    async def scenario(bench: Bench) -> None:
        await in_test_mode(bench)
        jogging = bench.controller.jogging
        for motor in MOTORS:
            for direction in ("forward", "reverse"):
                why = jogging.begin(motor, direction)
                assert why is None or why in catalogue(), (motor, direction, why)
                await asyncio.sleep(0.3)
                jogging.stop()
                await asyncio.sleep(1.0)

    play(scenario)


def test_a_stop_ends_it_though_the_button_is_still_held() -> None:
    async def scenario(bench: Bench) -> None:
        await in_test_mode(bench)
        assert bench.controller.jogging.begin("drum", "forward") is None
        await asyncio.sleep(0.5)
        bench.say(Word.STOP)
        await asyncio.sleep(1.0)
        assert not bench.controller.machinery.rig.moving(Actuator.DRUM)

    play(scenario)


def test_a_motor_or_a_direction_that_is_none_is_told() -> None:
    async def scenario(bench: Bench) -> None:
        await in_test_mode(bench)
        none = (("drum", "sideways"), ("rocket", "forward"), ("dice_cup", "forward"))
        for motor, direction in none:
            assert bench.controller.jogging.begin(motor, direction) == "no.no-such-motor"

    play(scenario)
