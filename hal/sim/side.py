"""A side of the table: the row of finished stacks inside, its pusher, its tray."""

import random

from hal.ids import PUSHERS, PUSHERS_HOME, PUSHERS_OUT, TRAYS, TRAYS_DOWN, TRAYS_UP
from hal.sim.axis import Axis
from hal.sim.kernel import Kernel
from hal.sim.motors import Motors
from hal.sim.pins import Pins
from hal.sim.settings import SideSettings
from hal.sim.tiles import NO_TILE, PLACES, ROW, TRAY, Books, Stack


class Side:
    """Hold the next wall in its row and the present one on its tray.

    Both are lists of stacks from the owner's right to his left: the first stack made is at the
    right end.
    """

    __slots__ = (
        "_books",
        "_fresh_tiles",
        "_settings",
        "number",
        "pusher",
        "risen_tiles",
        "row",
        "tray",
        "tray_axis",
    )

    def __init__(
        self,
        number: int,
        kernel: Kernel,
        pins: Pins,
        motors: Motors,
        books: Books,
        settings: SideSettings,
        rng: random.Random,
    ) -> None:
        self.number = number
        self._books = books
        self._settings = settings
        self._fresh_tiles = 0
        self.risen_tiles = 0
        self.row: list[Stack] = []
        self.tray: list[Stack] = []
        self.pusher = Axis(
            kernel, pins, motors, rng,
            actuator=PUSHERS[number], low_input=PUSHERS_HOME[number],
            high_input=PUSHERS_OUT[number], travel_s=settings.pusher_s, spread=settings.spread,
        )  # fmt: skip
        self.tray_axis = Axis(
            kernel, pins, motors, rng,
            actuator=TRAYS[number], low_input=TRAYS_DOWN[number], high_input=TRAYS_UP[number],
            travel_s=settings.tray_s, spread=settings.spread,
        )  # fmt: skip
        self.pusher.may = self._pusher_may
        self.pusher.arrived = self._pusher_arrived
        self.tray_axis.may = self._tray_may
        self.tray_axis.arrived = self._tray_arrived

    @property
    def takes_a_stack(self) -> bool:
        """Tell whether a stack can be pushed into the row now."""
        return len(self.row) < self._settings.row_stacks and self.pusher.is_clear

    def put_stack(self, stack: Stack) -> None:
        """Take a stack into the row, at the end next to the stacker; the books know it already."""
        self.row.append(stack)

    def take_off(self, stacks: int | None = None) -> list[int]:
        """Lift stacks from the right end of the tray, all without a number; return their tiles.

        The books are the taker's business. The order is upper before lower, right to left.
        """
        count = len(self.tray) if stacks is None else stacks
        taken, self.tray = self.tray[:count], self.tray[count:]
        return [tile for lower, upper in taken for tile in (upper, lower) if tile != NO_TILE]

    def _pusher_may(self, direction: int) -> bool:
        if direction < 0:
            return True
        return self.tray_axis.is_clear and not (self.row and self.tray)

    def _pusher_arrived(self, direction: int) -> None:
        if direction < 0 or not self.row:
            return
        source, target = PLACES[ROW + self.number], PLACES[TRAY + self.number]
        for lower, upper in self.row:
            self._books.move(lower, source, target)
            self._fresh_tiles += 1
            if upper != NO_TILE:
                self._books.move(upper, source, target)
                self._fresh_tiles += 1
        self.tray, self.row = self.row, []

    def _tray_may(self, direction: int) -> bool:
        return direction < 0 or self.pusher.is_clear

    def _tray_arrived(self, direction: int) -> None:
        if direction > 0:
            self.risen_tiles += self._fresh_tiles
            self._fresh_tiles = 0
