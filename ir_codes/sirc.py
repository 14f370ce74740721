"""Sony's SIRC: light of 0.6 or 1.2 ms for the bits, after a leader of 2.4 ms. 12, 15 or 20 bits.

Nothing checks the bits, so SIRC is read only where a key map asks for it. A remote sends every
frame at least three times, 45 ms apart (Sony SIRC specification).
"""

from collections.abc import Sequence
from itertools import pairwise

from ir_codes.frames import Frame, Protocol
from ir_codes.joiner import Mark

UNIT_US = 600
COMMAND_BITS = 7
LENGTHS = (12, 15, 20)
TOLERANCE_US = 240


def read_sirc(marks: Sequence[Mark]) -> Frame | None:
    """Read marks between silences as SIRC: 7 command bits, then address, lowest bits first."""
    leader, *bits = marks
    if len(bits) not in LENGTHS or not _is(leader.fall - leader.rise, 4 * UNIT_US):
        return None
    if not all(_is(mark.rise - before.fall, UNIT_US) for before, mark in pairwise(marks)):
        return None
    raw = 0
    for place, mark in enumerate(bits):
        length = mark.fall - mark.rise
        one = length > 1.5 * UNIT_US
        if not _is(length, 2 * UNIT_US if one else UNIT_US):
            return None
        raw |= one << place
    return Frame(
        address=raw >> COMMAND_BITS,
        extended=False,
        command=raw & (1 << COMMAND_BITS) - 1,
        raw=raw,
        at_us=leader.rise,
        end_us=marks[-1].fall,
        protocol=Protocol.SIRC,
    )


def _is(us: int, nominal: int) -> bool:
    return abs(us - nominal) <= TOLERANCE_US
