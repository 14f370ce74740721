"""A lane's stacker (叠推, 机头): a head that takes two tiles and a cam that drops and pushes them.

One turn of the cam: home, one tile's thickness down, push, home. Backwards it only goes home, so
that homing a stopped stacker in reverse never pushes half a stack.
"""

import random
from collections.abc import Callable

from hal.ids import CAMS_HOME, STACKERS
from hal.sim.hand import HandTray
from hal.sim.kernel import Kernel, to_us
from hal.sim.motors import Motors
from hal.sim.pins import OFF, ON, Pins
from hal.sim.side import Side
from hal.sim.tiles import HEAD, NO_TILE, PLACES, ROW, Books

HOME, DROPPED, PUSHED, TURN = 0, 300, 700, 1000
"""Angles of the cam, in thousandths of a turn."""

CLEAR = 10
"""A cam so near its home meets nothing."""


def _nothing() -> None:
    """Feed nothing: a stacker without a belt."""


class Stacker:
    """Take tiles from the belt two by two and push stacks into the row.

    ``jam`` is the chance that a push does not come through (a scripted fault). ``feed`` is called
    when the head can take a tile. ``into_hand`` is the gate behind the head, which leads to the
    slide of the side's hand tray instead of its row.
    """

    __slots__ = (
        "_actuator",
        "_books",
        "_cam_input",
        "_direction",
        "_event",
        "_hand",
        "_kernel",
        "_motors",
        "_pins",
        "_quiet_us",
        "_rng",
        "_side",
        "_since_us",
        "_turn_us",
        "angle",
        "feed",
        "head",
        "into_hand",
        "jam",
        "lane",
    )

    def __init__(
        self,
        lane: int,
        kernel: Kernel,
        pins: Pins,
        motors: Motors,
        books: Books,
        side: Side,
        hand: HandTray,
        turn_s: float,
        rng: random.Random,
    ) -> None:
        self.lane = lane
        self._kernel, self._pins, self._motors, self._books = kernel, pins, motors, books
        self._side, self._hand, self._rng = side, hand, rng
        self._turn_us = to_us(turn_s)
        self._quiet_us = min(self._turn_us * (TURN - PUSHED) // TURN, motors.stall_us)
        self._actuator, self._cam_input = STACKERS[lane], CAMS_HOME[lane]
        self._direction = self._event = self._since_us = 0
        self.angle = HOME
        self.head: list[int] = []
        self.jam = 0.0
        self.into_hand = False
        self.feed: Callable[[], None] = _nothing
        motors.turn[self._actuator] = self.drive

    def put(self, angle: int) -> None:
        """Turn the cam by hand."""
        self.angle = angle
        self._pins.put(self._cam_input, angle == HOME)

    @property
    def takes_a_tile(self) -> bool:
        """Tell whether a tile can slide into the head: on to the cam, or on the lowered tile."""
        if self._direction or len(self.head) > 1:
            return False
        return self.angle == DROPPED or (self.angle == HOME and not self.head)

    @property
    def is_clear(self) -> bool:
        """Tell whether the cam stands at home, or so near it that the row's way is free."""
        return min(self.angle, TURN - self.angle) <= CLEAR and not self._event

    @property
    def is_home(self) -> bool:
        """Tell whether the cam stands at home."""
        return self.angle == HOME and not self._event

    def drive(self, direction: int) -> None:
        """Turn the cam: 1 forward, -1 back home, 0 off."""
        if self._event:
            self._halt()
        self._direction = direction
        if direction:
            self._go_on()
        elif self.takes_a_tile:
            self.feed()

    def _halt(self) -> None:
        self._kernel.cancel(self._event)
        self._event = 0
        turned = (self._kernel.now - self._since_us) * TURN // self._turn_us
        angle = self.angle + self._direction * turned
        # Between two marks: only reaching a mark counts as being there.
        self.angle = min(max(angle, HOME + 1), TURN - 1)

    def _go_on(self) -> None:
        angle = self.angle
        self._since_us = self._kernel.now
        if self._direction < 0:
            if angle == HOME:
                self._motors.blocked(self._actuator)
                return
            mark = HOME
        elif angle < DROPPED:
            mark = DROPPED
        elif angle < PUSHED or (angle == PUSHED and self.head):
            mark = PUSHED
        else:
            mark = TURN
        way_us = abs(mark - angle) * self._turn_us // TURN
        # A push is noticed when the cam is home, a push that does not go by its current.
        quiet = self._quiet_us if mark == PUSHED else 0
        self._event = self._kernel.after(way_us, self._reach, mark, quiet)
        if angle == HOME:
            self._pins.put(self._cam_input, OFF)

    def _reach(self, mark: int) -> None:
        self._event = 0
        direction = self._direction
        self.angle = HOME if mark == TURN else mark
        if mark == DROPPED:
            self._pins.board.on_dropped(self.lane)
        elif mark == PUSHED:
            if not self._push():
                self._motors.blocked(self._actuator)
                return
        else:
            self._pins.put(self._cam_input, ON)
        if self._direction == direction and not self._event:
            self._go_on()

    def _push(self) -> bool:
        """Push what is in the head into the row; ``False`` if it does not go."""
        head = self.head
        if head:
            target_takes = self._hand.takes_a_tile if self.into_hand else self._side.takes_a_stack
            if not target_takes or self._jams():
                return False
            self._place()
        tiles = len(head)
        head.clear()
        self._pins.board.on_pushed(self.lane, tiles)
        return True

    def _jams(self) -> bool:
        chance = self.jam
        if self._books.oversize:
            sets = self._books.sets
            chance = max(chance, *(self._books.oversize.get(sets[t], 0.0) for t in self.head))
        return chance > 0 and self._rng.random() < chance

    def _place(self) -> None:
        """Move what is in the head to where the gate leads."""
        head = self.head
        if self.into_hand:
            self._hand.put_tiles(head)
        else:
            source, target = PLACES[HEAD + self.lane], PLACES[ROW + self.lane]
            for tile in head:
                self._books.move(tile, source, target)
            self._side.put_stack((head[0], head[1] if len(head) > 1 else NO_TILE))
