"""Open and close the well (升降)."""

from firmware_ctl.core.rig import Rig
from firmware_ctl.core.steps.travels import Travels


async def open_well(rig: Rig, travels: Travels) -> None:
    """Raise the dome, when all below it has come to rest.

    Raises ``StepFault`` when it does not come up.
    """
    await rig.settle()
    await rig.travel(travels.dome(up=True), travels.motion.attempts)


async def close_well(rig: Rig, travels: Travels) -> None:
    """Lower the dome; what is in its way makes it back off before it tries again.

    Raises ``StepFault`` when it does not come down.
    """
    await rig.settle()
    await rig.travel(travels.dome(up=False), travels.motion.attempts)
