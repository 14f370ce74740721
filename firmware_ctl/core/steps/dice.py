"""Spin the dice cup and wait until the dice lie still (掷骰)."""

import asyncio

from firmware_ctl.config.model import Dice
from firmware_ctl.core.faults import StepFault
from firmware_ctl.core.rig import Rig
from hal.events import DiceSettled, Outcome
from hal.motions import SpinDice


class FallenDice:
    """The last dice that the board told of; ``event`` is ``None`` before any have fallen."""

    def __init__(self) -> None:
        self.event: DiceSettled | None = None
        self._told = asyncio.Event()

    def tell(self, event: DiceSettled) -> None:
        """Take what the board tells of dice that lie still."""
        self.event = event
        self._told.set()

    async def since(self, at: float) -> None:
        """Wait for dice that came to rest at this time of the board's or later.

        Dice of an earlier spin may be told of late, even while the cup already spins again.
        """
        while self.event is None or self.event.at < at:
            self._told.clear()
            await self._told.wait()


async def spin_cup(rig: Rig, dice: Dice, fallen: FallenDice) -> None:
    """Spin the cup; ``fallen`` hears of the dice that lie still.

    Raises:
        StepFault: the board refuses to spin the cup, or the dice do not come to rest in time.
    """
    await rig.settle()
    ended = await rig.wait(rig.begin(SpinDice(round(dice.spin_s * 1000))))
    if ended.outcome is Outcome.STALLED:
        raise StepFault("E601")
    try:
        async with asyncio.timeout(dice.settle_s):
            await fallen.since(ended.at)
    except TimeoutError:
        raise StepFault("E610") from None
