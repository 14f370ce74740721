"""What a daemon's controller drives: a real table or a simulated one, seen alike."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from firmware_ctl.core.controller import Controller
from firmware_ctl.core.hands import Chance
from hal.board import Board

Faults = Mapping[str, Sequence[str]]
"""The faults that a table can be given, by name, each with its places."""


def _nobody(controller: Controller) -> None:
    """Leave a table to the people who stand at it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Driven:
    """A table's board, not yet open, and what goes with it.

    ``what`` names the table to whoever runs it, ``note`` is what he should know beside; ``seat``
    brings simulated people to a controller that runs. A real table has no ``breakable`` faults.
    """

    board: Board
    chance: Chance
    what: str
    note: str = ""
    simulated: bool = False
    breakable: Faults | None = None
    seat: Callable[[Controller], None] = _nobody
