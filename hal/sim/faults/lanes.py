"""What befalls a lane (牌道): its eye, its reader, its belt, its stacker and what rides there."""

from hal.ids import BELTS, EYES
from hal.sim.faults.kind import SIDES, Deed, FaultKind, Per, World, there
from hal.sim.faults.switches import force
from hal.sim.pins import ON

SLOW_LANE = 3.0
DIRTY_EYE_LEVEL = 900
AGEING_PER_TILE = 2


def _blind(world: World, lane: int, chance: float) -> None:
    world.plant.lanes[lane].blind = chance


def _ghosts(world: World, lane: int, chance: float) -> None:
    world.plant.lanes[lane].haunt(chance)


def _dirty(world: World, lane: int, chance: float) -> None:
    clean = world.plant.settings.lane.eye_idle_level
    world.plant.lanes[lane].eye_idle_level = DIRTY_EYE_LEVEL if chance else clean


def _ageing(world: World, lane: int, chance: float) -> None:
    part = world.plant.lanes[lane]
    part.ageing = AGEING_PER_TILE if chance else 0
    if not chance:
        part.eye_idle_level = world.plant.settings.lane.eye_idle_level


def _shifted(world: World, lane: int, chance: float) -> None:
    _blind(world, lane, chance / 2)
    clean = world.plant.settings.lane.eye_idle_level
    world.plant.lanes[lane].eye_idle_level = 3 * clean if chance else clean


def _unread(world: World, lane: int, chance: float) -> None:
    world.plant.readers[lane].dead = chance


def _misread(world: World, lane: int, chance: float) -> None:
    world.plant.readers[lane].wrong = chance


def _jam(world: World, lane: int, chance: float) -> None:
    world.plant.lanes[lane].stacker.jam = chance


def _double(world: World, lane: int, chance: float) -> None:
    world.plant.lanes[lane].double = chance


def _foreign_body(world: World, lane: int, chance: float) -> None:
    if chance:
        world.plant.lanes[lane].blocked = True
    else:
        world.plant.lanes[lane].unblock()


def _slow(world: World, lane: int, chance: float) -> None:
    world.plant.lanes[lane].slow = SLOW_LANE if chance else 1.0


def _stopped(world: World, lane: int, chance: float) -> None:
    world.plant.motors.stall(BELTS[lane], stuck=chance > 0)


def _free_belt(place: str) -> tuple[Deed, ...]:
    return Deed("free-motor", BELTS[int(place)].label), Deed("clean-lane", place)


KINDS = (
    FaultKind(
        "eye-dead", SIDES, "tiles wait, the lane's count stands still", _blind,
        there("clean-eye"), per=Per.TILE,
    ),
    FaultKind(
        "eye-stuck-on", SIDES, "the eye reads on all the time", force(EYES, ON),
        there("clear-beam"),
    ),
    FaultKind(
        "eye-ghosts", SIDES, "the cam turns without tiles, the count is too high", _ghosts,
        there("clear-beam"), per=Per.SECOND,
    ),
    FaultKind("eye-dirty", SIDES, "the eye's idle level is high", _dirty, there("clean-eye")),
    FaultKind(
        "eye-ageing", SIDES, "the eye's idle level creeps up with every tile", _ageing,
        there("clean-eye"),
    ),
    FaultKind(
        "eye-shifted", SIDES, "the idle level has jumped, and tiles are missed", _shifted,
        there("clean-eye"), per=Per.TILE,
    ),
    FaultKind(
        "reader-dead", SIDES, "tiles pass the eye and are not read", _unread,
        there("mend-reader"), per=Per.TILE,
    ),
    FaultKind(
        "reader-misreads", SIDES, "tiles are read that the set does not hold", _misread,
        there("mend-reader"), per=Per.TILE,
    ),
    FaultKind(
        "stacker-jam", SIDES, "the cam does not come home in time", _jam,
        there("clear-head", "clean-lane"), per=Per.PUSH,
    ),
    FaultKind(
        "double-tile", SIDES, "the eye's pulse is twice as long", _double,
        there("clear-head", "clean-lane"), per=Per.TILE,
    ),
    FaultKind(
        "lane-jam", SIDES, "the belt is full, the eye sees nothing", _foreign_body,
        there("take-out-body"),
    ),
    FaultKind(
        "belt-weak", SIDES, "one lane stays behind the others", _slow, there("clean-lane")
    ),
    FaultKind("belt-stopped", SIDES, "no tile comes on one lane", _stopped, _free_belt),
)  # fmt: skip
"""Kinds of lane faults."""
