"""The book of the faults that stand until a person acknowledges them.

What came of another fault stands below it, so that the first cause stays on top.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from firmware_ctl.core.faults.catalogue import KINDS
from firmware_ctl.core.faults.fault import Fault, StepFault
from firmware_ctl.core.faults.kinds import Holds


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
