"""NECx and TC9012: NEC's bits after a leader of 4.5 + 4.5 ms, told apart from NEC by it alone.

TC9012 remotes send the address byte twice; NECx ones send two address bytes. Both send the command
and its inverse. A held key sends the leader with a single bit. Samsung's 32-bit frames look like
TC9012's. Common descriptions, not data sheets: these are read only where a key map asks for them.
"""

from collections.abc import Sequence

from ir_codes.frames import Frame, Protocol, RepeatFrame
from ir_codes.joiner import Mark
from ir_codes.nec_reading import BITS, CLOCK, SETTLED, UNIT_US, ZERO_US, read_bits

LEADER_UNITS = 8
LEADER_TOLERANCE = 0.16
"""Mark and space of the leader may each be off by this part."""


def read_necx(marks: Sequence[Mark]) -> Frame | RepeatFrame | None:
    """Read marks between silences as NECx or TC9012."""
    leader, *signal = marks
    if len(signal) not in (2, BITS + 1) or not _is_leader(leader, signal[0]):
        return None
    clock = (signal[0].rise - leader.rise) / (2 * LEADER_UNITS * UNIT_US)
    if not CLOCK[0] <= clock <= CLOCK[1]:
        return None
    bits = read_bits([mark.rise for mark in signal], ZERO_US * clock)
    if not bits.fits or bits.worst_us > SETTLED * bits.zero_us:
        return None
    if len(signal) == 2:
        return RepeatFrame(leader.rise, signal[-1].fall)
    first, second, command, inverse = bits.raw.to_bytes(4, "little")
    if command ^ inverse != 0xFF:
        return None
    twice = first == second
    return Frame(
        first if twice else first | second << 8,
        not twice,
        command,
        bits.raw,
        leader.rise,
        signal[-1].fall,
        Protocol.TC9012 if twice else Protocol.NECX,
    )


def _is_leader(leader: Mark, first: Mark) -> bool:
    nominal = LEADER_UNITS * UNIT_US
    parts = (leader.fall - leader.rise, first.rise - leader.fall)
    return all(abs(us - nominal) <= LEADER_TOLERANCE * nominal for us in parts)
