"""A finger in the way of dome or tray is let go at once, wherever it is and on both machines.

Trapped fingers are the one way in which these tables have hurt people: the motion that meets one
turns back by itself, before anything is told and whoever is at the table.
"""

from dataclasses import dataclass

import pytest

from firmware_ctl.config.model import Config, Motion, Table
from firmware_ctl.core.arrivals import STALL_S
from firmware_ctl.core.commands import Word
from firmware_ctl.core.states import Surface
from hal.ids import TRAYS, Actuator, Direction
from hal.sim import DealSettings, SimSettings
from hal.sim.axis import HIGH, Axis
from tests.support.bench import FEW, Bench, Setup, Turned, play

DEALS = Setup(
    variant="CD",
    config=Config(table=Table(profile="auto-deal")),
    settings=SimSettings(deal=DealSettings(fitted=True)),
)
MACHINES = pytest.mark.parametrize("setup", [FEW, DEALS], ids=["four-port", "auto-deal"])
PLACES = pytest.mark.parametrize("share", [0.06, 0.5, 0.85])
"""How much of its way a part has gone when it meets the finger."""

PROMPT_S = STALL_S + 0.1
"""From the touch to the motor's turning back: the board's look at the current, and the way there
and back between controller and board."""

LATEST = 1.06
"""No part of the plant is slower than this share of its usual time."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part that can trap a finger, and the way in which it does."""

    actuator: Actuator
    closing: Direction

    @property
    def opening(self) -> Direction:
        return Direction.FORWARD if self.closing is Direction.REVERSE else Direction.REVERSE

    def axis(self, bench: Bench) -> Axis:
        plant = bench.table.plant
        if self.actuator is Actuator.DOME:
            return plant.dome
        return plant.sides[TRAYS.index(self.actuator)].tray_axis

    def travel_s(self, bench: Bench) -> float:
        settings = bench.table.plant.settings
        dome = self.actuator is Actuator.DOME
        return settings.dome.travel_s if dome else settings.side.tray_s

    def moves(self, bench: Bench) -> list[Turned]:
        return [turned for turned in bench.turned if turned.actuator is self.actuator]


DOME = Part(Actuator.DOME, Direction.REVERSE)
PARTS = (DOME, Part(TRAYS[2], Direction.FORWARD))


def touch(bench: Bench, part: Part, share: float) -> int:
    """Let a finger lie in the part's way; return where."""
    at = round(HIGH * (share if part.closing is Direction.FORWARD else 1 - share))
    part.axis(bench).obstruct(1 if part.closing is Direction.FORWARD else -1, at)
    return at


async def before_the_walls_rise(bench: Bench) -> None:
    """A set inside, the other one pushed in, the dome still up."""
    await bench.first_set()
    bench.lay_out_set()
    await bench.open()
    bench.table.people.push_in()


@MACHINES
@PLACES
@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.actuator.label)
def test_a_finger_is_let_go_at_once_and_the_way_is_gone_when_it_is_out(
    part: Part, share: float, setup: Setup
) -> None:
    async def scenario(bench: Bench) -> None:
        await before_the_walls_rise(bench)
        touch(bench, part, share)
        bench.do(Word.LIFT)
        await bench.until(lambda: not part.axis(bench).obstructed)
        shut, back = part.moves(bench)[-2:]
        assert (shut.direction, back.direction) == (part.closing, part.opening)
        assert back.at - shut.at <= LATEST * share * part.travel_s(bench) + PROMPT_S
        await bench.until(lambda: bench.surface is Surface.WALLS_UP)
        assert bench.codes == []
        assert bench.controller.snapshot().counters["retries"] == 1

    play(scenario, setup)


@MACHINES
@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.actuator.label)
def test_a_finger_that_stays_is_never_left_clamped(part: Part, setup: Setup) -> None:
    """Whoever cannot pull the hand out is let go after the last try too, before it is told."""

    async def scenario(bench: Bench) -> None:
        await before_the_walls_rise(bench)
        at = touch(bench, part, 0.5)
        before = len(part.moves(bench))
        bench.do(Word.LIFT)
        code = "E201" if part is DOME else "E202"

        def stays() -> bool:
            if not part.axis(bench).obstructed and code not in bench.codes:
                touch(bench, part, 0.5)
            return code in bench.codes

        await bench.until(stays)
        tries = [m for m in part.moves(bench)[before:] if m.direction is part.closing]
        attempts = Motion().attempts
        assert len(tries) == attempts + (part is not DOME)  # a tray goes down to be proven first
        assert bench.surface is Surface.FAULTED
        assert bench.driven == []
        away = (part.axis(bench).position - at) * (1 if part.opening is Direction.FORWARD else -1)
        assert away > HIGH // 20
        bench.table.people.mend("free-dome" if part is DOME else "free-tray", _place(part))
        part.axis(bench).unblock()
        await bench.go_on(lambda: bench.surface is Surface.WALLS_UP)

    play(scenario, setup)


def _place(part: Part) -> str:
    return "" if part is DOME else str(TRAYS.index(part.actuator))


@MACHINES
def test_nothing_else_moves_while_a_finger_is_let_go(setup: Setup) -> None:
    """A dome that meets something goes up again; what is below stays off until it is down."""

    async def scenario(bench: Bench) -> None:
        await before_the_walls_rise(bench)
        touch(bench, DOME, 0.5)
        before = len(bench.turned)
        bench.do(Word.LIFT)
        await bench.until(lambda: bench.table.plant.dome.is_low)
        assert {turned.actuator for turned in bench.turned[before:]} == {Actuator.DOME}

    play(scenario, setup)


@pytest.mark.parametrize("attempts", [1, 3])
def test_it_is_tried_as_often_as_configured(attempts: int) -> None:
    async def scenario(bench: Bench) -> None:
        await before_the_walls_rise(bench)
        bench.table.faults.set("dome-stuck")
        before = len(DOME.moves(bench))
        bench.do(Word.LIFT)
        await bench.fault("E201")
        closing = [m for m in DOME.moves(bench)[before:] if m.direction is DOME.closing]
        assert len(closing) == attempts
        bench.table.faults.clear("dome-stuck")

    play(scenario, Setup(tiles=36, config=Config(motion=Motion(attempts=attempts))))
