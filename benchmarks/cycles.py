"""Cycles of the table under the controller, as times in virtual seconds."""

import asyncio
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from firmware_ctl.core.listeners import Event
from firmware_ctl.simulation import Options, evening
from hal.sim import run_virtual


@dataclass(frozen=True, slots=True)
class Cycle:
    """Seconds from the lift key that closes the well until something is done.

    ``closed`` the dome is down; ``walls_up`` all walls stand; ``stacked`` the last stack is made;
    ``complete`` the belts are empty too, and the next lift would be taken.
    """

    closed: float
    walls_up: float
    stacked: float
    complete: float


def mean(cycles: Sequence[Cycle], part: Callable[[Cycle], float]) -> float:
    """Return the mean of one of a cycle's times."""
    return statistics.fmean(part(cycle) for cycle in cycles)


class _Times:
    """When each state was last entered."""

    def __init__(self) -> None:
        self.entered: dict[str, float] = {}

    def note(self, event: Event) -> None:
        """Take an event of the controller."""
        if event["event"] in ("surface", "load"):
            self.entered[str(event["new"])] = float(str(event["time"]))

    def cycle(self) -> Cycle:
        """Return the times of the cycle that has just been played."""
        began = self.entered["closing"]
        states = ("raising", "walls-up", "balancing", "complete")
        closed, walls_up, stacked, complete = (self.entered[name] - began for name in states)
        return Cycle(closed, walls_up, stacked, complete)


def controlled_cycles(options: Options) -> list[Cycle]:
    """Play ``options.hands`` hands under the controller and return their cycles."""

    async def main() -> list[Cycle]:
        async with evening(options) as night:
            times = _Times()
            night.controller.subscribe(times.note)
            await night.power_on()
            await night.hand()  # the first to raise walls; nobody has played with its tiles yet
            cycles = []
            for _ in range(options.hands):
                await night.hand()
                cycles.append(times.cycle())
            return cycles

    return run_virtual(main())


def count_board_events(options: Options) -> float:
    """Return how many events of the board a hand has, as the controller hears them."""

    async def main() -> int:
        heard = 0

        def count(_: object) -> None:
            nonlocal heard
            heard += 1

        async with evening(options) as night:
            await night.power_on()
            await asyncio.sleep(1)
            night.table.board.listen(count)
            for _ in range(options.hands):
                await night.hand()
        return heard

    return run_virtual(main()) / options.hands
