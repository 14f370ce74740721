"""Captures as lines: ``ID<TAB>d0 d1 d2 …``, durations in µs, a mark first."""

from collections.abc import Sequence
from dataclasses import dataclass

from ir_codes.errors import BadPulses
from ir_codes.pulses import LONGEST_US


@dataclass(frozen=True, slots=True)
class Capture:
    """One recorded signal: its name and its alternating durations in µs, a mark first.

    ``carrier_hz`` is the light's frequency where the recording tells it.
    """

    id: str
    durations_us: tuple[int, ...]
    carrier_hz: int | None = None


def parse_line(line: str) -> Capture:
    """Return the capture on one line.

    Raises:
        BadPulses: no tab, or a duration that is no whole number of µs in 0..16,777,215.
    """
    name, tab, rest = line.rstrip("\r\n").partition("\t")
    if not tab:
        raise BadPulses("no tab after the id: write ID<TAB>9000 4500 560 …")
    return Capture(name, tuple(_duration(word, n) for n, word in enumerate(rest.split(), 1)))


def write_line(name: str, durations_us: Sequence[int]) -> str:
    """Return a capture as one line, without its newline."""
    return f"{name}\t{' '.join(map(str, durations_us))}"


def _duration(word: str, place: int) -> int:
    if word.isascii() and word.isdigit() and len(word) < 9 and int(word) <= LONGEST_US:
        return int(word)
    raise BadPulses(
        f"duration {place} is {word[:20]!r}: durations are whole µs from 0 to {LONGEST_US}"
    )
