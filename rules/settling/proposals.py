"""Penalties that a refused claim suggests (诈胡, 相公); people confirm them, nobody is charged."""

from dataclasses import dataclass

from rules.hands.refusals import Reason, Refusal
from rules.languages import Text
from rules.settling.common import FALSE_WIN, WRONG_COUNT
from rules.texts import TEXTS


@dataclass(frozen=True, slots=True)
class Proposal:
    """A penalty to be confirmed: its kind, as in a penalty event, and the question to ask."""

    by: int
    kind: str
    text: Text

    def event(self) -> dict[str, object]:
        """Return the event to enter once people have confirmed it."""
        return {"e": "penalty", "by": self.by, "kind": self.kind}


def propose(by: int, refusal: Refusal) -> Proposal | None:
    """Return the penalty that a refused win suggests, ``None`` where the tiles were misread.

    A wrong number of tiles is 相公; a hand that is one but does not win is a false win.
    """
    if refusal.reason == Reason.COUNT:
        return Proposal(by, WRONG_COUNT, TEXTS["propose.wrong-count"])
    if refusal.is_wrong_input:
        return None
    return Proposal(by, FALSE_WIN, TEXTS["propose.false-win"])
