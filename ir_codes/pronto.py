"""Pronto hex: a signal as hex words, times in periods of the carrier (Philips Pronto, type 0000).

Four words of head: type (0000 learned; 0100 without carrier), carrier as a number of 0.241246 µs,
number of pairs that are sent once, number of pairs that repeat; then the pairs, mark and space.
"""

from collections.abc import Sequence

from ir_codes.errors import BadPulses
from ir_codes.lines import Capture

CLOCK_US = 0.241246
LEARNED = 0x0000
UNMODULATED = 0x0100
MOST = 0xFFFF


def parse_pronto(text: str, name: str = "1") -> Capture:
    """Return the signal of Pronto words: the part sent once, then once the part that repeats.

    Raises:
        BadPulses: no hex words, another type, or not as many words as the head says.
    """
    words = [_word(text) for text in text.split()]
    if len(words) < 4 or words[0] not in (LEARNED, UNMODULATED) or not words[1]:
        raise BadPulses("no Pronto signal: it begins with 0000, the carrier, and two counts")
    period_us = words[1] * CLOCK_US
    pairs = words[2] + words[3]
    times = words[4:]
    if len(times) != 2 * pairs:
        raise BadPulses(
            f"the head says {pairs} pairs, {len(times) / 2:g} follow: is a part missing?"
        )
    carrier = round(1e6 / period_us) if words[0] == LEARNED else None
    return Capture(name, tuple(round(count * period_us) for count in times), carrier)


def write_pronto(durations_us: Sequence[int], carrier_hz: int, gap_us: int) -> str:
    """Return a signal as Pronto words, all of it sent once, with ``gap_us`` of silence after it."""
    number = round(1e6 / carrier_hz / CLOCK_US)
    period_us = number * CLOCK_US
    times = [min(MOST, max(1, round(us / period_us))) for us in durations_us]
    if len(times) % 2:
        times.append(min(MOST, round(gap_us / period_us)))
    words = [LEARNED, number, len(times) // 2, 0, *times]
    return " ".join(f"{word:04X}" for word in words) + "\n"


def _word(text: str) -> int:
    if len(text) != 4 or not all(c in "0123456789abcdefABCDEF" for c in text):
        raise BadPulses(f"{text[:20]!r} is no Pronto word: write four hex digits")
    return int(text, 16)
