"""What befalls the parts that people see move: dome, trays, push plates, hand trays."""

from collections.abc import Callable

from hal.sim.axis import HIGH, Axis
from hal.sim.faults.kind import SIDES, Check, Deed, FaultKind, Mends, Per, Put, World, there
from hal.sim.plant import Plant

SLUGGISH = 2.5
FINGER = HIGH // 2
"""Where a finger is caught: half-way."""

Part = Callable[[Plant, int], Axis]
"""Find the axis of a place."""


def _dome(plant: Plant, _: int) -> Axis:
    return plant.dome


def _tray(plant: Plant, side: int) -> Axis:
    return plant.sides[side].tray_axis


def _pusher(plant: Plant, side: int) -> Axis:
    return plant.sides[side].pusher


def _stuck(part: Part) -> Put:
    def put(world: World, place: int, chance: float) -> None:
        axis = part(world.plant, place)
        axis.stick = chance
        if chance >= 1:
            axis.freeze()
        elif not chance:
            axis.free()

    return put


def _slow(part: Part) -> Put:
    def put(world: World, place: int, chance: float) -> None:
        part(world.plant, place).sluggish = SLUGGISH if chance else 1.0

    return put


def _finger(part: Part, direction: int) -> Put:
    def put(world: World, place: int, chance: float) -> None:
        axis = part(world.plant, place)
        if chance:
            axis.obstruct(direction, FINGER)
        else:
            axis.unblock()

    return put


def _pulled_out(part: Part) -> Check:
    return lambda world, place: not part(world.plant, place).obstructed


def _sinks(world: World, side: int, chance: float) -> None:
    world.plant.sides[side].tray_axis.sinks = chance > 0


def _hand_tray(world: World, side: int, chance: float) -> None:
    hand = world.plant.hands[side]
    hand.stick = chance
    if chance >= 1:
        hand.freeze()
    elif not chance:
        hand.free()


def _astray(world: World, side: int, chance: float) -> None:
    world.plant.hands[side].astray = chance


def _blemish(name: str) -> Put:
    def put(world: World, place: int, chance: float) -> None:
        mark = name, SIDES[place]
        (world.plant.blemishes.add if chance else world.plant.blemishes.discard)(mark)

    return put


def _oil(part: str) -> Mends:
    return lambda place: (Deed("oil", f"{part}.{place}" if place else part),)


def _up_switch(place: str) -> tuple[Deed, ...]:
    return Deed("mend-switch", f"tray_up.{place}"), Deed("free-tray", place)


KINDS = (
    FaultKind(
        "dome-stuck", (), "the dome's end switches do not change", _stuck(_dome),
        there("free-dome"), per=Per.MOVE,
    ),
    FaultKind("dome-sluggish", (), "the dome takes more than twice its time", _slow(_dome),
        _oil("dome")),
    FaultKind(
        "finger-in-dome", (), "the closing dome stalls half-way and comes free backwards",
        _finger(_dome, -1), there("free-dome"), is_over=_pulled_out(_dome),
    ),
    FaultKind(
        "tray-stuck", SIDES, "one tray is out of step", _stuck(_tray), there("free-tray"),
        per=Per.MOVE,
    ),
    FaultKind("tray-sluggish", SIDES, "a tray takes more than twice its time", _slow(_tray),
        _oil("tray")),
    FaultKind(
        "finger-in-tray", SIDES, "a rising tray stalls half-way and comes free backwards",
        _finger(_tray, 1), there("free-tray"), is_over=_pulled_out(_tray),
    ),
    FaultKind("tray-cycles", SIDES, "a tray that is up sinks again by itself", _sinks, _up_switch),
    FaultKind(
        "pusher-stuck", SIDES, "a pusher does not move", _stuck(_pusher),
        there("straighten-stacks"), per=Per.MOVE,
    ),
    FaultKind("pusher-sluggish", SIDES, "a pusher takes more than twice its time", _slow(_pusher),
        _oil("pusher")),
    FaultKind(
        "hand-tray-stuck", SIDES, "a hand tray is not flush after its turn", _hand_tray,
        there("clear-hatch"), per=Per.MOVE, deals=True,
    ),
    FaultKind(
        "hand-tile-astray", SIDES, "the lane has laid 13 tiles, the slide is not full", _astray,
        there("pick-up-astray"), per=Per.TILE, deals=True,
    ),
    FaultKind(
        "tray-proud", SIDES, "a tray stands above the table: by eye", _blemish("tray-proud"),
        there("set-tray"), sensed=False,
    ),
    FaultKind(
        "tray-low", SIDES, "a tray stops below the table: by eye", _blemish("tray-low"),
        there("set-tray"), sensed=False,
    ),
    FaultKind(
        "wall-ragged", SIDES, "the stacks of a wall stand askew: by eye", _blemish("wall-ragged"),
        there("straighten-stacks"), sensed=False,
    ),
)  # fmt: skip
"""Kinds of faults in what moves above."""
