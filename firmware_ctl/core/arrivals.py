"""Why did a part not arrive? Told from its end switches, its motor's current and the time it took.

A way that a current stopped short of 0.9 of its usual length was barred: nothing that people leave
in it, tile or finger, is thin enough to stop it later. One that was stopped at its end, and free
backwards, arrived without its switch.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from hal.events import Outcome
from hal.ids import Actuator, Direction

STALL_S = 0.3
"""So long a board waits before it takes a current for a stall."""

ARRIVED = 0.9
"""This share of the usual way, or more, is the end."""

NEAR = 0.75
"""From this share on a barred way and a blind switch look alike."""

SLUGGISH = 1.6
"""A way that takes so many times its usual time is worth a word."""

LEARNT_SHARE = 0.2
"""How much one more way counts for the usual time."""


@dataclass(frozen=True, slots=True)
class Codes:
    """The faults of a part: barred, unclear, arrived unseen, its switch lost again, not turning.

    ``stays`` is told of a switch that does not open where nothing shows whether the part has moved.
    ``stops`` tells that the part comes to a stop at its end by itself; a crank turns on and on, so
    that one which loses its switch again has not been switched off.
    """

    barred: str
    unclear: str
    unseen: str
    unsteady: str
    still: str = "E290"
    stays: str = "E280"
    stops: bool = True


@dataclass(slots=True)
class Trip:
    """What was seen of the tries to bring a part to its end; times in seconds.

    ``whole`` says that the first try began at the other end; ``left`` that the other end's switch
    opened, ``None`` where the way has but one switch; ``free_back`` that the part ran back freely.
    """

    usual_s: float
    whole: bool
    left: bool | None = None
    outcome: Outcome = Outcome.STOPPED
    first_s: float = 0.0
    total_s: float = 0.0
    stalls: int = 0
    free_back: bool = True
    tries: int = field(default=0)

    def add(self, outcome: Outcome, seconds: float) -> None:
        """Take the end of a try."""
        self.tries += 1
        self.outcome = outcome
        self.total_s += seconds
        self.stalls += outcome is Outcome.STALLED
        if self.tries == 1:
            self.first_s = seconds

    @property
    def is_sluggish(self) -> bool:
        """Tell whether it took far longer than usual although nothing was in the way."""
        timed = self.whole and self.left is not None
        return timed and not self.stalls and self.total_s > SLUGGISH * self.usual_s


class UsualWays:
    """How long each part usually takes for its whole way, learnt from those that it went well."""

    def __init__(self) -> None:
        self._seconds: dict[tuple[Actuator, Direction], float] = {}

    def seconds(self, actuator: Actuator, direction: Direction, configured_s: float) -> float:
        """Return the usual time of a way, the configured one before any was gone."""
        return self._seconds.get((actuator, direction), configured_s)

    def learnt(self, actuator: Actuator, direction: Direction) -> float | None:
        """Return the usual time of a way, ``None`` before it was ever gone."""
        return self._seconds.get((actuator, direction))

    def kept(self) -> dict[str, float]:
        """Return all that was learnt, in seconds by names such as ``dome.forward``."""
        return {
            f"{actuator.label}.{direction.name.lower()}": round(seconds, 3)
            for (actuator, direction), seconds in sorted(self._seconds.items())
        }

    def restore(self, was: Mapping[str, float]) -> None:
        """Go on from what was kept; a way that this machine does not know is left out."""
        ways = {
            f"{actuator.label}.{direction.name.lower()}": (actuator, direction)
            for actuator in Actuator
            for direction in Direction
        }
        self._seconds.update({ways[name]: s for name, s in was.items() if name in ways})

    def learn(self, actuator: Actuator, direction: Direction, seconds: float) -> None:
        """Take the time of one more way that went well."""
        before = self._seconds.get((actuator, direction), seconds)
        self._seconds[actuator, direction] = before + LEARNT_SHARE * (seconds - before)


def cause(trip: Trip, codes: Codes, *, current: bool) -> str:
    """Return the code of why a part is not at its end; ``current`` tells that it is measured."""
    if trip.outcome is Outcome.REACHED:
        return codes.unsteady
    if not current:
        return codes.barred if trip.left is False else codes.unclear
    if not trip.stalls:
        return codes.still
    if trip.left is False or not trip.free_back or not codes.stops:
        return codes.barred
    if trip.left is None:
        return codes.unseen
    if not trip.whole:
        return codes.unclear
    share = (trip.first_s - STALL_S) / trip.usual_s
    if share >= ARRIVED:
        return codes.unseen
    return codes.unclear if share >= NEAR else codes.barred
