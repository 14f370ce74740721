"""What the machinery asks and tells whoever runs the table."""

from typing import Protocol

from firmware_ctl.core.faults import StepFault
from firmware_ctl.core.loading import LoadJob
from rules.shares import Share


class Owner(Protocol):
    """What the machinery asks and tells whoever runs the table."""

    def hand_runs(self) -> bool:
        """Tell whether a hand has begun and not ended."""

    def share_to_load(self) -> Share:
        """Return what the next load, which begins now, puts on each side."""

    def stopped(self) -> None:
        """Hear that every motor was switched off; whatever else was under way is broken off."""

    def well_opened(self) -> None:
        """Hear that the well is open for the next cycle: the hand is over."""

    def wall_is_void(self, job: LoadJob) -> StepFault | None:
        """Judge a finished load; return the fault that makes its wall void, if any."""

    def changed(self, event: str, **facts: object) -> None:
        """Hear of anything worth a note."""
