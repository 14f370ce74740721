"""The undemodulated light, 38 kHz and all: what a receiver module does, done here.

In go the carrier's own pulses, as intervals of light and dark, or samples of a logic analyser; out
come marks and spaces for the decoder. A burst ends when no light comes for three periods; the mark
ends where the light did. What does not swing at 33..40 kHz (a lamp, sunlight, another carrier) is
dark, as it is to a tuned module, and counted.

Numbers: Vishay TSOP348 data sheet (a burst has at least 10 cycles); carriers of 455 kHz / 12 and
36..40 kHz are in use.
"""

from collections.abc import Iterable, Iterator

from ir_codes.pulses import LONGEST_US, Kind, Pulse

CARRIER_HZ = (33_000, 40_000)
SLACK = 0.03
"""A few cycles cannot be counted more closely."""

NOMINAL_US = 26.4
END_US = 85.0
"""So much darkness, three periods of the slowest carrier, ends a burst."""

LEAST_CYCLES = 10

LONGEST_BURST_US = 50_000.0
"""Light that swings for longer is no remote's: it is told as a mark of this length and goes on."""


class Demodulator:
    """Intervals of light and dark in, marks and spaces out; constant memory."""

    __slots__ = (
        "_began",
        "_cycles",
        "_fell",
        "_mark_end",
        "_measured_cycles",
        "_measured_us",
        "_now",
        "_rises",
        "_rose",
        "_told",
        "foreign_bursts",
    )

    def __init__(self) -> None:
        self.foreign_bursts = 0  # light with another carrier or none
        self._now = 0.0
        self._began: float | None = None  # of the burst under way
        self._rose = 0.0  # its last cycle's beginning
        self._fell = 0.0  # its last cycle's end
        self._cycles = 0
        self._rises = 0
        self._mark_end = 0  # of the last mark told, whole µs
        self._told = False
        self._measured_us = 0.0
        self._measured_cycles = 0

    @property
    def carrier_hz(self) -> float | None:
        """Return the carrier as measured over all marks, or ``None`` before the first."""
        if not self._measured_cycles:
            return None
        return 1e6 * self._measured_cycles / self._measured_us

    def feed(self, us: float, *, lit: bool) -> list[Pulse]:
        """Take one interval; return the marks and spaces that it settles."""
        out: list[Pulse] = []
        if lit:
            self._light(us, out)
        self._now += us
        if lit:
            self._fell = self._now
        elif self._began is not None and self._now - self._fell > END_US:
            self._end(out)
        return out

    def idle(self) -> list[Pulse]:
        """Take the end of the recording, or a long silence; return what it settles."""
        out: list[Pulse] = []
        self._end(out)
        if self._told:
            silence = round(self._now) - self._mark_end
            if silence > 0:
                out.append(Pulse(Kind.TIMEOUT, min(silence, LONGEST_US)))
                self._mark_end += silence
        return out

    def _light(self, us: float, out: list[Pulse]) -> None:
        if self._began is not None and self._now - self._began > LONGEST_BURST_US:
            self._end(out)
        if self._began is None:
            self._began = self._now
            self._cycles = 0
            self._rises = 1
        else:
            # A coarse sampler misses some cycles: their number follows from the time.
            self._cycles += max(1, round((self._now - self._rose) / NOMINAL_US))
            self._rises += 1
        self._rose = self._now
        if us > END_US:  # steady light: no carrier
            self._rises = 0

    def _end(self, out: list[Pulse]) -> None:
        if self._began is None:
            return
        began, self._began = self._began, None
        swinging_us = self._rose - began
        if not self._is_carrier(swinging_us):
            self.foreign_bursts += 1
            return
        self._measured_us += swinging_us
        self._measured_cycles += self._cycles
        rise, fall = round(began), round(self._fell)
        out.append(Pulse(Kind.SPACE, min(rise - self._mark_end, LONGEST_US)))
        out.append(Pulse(Kind.PULSE, fall - rise))
        self._mark_end = fall
        self._told = True

    def _is_carrier(self, swinging_us: float) -> bool:
        if self._rises * 2 < LEAST_CYCLES or self._cycles < LEAST_CYCLES - 1:
            return False
        hertz = 1e6 * self._cycles / swinging_us
        slack = max(SLACK, 10 / swinging_us)
        return CARRIER_HZ[0] * (1 - slack) <= hertz <= CARRIER_HZ[1] * (1 + slack)


def demodulate(intervals: Iterable[tuple[bool, float]]) -> tuple[list[Pulse], Demodulator]:
    """Return a recording's marks and spaces, and the demodulator with what it measured."""
    demodulator = Demodulator()
    out: list[Pulse] = []
    for lit, us in intervals:
        out += demodulator.feed(us, lit=lit)
    return out + demodulator.idle(), demodulator


def intervals_of_samples(samples: Iterable[int], rate_hz: float) -> Iterator[tuple[bool, float]]:
    """Yield the intervals of a sampled signal, 0 for dark; at 100,000 samples a second or more."""
    level: bool | None = None
    count = 0
    for sample in samples:
        lit = bool(sample)
        if level is not None and lit is not level:
            yield level, 1e6 * count / rate_hz
            count = 0
        level = lit
        count += 1
    if level is not None:
        yield level, 1e6 * count / rate_hz


def modulated(
    durations_us: Iterable[int], carrier_hz: float = 455_000 / 12, duty: float = 1 / 3
) -> Iterator[tuple[bool, float]]:
    """Yield a signal as light: marks become cycles of the carrier. The way back, for tests."""
    period_us = 1e6 / carrier_hz
    lit = True
    owed = 0.0
    for us in durations_us:
        if not lit:
            yield False, us + owed
            owed = 0.0
        else:
            cycles = max(1, round(us / period_us))
            for _ in range(cycles - 1):
                yield True, period_us * duty
                yield False, period_us * (1 - duty)
            yield True, period_us * duty
            owed = us - (cycles - 1) * period_us - period_us * duty
        lit = not lit
