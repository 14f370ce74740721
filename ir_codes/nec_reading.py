"""Read one cut-out NEC signal: a leader and the marks after it become a frame or a reason.

The quick path settles what is clean or nearly so. There only leading edges are timed: a receiver
module moves trailing edges by up to ±200 µs, and the marks grow as the spaces shrink. The leader
gives the clock. Each edge is compared with the place where the edges so far put it, and that place
follows slowly, so that jitter does not add up. What stays open goes to the search for the likeliest
frame (:mod:`ir_codes.nec_likelihood`).

Numbers: NEC µPD6121 data sheet; the module that cuts signals out is :mod:`ir_codes.nec`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ir_codes.frames import Frame, Reason, Rejected, RepeatFrame, Result
from ir_codes.joiner import Mark
from ir_codes.nec_likelihood import likeliest
from ir_codes.nec_slivers import until_silence

BITS = 32
UNIT_US = 562.5
ZERO_US = 2 * UNIT_US
"""From leading edge to leading edge a zero takes 1.125 ms and a one twice that."""

LEADER_US = 24 * UNIT_US
REPEAT_LEADER_US = 20 * UNIT_US
"""From the leader's edge to the first mark after it: 9 + 4.5 ms, or 9 + 2.25 ms."""

LEADER_MARK_US = (7_000, 11_300)
LEADER_SPACE_US = (3_200, 5_800)
REPEAT_SPACE_US = (1_350, 3_150)
"""Leaders accepted: clock 0.85..1.15 with ±200 µs of stretch and jitter on top. NECx and Samsung
(4.5 + 4.5 ms) stay outside."""

CLOCK = (0.82, 1.18)
"""How far a remote's clock may be off."""

TOLERANCE = 0.47
"""An edge this far from its place, as a part of a zero, is refused; at 0.5 the two bits touch."""

SETTLED = 0.25
"""No edge further from its place than this: the bits are beyond doubt, and so is what is wrong with
them. A frame with a 16-bit address, which has no inverse to guard it, must be as sure as this."""

FOLLOW = 0.45
"""How far the place follows each edge: 1 would time from edge to edge, 0 from the leader alone."""

FOLLOW_CLOCK = 0.05
"""How far the clock follows: some remotes' leaders are up to 8 % long."""

SAME_FIT = 1.5
SAME_FIT_US = 60
"""Two readings fit equally well when the worst error of one is no more than 1.5 times that of the
other and 60 µs."""

LONGEST_BIT_MARK_US = 1_300
"""A longer mark inside the data is a second remote's light."""

ANOTHER_BIT_FROM = 0.6
ANOTHER_MARK_ENDS = 0.85
ANOTHER_BIT_TO = 0.13
ANOTHER_BIT_ERRORS = 2.2
"""After the stop mark's edge, an edge from 0.6 zeros on (earlier is a glitch in the mark, unless
the mark that it begins ends after 0.85 zeros) to a one's place is a 33rd bit; that place reaches
later by 0.13 zeros and 2.2 times the worst error among the 32, since a further bit would lie about
as near to its place."""


class Bits(NamedTuple):
    """Bits as far as they could be read.

    ``fits`` is false where an edge was in no bit's place; ``zero_us`` is the clock at the end and
    ``worst_us`` the largest distance of an edge from its place.
    """

    raw: int
    number: int
    fits: bool
    zero_us: float
    worst_us: float


def read_bits(rises: Sequence[int], zero_us: float) -> Bits:
    """Return the bits between leading edges, the first sent in bit 0.

    Args:
        rises: times of leading edges in µs, the first bit's first.
        zero_us: from edge to edge of a zero, by the remote's own clock.
    """
    raw = 0
    worst = 0.0
    place = float(rises[0])
    for bit, rise in enumerate(rises[1:]):
        step = rise - place
        one = step > 1.5 * zero_us
        nominal = 2 * zero_us if one else zero_us
        error = step - nominal
        if abs(error) > TOLERANCE * zero_us:
            return Bits(raw, bit, fits=False, zero_us=zero_us, worst_us=worst)
        worst = max(worst, abs(error))
        place += nominal + FOLLOW * error
        zero_us *= 1 + FOLLOW_CLOCK * error / nominal
        raw |= one << bit
    return Bits(raw, len(rises) - 1, fits=True, zero_us=zero_us, worst_us=worst)


def read_signal(
    leader: Mark, marks: Sequence[Mark], edges: Sequence[Mark], codes: Sequence[int] = ()
) -> Result:
    """Return what a leader and the marks after it say.

    Args:
        leader: the leader's mark.
        marks: the marks after it, slivers joined.
        edges: the marks after it as they came; the same as ``marks`` where there was no sliver.
        codes: all 32-bit frames of the paired remotes; nothing for any remote.
    """
    first = marks or edges
    if not first:
        return Rejected(Reason.LEADER, leader.rise)
    if _within(first[0].rise - leader.fall, REPEAT_SPACE_US):
        return _read_repeat(leader, first)
    result, settled = _read_quickly(leader, first, edges, codes)
    if settled or len(edges) <= BITS:
        return result
    said = likeliest(leader, edges, codes)
    if isinstance(said, Reason):
        return result if isinstance(result, Rejected) else Rejected(said, leader.rise)
    return _frame(said, leader.rise, until_silence(leader, edges)[-1].fall)


