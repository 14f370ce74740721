"""Run one motor while somebody holds a button (点动): in the test mode only, watched by his pulse.

The motion ends by itself on the board after a few seconds; it ends at once when the button is let
go, when the pulse is late, and with every stop. What an interlock forbids is told and not done.
"""

from collections.abc import Callable

from firmware_ctl.core.faults import StepFault
from firmware_ctl.core.rig import Rig, Ticket
from hal.ids import Actuator, Direction
from hal.motions import Run

HELD_MOST_MS = 5_000
"""A motor that is held on for longer stops; let go and hold again."""

MOTORS = {actuator.label: actuator for actuator in Actuator if actuator is not Actuator.DICE_CUP}
"""What may be run by hand, by name; the cup spins by its own test."""

DIRECTIONS = {"forward": Direction.FORWARD, "reverse": Direction.REVERSE}

_FORBIDDEN = "E107"
"""The fault of a motion that an interlock forbids; it names the interlock."""


class Jogging:
    """The one motor that is run by hand."""

    def __init__(self, rig: Rig, allowed: Callable[[], bool]) -> None:
        """Run motors of ``rig`` while ``allowed`` says that the table is in its test mode."""
        self._rig = rig
        self._allowed = allowed
        self._ticket: Ticket | None = None

    @property
    def running(self) -> bool:
        """Tell whether a motor runs by hand."""
        return self._ticket is not None and self._ticket.ended is None

    def begin(self, motor: str, direction: str) -> str | None:
        """Run a motor and no other by hand; return the key of why not."""
        self.stop()
        if motor not in MOTORS or direction not in DIRECTIONS:
            return "no.no-such-motor"
        if not self._allowed():
            return "no.jog-in-test"
        try:
            motion = Run(MOTORS[motor], DIRECTIONS[direction], HELD_MOST_MS)
            self._ticket = self._rig.begin(motion)
        except StepFault as fault:
            self._rig.sleep()
            forbidden = fault.kind.code == _FORBIDDEN
            return f"why.{fault.values['why']}" if forbidden else "no.board-refuses"
        return None

    def stop(self) -> None:
        """Switch the motor off; harmless when none runs."""
        if self._ticket is not None:
            self._rig.stop(self._ticket)
            self._ticket = None
            self._rig.sleep()
