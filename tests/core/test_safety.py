"""Emergency stop (急停), table top and hatch: off at once, latched, and nothing by itself."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from firmware_ctl.config.model import Config, Safety
from firmware_ctl.core.commands import Origin, Word
from firmware_ctl.core.estop import EStop, EStopLatch
from firmware_ctl.core.faults import KINDS
from firmware_ctl.core.states import Load, Surface
from hal.ids import Input
from hal.sim import SimSettings
from hal.sim.plant import Plant
from hal.sim.settings import StartSettings
from tests.support.bench import FEW, Bench, play


@dataclass(frozen=True, slots=True)
class Guard:
    """A safety device: how it is opened and closed, and the fault that it raises."""

    code: str
    open: Callable[[Plant], None]
    close: Callable[[Plant], None]


TOP = Guard("E502", lambda p: p.set_top(is_open=True), lambda p: p.set_top(is_open=False))
HATCH = Guard("E503", lambda p: p.set_hatch(is_open=True), lambda p: p.set_hatch(is_open=False))
BUTTON = Guard("E501", lambda p: p.set_estop(pressed=True), lambda p: p.set_estop(pressed=False))
GUARDS = (TOP, HATCH, BUTTON)


@pytest.mark.parametrize("guard", GUARDS, ids=lambda guard: guard.code)
def test_a_guard_stops_everything_and_is_left_only_by_mending_acknowledging_homing(
    guard: Guard,
) -> None:
    async def scenario(bench: Bench) -> None:
        await bench.first_set()
        await bench.push_in_a_set()
        await bench.until(lambda: bench.surface is Surface.RAISING and bench.load is Load.LOADING)
        guard.open(bench.table.plant)
        assert bench.driven == []
        told = await bench.fault(guard.code, limit_s=1)
        assert told.recover == ("ack", "home")
        assert told.do

        turned = len(bench.turned)
        refused = bench.say(Word.ACK, fault=told.id)
        assert not refused.ok
        assert told.cause in refused.why
        for word in (Word.HOME, Word.RESUME, Word.LIFT):
            assert not bench.say(word).ok
        guard.close(bench.table.plant)
        await bench.until(lambda: bench.table.board.level(_input_of(guard)))
        for word in (Word.HOME, Word.RESUME, Word.LIFT):
            assert not bench.say(word).ok
        bench.do(Word.ACK, fault=told.id)
        assert bench.surface is Surface.UNHOMED
        assert not bench.say(Word.RESUME).ok
        assert len(bench.turned) == turned
        await bench.go_on(lambda: bench.surface is Surface.WALLS_UP and bench.load is Load.COMPLETE)
        assert bench.stacks_up == bench.stacks_inside == [5, 4, 5, 4]

    play(scenario)


def _input_of(guard: Guard) -> Input:

    safe = KINDS[guard.code].safe
    assert safe is not None
    return safe


@pytest.mark.parametrize("guard", GUARDS, ids=lambda guard: guard.code)
def test_a_guard_that_is_open_at_power_on_is_an_ordinary_state(guard: Guard) -> None:
    pressed = guard is BUTTON

    async def scenario(bench: Bench) -> None:
        if not pressed:
            guard.open(bench.table.plant)
        await bench.fault(guard.code, limit_s=2)
        assert not bench.say(Word.HOME).ok
        assert bench.turned == []
        guard.close(bench.table.plant)
        await bench.go_on(lambda: bench.surface is Surface.READY, limit_s=60)

    start = StartSettings(estop_pressed=pressed)
    play(scenario, replace(FEW, settings=SimSettings(start=start)))


def test_the_stop_of_any_origin_switches_off_in_the_very_call() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.home()
        for origin in Origin:
            await bench.push_in_a_set() if origin is Origin.PANEL else bench.do(Word.RESUME)
            await bench.until(lambda: len(bench.driven) > 1)
            assert bench.controller.stop(origin).ok
            assert bench.driven == []
            assert bench.surface is Surface.PAUSED
            assert bench.controller.snapshot().reason == "stopped"

    play(scenario)


def test_a_stop_is_taken_in_every_state_and_twice() -> None:
    async def scenario(bench: Bench) -> None:
        for _ in range(2):
            bench.do(Word.STOP)
        assert bench.is_in(Surface.UNHOMED)
        bench.table.plant.set_estop(pressed=True)
        await bench.fault("E501")
        bench.do(Word.STOP)
        assert bench.is_in(Surface.ESTOPPED)
        bench.table.plant.set_estop(pressed=False)
        await bench.go_on(lambda: bench.surface is Surface.READY)
        bench.do(Word.STOP)
        assert bench.is_in(Surface.PAUSED)
        bench.do(Word.RESUME)
        assert bench.is_in(Surface.READY)

    play(scenario)


def test_a_table_without_its_red_button_does_not_move_and_says_why() -> None:
    async def scenario(bench: Bench) -> None:
        refused = bench.say(Word.HOME)
        assert "emergency stop" in refused.why
        assert bench.controller.snapshot().estop == "not-present"
        assert bench.turned == []

    play(scenario, replace(FEW, config=Config(safety=Safety(estop="absent"))))


def test_the_latch_opens_only_for_a_person_and_only_when_the_button_is_out() -> None:
    latch = EStopLatch(fitted=True)
    assert latch.blocks
    assert not latch.acknowledge()
    assert not latch.button(released=True)
    assert str(latch.state) == EStop.DISENGAGED
    assert latch.button(released=False)
    assert not latch.button(released=False), "the same press is told once"
    assert not latch.acknowledge()
    latch.button(released=True)
    assert str(latch.state) == EStop.RELEASED
    assert latch.blocks
    assert latch.acknowledge()
    assert not latch.blocks


def test_pressed_again_before_it_was_acknowledged_it_is_a_new_press() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.home()
        for _ in range(3):
            bench.table.plant.set_estop(pressed=True)
            await bench.until(lambda: bench.controller.snapshot().estop == "engaged")
            bench.table.plant.set_estop(pressed=False)
            await bench.until(lambda: bench.controller.snapshot().estop == "released")
        assert bench.codes == ["E501"]
        bench.do(Word.ACK, fault="estop")
        assert bench.surface is Surface.UNHOMED

    play(scenario)
