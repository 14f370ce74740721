"""Break a cycle off at every tenth of a second, in every way; it can always be brought to its end.

The thin slice looks at few moments of a small cycle, the soak at each tenth of a second of it and
at each of a whole one.
"""

import asyncio
from collections.abc import Callable

import pytest

from firmware_ctl.core.commands import Word
from firmware_ctl.core.states import Surface
from hal.board import WATCHDOG_S
from hal.sim.plant import Plant
from tests.support.bench import FEW, Bench, Setup, play
from tests.support.sweep import Mishap, break_off, length_s, moments

WHOLE = Setup(variant="GD")


async def _still(bench: Bench, seconds: float) -> None:
    """Nothing is driven, and nothing is switched on for so long."""
    assert bench.driven == []
    turned = len(bench.turned)
    await asyncio.sleep(seconds)
    assert bench.driven == []
    assert len(bench.turned) == turned


def _guard(open_: Callable[[Plant], None], close: Callable[[Plant], None]) -> Mishap:
    async def mishap(bench: Bench) -> None:
        open_(bench.table.plant)
        await _still(bench, 1.0)
        close(bench.table.plant)
        await _still(bench, 1.0)
        assert bench.surface in (Surface.ESTOPPED, Surface.FAULTED)
        bench.acknowledge_all()
        await _still(bench, 1.0)
        assert bench.is_in(Surface.UNHOMED)

    return mishap


estop = _guard(lambda p: p.set_estop(pressed=True), lambda p: p.set_estop(pressed=False))
top = _guard(lambda p: p.set_top(is_open=True), lambda p: p.set_top(is_open=False))
hatch = _guard(lambda p: p.set_hatch(is_open=True), lambda p: p.set_hatch(is_open=False))


async def stop(bench: Bench) -> None:
    bench.do(Word.STOP)
    await _still(bench, 1.0)
    assert bench.surface is Surface.PAUSED


async def stop_and_resume_at_once(bench: Bench) -> None:
    bench.do(Word.STOP)
    bench.do(Word.RESUME)


async def stop_and_home(bench: Bench) -> None:
    bench.do(Word.STOP)
    bench.do(Word.HOME)


async def pause(bench: Bench) -> None:
    if bench.say(Word.PAUSE).ok:
        await _still(bench, 1.0)


async def cable(bench: Bench) -> None:
    bench.table.board.pull_cable()
    await asyncio.sleep(WATCHDOG_S)
    await _still(bench, 2.0)
    bench.table.board.replug()
    await _still(bench, 2.0)


async def reboot(bench: Bench) -> None:
    bench.table.board.power_cycle()
    await _still(bench, 3.0)


async def cable_and_reboot(bench: Bench) -> None:
    bench.table.board.pull_cable()
    await asyncio.sleep(WATCHDOG_S)
    await _still(bench, 2.0)
    bench.table.board.replug(rebooted=True)
    await _still(bench, 2.0)


MISHAPS: tuple[Mishap, ...] = (
    estop,
    top,
    hatch,
    stop,
    stop_and_resume_at_once,
    stop_and_home,
    pause,
    cable,
    reboot,
    cable_and_reboot,
)
NAMES = (
    "e-stop",
    "top",
    "hatch",
    "stop",
    "stop, resume",
    "stop, home",
    "pause",
    "cable",
    "reboot",
    "cable, reboot",
)


@pytest.mark.parametrize("mishap", MISHAPS, ids=NAMES)
def test_a_cycle_broken_off_anywhere_is_brought_to_its_end(mishap: Mishap) -> None:
    for at_s in moments(0.04, length_s(FEW), 3.7):
        break_off(FEW, at_s, mishap)


@pytest.mark.soak
@pytest.mark.parametrize("mishap", MISHAPS, ids=NAMES)
@pytest.mark.parametrize("setup", [FEW, WHOLE], ids=["36 tiles", "136 tiles"])
def test_a_cycle_broken_off_at_every_tenth_of_a_second_is_too(setup: Setup, mishap: Mishap) -> None:
    for at_s in moments(0.0, length_s(setup), 0.1):
        break_off(setup, at_s, mishap)


@pytest.mark.parametrize("disorder", [estop, stop], ids=["e-stop", "stop"])
def test_homing_itself_may_be_broken_off_anywhere(disorder: Mishap) -> None:
    async def scenario(bench: Bench) -> None:
        await bench.first_set()
        await bench.push_in_a_set()
        for at_s in moments(0.2, 9.0, 0.4):
            await asyncio.sleep(at_s / 4)
            await disorder(bench)
            bench.do(Word.HOME)
        await bench.go_on(lambda: bench.surface is Surface.WALLS_UP and not bench.held)

    play(scenario)
