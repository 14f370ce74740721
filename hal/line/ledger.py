"""Keep account of motions: numbered, sent, taken by the board, ended; each ends exactly once."""

from collections import deque

from hal.ids import Actuator
from hal.line.commands import WORD, MailboxCommand, is_newer, occupied
from hal.motions import Motion


class Ledger:
    """The motions of one board, by the host's number; the line carries its low 16 bits."""

    __slots__ = ("_number", "_open", "_queue", "_withdrawn")

    def __init__(self) -> None:
        self._number = 0
        self._open: dict[int, Motion] = {}
        self._queue: deque[int] = deque()
        self._withdrawn: list[int] = []

    def begin_after(self, last_seq: int) -> None:
        """Number on from what the board has seen, before anything was submitted."""
        self._number = last_seq

    def submit(self, motion: Motion) -> int:
        """Queue a motion and return its number; the line's number is never 0."""
        self._number += 1
        if not self._number & WORD:
            self._number += 1
        self._open[self._number] = motion
        self._queue.append(self._number)
        return self._number

    @property
    def waits(self) -> bool:
        """Tell whether a motion waits to be taken by the board."""
        return bool(self._queue)

    def next(self) -> MailboxCommand | None:
        """Return the motion that the board must take next."""
        if not self._queue:
            return None
        number = self._queue[0]
        return MailboxCommand(number & WORD, self._open[number])

    def taken(self, last_seq: int) -> None:
        """Hear the newest number that the board has taken."""
        while self._queue and not is_newer(self._queue[0] & WORD, last_seq):
            self._queue.popleft()

    def withdraw(self) -> None:
        """Take back what the board has not taken, as far as is known: a stop goes first."""
        self._withdrawn += self._queue
        self._queue.clear()

    def never_arrived(self, last_seq: int) -> list[int]:
        """Return the withdrawn motions that the board never got, now that a stop has reached it."""
        gone = [number for number in self._withdrawn if is_newer(number & WORD, last_seq)]
        self._withdrawn.clear()
        return gone

    def find(self, line_seq: int) -> tuple[int, Motion | None]:
        """Return the number and motion that a number on the line stands for; 0 if unknown."""
        for number, motion in self._open.items():
            if number & WORD == line_seq:
                return number, motion
        return 0, None

    def end(self, number: int) -> Actuator | None:
        """Close a motion's account; return its actuator, or ``None`` if it was closed already."""
        motion = self._open.pop(number, None)
        return None if motion is None else occupied(motion)

    def not_busy(self, busy: int) -> list[int]:
        """Return the motions that the board has taken and does not do; ``busy`` is its mask.

        Of several for one actuator only the newest can be under way.
        """
        waiting = {*self._queue, *self._withdrawn}
        newest: dict[Actuator, int] = {}
        taken = [number for number in self._open if number not in waiting]
        for number in taken:
            newest[occupied(self._open[number])] = number
        under_way = {number for actuator, number in newest.items() if busy >> actuator & 1}
        return [number for number in taken if number not in under_way]

    def all_open(self) -> list[int]:
        """Return every motion without an end; nothing waits to be sent any more."""
        self._queue.clear()
        self._withdrawn.clear()
        return list(self._open)
