"""What people see when a fault's question sends them to look: the plant itself, yes or no."""

from collections.abc import Callable, Mapping

from hal.ids import LANES, STACKERS, Actuator
from hal.motions import HAND_TILES
from hal.sim import SimTable
from hal.sim.axis import HIGH, LOW, Axis

Look = Callable[[SimTable, int], bool]


def _at_an_end(axis: Axis) -> bool:
    return axis.position in (LOW, HIGH)


def _tile_in_head(table: SimTable, lane: int) -> bool:
    return bool(table.plant.lanes[lane].stacker.head)


def _askew(table: SimTable, lane: int) -> bool:
    plant = table.plant
    sticks = plant.lanes[lane].stacker.jam > 0 or bool(plant.books.oversize)
    return sticks and _tile_in_head(table, lane)


def _tiles_in_drum(table: SimTable, _: int) -> bool:
    return bool(table.plant.drum.tiles)


LOOKS: Mapping[str, Look] = {
    "E210": lambda table, _: _at_an_end(table.plant.dome),
    "E220": lambda table, side: _at_an_end(table.plant.sides[side].tray_axis),
    "E230": lambda table, side: _at_an_end(table.plant.sides[side].pusher),
    "E240": lambda table, lane: table.plant.motors.turns(STACKERS[lane]),
    "E250": lambda table, side: table.plant.hands[side].is_flush,
    "E260": _askew,
    "E290": lambda table, _: any(map(table.plant.motors.turns, Actuator)),
    "E310": _tiles_in_drum,
    "E320": _tiles_in_drum,
    "E340": lambda table, _: table.plant.drum.slow == 1.0,
    "E350": lambda table, side: len(table.plant.hands[side].slide) >= HAND_TILES,
    "E430": _tile_in_head,
    "E610": lambda table, _: table.plant.motors.turns(Actuator.DICE_CUP),
}
"""By the code of the group that asks."""


def look(table: SimTable, code: str, side: int | None, part: object = None) -> bool:
    """Answer the question of a group of causes by looking at the machine, or at its part."""
    table.kernel.catch_up()
    if code == "E280":
        return any(table.plant.motors.turns(each) for each in Actuator if each.label == part)
    return LOOKS[code](table, LANES[0] if side is None else side)
