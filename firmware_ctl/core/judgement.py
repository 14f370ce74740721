"""What the wall check says after a hand, as plain data that the daemon understands without it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from firmware_ctl.core.faults import StepFault
from rules.integrity.levels import Level, worst


@dataclass(frozen=True, slots=True)
class Judgement:
    """One verdict.

    ``null`` is A, B or C, or empty; ``e`` holds natural logs of the e-values; ``words`` are by
    language. ``place`` is the sequence number of the record that opened the wall.
    """

    place: int
    hand: int
    level: Level
    null: str
    order_checked: bool
    e: Mapping[str, float]
    words: Mapping[str, str]

    def as_json(self) -> dict[str, Any]:
        """Return it as a JSON object."""
        return asdict(self)


def read_judgement(told: Mapping[str, Any]) -> Judgement:
    """Return what ``as_json`` made.

    Raises:
        KeyError, TypeError, ValueError: it is something else.
    """
    return Judgement(
        place=int(told["place"]),
        hand=int(told["hand"]),
        level=Level(told["level"]),
        null=str(told["null"]),
        order_checked=bool(told["order_checked"]),
        e={str(name): float(value) for name, value in told["e"].items()},
        words={str(name): str(text) for name, text in told["words"].items()},
    )


_FAULTS = {Level.AMBER: "E702", Level.RED: "E703", Level.BLOCK: "E703"}


def fault_of(now: Judgement, before: Judgement | None) -> StepFault | None:
    """Return the fault that a judgement makes: one for each rise of its level, none for its fall.

    Evidence stays, and so does a level; what an operator has acknowledged is not told every hand.
    """
    known = Level.OK if before is None else before.level
    risen = now.level is not known and worst((now.level, known)) is now.level
    code = _FAULTS.get(now.level)
    return StepFault(code, count=now.hand) if risen and code is not None else None
