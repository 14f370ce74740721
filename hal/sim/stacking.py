"""The board's sequence for a whole ``Stack`` or ``Singles`` command of one lane.

Belt on; the first tile passes the eye, the cam drops one tile's thickness; the second tile passes,
the cam pushes and goes home. A single tile is pushed as soon as it has passed. While the last is
pushed the belt already runs back.
"""

from collections.abc import Callable

from hal.ids import BELTS, STACKERS
from hal.line.registers import StackPhase as Phase
from hal.motions import Into
from hal.sim.kernel import Kernel
from hal.sim.motors import Motors
from hal.sim.stacker import DROPPED, HOME, PUSHED, Stacker

PAIR = 2
"""Tiles of a stack."""


class StackSequence:
    """Make stacks on one lane, or push single tiles.

    The head has a sensor of its own (K1) that tells the board, not the host, whether tiles lie in
    it, so a stopped pair is completed even after the board has restarted. A stack that was pushed
    just when a stop came is owed: it is told as the first one of the next command.
    """

    __slots__ = (
        "_belt",
        "_belt_is_clear",
        "_cam",
        "_clear_us",
        "_clearing",
        "_ended",
        "_kernel",
        "_lane",
        "_made_one",
        "_motors",
        "_needed",
        "_owed",
        "_stacker",
        "made",
        "phase",
        "wanted",
    )

    def __init__(
        self,
        lane: int,
        kernel: Kernel,
        motors: Motors,
        stacker: Stacker,
        clear_us: int,
        made_one: Callable[[int, int], None],
        ended: Callable[[int], None],
    ) -> None:
        self._lane, self._kernel, self._motors, self._stacker = lane, kernel, motors, stacker
        self._belt, self._cam = BELTS[lane], STACKERS[lane]
        self._clear_us = clear_us
        self._made_one, self._ended = made_one, ended
        self._clearing = self._owed = 0
        self._belt_is_clear = False
        self._needed = PAIR
        self.phase = Phase.IDLE
        self.made = self.wanted = 0

    @property
    def active(self) -> bool:
        """Tell whether a command is under way."""
        return self.phase is not Phase.IDLE

    def start(self, pushes: int, singles: Into | None = None) -> None:
        """Begin; what lies in the head from an earlier command is used."""
        self.made, self.wanted = 0, pushes
        self._belt_is_clear = False
        stacker = self._stacker
        self._needed = PAIR if singles is None else 1
        stacker.into_hand = singles is Into.HAND
        if stacker.angle > PUSHED or (stacker.angle == PUSHED and not stacker.head):
            self._push()  # told when the cam is home
            return
        while self._owed > 0 and self.made < pushes:
            self._owed -= 1
            self._count()
        if self.made == pushes:
            self._clear()
        elif len(stacker.head) >= self._needed:
            self._push()
        elif stacker.angle == HOME or (stacker.angle == DROPPED and stacker.head):
            self._next_pair()
        else:
            self.phase = Phase.HOMING
            self._motors.command(self._cam, -1)

    def on_tile(self) -> None:
        """Go on after a tile has passed the eye."""
        if self.phase is Phase.FIRST and self._needed == 1:
            self._push()
        elif self.phase is Phase.FIRST:
            self.phase = Phase.DROPPING
            self._motors.command(self._cam, 1)
        elif self.phase is Phase.SECOND:
            self._push()

    def on_dropped(self) -> None:
        """Stop the cam where the second tile fits, or push if it has slipped in already.

        A tile that stood before the eye at a stop goes on into the head as the belt starts.
        """
        if self.phase is not Phase.DROPPING:
            return
        if len(self._stacker.head) > 1:
            self._push()
        else:
            self.phase = Phase.SECOND
            self._motors.command(self._cam, 0)

    def on_pushed(self, tiles: int) -> None:
        """Note that a stack or a single tile lies where it belongs, until it is told."""
        if tiles >= self._needed:
            self._owed += 1

    def on_home(self) -> None:
        """Go on after the cam has come home."""
        phase = self.phase
        if phase is Phase.IDLE:
            return
        self._motors.command(self._cam, 0)
        if phase is Phase.HOMING:
            self._next_pair()
        elif phase is Phase.PUSHING:
            self._owed = max(0, self._owed - 1)
            self._count()
            if self.made < self.wanted:
                self._next_pair()
            else:
                self.phase = Phase.CLEARING
                self._end_if_done()
        elif phase is Phase.CLEARING:
            self._end_if_done()

    def _next_pair(self) -> None:
        stacker = self._stacker
        if len(stacker.head) >= self._needed:
            self._push()
            return
        if not stacker.head:
            self.phase = Phase.FIRST
        elif stacker.angle == DROPPED:
            self.phase = Phase.SECOND
        else:
            self.phase = Phase.DROPPING
            self._motors.command(self._cam, 1)
        self._motors.command(self._belt, 1)

    def _push(self) -> None:
        self.phase = Phase.PUSHING
        if self.made + 1 == self.wanted:
            self._run_back()
        self._motors.command(self._cam, 1)

    def _clear(self) -> None:
        self.phase = Phase.CLEARING
        self._run_back()
        if self._stacker.angle != HOME:
            self._motors.command(self._cam, -1)

    def _run_back(self) -> None:
        self._motors.command(self._belt, -1)
        self._clearing = self._kernel.after(self._clear_us, self._belt_cleared)

    def _belt_cleared(self, _: int) -> None:
        self._clearing = 0
        self._belt_is_clear = True
        self._motors.command(self._belt, 0)
        self._end_if_done()

    def _count(self) -> None:
        self.made += 1
        self._made_one(self._lane, self.made)

    def _end_if_done(self) -> None:
        if self.phase is Phase.CLEARING and self._belt_is_clear and self._stacker.angle == HOME:
            self.stop()
            self._ended(self._lane)

    def stop(self) -> None:
        """Switch the lane off; what lies in the head stays there."""
        self.phase = Phase.IDLE
        self._kernel.cancel(self._clearing)
        self._clearing = 0
        self._motors.command(self._belt, 0)
        self._motors.command(self._cam, 0)

    def forget(self) -> None:
        """Lose what was only remembered, as a restart does."""
        self._owed = 0
