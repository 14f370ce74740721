"""Spin the dice cup and wait until the dice lie still (掷骰)."""

import asyncio

from firmware_ctl.config.model import Dice
from firmware_ctl.core.faults import StepFault
from firmware_ctl.core.rig import Rig
from hal.motions import SpinDice


async def spin_cup(rig: Rig, dice: Dice, settled: asyncio.Event) -> None:
    """Spin the cup; ``settled`` is set when the board tells that the dice lie still.

    Raises:
        StepFault: the board refuses to spin the cup, or the dice do not come to rest in time.
    """
    await rig.settle()
    settled.clear()
    await rig.wait(rig.begin(SpinDice(round(dice.spin_s * 1000))))
    try:
        async with asyncio.timeout(dice.settle_s):
            await settled.wait()
    except TimeoutError:
        raise StepFault("E601") from None
