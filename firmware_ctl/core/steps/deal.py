"""Bring the hands up to the seats (发牌), all four trays side by side.

A tray leaves the table top, goes under the hand that waits on its slide and comes up flush. A turn
that was broken off is finished first; then the slide's sensor tells whether it fetched the hand.
"""

from firmware_ctl.core.books import Books
from firmware_ctl.core.faults import StepFault
from firmware_ctl.core.rig import Rig, motor_fault, together
from firmware_ctl.core.steps.travels import Travels
from hal.events import Outcome
from hal.ids import DEALERS, HANDS_FLUSH, HANDS_FULL, Direction
from hal.motions import Run

LEAVE_S = 1.0
"""By then a tray that turns has left the table top."""


async def deal_hands(rig: Rig, travels: Travels, books: Books) -> None:
    """Bring up every hand that is due. Raises ``StepFault`` when a tray does not come flush."""
    await rig.settle()
    await together(*(_deal(rig, travels, books, side) for side in sorted(books.hands_due)))


async def bring_up(rig: Rig, travels: Travels, side: int) -> None:
    """Bring up what waits on a side's slide. Raises ``StepFault`` when the tray stays below."""
    attempts = travels.motion.attempts
    broken_off = not rig.level(HANDS_FLUSH[side])
    await rig.travel(travels.hand_flush(side), attempts)
    if broken_off and not rig.level(HANDS_FULL[side]):
        return
    left = False
    for _ in range(attempts):
        leave_ms = round(LEAVE_S * 1000)
        way = Run(DEALERS[side], Direction.FORWARD, leave_ms, HANDS_FLUSH[side], level=False)
        ended = await rig.wait(rig.begin(way))
        if ended.outcome is Outcome.TIME_LIMIT:
            await _turn_on(rig, travels, side)
        left |= not rig.level(HANDS_FLUSH[side])
        await rig.travel(travels.hand_flush(side), attempts)
        if not rig.level(HANDS_FULL[side]):
            return
    if not left:
        raise motor_fault("E205", DEALERS[side])
    raise StepFault("E422", side, input=HANDS_FULL[side].label)


async def _turn_on(rig: Rig, travels: Travels, side: int) -> None:
    """Turn a tray on whose switch stays on: it takes the hand off its slide, or does not turn.

    A motor that begins to turn only now opens the switch, and nothing is the matter any more.

    Raises:
        StepFault: the switch lies, or the motor is dead.
    """
    fetched = False
    if rig.level(HANDS_FULL[side]):
        turn_ms = round(travels.motion.deal_turn_s * 1000)
        on = Run(DEALERS[side], Direction.FORWARD, turn_ms, HANDS_FULL[side], level=False)
        fetched = (await rig.wait(rig.begin(on))).outcome is Outcome.REACHED
    if not rig.level(HANDS_FLUSH[side]):
        return
    if fetched:
        raise StepFault("E251", side, actuator=DEALERS[side].label, input=HANDS_FLUSH[side].label)
    if rig.capabilities.motor_current:
        raise motor_fault("E291", DEALERS[side])


async def _deal(rig: Rig, travels: Travels, books: Books, side: int) -> None:
    await bring_up(rig, travels, side)
    books.hands_due.discard(side)
