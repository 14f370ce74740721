"""How grave a finding is, the same words in every layer, view and file."""

from collections.abc import Iterable
from enum import StrEnum


class Level(StrEnum):
    """What follows from a finding, from nothing to a void wall."""

    OK = "ok"
    INFORM = "inform"  # not sure, or worth a note
    AMBER = "amber"  # maintenance
    RED = "red"  # call the operator before the next hand
    BLOCK = "block"  # the wall is void


_RISING = tuple(Level)


def worst(levels: Iterable[Level]) -> Level:
    """Return the gravest level, ``OK`` where there is none."""
    return max(levels, default=Level.OK, key=_RISING.index)
