"""CSV of logic analysers: Saleae's edges (``Time [s],Channel 0``) and sigrok's samples.

Edges: a time in seconds and the level from then on. Samples: one level a line, with the rate in a
comment such as ``; Samplerate: 200 kHz``. The level at the beginning is the dark one, so a module's
output, which is low in light, needs no setting. Light that still swings at the carrier is
demodulated.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from ir_codes.carrier import Demodulator, intervals_of_samples
from ir_codes.errors import BadPulses
from ir_codes.lines import Capture
from ir_codes.pulses import LONGEST_US, Pulse

_RATE = re.compile(r"samplerate:\s*([0-9.]+)\s*([kM]?)Hz", re.IGNORECASE)
_PREFIX = {"": 1.0, "k": 1e3, "K": 1e3, "m": 1e6, "M": 1e6}

SWINGING_US = 60.0
"""Half of the intervals shorter than this: the light is not demodulated."""

LEAST_RATE_HZ = 100_000


def parse_csv(text: str, name: str = "1") -> Capture:
    """Return the signal of a logic analyser's file.

    Raises:
        BadPulses: no times or rate, a level that is neither 0 nor 1, time that runs backwards.
    """
    rate = _RATE.search(text)
    rows = _rows(text)
    if rate is not None:
        hertz = float(rate[1]) * _PREFIX[rate[2]]
        if hertz <= 0:
            raise BadPulses("a sample rate of 0: write the rate of the recording")
        intervals = list(intervals_of_samples((int(row[-1]) for row in rows), hertz))
    else:
        intervals = list(_from_edges(rows))
    if not intervals:
        return Capture(name, ())
    dark = intervals[0][0]
    light = [(lit is not dark, us) for lit, us in intervals]
    if not _swings(light):
        return Capture(name, _alternating(light))
    if rate is not None and hertz < LEAST_RATE_HZ:
        raise BadPulses(f"{hertz:.0f} samples a second: the carrier needs {LEAST_RATE_HZ} or more")
    demodulator = Demodulator()
    pulses = [pulse for lit, us in light for pulse in demodulator.feed(us, lit=lit)]
    pulses += demodulator.idle()
    carrier = demodulator.carrier_hz
    return Capture(name, _durations(pulses), None if carrier is None else round(carrier))


def _rows(text: str) -> Iterator[tuple[float, ...]]:
    """Yield the numbers of each line; the first level after the time counts."""
    for number, line in enumerate(text.splitlines(), 1):
        cells = [cell.strip() for cell in line.partition(";")[0].split(",")]
        if not cells[0] or cells[0][0].isalpha() or cells[0][0] in "\"'#":
            continue  # a heading or a comment
        try:
            row = tuple(float(cell) for cell in cells[:2])
        except ValueError:
            raise BadPulses(f"line {number}: {line[:40]!r} is no row of numbers") from None
        if row[-1] not in (0, 1):
            raise BadPulses(f"line {number}: a level is 0 or 1, not {cells[len(row) - 1][:20]!r}")
        yield row


def _from_edges(rows: Iterable[tuple[float, ...]]) -> Iterator[tuple[bool, float]]:
    found = list(rows)
    if any(len(row) < 2 for row in found):
        raise BadPulses("no times: write rows of time and level, or a comment '; Samplerate: ..'")
    for (begin, level), (end, _) in pairwise(found):
        if not 0 <= end - begin < 1e6:
            raise BadPulses(f"the time runs backwards after {begin:g} s")
        yield bool(level), 1e6 * (end - begin)
    if found:  # the level after the last edge lasts as long as nobody knows
        yield bool(found[-1][1]), 1.0


def _swings(light: list[tuple[bool, float]]) -> bool:
    short = sum(us < SWINGING_US for _, us in light)
    return 2 * short > len(light)


def _alternating(light: list[tuple[bool, float]]) -> tuple[int, ...]:
    """Return whole µs, a mark first; places are rounded, not intervals, so nothing drifts."""
    durations: list[int] = []
    before = now = 0.0
    for lit, us in light:
        now += us
        if durations or lit:
            durations.append(min(round(now) - round(before), LONGEST_US))
        before = now
    return tuple(durations)


def _durations(pulses: Iterable[Pulse]) -> tuple[int, ...]:
    """Return the intervals from the first mark on."""
    durations = [us for _, us in pulses]
    return tuple(durations[1:]) if durations else ()
