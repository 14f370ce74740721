"""Switches and light barriers that no longer tell the truth: dead ones read off, stuck ones on."""

from hal.ids import (
    BELTS_FULL,
    CAMS_HOME,
    HANDS_FLUSH,
    HANDS_FULL,
    PUSHERS_HOME,
    PUSHERS_OUT,
    TRAYS_DOWN,
    TRAYS_UP,
    Input,
)
from hal.sim.faults.kind import SIDES, Deed, FaultKind, Mends, Put, World
from hal.sim.pins import OFF, ON, Level

Inputs = tuple[Input, ...]


def force(inputs: Inputs, level: Level) -> Put:
    """Make the input of the place's number read one level always."""

    def put(world: World, place: int, chance: float) -> None:
        world.plant.pins.force(inputs[place], level if chance else None)

    return put


def switch_of(inputs: Inputs, *others: str) -> Mends:
    """Mend the switch of the fault's place, or do one of the other acts there."""

    def mends(place: str) -> tuple[Deed, ...]:
        input_ = inputs[int(place)] if place else inputs[0]
        return (Deed("mend-switch", input_.label), *(Deed(act, place) for act in others))

    return mends


def _row(
    name: str, inputs: Inputs, level: Level, seen_by: str, *others: str, deals: bool = False,
    sensed: bool = True,
) -> FaultKind:  # fmt: skip
    places = SIDES if len(inputs) > 1 else ()
    return FaultKind(
        name, places, seen_by, force(inputs, level), switch_of(inputs, *others), deals=deals,
        sensed=sensed,
    )  # fmt: skip


def _press_on(_: str) -> tuple[Deed, ...]:
    return Deed("close-top"), Deed("mend-switch", Input.TOP_CLOSED.label)


_DOME_UP, _DOME_DOWN = (Input.DOME_UP,), (Input.DOME_DOWN,)
_BOTH = "both ends of one way read true"

KINDS = (
    _row("dome-up-sensor-dead", _DOME_UP, OFF, "the dome rises and is never up"),
    _row("dome-up-sensor-stuck", _DOME_UP, ON, _BOTH),
    _row("dome-down-sensor-dead", _DOME_DOWN, OFF, "the dome closes and is never down"),
    _row("dome-down-sensor-stuck", _DOME_DOWN, ON, _BOTH),
    _row("tray-up-sensor-dead", TRAYS_UP, OFF, "a tray rises and is never up"),
    _row("tray-up-sensor-stuck", TRAYS_UP, ON, "a tray reads up although it is down"),
    _row("tray-down-sensor-dead", TRAYS_DOWN, OFF, "a tray sinks and is never down"),
    _row("tray-down-sensor-stuck", TRAYS_DOWN, ON, "a tray reads down although it is up"),
    _row("pusher-home-sensor-dead", PUSHERS_HOME, OFF, "a pusher goes back and is never home"),
    _row("pusher-home-sensor-stuck", PUSHERS_HOME, ON, "a pusher reads home although it is out"),
    _row("pusher-out-sensor-dead", PUSHERS_OUT, OFF, "a pusher goes out and is never there"),
    _row("pusher-out-sensor-stuck", PUSHERS_OUT, ON, "a pusher reads out although it is home"),
    _row("cam-sensor-dead", CAMS_HOME, OFF, "the cam turns and is never at home"),
    _row("cam-sensor-stuck", CAMS_HOME, ON, "the cam turns and never leaves home"),
    _row(
        "belt-full-stuck-on", BELTS_FULL, ON, "the belt reads full while tiles pass", "clear-mouth"
    ),
    _row(
        "belt-full-dead", BELTS_FULL, OFF, "tiles wait and the belt never reads full: no sensor",
        sensed=False,
    ),
    _row(
        "hand-flush-sensor-dead", HANDS_FLUSH, OFF, "a hand tray comes up and is never flush",
        deals=True,
    ),
    _row(
        "hand-flush-sensor-stuck", HANDS_FLUSH, ON, "a hand tray reads flush while it turns",
        deals=True,
    ),
    _row(
        "hand-full-sensor-dead", HANDS_FULL, OFF, "13 tiles lie on the slide, it is never full",
        deals=True,
    ),
    _row(
        "hand-full-sensor-stuck", HANDS_FULL, ON, "a slide reads full before 13 tiles were laid",
        deals=True,
    ),
    FaultKind(
        "top-ajar", (), "the top looks closed and reads open", force((Input.TOP_CLOSED,), OFF),
        _press_on,
    ),
)  # fmt: skip
"""Kinds of lying switches."""
