"""Break a cycle off at a given moment, and see that it can be brought to its end."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator

from firmware_ctl.core.states import Load, Surface
from tests.support.bench import Bench, Setup, play

Mishap = Callable[[Bench], Awaitable[None]]


def moments(first_s: float, last_s: float, step_s: float) -> Iterator[float]:
    """Every ``step_s`` from ``first_s`` to ``last_s``."""
    for number in range(round((last_s - first_s) / step_s) + 1):
        yield first_s + number * step_s


def length_s(setup: Setup) -> float:
    """How long the cycle that is broken off lasts when nothing breaks it off."""

    async def scenario(bench: Bench) -> float:
        await bench.first_set()
        began = bench.now
        await second_cycle(bench)
        return bench.now - began

    return play(scenario, setup)


async def second_cycle(bench: Bench) -> None:
    await bench.push_in_a_set()
    await bench.until(lambda: bench.surface is Surface.WALLS_UP)
    await bench.loaded()


def break_off(setup: Setup, at_s: float, mishap: Mishap) -> None:
    """Break the second cycle off, then bring it to its end: walls up, the next set inside."""

    async def scenario(bench: Bench) -> None:
        await bench.first_set()
        wanted = bench.stacks_inside
        cycle = asyncio.get_running_loop().create_task(_until_broken_off(bench))
        await asyncio.sleep(at_s)
        cycle.cancel()
        await asyncio.wait([cycle])
        await mishap(bench)
        await bench.go_on(lambda: _whole(bench))
        assert bench.stacks_up == wanted
        assert bench.stacks_inside == wanted
        assert bench.controller.snapshot().verdict.level == "ok"

    play(scenario, setup)


async def _until_broken_off(bench: Bench) -> None:
    await second_cycle(bench)
    await asyncio.Event().wait()


def _whole(bench: Bench) -> bool:
    return (
        bench.surface is Surface.WALLS_UP
        and bench.load is Load.COMPLETE
        and not bench.faults
        and not bench.void
    )
