"""Short intervals in a damaged frame: glitches that split a mark or space, or bits worn short.

A frame with glitches has more marks than 33; each glitch adds one. Which of its short intervals
are the glitches is tried in turn: those are joined with the intervals on both their sides.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice, pairwise

from ir_codes.joiner import SLIVER_US, Mark
from ir_codes.nec_grid import BITS, MARKS, Signal, signal_of

MOST_WAYS = 24

ANOTHER_BIT = 2.35
"""A mark that begins so many zeros after the stop mark's beginning is no 33rd bit."""

Joining = tuple[int, ...]
"""The intervals to join, by number: 0 is the leader's space, 1 the first mark, 2 its space."""


def until_silence(leader: Mark, marks: Sequence[Mark]) -> Sequence[Mark]:
    """Return the marks up to a silence after which no 33rd bit can begin."""
    if len(marks) <= MARKS:
        return marks
    zero_us = (marks[0].rise - leader.rise) / 12
    for n in range(BITS, len(marks) - 1):
        if marks[n + 1].rise - marks[n].rise > ANOTHER_BIT * zero_us:
            return marks[: n + 1]
    return marks


def joinings(leader: Mark, marks: Sequence[Mark], number: int) -> Iterator[Joining]:
    """Yield ways to take ``number`` slivers for glitches, the shortest first, at most 24."""
    edges = _edges(leader, marks)
    slivers = [n for n in range(1, len(edges) - 2) if edges[n + 1] - edges[n] < SLIVER_US]
    slivers.sort(key=lambda n: edges[n + 1] - edges[n])
    ways = (way for way in combinations(slivers, number) if _are_apart(way))
    yield from islice(ways, MOST_WAYS)


def joined(leader: Mark, marks: Sequence[Mark], joining: Joining) -> Signal:
    """Return what the signal measures with these intervals joined to their neighbours."""
    edges = _edges(leader, marks)
    gone = {edge for n in joining for edge in (n, n + 1)}
    left = [edge for n, edge in enumerate(edges) if n not in gone]
    return signal_of(
        Mark(leader.rise, left[0]),
        [Mark(*pair) for pair in zip(left[1::2], left[2::2], strict=True)],
    )


def _edges(leader: Mark, marks: Sequence[Mark]) -> list[int]:
    return [leader.fall, *(edge for mark in marks for edge in mark)]


def _are_apart(joining: Joining) -> bool:
    return all(later - sooner > 1 for sooner, later in pairwise(sorted(joining)))
