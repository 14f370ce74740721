"""What the table has done, and when it asks for care: counters that outlive it, and reminders.

Plain numbers for views, the record and the service report; nothing of any tile.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from firmware_ctl.config.model import Care
from firmware_ctl.core.faults import StepFault
from hal.ids import BELTS, LANES, STACKERS, Actuator

HOUR_S, MINUTE_S = 3600.0, 60.0


@dataclass(frozen=True, slots=True)
class Maintenance:
    """The counters at one moment: seconds by motor, jams by lane, eye levels new.

    ``ways`` is how many seconds each part usually takes for its way, by part and direction.
    """

    hands: int = 0
    hands_at_cleaning: int = 0
    motor_s: Mapping[str, float] = field(default_factory=dict)
    jams: tuple[int, ...] = (0, 0, 0, 0)
    eyes_new: tuple[int | None, ...] = (None, None, None, None)
    ways: Mapping[str, float] = field(default_factory=dict)


class CareBook:
    """Count what wears the table, and tell when it wants rest or cleaning."""

    def __init__(self, care: Care) -> None:
        self._care = care
        self._motor_s: defaultdict[Actuator, float] = defaultdict(float)
        self._jams = [0 for _ in LANES]
        self._hands = self._cleaned_at = 0
        self._running_since: float | None = None
        self._ended_at = float("-inf")
        self._rest_told = self._cleaning_told = False

    def ran(self, actuator: Actuator, seconds: float, now: float) -> StepFault | None:
        """Take a motion that has just ended; return the wish for a rest, once a run."""
        self._motor_s[actuator] += seconds
        if actuator in STACKERS:  # its lane's belt runs as long
            self._motor_s[BELTS[STACKERS.index(actuator)]] += seconds
        rested_s = now - seconds - self._ended_at
        if self._running_since is None or rested_s >= self._care.rest_minutes * MINUTE_S:
            self._running_since, self._rest_told = now - seconds, False
        self._ended_at = now
        if self._rest_told or now - self._running_since < self._care.run_hours * HOUR_S:
            return None
        self._rest_told = True
        return StepFault(
            "E506", hours=round(self._care.run_hours), minutes=round(self._care.rest_minutes)
        )

    def rest_left_s(self, now: float) -> float:
        """Return how long the table must stand still before another load may begin, in seconds."""
        if not self._rest_told:
            return 0.0
        return max(0.0, self._ended_at + self._care.rest_minutes * MINUTE_S - now)

    def loaded(self, jams: tuple[int, ...]) -> StepFault | None:
        """Take a finished load, which is a hand; return the wish to be cleaned, once."""
        self._hands += 1
        self._jams = [before + new for before, new in zip(self._jams, jams, strict=True)]
        due = self._hands - self._cleaned_at >= self._care.clean_hands
        if not due or self._cleaning_told:
            return None
        self._cleaning_told = True
        return StepFault("E507", count=self._hands - self._cleaned_at)

    def cleaned(self) -> None:
        """Hear that the table has been cleaned inside."""
        self._cleaned_at, self._cleaning_told = self._hands, False

    def now(self, eyes_new: tuple[int | None, ...], ways: Mapping[str, float]) -> Maintenance:
        """Return the counters, with what others have learnt of the eyes and the ways."""
        return Maintenance(
            self._hands,
            self._cleaned_at,
            {a.label: s for a in Actuator if (s := round(self._motor_s[a], 1))},
            tuple(self._jams),
            eyes_new,
            ways,
        )

    def restore(self, was: Maintenance) -> None:
        """Go on counting from what was kept."""
        self._hands, self._cleaned_at = was.hands, was.hands_at_cleaning
        self._jams = list(was.jams)
        by_label = {actuator.label: actuator for actuator in Actuator}
        self._motor_s.update({by_label[label]: s for label, s in was.motor_s.items()})

    def counters(self) -> dict[str, int]:
        """Return the numbers that views show, by name."""
        return {
            "hands_since_cleaning": self._hands - self._cleaned_at,
            **{f"motor_s.{a.label}": round(self._motor_s[a]) for a in Actuator if self._motor_s[a]},
            **{f"jams.{lane}": count for lane, count in enumerate(self._jams)},
        }
