"""What is known of the link to the board: since when it is as it is, and how often it was lost."""

from collections import deque

from firmware_ctl.core.faults import StepFault
from hal.events import LinkChanged

UNSTEADY_LOSSES, UNSTEADY_S = 3, 600
"""A link that is lost so often within so many seconds is unsteady."""


class LinkBook:
    """The changes of one link; ``since`` is the time of the last, in seconds."""

    def __init__(self) -> None:
        self.since = 0.0
        self.losses = 0
        self._last: deque[float] = deque(maxlen=UNSTEADY_LOSSES)

    def changed(self, event: LinkChanged) -> StepFault | None:
        """Take a change; return the notice of an unsteady link, once for each run of losses."""
        self.since = event.at
        if event.up:
            return None
        self.losses += 1
        self._last.append(event.at)
        if len(self._last) < UNSTEADY_LOSSES or self._last[-1] - self._last[0] > UNSTEADY_S:
            return None
        self._last.clear()
        return StepFault("E108", count=UNSTEADY_LOSSES, seconds=UNSTEADY_S)
