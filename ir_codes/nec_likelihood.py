"""Read what jitter has moved: the likeliest frame of all that a remote could have sent.

For every possible number of ones the leader and the stop mark give a clock; with it the best bits
are found exactly, then the clock is fitted anew to those bits, until they stay. Two kinds of search
share the measure of certainty (:mod:`ir_codes.nec_evidence`): among all valid frames, for a remote
that nobody knows, and among the codes of a paired remote.
"""

from collections.abc import Iterable, Sequence
from math import inf, log

from ir_codes.frames import Reason
from ir_codes.joiner import Mark
from ir_codes.nec_evidence import (
    CLOCK,
    FALSE_KEY_ANY,
    FALSE_KEY_PAIRED,
    Reading,
    nats,
    nats_needed,
    objection,
    spread_of,
)
from ir_codes.nec_grid import (
    MARKS,
    UNIT_US,
    Fit,
    Line,
    Signal,
    fit,
    line_between,
    ones_seen,
    place,
)
from ir_codes.nec_paths import checked_paths, free_path
from ir_codes.nec_slivers import Joining, joined, joinings, until_silence

NEEDED_ANY = nats_needed(1 << 24, FALSE_KEY_ANY)
"""Any 16 bits of address and any 8 of command make a valid frame."""

GUARDED_NATS = 4.0
"""How much likelier an 8-bit address is than any one address of 16 bits, before anything is seen:
it has 1/256 as many values, and remotes with it are more common. Kept below its worth of 6.4."""

LEADER_SLACK_US = 1_200
"""The clock may put the end of the leader so far from where it was seen."""

SEARCHED = 6
"""So many numbers of ones are searched: those whose clock puts marks nearest to whole places."""

REFINED = 2
"""Numbers of ones whose search is repeated with a fitted clock; the others are far behind."""

ROUNDS = 4

MOST_GLITCHES = 5

END_SPREADS = 6.0
"""Light after the stop mark must be so many standard deviations beyond a 33rd bit's place."""

LEAST_AGAINST_33 = 8.0
"""So many nats a frame without its slivers must be likelier than one with a 33rd bit."""


def likeliest(leader: Mark, edges: Sequence[Mark], codes: Sequence[int]) -> int | Reason:
    """Return the 32 bits that a signal says, or why it is not sure what it says.

    Args:
        leader: the leader's mark.
        edges: the marks after it, as they came.
        codes: the paired remote's frames, or nothing for any remote.
    """
    marks = until_silence(leader, edges)
    glitches = len(marks) - MARKS
    if glitches < 0:
        return Reason.TRUNCATED
    if glitches > MOST_GLITCHES:
        return Reason.BIT_COUNT
    best: tuple[Reading, Signal, Joining] | None = None
    rivals: list[Reading] = []
    for joining in joinings(leader, marks, glitches):
        signal = joined(leader, marks, joining)
        reading = _read_listed(signal, codes) if codes else _read_any(signal)
        if reading is None:
            continue
        rivals.append(reading)
        if best is None or reading.fit.squares < best[0].fit.squares:
            best = (reading, signal, joining)
    if best is None:
        return Reason.BIT_COUNT if glitches else Reason.LENGTH
    reading, signal, joining = best
    reading = _against(signal, reading, rivals)
    needed = nats_needed(len(codes), FALSE_KEY_PAIRED) if codes else NEEDED_ANY
    reason = objection(signal, reading, needed)
    if reason is None and (
        _has_another_bit(signal, reading, (leader, marks, joining))
        or _goes_on(signal, reading, edges[len(marks) :])
    ):
        reason = Reason.BIT_COUNT
    return reason or reading.raw


def _against(signal: Signal, best: Reading, rivals: Iterable[Reading]) -> Reading:
    """Return a reading with its margin over other codes that other joinings gave."""
    spread = spread_of(signal, best.fit.squares)
    margin = best.margin
    for rival in rivals:
        if rival.raw != best.raw:
            margin = min(margin, nats(rival.fit.squares - best.fit.squares, spread))
    return best._replace(margin=margin)


