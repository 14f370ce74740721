"""The motors' drivers: what is commanded, what the supply lets through, and what is stuck."""

from collections.abc import Callable

from hal.ids import Actuator
from hal.sim.kernel import Kernel, to_us
from hal.sim.pins import Pins

MOTORS = len(Actuator)


def _nothing(direction: int) -> None:
    """Turn nothing: a motor that is not built in."""


class Motors:
    """One driver per actuator. A direction is 1 forward, -1 reverse, 0 off.

    ``drive`` is what the board commands. The supply runs through hatch and e-stop: while it is cut
    no motor turns, whatever is commanded. Scripted faults: a ``stalled`` motor draws current and
    stands, an ``unplugged`` one draws none, a ``runaway`` no longer goes off, and a blown fuse
    leaves all of them without supply.
    """

    __slots__ = (
        "_fuse_blown",
        "_kernel",
        "_pins",
        "_stall_checks",
        "drive",
        "judge",
        "powered",
        "runaway",
        "stall_us",
        "stalled",
        "turn",
        "unplugged",
    )

    def __init__(self, kernel: Kernel, pins: Pins, stall_s: float) -> None:
        self._kernel = kernel
        self._pins = pins
        self.stall_us = to_us(stall_s)
        self._stall_checks = [0] * MOTORS
        self.drive = [0] * MOTORS
        self.powered = True
        self._fuse_blown = False
        self.stalled: set[int] = set()
        self.unplugged: set[int] = set()
        self.runaway: set[int] = set()
        self.turn: list[Callable[[int], None]] = [_nothing] * MOTORS
        self.judge: Callable[[int, int], None] | None = None

    def command(self, actuator: int, direction: int) -> None:
        """Drive a motor from now on; the same again changes nothing."""
        before = self.drive[actuator]
        if before == direction:
            return
        self.drive[actuator] = direction
        check = self._stall_checks[actuator]
        if check:
            self._kernel.cancel(check)
            self._stall_checks[actuator] = 0
        if direction and self.judge is not None:
            self.judge(actuator, direction)
        if not direction and actuator in self.runaway:
            return
        self._apply(actuator)

    def supply(self, *, on: bool) -> None:
        """Cut the motors' supply or give it back; what is still commanded then turns again."""
        if on is self.powered:
            return
        self.powered = on
        self._apply_all()

    def blow_fuse(self, *, blown: bool) -> None:
        """Leave every motor without supply, whatever hatch and e-stop say; or put a new fuse in."""
        self._fuse_blown = blown
        self._apply_all()

    def stall(self, actuator: int, *, stuck: bool) -> None:
        """Hold a motor's shaft, or let it go."""
        (self.stalled.add if stuck else self.stalled.discard)(actuator)
        self._apply(actuator)

    def unplug(self, actuator: int, *, out: bool) -> None:
        """Pull a motor's plug, or put it back: without it no current flows and nothing turns."""
        (self.unplugged.add if out else self.unplugged.discard)(actuator)
        self._apply(actuator)

    def turns(self, actuator: int) -> bool:
        """Tell whether the motor turns when it is driven."""
        fed = self.powered and not self._fuse_blown
        return fed and actuator not in self.unplugged and actuator not in self.stalled

    def let_run_away(self, actuator: int, *, broken: bool) -> None:
        """Short a driver: the motor, once on, no longer goes off; or mend it."""
        (self.runaway.add if broken else self.runaway.discard)(actuator)
        self._apply(actuator)

    def blocked(self, actuator: int) -> None:
        """Tell that a driven motor cannot move; its current is high from now on."""
        if not self._stall_checks[actuator]:
            self._stall_checks[actuator] = self._kernel.after(
                self.stall_us, self._current_is_high, actuator
            )

    def _apply_all(self) -> None:
        for actuator, direction in enumerate(self.drive):
            if direction or actuator in self.runaway:
                self._apply(actuator)

    def _apply(self, actuator: int) -> None:
        direction = self.drive[actuator]
        if not self.powered or self._fuse_blown or actuator in self.unplugged:
            self.turn[actuator](0)
        elif actuator in self.stalled:
            self.turn[actuator](0)
            if direction:
                self.blocked(actuator)
        else:
            self.turn[actuator](direction)

    def _current_is_high(self, actuator: int) -> None:
        self._stall_checks[actuator] = 0
        fed = self.powered and not self._fuse_blown and actuator not in self.unplugged
        if self.drive[actuator] and fed:
            self._pins.board.on_stall(actuator)
