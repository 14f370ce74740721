"""RC-5 and RC-6: every bit is half light, half dark. Marks in, a frame out, or nothing.

A signal is turned into levels, one a half bit: each interval is so many half bits long. Two in a
row make a bit; a wrong pair is another protocol. Nothing checks the bits, so these protocols are
read only where a key map asks for them.

Numbers: Philips RC-5 (SAA3010 data sheet: half bit 32 cycles of 36 kHz, 889 µs; 2 start bits,
toggle, 5 address and 6 command bits) and RC-6 mode 0 (half bit 444 µs; leader 6 + 2, start bit,
3 mode bits, a toggle bit of double length, 8 + 8 bits). All numbers are sent highest bit first.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ir_codes.frames import Frame, Protocol
from ir_codes.joiner import Mark

RC5_HALF_US = 889
RC5_BITS = 14

RC6_HALF_US = 444
RC6_LEADER = (6, 2)
RC6_BITS = 20
"""Start, three of mode, 8 + 8; the toggle bit stands apart."""

TOLERANCE = 0.4
"""An interval may be off by this part of a half bit."""


def read_rc5(marks: Sequence[Mark]) -> Frame | None:
    """Read marks between silences as RC-5; a one is dark, then light.

    The second start bit is the inverse of a seventh command bit (extended RC-5).
    """
    levels = _levels(marks, RC5_HALF_US)
    if levels is None:
        return None
    bits = _bits([0, *levels], RC5_BITS, one=(0, 1))
    if bits is None or not bits >> 13:
        return None
    command = bits & 0x3F | (~bits >> 6 & 0x40)
    return Frame(
        address=bits >> 6 & 0x1F,
        extended=False,
        command=command,
        raw=bits,
        at_us=marks[0].rise,
        end_us=marks[-1].fall,
        protocol=Protocol.RC5,
    )


def read_rc6(marks: Sequence[Mark]) -> Frame | None:
    """Read marks between silences as RC-6 mode 0; a one is light, then dark."""
    levels = _levels(marks, RC6_HALF_US)
    if levels is None or levels[:8] != [1] * RC6_LEADER[0] + [0] * RC6_LEADER[1]:
        return None
    head, toggle, rest = levels[8:16], levels[16:20], levels[20:]
    if toggle not in ([1, 1, 0, 0], [0, 0, 1, 1]):
        return None
    bits = _bits([*head, *rest], RC6_BITS, one=(1, 0))
    if bits is None or bits >> 16 != 0b1000:  # the start bit, then mode 0
        return None
    raw = bits & 0xFFFF | toggle[0] << 16
    return Frame(
        address=raw >> 8 & 0xFF,
        extended=False,
        command=raw & 0xFF,
        raw=raw,
        at_us=marks[0].rise,
        end_us=marks[-1].fall,
        protocol=Protocol.RC6,
    )


def _levels(marks: Sequence[Mark], half_us: int) -> list[int] | None:
    """Return the signal as one level a half bit, or ``None`` where an interval fits none."""
    levels: list[int] = []
    for level, us in _intervals(marks):
        halves = round(us / half_us)
        if not 1 <= halves <= RC6_LEADER[0] or abs(us - halves * half_us) > TOLERANCE * half_us:
            return None
        levels += [level] * halves
    return levels


def _intervals(marks: Sequence[Mark]) -> Iterator[tuple[int, int]]:
    yield 1, marks[0].fall - marks[0].rise
    for before, mark in pairwise(marks):
        yield 0, mark.rise - before.fall
        yield 1, mark.fall - mark.rise


def _bits(levels: list[int], number: int, one: tuple[int, int]) -> int | None:
    """Return pairs of levels as a number; a last dark half belongs to the silence."""
    if len(levels) == 2 * number - 1:
        levels = [*levels, 0]
    if len(levels) != 2 * number:
        return None
    bits = 0
    for pair in zip(levels[::2], levels[1::2], strict=True):
        if pair[0] == pair[1]:
            return None
        bits = bits << 1 | (pair == one)
    return bits
