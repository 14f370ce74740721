"""Cut a stream at its silences and keep each signal's pulses beside what they say."""

from collections.abc import Iterable
from dataclasses import dataclass

from ir_codes.presses import Event, Released
from ir_codes.pulses import Kind, Pulse
from ir_codes.stream import PressStream

SILENCE_US = 10_000
"""So long a space parts signals; the longest inside one is a leader's 4.5 ms."""

MOST_INTERVALS = 1_000
"""A flood of noise is shown in pieces of this length."""


@dataclass(frozen=True, slots=True)
class Heard:
    """One signal: its intervals in µs, a mark first and last, and the events that came with it."""

    durations_us: tuple[int, ...]
    events: tuple[Event, ...]
    carrier_hz: int | None


class SignalCutter:
    """Pulses in, whole signals out; constant memory."""

    def __init__(self, stream: PressStream) -> None:
        self._stream = stream
        self._durations: list[int] = []
        self._events: list[Event] = []
        self._carrier_hz: int | None = None
        self._lit = False

    def feed(self, pulses: Iterable[Pulse]) -> list[Heard]:
        """Take pulses; return the signals that they complete."""
        heard: list[Heard] = []
        for pulse in pulses:
            self._events += self._stream.feed((pulse,))
            heard += self._take(pulse)
        return heard

    def idle(self, us: int) -> list[Heard]:
        """Judge as if ``us`` of silence followed now."""
        self._events += self._stream.idle(us)
        return self._cut() if us > SILENCE_US else []

    def _take(self, pulse: Pulse) -> list[Heard]:
        kind, us = pulse
        if kind is Kind.FREQUENCY:
            self._carrier_hz = us
            return []
        if kind is Kind.PULSE:
            self._add(us, lit=True)
            return self._cut() if len(self._durations) >= MOST_INTERVALS else []
        if kind is Kind.SPACE and us <= SILENCE_US:
            self._add(us, lit=False)
            return []
        return self._cut()

    def _add(self, us: int, *, lit: bool) -> None:
        if not self._durations and not lit:
            return
        if self._durations and lit is self._lit:
            self._durations[-1] += us
        else:
            self._durations.append(us)
        self._lit = lit

    def _cut(self) -> list[Heard]:
        """End the signal under way."""
        durations = self._durations if self._lit else self._durations[:-1]
        events, self._events = tuple(self._events), []
        self._durations, self._lit = [], False
        if not durations and all(isinstance(event, Released) for event in events):
            return []
        return [Heard(tuple(durations), events, self._carrier_hz)]
