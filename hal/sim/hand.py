"""A side's hand tray (配牌): a slide where the next hand waits, and a tray that fetches it.

One turn of the deal motor takes the tray down, under the waiting tiles, and up again, flush with
the table top. The slide's sensor tells when a whole hand lies on it.
"""

import random

from hal.ids import DEALERS, HANDS_FLUSH, HANDS_FULL
from hal.motions import HAND_TILES
from hal.sim.kernel import Kernel, to_us
from hal.sim.motors import Motors
from hal.sim.pins import OFF, ON, Pins
from hal.sim.settings import DealSettings
from hal.sim.tiles import HAND, HEAD, PLACES, SLIDE, Books, Place

FLUSH, DOWN, TURN = 0, 500, 1000
"""Angles of the deal motor's crank, in thousandths of a turn."""

CLEAR = 10
"""A tray so near its place leaves no gap."""


class HandTray:
    """Take single tiles on the slide, and bring them up in one turn.

    Scripted faults: ``stick`` is the chance that the tray does not come up from below, as when
    something lies on its hatch; ``astray`` that a tile falls beside the slide.
    """

    __slots__ = (
        "_actuator",
        "_books",
        "_direction",
        "_event",
        "_flush_input",
        "_fresh_tiles",
        "_full_input",
        "_kernel",
        "_motors",
        "_pins",
        "_rng",
        "_settings",
        "_since_us",
        "_turn_us",
        "angle",
        "astray",
        "number",
        "risen_tiles",
        "slide",
        "stick",
        "tray",
    )

    def __init__(
        self,
        number: int,
        kernel: Kernel,
        pins: Pins,
        motors: Motors,
        books: Books,
        settings: DealSettings,
        rng: random.Random,
    ) -> None:
        self.number = number
        self._kernel, self._pins, self._motors, self._books = kernel, pins, motors, books
        self._settings, self._rng = settings, rng
        self._actuator = DEALERS[number]
        self._flush_input, self._full_input = HANDS_FLUSH[number], HANDS_FULL[number]
        self._direction = self._event = self._since_us = 0
        self._turn_us = to_us(settings.turn_s)
        self.angle = FLUSH
        self.slide: list[int] = []
        self.tray: list[int] = []
        self.risen_tiles = self._fresh_tiles = 0
        self.stick = self.astray = 0.0
        if settings.fitted:
            motors.turn[self._actuator] = self.drive

    def put(self, angle: int) -> None:
        """Turn the crank by hand."""
        self.angle = angle
        self._pins.put(self._flush_input, self._settings.fitted and angle == FLUSH)

    @property
    def is_clear(self) -> bool:
        """Tell whether the tray stands flush, or so near it that no tile falls into the gap."""
        return min(self.angle, TURN - self.angle) <= CLEAR and not self._event

    @property
    def is_flush(self) -> bool:
        """Tell whether the tray stands flush with the table top."""
        return self.angle == FLUSH and not self._event

    @property
    def takes_a_tile(self) -> bool:
        """Tell whether a single tile can be pushed on to the slide."""
        return self._settings.fitted and len(self.slide) < HAND_TILES

    def put_tiles(self, tiles: list[int]) -> None:
        """Take tiles from the stacker's head; one that goes astray falls into the cabinet."""
        source, slide = PLACES[HEAD + self.number], PLACES[SLIDE + self.number]
        for tile in tiles:
            if self.astray > 0 and self._rng.random() < self.astray:
                self._books.move(tile, source, Place.FLOOR)
            else:
                self._books.move(tile, source, slide)
                self.slide.append(tile)
        self._tell_full()

    def take_off(self) -> list[int]:
        """Lift all tiles from the tray; the books are the taker's business."""
        taken, self.tray = self.tray, []
        return taken

    def empty_slide(self) -> list[int]:
        """Lift all tiles from the slide through the hatch; the books are the taker's business."""
        taken, self.slide = self.slide, []
        self._tell_full()
        return taken

    def drive(self, direction: int) -> None:
        """Turn the crank: 1 forward, -1 back, 0 off."""
        if self._event:
            self._halt()
        self._direction = direction
        if direction:
            self._go_on()

    def free(self) -> None:
        """Go on if it is driven, after a fault was cleared."""
        if not self._event:
            self.drive(self._direction)

    def freeze(self) -> None:
        """Stop where it is although driven."""
        if self._event:
            self._halt()
            self._motors.blocked(self._actuator)

    def _halt(self) -> None:
        self._kernel.cancel(self._event)
        self._event = 0
        turned = (self._kernel.now - self._since_us) * TURN // self._turn_us
        low, high = (FLUSH, DOWN) if self.angle + self._direction < DOWN else (DOWN, TURN)
        # Between two marks: only reaching a mark counts as being there.
        self.angle = min(max(self.angle + self._direction * turned, low + 1), high - 1)

    def _go_on(self) -> None:
        sticks = self.angle == DOWN and self.stick > 0 and self._rng.random() < self.stick
        if sticks or (self.angle == DOWN and self.slide and self.tray):
            self._motors.blocked(self._actuator)
            return
        at = self.angle
        if self._direction > 0:
            mark = DOWN if at < DOWN else TURN
        elif at == FLUSH:
            at = self.angle = TURN
            mark = DOWN
        else:
            mark = FLUSH if at <= DOWN else DOWN
        if self.angle in (FLUSH, TURN):
            spread = self._settings.spread
            self._turn_us = round(
                to_us(self._settings.turn_s) * self._rng.uniform(1 - spread, 1 + spread)
            )
            self._pins.put(self._flush_input, OFF)
        self._since_us = self._kernel.now
        way_us = abs(mark - at) * self._turn_us // TURN
        self._event = self._kernel.after(max(1, way_us), self._reach, mark)

    def _reach(self, mark: int) -> None:
        self._event = 0
        direction = self._direction
        self.angle = FLUSH if mark == TURN else mark
        if self.angle == DOWN:
            self._fetch()
        else:
            self.risen_tiles += self._fresh_tiles
            self._fresh_tiles = 0
            self._pins.put(self._flush_input, ON)
        if self._direction == direction and not self._event:
            self._go_on()

    def _fetch(self) -> None:
        """Let the waiting hand slide on to the tray, if that is empty."""
        if self.tray:
            return
        source, target = PLACES[SLIDE + self.number], PLACES[HAND + self.number]
        for tile in self.slide:
            self._books.move(tile, source, target)
        self.tray, self.slide = self.slide, []
        self._fresh_tiles = len(self.tray)
        self._tell_full()

    def _tell_full(self) -> None:
        full = len(self.slide) >= HAND_TILES
        if self._pins.real[self._full_input] is not full:
            self._pins.put(self._full_input, full)
