"""What one kind of scripted fault is made of."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from hal.ids import LANES, Actuator
from hal.sim.board import SimBoard
from hal.sim.people import People
from hal.sim.plant import Plant

SIDES = tuple(str(side) for side in LANES)
MOTORS = tuple(actuator.label for actuator in Actuator)
SETS = ("A", "B")
ONE = ("",)
"""The only place of a part that the machine has once."""


class NoSuchFault(ValueError):
    """A name or place that no row of the table has."""


class Deed(NamedTuple):
    """A mending act and where it is done (:data:`hal.sim.acts.ACTS`)."""

    act: str
    place: str = ""


@dataclass(frozen=True, slots=True)
class World:
    """Everything that a fault can change; ``board`` is ``None`` where a line stands before it."""

    plant: Plant
    people: People
    board: SimBoard | None = None


class Per(StrEnum):
    """What a fault's chance is drawn for; ``RUN`` is there or not there as a whole."""

    RUN = "run"
    TILE = "tile"
    PUSH = "push"
    MOVE = "move"
    SECOND = "second"
    SHAKE = "shake"
    THROW = "throw"


Put = Callable[[World, int, float], None]
"""Set a fault at the place of that number with a chance above 0, or clear it with the chance 0."""

Mends = Callable[[str], tuple[Deed, ...]]
"""The acts that end a fault at a place, each by itself; none: only time, or the machine, does."""

Check = Callable[[World, int], bool]


def no_deed(_: str) -> tuple[Deed, ...]:
    """Return nothing: it is over by itself."""
    return ()


def there(*acts: str) -> Mends:
    """Return acts that are done at the fault's own place."""
    return lambda place: tuple(Deed(act, place) for act in acts)


def stays(_: World, __: int) -> bool:
    """Tell that a fault is not over until it is ended."""
    return False


@dataclass(frozen=True, slots=True)
class FaultKind:
    """A row: where the fault can be (none: the machine has one such part), how it shows, its end.

    ``deals`` marks what only tables have that deal hands. ``sensed`` is false where no sensor of
    the machine shows it; ``is_over`` tells of faults that end by themselves.
    """

    name: str
    places: tuple[str, ...]
    seen_by: str
    put: Put
    mends: Mends
    per: Per = Per.RUN
    deals: bool = False
    sensed: bool = True
    is_over: Check = stays

    @property
    def known_places(self) -> tuple[str, ...]:
        """Return the places to choose from, ``""`` for the only one."""
        return self.places or ONE

    def places_on(self, world: World) -> tuple[str, ...]:
        """Return the places that this very machine has; none where it lacks the part."""
        deals = world.plant.settings.deal.fitted
        if self.deals and not deals:
            return ()
        return tuple(place for place in self.known_places if deals or not place.startswith("deal."))
