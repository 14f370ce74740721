"""A signal as a picture of one line in the terminal, and its measured times in words."""

from collections.abc import Sequence

from ir_codes.frames import Reason
from ir_codes.measure import Timing

LEVELS = " ▁▂▃▄▅▆▇█"
"""How much of a column's time was light."""

REASONS = {
    Reason.LEADER: "data without a leader, or with another protocol's",
    Reason.LENGTH: "an interval that is neither a zero nor a one",
    Reason.BIT_COUNT: "more than 32 bits: another protocol, whatever the first 32 say",
    Reason.INVERSE: "the command and its inverse disagree",
    Reason.TRUNCATED: "fewer than 32 bits",
    Reason.OVERLAP: "two remotes at once",
    Reason.NOISE: "a few pulses that are nothing",
    Reason.UNPAIRED: "a good frame of a key that the key map does not know",
}


def picture(durations_us: Sequence[int], width: int) -> str:
    """Return marks and spaces as ``width`` columns of equal time, filled by their part of light."""
    total = sum(durations_us)
    if not total or width < 1:
        return ""
    light = [0.0] * width
    begin = 0
    for place, us in enumerate(durations_us):
        if place % 2 == 0:
            _fill(light, begin * width / total, (begin + us) * width / total)
        begin += us
    return "".join(LEVELS[min(len(LEVELS) - 1, round(part * (len(LEVELS) - 1)))] for part in light)


def _fill(light: list[float], begin: float, end: float) -> None:
    """Add light between two places, in columns."""
    column = int(begin)
    while column < end and column < len(light):
        light[column] += min(end, column + 1) - max(begin, column)
        column += 1


def timing_words(timing: Timing) -> str:
    """Return measured times against nominal ones, for a person."""
    parts = [
        f"leader {timing.leader_mark_us}+{timing.leader_space_us} µs (9000+4500)",
        f"mark {timing.mark_us:.0f} (562)",
    ]
    if timing.zero_space_us is not None:
        parts.append(f"zero {timing.zero_space_us:.0f} (562)")
    if timing.one_space_us is not None:
        parts.append(f"one {timing.one_space_us:.0f} (1688)")
    parts.append(f"clock {100 * timing.clock - 100:+.1f} %")
    parts.append(f"receiver {timing.stretch_us:+.0f} µs")
    parts.append(f"scatter {timing.spread_us:.0f} µs")
    return ", ".join(parts)
