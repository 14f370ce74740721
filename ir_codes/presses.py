"""One press is one action: frames and repeat frames become presses, with their length and end.

Time is the stream's own, never a clock's. A repeat without a living press is nothing, and a press
dies soon after its last frame, so that the repeats of a key whose first frame was missed cannot
act as the key before it.
"""

from dataclasses import dataclass

from ir_codes.frames import Frame, Reason, Rejected, RepeatFrame, Result

LIFE_US = 130_000
"""A press lives so long after its last frame's end. Repeats come 96 ms after it at most, 111 ms by
the slowest clock."""

COPY_US = 120_000
"""The same frame again, so soon after the start of the last, is a copy by a remote that repeats in
full (NEC2: every 108 ms). Two presses of one key are further apart."""

_BREAKS = frozenset(Reason) - {Reason.NOISE, Reason.UNPAIRED}
"""After such a signal a repeat may belong to a key that was not understood."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """A key went down."""

    frame: Frame


@dataclass(frozen=True, slots=True)
class Repeated:
    """The key of ``frame`` is still down, ``held_us`` after its press began.

    ``copy`` is the whole frame again where the remote repeats in full (NEC2).
    """

    frame: Frame
    held_us: int
    at_us: int
    copy: Frame | None = None


@dataclass(frozen=True, slots=True)
class Released:
    """The key of ``frame`` is up; it was seen down for ``held_us``."""

    frame: Frame
    held_us: int
    at_us: int


@dataclass(frozen=True, slots=True)
class Orphan:
    """A repeat frame of nobody knows which key."""

    at_us: int


Event = Pressed | Repeated | Released | Orphan | Rejected


class Presses:
    """Results of a decoder in, presses out."""

    __slots__ = ("_end_us", "_frame", "_start_us")

    def __init__(self) -> None:
        self._frame: Frame | None = None  # the frame that began the living press
        self._start_us = 0  # of the last frame, copy or repeat frame of the press
        self._end_us = 0

    def feed(self, result: Result) -> list[Event]:
        """Take one result; return what it means, the end of the press before it first."""
        events = self.advance(result.at_us)
        match result:
            case Frame():
                events += self._take_frame(result)
            case RepeatFrame():
                events.append(self._take_repeat(result))
            case Rejected(reason=reason):
                if reason in _BREAKS:
                    events += self.end(result.at_us)
                events.append(result)
        return events

    def advance(self, until_us: int) -> list[Event]:
        """Let the stream's time pass up to ``until_us``; return the release that it brings."""
        dies_at = self._end_us + LIFE_US
        return self.end(dies_at) if until_us > dies_at else []

    def end(self, at_us: int) -> list[Event]:
        """End the living press, if there is one."""
        if self._frame is None:
            return []
        frame, self._frame = self._frame, None
        return [Released(frame, self._end_us - frame.at_us, at_us)]

    def _take_frame(self, frame: Frame) -> list[Event]:
        known = self._frame
        if known is not None and known.raw == frame.raw and frame.at_us - self._start_us <= COPY_US:
            self._note(frame)
            return [Repeated(known, frame.end_us - known.at_us, frame.at_us, frame)]
        events = self.end(frame.at_us)
        self._frame = frame
        self._note(frame)
        return [*events, Pressed(frame)]

    def _take_repeat(self, repeat: RepeatFrame) -> Event:
        if self._frame is None:
            return Orphan(repeat.at_us)
        self._note(repeat)
        return Repeated(self._frame, repeat.end_us - self._frame.at_us, repeat.at_us)

    def _note(self, seen: Frame | RepeatFrame) -> None:
        self._start_us = seen.at_us
        self._end_us = seen.end_us
