"""The faults that the controller can name, and the book of those that stand.

One physical cause, one code; a code ending in 0 names a group whose causes the sensors cannot tell
apart. Ranges: E1 link and board, E2 motion, E3 tiles, E4 sensors, E5 safety, E6 dice, E7 wall,
E8 the record, E9 the controller itself. The words of each stand in the catalogue under
``fault.CODE``.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from firmware_ctl.core.snapshot import FaultView
from firmware_ctl.texts import say
from hal.ids import Input


class Holds(StrEnum):
    """What a fault stops."""

    ALL = "all"  # both machines, every motor
    LOAD = "load"  # the load alone; the hand at the table goes on
    NOTHING = "nothing"  # it is told, and the request it spoilt is refused


@dataclass(frozen=True, slots=True)
class Kind:
    """One row of the catalogue.

    ``recover`` are the commands that lead on after ``ack``; ``homes`` says that positions are lost;
    ``safe`` is an input that must read true before the fault can be acknowledged; ``void`` says
    that the walls inside come up only to be pushed in again.
    """

    code: str
    holds: Holds
    recover: tuple[str, ...]
    homes: bool = False
    safe: Input | None = None
    void: bool = False


KINDS: Mapping[str, Kind] = {
    kind.code: kind
    for kind in (
        Kind("E101", Holds.ALL, ("ack", "home"), homes=True),
        Kind("E102", Holds.ALL, ("ack", "home"), homes=True),
        Kind("E103", Holds.ALL, ("ack", "home"), homes=True),
        Kind("E104", Holds.ALL, ("ack", "resume")),
        Kind("E105", Holds.ALL, ("ack", "home"), homes=True),
        Kind("E201", Holds.ALL, ("ack", "resume")),
        Kind("E202", Holds.ALL, ("ack", "resume")),
        Kind("E203", Holds.ALL, ("ack", "resume")),
        Kind("E204", Holds.LOAD, ("ack", "resume")),
        Kind("E205", Holds.ALL, ("ack", "resume")),
        Kind("E301", Holds.LOAD, ("ack", "open-loading", "resume")),
        Kind("E302", Holds.LOAD, ("ack", "open-loading", "resume")),
        Kind("E303", Holds.LOAD, ("ack", "resume")),
        Kind("E304", Holds.LOAD, ("ack", "lift"), void=True),
        Kind("E305", Holds.LOAD, ("ack", "lift"), void=True),
        Kind("E310", Holds.LOAD, ("ack", "open-loading", "resume")),
        Kind("E401", Holds.LOAD, ("ack", "resume")),
        Kind("E402", Holds.LOAD, ("ack", "resume")),
        Kind("E403", Holds.ALL, ("ack", "resume")),
        Kind("E501", Holds.ALL, ("ack", "home"), homes=True, safe=Input.ESTOP_RELEASED),
        Kind("E502", Holds.ALL, ("ack", "home"), homes=True, safe=Input.TOP_CLOSED),
        Kind("E503", Holds.ALL, ("ack", "home"), homes=True, safe=Input.HATCH_CLOSED),
        Kind("E504", Holds.LOAD, ("ack", "resume")),
        Kind("E601", Holds.NOTHING, ("ack", "dice")),
        Kind("E701", Holds.LOAD, ("ack", "lift"), void=True),
        Kind("E801", Holds.NOTHING, ("ack",)),
        Kind("E802", Holds.NOTHING, ("ack",)),
        Kind("E803", Holds.NOTHING, ("ack",)),
        Kind("E804", Holds.NOTHING, ("ack",)),
        Kind("E805", Holds.NOTHING, ("ack",)),
        Kind("E806", Holds.NOTHING, ("ack",)),
        Kind("E807", Holds.NOTHING, ("ack",)),
        Kind("E808", Holds.NOTHING, ("ack",)),
        Kind("E901", Holds.ALL, ("ack", "home"), homes=True),
        Kind("E902", Holds.ALL, ("ack", "resume")),
        Kind("E903", Holds.LOAD, ("ack", "resume")),
        Kind("E904", Holds.NOTHING, ("ack",)),
    )
}


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

    ``holds`` is its kind's, or all where it broke off a step of the surface.
    """

    id: int
    kind: Kind
    holds: Holds
    since: float
    side: int | None
    lanes: tuple[int, ...]
    values: Mapping[str, object]

    def view(self, language: str) -> FaultView:
        """Return the fault in words."""
        places = {"side": side_name(self.side, language), **self.values}
        if self.lanes:
            places["lanes"] = ", ".join(side_name(lane, language) for lane in self.lanes)
        stem = f"fault.{self.kind.code}"
        return FaultView(
            id=self.id,
            code=self.kind.code,
            name=say(f"{stem}.name", language, **places),
            since=self.since,
            side=self.side,
            cause=say(f"{stem}.cause", language, **places),
            do=say(f"{stem}.do", language, **places),
            recover=self.kind.recover,
        )


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

        ``number`` is the one that it had before a restart; later ones get higher numbers.
        """
        if any(
            f.kind is cause.kind and f.side == cause.side and f.holds is holds
            for f in self._standing.values()
        ):
            return None
        own = self._next if number is None else number
        fault = Fault(own, cause.kind, holds, at, cause.side, cause.lanes, cause.values)
        self._next = max(self._next, own) + 1
        self._standing[fault.id] = fault
        return fault

    def get(self, number: int) -> Fault | None:
        """Return a standing fault by its number."""
        return self._standing.get(number)

    def remove(self, fault: Fault) -> None:
        """Strike a fault off; harmless when it no longer stands."""
        self._standing.pop(fault.id, None)

    def holding(self, holds: Holds) -> tuple[Fault, ...]:
        """Return the standing faults that hold this part."""
        return tuple(f for f in self._standing.values() if f.holds is holds)


def side_name(side: int | None, language: str) -> str:
    """Return the name of a side (东 南 西 北) in words, or of no side in particular."""
    return say("side.none" if side is None else f"side.{side}", language)
