"""What the infrared channel may do at most, for anybody can send: rate, strangers, master switch.

The word list keeps rules, scores, settings and tiles out of reach, the gate decides what is taken
while a hand is played; here is what has to do with time. ``stop`` always passes.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

ALWAYS = "stop"

ACTIONS = 5
ACTIONS_S = 1.0
"""Nobody presses five keys in a second."""

STRANGERS = 20
STRANGERS_S = 10.0
CLOSED_S = 10.0
"""After 20 codes that no key of ours sends within 10 s somebody is trying codes out: then the
channel stays closed, but for ``stop``, until it has been quiet for so long."""


@dataclass(frozen=True, slots=True)
class Record:
    """One line of the remote's log; ``why`` is empty where a word was accepted."""

    at_s: float
    what: str
    why: str

    @property
    def accepted(self) -> bool:
        """Tell whether the word went on."""
        return not self.why


class Guard:
    """Admits words and counts strangers; times are seconds of one clock that never runs back."""

    def __init__(
        self,
        note: Callable[[str], None] | None = None,
        record: Callable[[Record], None] | None = None,
    ) -> None:
        """Tell people through ``note``; keep every decision through ``record``."""
        self.enabled = True
        self.strangers = 0
        self._note = note
        self._record = record
        self._admitted: deque[float] = deque(maxlen=ACTIONS)
        self._strange: deque[float] = deque(maxlen=STRANGERS)
        self._closed_until_s: float | None = None

    def admit(self, what: str, word: str, at_s: float) -> bool:
        """Tell whether the word of a new press goes on to the table."""
        why = "" if word == ALWAYS else self._objection(at_s)
        if not why:
            self._admitted.append(at_s)
        self.log(what, why, at_s)
        return not why

    def stranger(self, what: str, at_s: float) -> None:
        """Count a good frame that no key of ours sends."""
        self.strangers += 1
        self._strange.append(at_s)
        self.log(what, "unpaired", at_s)
        if len(self._strange) == STRANGERS and at_s - self._strange[0] < STRANGERS_S:
            if not self._is_closed(at_s):
                self._tell(
                    f"{STRANGERS} codes of other remotes in {STRANGERS_S:g} s: the remote is heard "
                    f"for stop alone until {CLOSED_S:g} s have been quiet"
                )
            self._closed_until_s = at_s + CLOSED_S

    def log(self, what: str, why: str, at_s: float) -> None:
        """Keep a line of the log."""
        if self._record is not None:
            self._record(Record(at_s, what, why))

    def _objection(self, at_s: float) -> str:
        if not self.enabled:
            return "switched off"
        if self._is_closed(at_s):
            return "closed: codes are being tried out"
        if len(self._admitted) == ACTIONS and at_s - self._admitted[0] < ACTIONS_S:
            self._tell(f"more than {ACTIONS} commands a second from the remote: ignored")
            return "too many a second"
        return ""

    def _is_closed(self, at_s: float) -> bool:
        return self._closed_until_s is not None and at_s < self._closed_until_s

    def _tell(self, text: str) -> None:
        if self._note is not None:
            self._note(text)
