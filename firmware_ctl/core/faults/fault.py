"""A fault as a step raises it, and as it stands until a person acknowledges it (故障)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from firmware_ctl.core.faults.catalogue import KINDS
from firmware_ctl.core.faults.kinds import Holds, Kind


class StepFault(Exception):
    """A step cannot go on: the code says why, side or lanes where; ``values`` fill the words."""

    def __init__(
        self, code: str, side: int | None = None, lanes: Sequence[int] = (), **values: object
    ) -> None:
        super().__init__(code, side, lanes, values)
        self.kind = KINDS[code]
        self.side = side
        self.lanes = tuple(lanes)
        self.values = values


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault that stands until a person acknowledges it.

    ``holds`` is its kind's, or all where it broke off a step of the surface; ``because`` is the
    number of the fault that it came of; ``done`` is how many steps of the way on are done.
    """

    id: int
    kind: Kind
    holds: Holds
    since: float
    side: int | None
    lanes: tuple[int, ...]
    values: Mapping[str, object]
    because: int | None = None
    done: int = 0