def _read_quickly(
    leader: Mark, marks: Sequence[Mark], edges: Sequence[Mark], codes: Sequence[int]
) -> tuple[Frame | Rejected, bool]:
    """Return the plain reading, and whether it is beyond doubt."""
    result, clean = _read_frame(leader, marks, edges)
    if len(edges) == len(marks):
        return result, clean or (isinstance(result, Frame) and not result.extended)
    if isinstance(result, Frame):
        doubtful = result.extended and result.raw not in codes
        if doubtful and _joined_away(leader, marks, edges):
            return Rejected(Reason.BIT_COUNT, leader.rise), True
        return result, clean and not _hides_a_bit(marks[0], edges)
    if clean:
        return result, True  # a whole signal was read; another reading would only look for luck
    from_first_mark = [edge for edge in edges if edge.rise >= marks[0].rise]
    for worn in (from_first_mark, edges):  # the slivers may have been bits, even the first
        second, sure = _read_frame(leader, worn, edges)
        if isinstance(second, Frame):
            return second, sure and not _hides_a_bit(worn[0], edges)
    return result, False


def is_whole(leader: Mark, marks: Sequence[Mark]) -> bool:
    """Tell whether silence after these marks can end the signal at once."""
    if len(marks) > BITS:
        return True
    return len(marks) == 1 and _within(marks[0].rise - leader.fall, REPEAT_SPACE_US)


def _read_repeat(leader: Mark, marks: Sequence[Mark]) -> RepeatFrame | Rejected:
    clock = (marks[0].rise - leader.rise) / REPEAT_LEADER_US
    right = (
        _within(clock, CLOCK)
        and _length(marks[0]) <= LONGEST_BIT_MARK_US
        and not _bit_follows(marks[0], marks, ZERO_US * clock, ZERO_US * TOLERANCE)
    )
    if not right:
        return Rejected(Reason.LEADER, leader.rise)
    return RepeatFrame(leader.rise, marks[0].fall)


def _read_frame(
    leader: Mark, marks: Sequence[Mark], edges: Sequence[Mark]
) -> tuple[Frame | Rejected, bool]:
    """Return the frame or the reason, and whether its edges leave no doubt of it."""
    clock = (marks[0].rise - leader.rise) / LEADER_US
    space = marks[0].rise - leader.fall
    if not _within(clock, CLOCK) or not _within(space, LEADER_SPACE_US):
        return Rejected(Reason.LEADER, leader.rise), False
    signal = marks[: BITS + 1]
    bits = read_bits([mark.rise for mark in signal], ZERO_US * clock)
    reason = _what_is_wrong(signal, edges, bits, LONGEST_BIT_MARK_US * clock)
    clean = bits.worst_us <= SETTLED * bits.zero_us
    if reason is not None:
        whole = reason in (Reason.INVERSE, Reason.BIT_COUNT)
        return Rejected(reason, leader.rise), clean and whole
    return _frame(bits.raw, leader.rise, signal[BITS].fall), clean


def _what_is_wrong(
    signal: Sequence[Mark], edges: Sequence[Mark], bits: Bits, longest_us: float
) -> Reason | None:
    if any(_length(mark) > longest_us for mark in signal):
        return Reason.OVERLAP
    if not bits.fits:
        return Reason.LENGTH
    if bits.number < BITS:
        return Reason.TRUNCATED
    if _bit_follows(signal[BITS], edges, bits.zero_us, bits.worst_us):
        return Reason.BIT_COUNT
    if bits.raw >> 24 != ~bits.raw >> 16 & 0xFF:
        return Reason.INVERSE
    return None


def _hides_a_bit(first: Mark, edges: Sequence[Mark]) -> bool:
    """Tell whether a sliver in the leader's space stands where a bit before the first would begin.

    With its first mark lost in the leader a 33-bit frame looks like 32 bits of another key.
    """
    zero_us = LONGEST_BIT_MARK_US
    return any(0.5 * zero_us < first.rise - edge.rise < 2 * zero_us for edge in edges)


def _joined_away(leader: Mark, marks: Sequence[Mark], edges: Sequence[Mark]) -> bool:
    """Tell whether a sliver that was joined was a bit of a longer frame, worn short by jitter.

    Two zeros joined look like a one, and a 33-bit frame like 32 bits of another address. Then the
    edges as they came fit bits as well as the joined marks do.
    """
    stop = marks[BITS].rise
    zero_us = ZERO_US * (marks[0].rise - leader.rise) / LEADER_US
    joined = read_bits([mark.rise for mark in marks[: BITS + 1]], zero_us)
    first = marks[0].rise
    came = read_bits([edge.rise for edge in edges if first <= edge.rise <= stop], zero_us)
    as_well = SAME_FIT * joined.worst_us + SAME_FIT_US
    return came.fits and came.number > BITS and came.worst_us <= as_well


def _bit_follows(stop: Mark, edges: Sequence[Mark], zero_us: float, worst_us: float) -> bool:
    """Tell whether any edge stands where the bit that begins with the stop mark would end."""
    first = stop.rise + ANOTHER_BIT_FROM * zero_us
    end = stop.rise + ANOTHER_MARK_ENDS * zero_us
    last = stop.rise + (2 + ANOTHER_BIT_TO) * zero_us + ANOTHER_BIT_ERRORS * worst_us
    return any(
        stop.rise < edge.rise < last and (edge.rise > first or edge.fall > end) for edge in edges
    )


def _frame(raw: int, at_us: int, end_us: int) -> Frame:
    extended = _is_extended(raw)
    address = raw & (0xFFFF if extended else 0xFF)
    return Frame(address, extended, raw >> 16 & 0xFF, raw, at_us, end_us)


def _is_extended(raw: int) -> bool:
    return (raw ^ raw >> 8) & 0xFF != 0xFF


def _length(mark: Mark) -> int:
    return mark.fall - mark.rise


def _within(value: float, limits: tuple[float, float]) -> bool:
    return limits[0] <= value <= limits[1]