def _read_any(signal: Signal) -> Reading | None:
    found: dict[int, Fit] = {}
    lines = {ones: line_between(signal, ones) for ones in range(8, 25)}
    plausible = [ones for ones, line in lines.items() if _is_plausible(signal, line.unit)]
    plausible.sort(key=lambda ones: _off_places(signal, lines[ones]))
    first = {ones: _search(signal, ones, lines[ones], found) for ones in plausible[:SEARCHED]}
    for ones in sorted(first, key=lambda ones: first[ones].squares)[:REFINED]:
        fitted = first[ones]
        for _ in range(ROUNDS):
            again = _search(signal, ones, fitted.line, found)
            if again.squares >= fitted.squares:
                break
            fitted = again
    if not found:
        return None
    return _best(signal, found)


def _read_listed(signal: Signal, codes: Sequence[int]) -> Reading:
    return _best(signal, {raw: fit(signal, raw) for raw in codes})


def _off_places(signal: Signal, line: Line) -> float:
    """Return how far the marks are from whole places, squared, whatever bits these mean."""
    return sum((seen - round(seen)) ** 2 for seen in ones_seen(signal, line))


def _search(signal: Signal, ones: int, line: Line, found: dict[int, Fit]) -> Fit:
    """Search with one clock; keep all that is found and return the best fit."""
    row = ones_seen(signal, line)
    best: Fit | None = None
    for path in checked_paths(row, ones):
        if path.raw not in found:
            found[path.raw] = fit(signal, path.raw)
        fitted = found[path.raw]
        if best is None or fitted.squares < best.squares:
            best = fitted
    assert best is not None  # every number of ones from 8 to 24 has frames
    return best


def _best(signal: Signal, found: dict[int, Fit]) -> Reading:
    """Return the likeliest code with its margin over the next."""
    spread = spread_of(signal, min(fitted.squares for fitted in found.values()))
    ranked = sorted(
        (nats(fitted.squares, spread) - _prior(raw), raw) for raw, fitted in found.items()
    )
    (first, raw), *rest = ranked
    margin = rest[0][0] - first if rest else inf
    return Reading(raw, found[raw], margin)


def _prior(raw: int) -> float:
    return GUARDED_NATS if (raw ^ raw >> 8) & 0xFF == 0xFF else 0.0


def _is_plausible(signal: Signal, unit: float) -> bool:
    if not CLOCK[0] <= unit / UNIT_US <= CLOCK[1]:
        return False
    return abs(signal.centres[0] - signal.leader - 16.5 * unit) <= LEADER_SLACK_US


def _has_another_bit(
    signal: Signal, reading: Reading, seen: tuple[Mark, Sequence[Mark], Joining]
) -> bool:
    """Tell whether a sliver that was joined fits about as well as a 33rd bit's.

    Two zeros joined look like a one, and a 33-bit frame like 32 bits of another address.
    """
    leader, marks, joining = seen
    spread = spread_of(signal, reading.fit.squares)
    for sliver in joining:
        longer = joined(leader, marks, tuple(n for n in joining if n != sliver))
        against = 2 * MARKS * log(_spread_of_any(longer, reading.fit.line, MARKS) / spread)
        if against < LEAST_AGAINST_33:
            return True
    return False


def _goes_on(signal: Signal, reading: Reading, after: Sequence[Mark]) -> bool:
    """Tell whether the mark after the stop mark may be one more bit's, moved by jitter."""
    if not after:
        return False
    start, unit = reading.fit.line
    latest = start + unit * place(MARKS, reading.raw.bit_count() + 1)
    slack = END_SPREADS * spread_of(signal, reading.fit.squares)
    return (after[0].rise + after[0].fall) / 2 < latest + slack


def _spread_of_any(signal: Signal, known: Line, bits: int) -> float:
    """Return the least spread that any bits at all leave, with a clock near a known one."""
    likely = round(ones_seen(signal, known)[-1])
    squares = inf
    for ones in range(max(0, likely - 1), min(bits, likely + 1) + 1):
        for line in (known, line_between(signal, ones)):
            free = fit(signal, free_path(ones_seen(signal, line), ones, bits), bits)
            again = fit(signal, free_path(ones_seen(signal, free.line), ones, bits), bits)
            squares = min(squares, free.squares, again.squares)
    return spread_of(signal, squares)
