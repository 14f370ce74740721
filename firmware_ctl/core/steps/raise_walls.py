"""Bring the walls from inside up to the table (升牌).

Each side goes by itself: plate home, and where a wall is due, tray down, plate out, plate home; its
row is then free for the next load. At last all trays rise in step. A side whose wall was pushed out
when the step was broken off still has its plate brought home. With walls that are not to be played
their hands come up too.
"""

from collections.abc import Callable

from firmware_ctl.core.books import Books
from firmware_ctl.core.rig import Rig, together
from firmware_ctl.core.steps.deal import deal_hands
from firmware_ctl.core.steps.travels import Travels
from hal.ids import LANES


async def raise_walls(
    rig: Rig, travels: Travels, books: Books, row_freed: Callable[[], None]
) -> None:
    """Raise every wall that is due. Raises ``StepFault`` when a part does not get there."""
    attempts = travels.motion.attempts
    await rig.settle()

    async def push(side: int) -> None:
        await rig.travel(travels.pusher(side, out=False), attempts)
        if side in books.to_raise:
            await together(
                rig.travel(travels.cam_home(side), attempts),
                rig.travel(travels.tray(side, up=False), attempts),
            )
            await rig.travel(travels.pusher(side, out=True), attempts)
            books.pushed_out(side)
            await rig.travel(travels.pusher(side, out=False), attempts)
        row_freed()

    await together(*(push(side) for side in LANES))
    await together(*(rig.travel(travels.tray(side, up=True), attempts) for side in LANES))
    if books.void_on_table and books.hands_due:
        await deal_hands(rig, travels, books)
