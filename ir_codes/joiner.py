"""Marks on a time line: pulses of any shape in, marks out, slivers joined to their neighbours."""

from typing import NamedTuple

SLIVER_US = 170
"""No interval of a remote is shorter: a receiver module needs 10 carrier cycles, 263 µs, for a
mark (Vishay TSOP348 data sheet). A shorter mark or space is a glitch inside its neighbours."""


class Mark(NamedTuple):
    """Light on, from ``rise`` to ``fall``, in µs since the stream began."""

    rise: int
    fall: int


class Joiner:
    """Put pulses and spaces one after the other and tell each mark when it is over.

    A sliver belongs, with what follows it, to the interval before it. So an interval is known only
    when the next one has turned out to be no sliver: one interval late.
    """

    __slots__ = ("_lit", "_since", "now")

    def __init__(self) -> None:
        self.now = 0
        self._lit = False
        self._since = 0

    @property
    def lit_since(self) -> int | None:
        """Return when the mark under way began, or ``None`` in a space."""
        return self._since if self._lit else None

    @property
    def silence_us(self) -> int:
        """Return how long the space under way has lasted, 0 in a mark."""
        return 0 if self._lit else self.now - self._since

    def push(self, us: int, *, lit: bool) -> Mark | None:
        """Take one interval; return the mark that it ends, if it ends one."""
        before = self.now
        self.now = before + us
        if lit is self._lit:
            return None
        if us < SLIVER_US:
            return None
        ended = Mark(self._since, before) if self._lit else None
        self._lit = lit
        self._since = before
        return ended

    def settle(self) -> Mark | None:
        """Begin a space now; return the mark that this ends, if any."""
        ended = Mark(self._since, self.now) if self._lit else None
        if self._lit:
            self._lit = False
            self._since = self.now
        return ended
