"""A mechanism that slides between two ends, each with a limit switch: dome, tray, pusher."""

import random
from collections.abc import Callable

from hal.sim.kernel import Kernel, to_us
from hal.sim.motors import Motors
from hal.sim.pins import OFF, ON, Pins

LOW, HIGH = 0, 1_000_000
"""The two ends, in millionths of the way."""

CLEAR = HIGH // 100
"""A part so near its low end meets no other: limit switches close a little before the stop."""

SUNK, SINK_US = 60_000, 400_000
"""How far a part that does not hold sinks, and how soon after it has come up."""


def _free(direction: int) -> bool:
    return bool(direction)


def _no_matter(direction: int) -> None:
    """Do nothing at an end."""


class Axis:
    """Move between a low and a high end while driven; forward is towards the high one.

    ``may`` tells whether the way in a direction is free; ``arrived`` is called at an end before its
    limit switch closes. Scripted faults: ``stick`` is the chance that a move does not start,
    ``sluggish`` multiplies the time of a move, ``sinks`` that it leaves its high end again by
    itself, and something can lie in its way (:meth:`obstruct`).
    """

    __slots__ = (
        "_actuator",
        "_direction",
        "_event",
        "_high_input",
        "_kernel",
        "_low_input",
        "_motors",
        "_move_us",
        "_obstacle",
        "_pins",
        "_rng",
        "_since_us",
        "_spread",
        "_travel_us",
        "arrived",
        "may",
        "position",
        "sinks",
        "sluggish",
        "stick",
    )

    def __init__(
        self,
        kernel: Kernel,
        pins: Pins,
        motors: Motors,
        rng: random.Random,
        *,
        actuator: int,
        low_input: int,
        high_input: int,
        travel_s: float,
        spread: float,
    ) -> None:
        self._kernel, self._pins, self._motors, self._rng = kernel, pins, motors, rng
        self._actuator = actuator
        self._low_input, self._high_input = low_input, high_input
        self._travel_us, self._spread = to_us(travel_s), spread
        self._direction = self._event = self._since_us = 0
        self._move_us = self._travel_us
        self.position = LOW
        self.stick = 0.0
        self.sluggish = 1.0
        self.sinks = False
        self._obstacle: tuple[int, int] | None = None
        self.may: Callable[[int], bool] = _free
        self.arrived: Callable[[int], None] = _no_matter
        motors.turn[actuator] = self.drive

    def put(self, position: int) -> None:
        """Stand somewhere between ``LOW`` and ``HIGH``, as after being moved by hand."""
        self.position = position
        self._pins.put(self._low_input, position == LOW)
        self._pins.put(self._high_input, position == HIGH)

    @property
    def is_low(self) -> bool:
        """Tell whether it stands at its low end."""
        return self.position == LOW and not self._event

    @property
    def is_clear(self) -> bool:
        """Tell whether it stands at its low end, or so near it that no other part meets it."""
        return self.position <= LOW + CLEAR and not self._event

    @property
    def is_high(self) -> bool:
        """Tell whether it stands at its high end."""
        return self.position == HIGH and not self._event

    @property
    def is_within_reach(self) -> bool:
        """Tell whether it stands at its high end, or has sunk a little below it."""
        return self.position >= HIGH - SUNK and not self._event

    def drive(self, direction: int) -> None:
        """Turn the motor: 1 towards the high end, -1 towards the low one, 0 off."""
        if self._event:
            self._halt()
        self._direction = direction
        if not direction:
            return
        end = self._way_free_to(direction)
        if self.position == end or not self.may(direction) or self._sticks():
            self._motors.blocked(self._actuator)
            return
        if self.position in (LOW, HIGH):
            left = self._low_input if self.position == LOW else self._high_input
        else:
            left = -1
        spread = self._rng.uniform(1 - self._spread, 1 + self._spread)
        self._move_us = round(self._travel_us * self.sluggish * spread)
        self._since_us = self._kernel.now
        way = abs(end - self.position)
        self._event = self._kernel.after(max(1, way * self._move_us // HIGH), self._arrive, end)
        if left >= 0:
            self._pins.put(left, OFF)

    def freeze(self) -> None:
        """Stop where it is although driven, as when something gets caught."""
        if self._event:
            self._halt()
            self._motors.blocked(self._actuator)

    def free(self) -> None:
        """Go on if it is driven."""
        if not self._event:
            self.drive(self._direction)

    @property
    def obstructed(self) -> bool:
        """Tell whether something lies in its way."""
        return self._obstacle is not None

    def obstruct(self, direction: int, position: int) -> None:
        """Let something (a finger) lie in the way of one direction, until it turns back there."""
        self._obstacle = direction, position
        if self._event:
            self.drive(self._direction)

    def unblock(self) -> None:
        """Take away what lies in the way."""
        self._obstacle = None
        self.drive(self._direction)

    def _way_free_to(self, direction: int) -> int:
        end = HIGH if direction > 0 else LOW
        if self._obstacle is None:
            return end
        towards, position = self._obstacle
        if direction == towards and (position - self.position) * direction >= 0:
            return position
        if direction != towards and self.position == position:
            self._obstacle = None
        return end

    def _sink(self, _: int) -> None:
        if self.sinks and self.is_high:
            self.position = HIGH - SUNK
            self._pins.put(self._high_input, OFF)

    def _sticks(self) -> bool:
        return self.stick > 0 and self._rng.random() < self.stick

    def _halt(self) -> None:
        self._kernel.cancel(self._event)
        self._event = 0
        moved = (self._kernel.now - self._since_us) * HIGH // self._move_us
        # Never quite at an end: only an arrival closes the limit switch.
        reached = self.position + self._direction * moved
        self.position = min(max(reached, LOW + 1), HIGH - 1)

    def _arrive(self, end: int) -> None:
        self._event = 0
        self.position = end
        direction = self._direction
        if end not in (LOW, HIGH):
            self._motors.blocked(self._actuator)
            return
        self.arrived(direction)
        if self.sinks and end == HIGH:
            self._kernel.after(SINK_US, self._sink)
        self._pins.put(self._high_input if end else self._low_input, ON)
        if self._direction == direction:
            self._motors.blocked(self._actuator)
