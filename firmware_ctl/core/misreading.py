"""Is the wall wrong, or a lane's tile reader? Told from tags that seem to be in two places.

A tag's serial number is one piece of plastic. Where several of them are read twice in one load, and
one of the two places is each time in the same lane, that lane's reader repeats what it should not:
the wall stays void, but its cause is the reader.
"""

from collections import Counter

from rules.integrity.composition import Deviation, WallCheck

TWINS = 3
"""So many tags in two places at once, with one lane in all of them, are no forged tiles."""

_COUNTS = (Deviation.SIDE_SHORT, Deviation.SIDE_OVER)
"""Where a lane's number of reads is wrong tiles may have run back and been read twice."""

OTHERS = 2
"""That lane must have so many times as many of them as any other."""


def misreading_lane(check: WallCheck) -> int | None:
    """Return the lane whose reader has misread, if the void wall shows that by itself."""
    if any(one.deviation in _COUNTS for one in check.findings):
        return None
    twins = [one for one in check.findings if one.deviation is Deviation.TWIN]
    lanes = Counter(lane for one in twins for lane in {place.side for place in one.places})
    if len(twins) < TWINS:
        return None
    (lane, most), *others = lanes.most_common(2)
    clear = not others or most >= OTHERS * others[0][1]
    return lane if most == len(twins) and clear else None
