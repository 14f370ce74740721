"""How a remote keeps time: a frame's clock, stretch, scatter and leader, against the nominal.

Measured are frames whose marks all stand apart, by the least-squares line of their places
(:mod:`ir_codes.nec_grid`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ir_codes.joiner import Joiner, Mark
from ir_codes.nec_evidence import scatter_of
from ir_codes.nec_grid import MARKS, UNIT_US, fit, signal_of


@dataclass(frozen=True, slots=True)
class Timing:
    """One frame's times; nominal are clock 1, stretch and spread 0, leader 9000 and 4500 µs.

    ``clock`` is above 1 for a slow remote. ``stretch_us`` is what the receiver adds to a mark,
    ``spread_us`` the scatter of an edge.
    """

    clock: float
    stretch_us: float
    spread_us: float
    leader_mark_us: int
    leader_space_us: int
    mark_us: float
    zero_space_us: float | None
    one_space_us: float | None


def marks_of(durations_us: Iterable[int]) -> list[Mark]:
    """Return the marks of a signal, slivers joined; the first interval is a mark."""
    joiner = Joiner()
    marks = []
    lit = True
    for us in durations_us:
        ended = joiner.push(us, lit=lit)
        if ended is not None:
            marks.append(ended)
        lit = not lit
    last = joiner.settle()
    return marks if last is None else [*marks, last]


def timing_of(marks: Sequence[Mark], raw: int) -> Timing | None:
    """Return the times of a NEC frame, or ``None`` where not all its marks stand apart.

    Args:
        marks: the leader and what follows.
        raw: the 32 bits that were read from it.
    """
    if len(marks) < MARKS + 1:
        return None
    leader, *rest = marks[: MARKS + 1]
    signal = signal_of(leader, rest)
    fitted = fit(signal, raw)
    clock = fitted.line.unit / UNIT_US
    spaces = [after.rise - mark.fall for mark, after in pairwise(rest)]
    ones = [us for place, us in enumerate(spaces) if raw >> place & 1]
    zeros = [us for place, us in enumerate(spaces) if not raw >> place & 1]
    return Timing(
        clock=clock,
        stretch_us=signal.width - fitted.line.unit,
        spread_us=scatter_of(signal, fitted.squares) * 2**0.5,  # of an edge, not of a centre
        leader_mark_us=leader.fall - leader.rise,
        leader_space_us=rest[0].rise - leader.fall,
        mark_us=signal.width,
        zero_space_us=_mean(zeros),
        one_space_us=_mean(ones),
    )


def _mean(values: Sequence[int]) -> float | None:
    return sum(values) / len(values) if values else None
