"""The two ends of a part's way, each with its switch: both never read true at once.

Where they do, one of them lies, and nothing is known of the part.
"""

from collections.abc import Callable, Mapping

from hal.ids import LANES, PUSHERS_HOME, PUSHERS_OUT, TRAYS_DOWN, TRAYS_UP, Input

_PAIRS = (
    (Input.DOME_DOWN, Input.DOME_UP),
    *((TRAYS_DOWN[side], TRAYS_UP[side]) for side in LANES),
    *((PUSHERS_HOME[side], PUSHERS_OUT[side]) for side in LANES),
)

OTHER_END: Mapping[Input, Input] = dict(_PAIRS) | {high: low for low, high in _PAIRS}
"""The switch at the other end of the way; a switch that stands alone has none."""


def contradicted(end: Input, level: Callable[[Input], bool]) -> bool:
    """Tell whether the switches of both ends read true."""
    other = OTHER_END.get(end)
    return other is not None and level(end) and level(other)


def stands_at(end: Input, level: Callable[[Input], bool]) -> bool:
    """Tell whether the part stands at this end; what is contradicted is not known to be so."""
    return level(end) and not contradicted(end, level)
