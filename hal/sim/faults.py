"""Scripted defects of the machine: set and cleared by name and place, by a test or by a person.

The kinds are rows of one table. ``seen_by`` is what gives a defect away: the causes behind it are
those that technicians of these machines list. Missing, extra and swapped tiles are acts of people
(:mod:`hal.sim.people`), not of the machine.
"""

from collections.abc import Callable
from dataclasses import dataclass

from hal.ids import (
    BELTS,
    BELTS_FULL,
    CAMS_HOME,
    EYES,
    HANDS_FLUSH,
    HANDS_FULL,
    KEYS_DICE,
    LANES,
    PUSHERS_HOME,
    TRAYS_DOWN,
    TRAYS_UP,
    Actuator,
    Input,
)
from hal.sim.axis import Axis
from hal.sim.pins import OFF, ON, Level
from hal.sim.plant import Plant

Set = Callable[[Plant, int, float], None]
"""Set a defect at a place with a chance above 0, or clear it with the chance 0."""

SLOW_RING = 3.0
SLOW_LANE = 3.0
WITHHELD_TILES = 4
SLOW_DOME = 2.5
DIRTY_EYE_LEVEL = 900

SIDES = tuple(str(side) for side in LANES)


class NoSuchFault(ValueError):
    """A name or place that no row of the table has."""


@dataclass(frozen=True, slots=True)
class FaultKind:
    """A row: the places where the defect can be (none: the machine has one such part)."""

    name: str
    places: tuple[str, ...]
    seen_by: str
    put: Set


def _stick(axis: Axis, chance: float) -> None:
    axis.stick = chance
    if chance >= 1:
        axis.freeze()
    elif not chance:
        axis.free()


def _force(inputs: tuple[Input, ...], level: Level) -> Set:
    """Make an input of the place's number read one level always."""

    def put(plant: Plant, place: int, chance: float) -> None:
        plant.pins.force(inputs[place], level if chance else None)

    return put


def _blind(plant: Plant, lane: int, chance: float) -> None:
    plant.lanes[lane].blind = chance


def _ghosts(plant: Plant, lane: int, chance: float) -> None:
    plant.lanes[lane].haunt(chance)


def _dirty(plant: Plant, lane: int, chance: float) -> None:
    clean = plant.settings.lane.eye_idle_level
    plant.lanes[lane].eye_idle_level = DIRTY_EYE_LEVEL if chance else clean


def _unread(plant: Plant, lane: int, chance: float) -> None:
    plant.readers[lane].dead = chance


def _jam(plant: Plant, lane: int, chance: float) -> None:
    plant.lanes[lane].stacker.jam = chance


def _double(plant: Plant, lane: int, chance: float) -> None:
    plant.lanes[lane].double = chance


def _foreign_body(plant: Plant, lane: int, chance: float) -> None:
    if chance:
        plant.lanes[lane].blocked = True
    else:
        plant.lanes[lane].unblock()


def _slow_lane(plant: Plant, lane: int, chance: float) -> None:
    plant.lanes[lane].slow = SLOW_LANE if chance else 1.0


def _weak_ring(plant: Plant, _: int, chance: float) -> None:
    plant.drum.weak = SLOW_RING if chance else 1.0


def _withheld(plant: Plant, _: int, chance: float) -> None:
    plant.drum.withheld = WITHHELD_TILES if chance else 0
    plant.drum.mended()


def _face_up(plant: Plant, _: int, chance: float) -> None:
    plant.drum.face_up_chance = chance


def _stall(plant: Plant, actuator: int, chance: float) -> None:
    plant.motors.stall(actuator, stuck=chance > 0)


def _run_away(plant: Plant, actuator: int, chance: float) -> None:
    plant.motors.let_run_away(actuator, broken=chance > 0)


def _dice_dead(plant: Plant, _: int, chance: float) -> None:
    plant.motors.stall(Actuator.DICE_CUP, stuck=chance > 0)


def _drum_stopped(plant: Plant, _: int, chance: float) -> None:
    plant.motors.stall(Actuator.DRUM, stuck=chance > 0)


def _dome(plant: Plant, _: int, chance: float) -> None:
    _stick(plant.dome, chance)


def _slow_dome(plant: Plant, _: int, chance: float) -> None:
    plant.dome.sluggish = SLOW_DOME if chance else 1.0


def _tray(plant: Plant, side: int, chance: float) -> None:
    _stick(plant.sides[side].tray_axis, chance)


def _pusher(plant: Plant, side: int, chance: float) -> None:
    _stick(plant.sides[side].pusher, chance)


def _hand_tray(plant: Plant, side: int, chance: float) -> None:
    hand = plant.hands[side]
    hand.stick = chance
    if chance >= 1:
        hand.freeze()
    elif not chance:
        hand.free()


def _astray(plant: Plant, side: int, chance: float) -> None:
    plant.hands[side].astray = chance


def _belt(plant: Plant, lane: int, chance: float) -> None:
    plant.motors.stall(BELTS[lane], stuck=chance > 0)


_DOME_UP = (Input.DOME_UP,)
_DOME_DOWN = (Input.DOME_DOWN,)
_MOTORS = tuple(actuator.label for actuator in Actuator)

