"""What may never move when: the plant's own judgement of every motor command that reaches it.

Nothing here stops a motor. A command that breaks a row is counted as unsafe, whoever sent it: the
controller's own interlocks are judged by these rows, not by themselves.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hal.ids import BELTS, DEALERS, PUSHERS, STACKERS, TRAYS, Actuator, Direction, Input
from hal.sim.kernel import US, to_us

if TYPE_CHECKING:
    from hal.sim.plant import Plant

ALL = tuple(Actuator)
INSIDE = (Actuator.DRUM, Actuator.RING, *BELTS, *STACKERS, *PUSHERS, *TRAYS, *DEALERS)
REACTION_S = 0.25
"""How soon a motor must be off after top, hatch or e-stop has changed under it."""


@dataclass(frozen=True, slots=True)
class Interlock:
    """A row: these motors may not be commanded while ``broken`` holds, because of ``reason``.

    ``direction`` 1 or -1 restricts the row to one way, 0 is both.
    """

    rule: str
    actuators: tuple[Actuator, ...]
    direction: int
    broken: Callable[["Plant", int], bool]
    reason: str


@dataclass(frozen=True, slots=True)
class Unsafe:
    """A motor command against a row."""

    rule: str
    at: float
    actuator: Actuator
    direction: Direction


def _tray(plant: "Plant", actuator: int) -> bool:
    return not plant.sides[actuator - PUSHERS[0]].tray_axis.is_clear


def _pusher_of_tray(plant: "Plant", actuator: int) -> bool:
    return not plant.sides[actuator - TRAYS[0]].pusher.is_clear


def _full_tray(plant: "Plant", actuator: int) -> bool:
    side = plant.sides[actuator - PUSHERS[0]]
    return bool(side.row and side.tray)


def _hand_on_hand(plant: "Plant", actuator: int) -> bool:
    hand = plant.hands[actuator - DEALERS[0]]
    return bool(hand.slide and hand.tray)


def _slide_is_filled(plant: "Plant", actuator: int) -> bool:
    lane = actuator - DEALERS[0]
    stacks = plant.motors.drive[STACKERS[lane]] != 0
    return stacks and plant.lanes[lane].stacker.into_hand


def _hand_tray_open(plant: "Plant", actuator: int) -> bool:
    lane = actuator - STACKERS[0]
    return plant.lanes[lane].stacker.into_hand and not plant.hands[lane].is_clear


def _inside_runs(plant: "Plant", _: int) -> bool:
    drive = plant.motors.drive
    return any(drive[actuator] for actuator in INSIDE)


INTERLOCKS = (
    Interlock(
        "top-open", ALL, 0, lambda plant, _: not plant.pins.real[Input.TOP_CLOSED],
        "with the table top open hands reach every mechanism",
    ),
    Interlock(
        "hatch-open", ALL, 0, lambda plant, _: not plant.pins.real[Input.HATCH_CLOSED],
        "with the service door open a motor would start when the door closes",
    ),
    Interlock(
        "estop-pressed", ALL, 0, lambda plant, _: not plant.pins.real[Input.ESTOP_RELEASED],
        "a motor commanded under the e-stop would start when it is released",
    ),
    Interlock(
        "well-open", INSIDE, 0, lambda plant, _: not plant.dome.is_clear,
        "while the dome is not down hands reach through the well into drum, lanes and walls",
    ),
    Interlock(
        "dome-while-running", (Actuator.DOME,), 0, _inside_runs,
        "the dome may open or close the well only while everything inside stands still",
    ),
    Interlock(
        "pusher-into-raised-tray", PUSHERS, 1, _tray,
        "a pusher crushes its wall against a tray that is not down",
    ),
    Interlock(
        "pusher-into-cam", PUSHERS, 1,
        lambda plant, actuator: not plant.lanes[actuator - PUSHERS[0]].stacker.is_clear,
        "a cam that is not at home stands in the way of the row",
    ),
    Interlock(
        "wall-into-wall", PUSHERS, 1, _full_tray,
        "a second wall pushed on to a tray breaks the first",
    ),
    Interlock(
        "stacker-into-pusher", STACKERS, 0,
        lambda plant, actuator: not plant.sides[actuator - STACKERS[0]].pusher.is_clear,
        "a stack pushed into a row whose pusher is out hits the pusher",
    ),
    Interlock(
        "tray-into-pusher", TRAYS, 1, _pusher_of_tray,
        "a tray that rises while its pusher is out bends it",
    ),
    Interlock(
        "tray-while-pushing", TRAYS, 0,
        lambda plant, actuator: plant.motors.drive[PUSHERS[actuator - TRAYS[0]]] != 0,
        "a tray that moves while its wall is pushed on to it breaks the wall",
    ),
    Interlock(
        "pushing-while-tray-moves", PUSHERS, 0,
        lambda plant, actuator: plant.motors.drive[TRAYS[actuator - PUSHERS[0]]] != 0,
        "a wall pushed on to a moving tray breaks",
    ),
    Interlock(
        "hand-on-hand", DEALERS, 0, _hand_on_hand,
        "a second hand that slides on to a tray pushes the first one over its edge",
    ),
    Interlock(
        "dealing-while-filling", DEALERS, 0, _slide_is_filled,
        "a tile pushed on to the slide while its tray turns falls into the gap",
    ),
    Interlock(
        "filling-open-tray", STACKERS, 1, _hand_tray_open,
        "a tile pushed on to the slide while its tray is not flush falls into the gap",
    ),
)  # fmt: skip
"""All rows; judged from where things are, not from what the sensors say."""


class Judge:
    """Judge motor commands and keep the list of those that were unsafe."""

    __slots__ = ("_plant", "_rows", "unsafe")

    def __init__(self, plant: "Plant") -> None:
        self._plant = plant
        self._rows = tuple(
            tuple(
                tuple(
                    row
                    for row in INTERLOCKS
                    if actuator in row.actuators and row.direction in (0, direction)
                )
                for direction in (1, -1)
            )
            for actuator in Actuator
        )
        self.unsafe: list[Unsafe] = []

    def judge(self, actuator: int, direction: int) -> None:
        """Judge one command that switches a motor on or turns it round."""
        plant = self._plant
        for row in self._rows[actuator][0 if direction > 0 else 1]:
            if row.broken(plant, actuator):
                self._note(row.rule, actuator, direction)

    def watch(self) -> None:
        """Look again a reaction time after a safety input has changed under running motors."""
        self._plant.kernel.after(to_us(REACTION_S), self._look)

    def _look(self, _: int) -> None:
        real = self._plant.pins.real
        bad = next(
            (
                rule
                for rule, input_ in (
                    ("top-open", Input.TOP_CLOSED),
                    ("hatch-open", Input.HATCH_CLOSED),
                    ("estop-pressed", Input.ESTOP_RELEASED),
                )
                if not real[input_]
            ),
            None,
        )
        if bad is not None:
            for actuator, direction in enumerate(self._plant.motors.drive):
                if direction:
                    self._note(bad, actuator, direction)

    def _note(self, rule: str, actuator: int, direction: int) -> None:
        self.unsafe.append(
            Unsafe(
                rule,
                self._plant.kernel.now / US,
                Actuator(actuator),
                Direction.FORWARD if direction > 0 else Direction.REVERSE,
            )
        )
