"""An end switch that sticks on while its part is under way moves nothing on its word.

The thin slice lets each stick at a few moments of each of its part's ways; the soak at every 20 ms
of them, on both kinds of machine, which also goes through the end of every turn of a cam.
"""

import asyncio
from collections.abc import Iterator
from itertools import groupby

import pytest

from firmware_ctl.fault_sweep import VARIANTS
from firmware_ctl.simulation import Evening, Options, evening
from hal.ids import DEALERS, PUSHERS, STACKERS, TRAYS, Actuator
from hal.sim import run_virtual
from hal.sim.fault_script import FaultScript, ScriptedFault

SIDE = 2
STEP_S = 0.02
HANDS = 2
LIMIT_S = 20_000.0

PARTS = {
    "dome-up-sensor-stuck": Actuator.DOME,
    "dome-down-sensor-stuck": Actuator.DOME,
    "tray-up-sensor-stuck": TRAYS[SIDE],
    "tray-down-sensor-stuck": TRAYS[SIDE],
    "pusher-home-sensor-stuck": PUSHERS[SIDE],
    "pusher-out-sensor-stuck": PUSHERS[SIDE],
    "cam-sensor-stuck": STACKERS[SIDE],
    "hand-flush-sensor-stuck": DEALERS[SIDE],
}
"""Each switch that can stick on, with the part whose place it tells."""

LATE = (0.5, 0.97)
"""What the slice takes of each way: the middle, and so near its end that no time tells it."""

Way = tuple[float, ...]
"""The moments of one way, in seconds after power-on, ``STEP_S`` apart."""


def night_of(profile: str) -> Options:
    return Options(seed=5, variant=VARIANTS[profile], profile=profile, faults=FaultScript())


def ways(profile: str) -> dict[Actuator, tuple[Way, ...]]:
    """Play a hand in which nothing goes wrong; return when each part was under way."""

    async def main() -> dict[Actuator, list[float]]:
        moments: dict[Actuator, list[float]] = {part: [] for part in PARTS.values()}
        loop = asyncio.get_running_loop()

        async def watch(night: Evening, began: float) -> None:
            while True:
                for part, seen in moments.items():
                    if night.table.plant.motors.drive[part]:
                        seen.append(loop.time() - began)
                await asyncio.sleep(STEP_S)

        async with evening(night_of(profile)) as night:
            await night.power_on()
            watching = asyncio.create_task(watch(night, loop.time()))
            await night.hand()
            watching.cancel()
        return moments

    moments = run_virtual(main(), limit_s=LIMIT_S)
    return {part: tuple(_parted(seen)) for part, seen in moments.items()}


def _parted(moments: list[float]) -> Iterator[Way]:
    """Part moments into ways, where the motor stood in between."""
    numbered = [(round(at / STEP_S) - number, at) for number, at in enumerate(moments)]
    for _, way in groupby(numbered, key=lambda each: each[0]):
        yield tuple(at for _, at in way)


def outcome(profile: str, fault: str, at_s: float) -> str:
    """Let a switch stick at a moment; return what should not have happened, or nothing.

    ``Stuck`` and ``TileLost`` are raised where the evening does not go on or a tile is lost.
    """

    async def main() -> str:
        async with evening(night_of(profile)) as night:
            await night.power_on()
            now = asyncio.get_running_loop().time()
            place = "" if fault.startswith("dome") else str(SIDE)
            night.schedule.add(ScriptedFault(fault, place, onset_s=at_s), now)
            for _ in range(HANDS):
                await night.hand()
            night.table.verify()
            told = [f"{one.code} {one.exact}" for one in night.faults]
            exact = any(one.exact for one in night.faults)
            unsafe = ", ".join(one.rule for one in night.table.unsafe)
            return unsafe or ("" if exact else f"not named: {told}")

    return run_virtual(main(), limit_s=LIMIT_S)


@pytest.mark.parametrize("fault", PARTS)
def test_a_switch_that_sticks_late_in_a_way_is_named_before_anything_meets(fault: str) -> None:
    by_part = ways("auto-deal")[PARTS[fault]]
    long_ways = [way for way in by_part if len(way) > 0.3 / STEP_S][:4]
    assert long_ways
    moments = [way[int(share * len(way))] for way in long_ways for share in LATE]
    bad = {at: what for at in moments if (what := outcome("auto-deal", fault, at))}
    assert bad == {}


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("profile", VARIANTS)
@pytest.mark.parametrize("fault", PARTS)
def test_a_switch_that_sticks_at_any_moment_moves_nothing_on_its_word(
    fault: str, profile: str
) -> None:
    moments = [at for way in ways(profile)[PARTS[fault]] for at in way]
    bad = {at: what for at in moments if (what := outcome(profile, fault, at))}
    assert bad == {}
