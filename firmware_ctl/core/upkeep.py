"""What the machine learns of its own wear: counters, jams, dirty eyes; each tells once (保养)."""

import asyncio
from collections.abc import Callable, Container

from firmware_ctl.config.model import Care
from firmware_ctl.core.arrivals import UsualWays
from firmware_ctl.core.eyes import Eyes
from firmware_ctl.core.faults import StepFault
from firmware_ctl.core.faults.history import FaultHistory
from firmware_ctl.core.jams import JamBook, LoadJams
from firmware_ctl.core.loading import LoadJob
from firmware_ctl.core.maintenance import CareBook, Maintenance
from hal.ids import Actuator


class Upkeep:
    """Counters that outlive the table, and their notices, which ``tell`` takes.

    ``kept`` is what the record keeps: the counters as they were after the last load or cleaning;
    ``history`` counts the faults of the last hands.
    """

    def __init__(
        self, care: Care, eyes: Eyes, usual: UsualWays, tell: Callable[[StepFault], None]
    ) -> None:
        self._eyes = eyes
        self._usual = usual
        self._tell = tell
        self._care = CareBook(care)
        self._jams = JamBook()
        self.kept = Maintenance()
        self.history = FaultHistory()

    def now(self) -> Maintenance:
        """Return what the table has done so far."""
        return self._care.now(tuple(self._eyes.new), self._usual.kept())

    def restore(self, was: Maintenance) -> None:
        """Go on counting from what was kept."""
        self._care.restore(was)
        self._eyes.new = list(was.eyes_new)
        self._usual.restore(was.ways)
        self.kept = was

    def counters(self) -> dict[str, int]:
        """Return the numbers that views show, by name."""
        return self._care.counters()

    def ran(self, actuator: Actuator, seconds: float) -> None:
        """Take a motion that has just ended."""
        wish = self._care.ran(actuator, seconds, asyncio.get_running_loop().time())
        if wish is not None:
            self._tell(wish)

    @property
    def rest_left_s(self) -> float:
        """Return how long no load may begin because the table has run too long, in seconds."""
        return self._care.rest_left_s(asyncio.get_running_loop().time())

    def cleaned(self) -> None:
        """Hear that the table has been cleaned inside."""
        self._care.cleaned()
        self.kept = self.now()

    def look_at_eyes(self) -> None:
        """Tell of eyes that have become dirty."""
        for notice in self._eyes.newly_dirty():
            self._tell(notice)

    def loaded(self, letter: str, job: LoadJob) -> None:
        """Take a finished load; tell whether the set or the machine is at fault, where it shows."""
        self.history.loaded()
        jams = tuple(part.jams_in_all for part in job.lanes)
        for notice in self._jams.add(LoadJams(letter, jams, _blind_lanes(job))):
            self._tell(notice)
        wish = self._care.loaded(jams)
        self.kept = self.now()
        if wish is not None:
            self._tell(wish)

    def missed_tiles(self, letter: str, job: LoadJob, covered: Container[int]) -> None:
        """Tell of a set whose tiles several eyes miss: too dark, or dirty.

        Lanes that are ``covered`` see something, and what was read waits behind it.
        """
        notice = self._jams.blind(letter, _blind_lanes(job, covered))
        if notice is not None:
            self._tell(notice)

    def jammed(self, letter: str, job: LoadJob) -> None:
        """Tell of a set with which several stackers jam: too large, or with burrs."""
        notice = self._jams.jam(letter, sum(part.jams_in_all > 1 for part in job.lanes))
        if notice is not None:
            self._tell(notice)


def _blind_lanes(job: LoadJob, covered: Container[int] = ()) -> int:
    now = asyncio.get_running_loop().time()
    return sum(
        part.eye_missed or (lane not in covered and part.signs.eye_misses(now - part.last_at))
        for lane, part in enumerate(job.lanes)
    )
