"""A fault as a step raises it, as it stands until a person acknowledges it, and the book of those.

What came of another fault stands below it, so that the first cause stays on top.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from firmware_ctl.core.faults.catalogue import KINDS
from firmware_ctl.core.faults.kinds import Holds, Kind
from firmware_ctl.core.faults.words import fault_view
from firmware_ctl.core.snapshot import FaultView


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

    def view(self, language: str) -> FaultView:
        """Return the fault in words."""
        return fault_view(self, language)


class FaultBook:
    """The standing faults, oldest first, so that the first cause stays on top."""

    def __init__(self) -> None:
        self._standing: dict[int, Fault] = {}
        self._next = 1

    def __iter__(self) -> Iterator[Fault]:
        return iter(self._standing.values())

    def __len__(self) -> int:
        return len(self._standing)

    def add(
        self, cause: StepFault, holds: Holds, at: float, *, number: int | None = None
    ) -> Fault | None:
        """Note a fault; return ``None`` when the same one stands already.

        ``number`` is the one that it had before a restart; later ones get higher numbers. What
        holds the machine while another fault holds it came of that one.
        """
        if any(
            f.kind is cause.kind
            and f.side == cause.side
            and f.holds is holds
            and (holds is not Holds.NOTHING or _part(f.values) == _part(cause.values))
            for f in self._standing.values()
        ):
            return None
        own = self._next if number is None else number
        fault = Fault(
            own, cause.kind, holds, at, cause.side, cause.lanes, cause.values, self._first(holds)
        )
        self._next = max(self._next, own) + 1
        self._standing[fault.id] = fault
        return fault

    def _first(self, holds: Holds) -> int | None:
        """Return the fault that already holds everything and came of no other."""
        if holds is Holds.NOTHING:
            return None
        firsts = (f.id for f in self.holding(Holds.ALL) if f.because is None)
        return next(firsts, None)

    def get(self, number: int) -> Fault | None:
        """Return a standing fault by its number."""
        return self._standing.get(number)

    def remove(self, fault: Fault) -> None:
        """Strike a fault off; harmless when it no longer stands."""
        self._standing.pop(fault.id, None)

    def answer(self, fault: Fault, *, yes: bool) -> Fault:
        """Make a group's fault the exact one that the answer to its question tells.

        Raises:
            ValueError: the fault asks nothing.
        """
        if fault.kind.asks is None:
            raise ValueError(f"{fault.kind.code} asks nothing")
        exact = replace(fault, kind=KINDS[fault.kind.asks[yes]], done=0)
        self._standing[fault.id] = exact
        return exact

    def step_done(self, fault: Fault) -> None:
        """Note that the next step of a fault's way on is done."""
        self._standing[fault.id] = replace(fault, done=fault.done + 1)

    def holding(self, holds: Holds) -> tuple[Fault, ...]:
        """Return the standing faults that hold this part."""
        return tuple(f for f in self._standing.values() if f.holds is holds)


def _part(values: Mapping[str, object]) -> tuple[object, object]:
    """Return which part or switch a notice is about; what holds the machine stands once a side."""
    return values.get("actuator"), values.get("input")