FAULT_KINDS = (
    FaultKind("eye-dead", SIDES, "tiles wait, the lane's count stands still", _blind),
    FaultKind("eye-stuck-on", SIDES, "the eye reads on all the time", _force(EYES, ON)),
    FaultKind("eye-ghosts", SIDES, "the cam turns without tiles, the count is too high", _ghosts),
    FaultKind("eye-dirty", SIDES, "the eye's idle level is high", _dirty),
    FaultKind("reader-dead", SIDES, "tiles pass the eye and are not read", _unread),
    FaultKind("stacker-jam", SIDES, "the cam does not come home in time", _jam),
    FaultKind(
        "cam-sensor-dead", SIDES, "the cam turns and is never at home", _force(CAMS_HOME, OFF)
    ),
    FaultKind("double-tile", SIDES, "the eye's pulse is twice as long", _double),
    FaultKind("lane-jam", SIDES, "the belt is full, the eye sees nothing", _foreign_body),
    FaultKind(
        "belt-full-stuck-on", SIDES, "the belt reads full while tiles pass", _force(BELTS_FULL, ON)
    ),
    FaultKind("belt-weak", SIDES, "one lane stays behind the others", _slow_lane),
    FaultKind("belt-stopped", SIDES, "no tile comes on one lane", _belt),
    FaultKind("ring-weak", (), "every lane is slow", _weak_ring),
    FaultKind("drum-stopped", (), "no tile comes on any lane", _drum_stopped),
    FaultKind(
        "last-tiles-stay", (), "the count stops a few tiles short, the drum turns on", _withheld
    ),
    FaultKind("tile-face-up", (), "a tile lies face up in the wall: by eye", _face_up),
    FaultKind("dome-stuck", (), "the dome's end switches do not change", _dome),
    FaultKind("dome-sluggish", (), "the dome takes more than twice its time", _slow_dome),
    FaultKind("dome-up-sensor-dead", (), "the dome rises and is never up", _force(_DOME_UP, OFF)),
    FaultKind(
        "dome-down-sensor-dead", (), "the dome closes and is never down", _force(_DOME_DOWN, OFF)
    ),
    FaultKind("tray-stuck", SIDES, "one tray is out of step", _tray),
    FaultKind("tray-up-sensor-dead", SIDES, "a tray rises and is never up", _force(TRAYS_UP, OFF)),
    FaultKind(
        "tray-up-sensor-stuck", SIDES, "a tray reads up although it is down", _force(TRAYS_UP, ON)
    ),
    FaultKind(
        "tray-down-sensor-dead", SIDES, "a tray sinks and is never down", _force(TRAYS_DOWN, OFF)
    ),
    FaultKind("pusher-stuck", SIDES, "a pusher does not move", _pusher),
    FaultKind(
        "pusher-home-sensor-dead",
        SIDES,
        "a pusher goes back and is never home",
        _force(PUSHERS_HOME, OFF),
    ),
    FaultKind("hand-tray-stuck", SIDES, "a hand tray is not flush after its turn", _hand_tray),
    FaultKind(
        "hand-flush-sensor-dead",
        SIDES,
        "a hand tray comes up and is never flush",
        _force(HANDS_FLUSH, OFF),
    ),
    FaultKind(
        "hand-tile-astray", SIDES, "the lane has laid 13 tiles, the slide is not full", _astray
    ),
    FaultKind(
        "hand-full-sensor-dead",
        SIDES,
        "13 tiles lie on the slide, it is never full",
        _force(HANDS_FULL, OFF),
    ),
    FaultKind("motor-stall", _MOTORS, "current, and nothing moves", _stall),
    FaultKind("motor-runs-on", _MOTORS, "the motor turns although it is off", _run_away),
    FaultKind("dice-dead", (), "the cup does not spin, the dice never settle", _dice_dead),
    FaultKind("key-dead", SIDES, "a seat's dice key does nothing", _force(KEYS_DICE, OFF)),
)
"""Every kind that can be scripted."""

KINDS_BY_NAME = {kind.name: kind for kind in FAULT_KINDS}


class FaultDesk:
    """Set and clear defects at any time."""

    __slots__ = ("_active", "_plant")

    def __init__(self, plant: Plant) -> None:
        self._plant = plant
        self._active: dict[tuple[str, str], float] = {}

    @property
    def active(self) -> dict[tuple[str, str], float]:
        """Return what is set, as (name, place): chance."""
        return dict(self._active)

    def set(self, name: str, place: str = "", chance: float = 1.0) -> None:
        """Set a defect; ``chance`` is per occasion (a tile, a push, a move) where that applies.

        Raises:
            NoSuchFault: no kind of that name, or it cannot be at that place.
            ValueError: the chance is not above 0 and at most 1.
        """
        if not 0 < chance <= 1:
            raise ValueError(f"{name}: chance {chance} must be above 0 and at most 1")
        self._put(name, place, chance)
        self._active[name, place] = chance

    def clear(self, name: str, place: str = "") -> None:
        """Mend a defect; harmless when it is not there.

        Raises:
            NoSuchFault: no kind of that name, or it cannot be at that place.
        """
        self._put(name, place, 0.0)
        self._active.pop((name, place), None)

    def clear_all(self) -> None:
        """Mend everything."""
        for name, place in tuple(self._active):
            self.clear(name, place)

    def _put(self, name: str, place: str, chance: float) -> None:
        kind = KINDS_BY_NAME.get(name)
        if kind is None:
            raise NoSuchFault(f"no simulated fault {name!r}; there are {', '.join(KINDS_BY_NAME)}")
        if kind.places and place not in kind.places:
            raise NoSuchFault(f"{name}: place {place!r} is none of {', '.join(kind.places)}")
        if place and not kind.places:
            raise NoSuchFault(
                f"{name}: the machine has one such part; leave the place {place!r} out"
            )
        self._plant.kernel.catch_up()
        kind.put(self._plant, kind.places.index(place) if place else 0, chance)
        self._plant.kernel.rearm()
