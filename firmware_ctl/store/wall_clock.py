"""The time of day, with how far it is to be trusted.

A small board without a battery starts in the past, so the time of day is written down as a fact and
never ordered or counted by.
"""

import time
from dataclasses import dataclass
from pathlib import Path

SYNCHRONISED = Path("/run/systemd/timesync/synchronized")
"""systemd-timesyncd puts this file there when it has set the clock since power-on."""


@dataclass(frozen=True, slots=True)
class WallTime:
    """Milliseconds since 1970 in UTC; ``trusted`` when the clock was set from the network."""

    ms: int
    trusted: bool


def system_time(synchronised: Path = SYNCHRONISED) -> WallTime:
    """Return the system's time of day."""
    return WallTime(time.time_ns() // 1_000_000, synchronised.exists())
