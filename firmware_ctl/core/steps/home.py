"""Bring every part to its home, in an order that the sensors decide (复位).

The dome first, since hands may be in the well. Then each side by itself: a push that was broken off
over a lowered tray is finished, so that no wall lies half on the tray; otherwise the plate goes
straight home. Then the cam, and last the tray comes flush. On a table that deals every hand tray
comes flush too, before its lane's cam turns where that stands at home. A hand that belongs to no
walls that are known, or to void ones that are up, comes up to be taken away.
"""

from firmware_ctl.core.books import Books
from firmware_ctl.core.rig import Rig, together
from firmware_ctl.core.steps.deal import bring_up, deal_hands
from firmware_ctl.core.steps.travels import Travels
from hal.ids import CAMS_HOME, HANDS_FLUSH, HANDS_FULL, LANES, PUSHERS_HOME, TRAYS_DOWN


async def home(
    rig: Rig, travels: Travels, books: Books, *, deals: bool, being_laid: frozenset[int]
) -> None:
    """Home the machine; on ``being_laid`` sides an unfinished load has laid part of a hand.

    Raises ``StepFault`` when a part does not get there.
    """
    await rig.settle()
    await rig.travel(travels.dome(up=False), travels.motion.attempts)
    left_open = frozenset(side for side in LANES if deals and not rig.level(HANDS_FLUSH[side]))
    await together(*(_home_side(rig, travels, books, side, left_open) for side in LANES))
    if deals:
        await together(
            *(
                _home_hand(rig, travels, books, side, being_laid, broken_off=side in left_open)
                for side in LANES
            )
        )
        if books.void_on_table and not books.to_raise:
            await deal_hands(rig, travels, books)


async def _home_side(
    rig: Rig, travels: Travels, books: Books, side: int, left_open: frozenset[int]
) -> None:
    attempts = travels.motion.attempts
    broken_off = not rig.level(PUSHERS_HOME[side])
    if broken_off and rig.level(TRAYS_DOWN[side]) and rig.level(CAMS_HOME[side]):
        await rig.travel(travels.pusher(side, out=True), attempts)
        books.pushed_out(side)
    await rig.travel(travels.pusher(side, out=False), attempts)
    if side in left_open and rig.level(CAMS_HOME[side]):  # the cam may push on to the slide
        await rig.travel(travels.hand_flush(side), attempts)
    await rig.travel(travels.cam_home(side), attempts)
    await rig.travel(travels.tray(side, up=True), attempts)


async def _home_hand(
    rig: Rig,
    travels: Travels,
    books: Books,
    side: int,
    being_laid: frozenset[int],
    *,
    broken_off: bool,
) -> None:
    await rig.travel(travels.hand_flush(side), travels.motion.attempts)
    waits = rig.level(HANDS_FULL[side])
    if broken_off and not waits:
        books.hands_due.discard(side)
    elif waits and side not in being_laid and not books.owns_hand(side):
        await bring_up(rig, travels, side)
