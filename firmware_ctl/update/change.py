"""Change the release in use: only at a table at rest, and back when the new one does not do."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from firmware_ctl.update.shelf import Release, Shelf

HEALTH_S = 60.0
"""A release that has not shown within this time that it runs the table is taken back."""

RESTING_SURFACES = frozenset(
    ("unhomed", "ready", "walls-up", "paused", "faulted", "estopped", "service")
)
"""States of the surface in which nothing moves; only without a hand at the table."""

RESTING_LOADS = frozenset(("empty", "complete", "held", "faulted"))


WEAK = (
    "the supply voltage of this computer has dropped; give it a stronger power supply and a "
    "shorter, thicker cable"
)
"""Why a release in use stays: a computer that fails while files are written may lose its card."""


class Outcome(StrEnum):
    """How a change ended."""

    DONE = "done"
    SAME = "same"
    BUSY = "busy"
    UNFIT = "unfit"
    TAKEN_BACK = "taken-back"


@dataclass(frozen=True, slots=True)
class Result:
    """How a change ended, and the words for a person."""

    outcome: Outcome
    text: str


class Service(Protocol):
    """The table's service on this machine."""

    def snapshot(self) -> Mapping[str, Any] | None:
        """Return the running table, ``None`` where no daemon runs."""

    def supply_sags(self) -> bool:
        """Tell whether the voltage of the machine's supply is known to drop."""

    def judge(self, release: Release) -> str:
        """Return what a release, tried out beside the running one, says against itself."""

    def restart(self) -> str:
        """Start anew and return what went wrong, or nothing; nothing where it is not running."""

    def healthy(self, seconds: float) -> bool:
        """Wait until the table answers for some time, at most so long."""


def busy(snapshot: Mapping[str, Any] | None) -> str:
    """Return why a table may not be restarted now, or nothing."""
    if snapshot is None:
        return ""
    if snapshot["hand"]["state"] == "running":
        return "a hand is being played; end it first"
    if snapshot["surface"] not in RESTING_SURFACES or snapshot["load"] not in RESTING_LOADS:
        return f"the table is at work ({snapshot['surface']}, {snapshot['load']}); wait for its end"
    return ""


def change(shelf: Shelf, release: Release, service: Service, say: Callable[[str], None]) -> Result:
    """Put a release that lies on the shelf into use, prove it, or go back.

    Raises:
        OSError: a file cannot be written; the link names a whole release.
    """
    before = shelf.current()
    if before is not None and before.name == release.name:
        return Result(Outcome.SAME, f"{release.name} is in use already")
    if against := service.judge(release):
        return Result(Outcome.UNFIT, f"{release.name} is not fit for this table: {against}")
    if why := busy(service.snapshot()):
        return Result(Outcome.BUSY, f"not now: {why}")
    # After the trial, whose work would have shown it; a first release has nothing to lose.
    if before is not None and service.supply_sags():
        return Result(Outcome.BUSY, f"not now: {WEAK}")
    shelf.use(release)
    say(f"{release.name} is in use; looking whether it runs the table")
    wrong = service.restart()
    if not wrong and service.healthy(HEALTH_S):
        shelf.tidy()
        return Result(Outcome.DONE, f"{release.name} runs the table")
    why = wrong or f"it did not answer within {HEALTH_S:g} s"
    if before is None:
        return Result(Outcome.TAKEN_BACK, f"{release.name} does not run: {why}; there is no other")
    shelf.use(before)
    again = service.restart()
    tail = f", which does not start either: {again}" if again else ""
    return Result(
        Outcome.TAKEN_BACK,
        f"{release.name} does not run the table: {why}; back to {before.name}{tail}",
    )
