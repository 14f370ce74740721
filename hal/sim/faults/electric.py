"""What befalls motors, their drivers and supply, the board, and the line to it."""

from collections.abc import Callable

from hal.sim.board import SimBoard
from hal.sim.faults.kind import (
    MOTORS,
    Deed,
    FaultKind,
    NoSuchFault,
    Per,
    Put,
    World,
    no_deed,
    there,
)

HELD_UP_S = 0.8
"""Longer than the board's watchdog waits."""

FEED = ("drum", "ring")

_FREED_BY = {
    "dome": "free-dome",
    "tray": "free-tray",
    "pusher": "straighten-stacks",
    "stacker": "clear-head",
    "deal": "clear-hatch",
    "dice_cup": "clean-dice-pan",
}
"""Acts by what a motor drives; the others are freed at the motor itself."""


def _stall(world: World, actuator: int, chance: float) -> None:
    world.plant.motors.stall(actuator, stuck=chance > 0)


def _dead(world: World, actuator: int, chance: float) -> None:
    world.plant.motors.unplug(actuator, out=chance > 0)


def _run_away(world: World, actuator: int, chance: float) -> None:
    world.plant.motors.let_run_away(actuator, broken=chance > 0)


def _supply(world: World, _: int, chance: float) -> None:
    world.plant.motors.blow_fuse(blown=chance > 0)


def freed(motor: str) -> tuple[Deed, ...]:
    """Return what frees a motor that stands under current."""
    part, _, side = motor.partition(".")
    at_motor = Deed("free-motor", motor)
    if part in _FREED_BY:
        return Deed(_FREED_BY[part], side), at_motor
    return (at_motor, Deed("mend-drum")) if motor in FEED else (at_motor,)


def replugged(motor: str) -> tuple[Deed, ...]:
    """Return what makes a motor without current turn again."""
    at_motor = Deed("mend-motor", motor)
    return (at_motor, Deed("mend-drum")) if motor in FEED else (at_motor,)


def on_board(act: Callable[[SimBoard, bool], None]) -> Put:
    """Act on the board itself: ``True`` sets the fault, ``False`` ends it.

    The act raises ``NoSuchFault`` on a table whose board stands behind a line of its own.
    """

    def put(world: World, _: int, chance: float) -> None:
        if world.board is None:
            raise NoSuchFault(
                "this table's board stands behind a line of its own: break that line instead "
                "(unplug, mute, reset)"
            )
        act(world.board, chance > 0)

    return put


def _cut(board: SimBoard, broken: bool) -> None:  # noqa: FBT001
    board.pull_cable() if broken else board.replug()


def _noise(board: SimBoard, broken: bool) -> None:  # noqa: FBT001
    board.set_noise(noisy=broken)


def _restart(board: SimBoard, broken: bool) -> None:  # noqa: FBT001
    if broken:
        board.power_cycle()


def _hold_up(board: SimBoard, broken: bool) -> None:  # noqa: FBT001
    if broken:
        board.hold_up(HELD_UP_S)


def _lose_an_end(board: SimBoard, broken: bool) -> None:  # noqa: FBT001
    board.firmware.untold = int(broken)


def _end_lost(world: World, _: int) -> bool:
    return world.board is None or not world.board.firmware.untold


def _at_once(_: World, __: int) -> bool:
    return True


KINDS = (
    FaultKind("motor-stall", MOTORS, "current, and nothing moves", _stall, freed),
    FaultKind("motor-dead", MOTORS, "no current, and nothing moves", _dead, replugged),
    FaultKind(
        "motor-runs-on", MOTORS, "the motor turns although it is off", _run_away,
        there("mend-driver"),
    ),
    FaultKind(
        "supply-dead", (), "no motor turns, and none draws current", _supply,
        there("restore-supply"),
    ),
    FaultKind("link-cut", (), "the board does not answer", on_board(_cut), there("plug-link")),
    FaultKind(
        "link-noise", (), "the board falls silent again and again", on_board(_noise),
        there("plug-link"),
    ),
    FaultKind(
        "board-restart", (), "the board tells a new boot id", on_board(_restart), no_deed,
        is_over=_at_once,
    ),
    FaultKind(
        "watchdog-bite", (), "the board drops its outputs by itself", on_board(_hold_up), no_deed,
        is_over=_at_once,
    ),
    FaultKind(
        "end-untold", (), "a motion's end is never told", on_board(_lose_an_end), no_deed,
        per=Per.MOVE, is_over=_end_lost,
    ),
)  # fmt: skip
"""Kinds of electric faults; a dead motor may be unplugged, burnt or resting from heat."""
