"""Which records of a run count for its sum: a start reads these and passes over the others.

Most records of an evening only tell what happened, or say anew what a later one of their kind says
again: where the tiles are, how far the load is. Their hashes are checked all the same.
"""

from collections.abc import Sequence

from firmware_ctl.store.chain import Link
from firmware_ctl.store.fold import after
from firmware_ctl.store.records import (
    KINDS,
    Cared,
    Counted,
    CutPromised,
    DealerProposed,
    DealerSet,
    DicePromised,
    Entered,
    Held,
    Placed,
    ProgramSet,
    SessionTurned,
    Switched,
    VariantSet,
    Weighed,
)

SAYS_ANEW = frozenset(
    kind.kind
    for kind in (
        Cared, Counted, CutPromised, DealerProposed, DealerSet, DicePromised, Entered, Held, Placed,
        ProgramSet, SessionTurned, Switched, VariantSet, Weighed,
    )
)  # fmt: skip
"""Kinds each of whose records replaces all that the one before it said, which nothing between the
two has read."""

ONLY_TELLS = frozenset(
    name for name, kind in KINDS.items() if after.dispatch(kind) is after.dispatch(object)
)
"""Kinds that leave the sum as it is."""


def counting(run: Sequence[Link]) -> list[Link]:
    """Return the links of a run, oldest first, that its sum depends on, in their order."""
    said: set[str] = set()
    counts: list[Link] = []
    for link in reversed(run):
        kind = link.kind
        if kind in ONLY_TELLS or kind in said:
            continue
        if kind in SAYS_ANEW:
            said.add(kind)
        counts.append(link)
    counts.reverse()
    return counts
