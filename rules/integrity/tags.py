"""The tiles of a recorded deal against their set, and against the enrolled tags (登记牌)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

from rules.integrity.composition import (
    STRANGER,
    SURE_READS,
    Reading,
    WallCheck,
    check_counts,
    check_walls,
)
from rules.integrity.deals import SETS, RecordedDeal
from rules.integrity.layout import Layout
from rules.programs import SIDES
from rules.tiles import UNREAD, Tile
from rules.wall import lane_of_wall

ONE_READ = 1
"""What a design that was read is worth, where the row does not say how many reads agreed."""


@dataclass(frozen=True, slots=True)
class Tag:
    """An enrolled piece of plastic: its set and its design."""

    tile_set: str
    tile: Tile


Tags = Mapping[str, Tag]
"""The enrolled tags of both sets by serial number."""


def check_tiles(deal: RecordedDeal, layout: Layout, tags: Tags | None) -> WallCheck:
    """Check the tiles of a deal whose walls have this layout.

    A serial number in a finished record counts as read for certain, for a tag with a check sum
    fails as no read and not as another tag; a design without one counts as read once. Where the
    row says how many reads agreed, that counts.
    """
    lanes = [
        (*lane_of_wall(_readings(deal, side, deal.walls[side], tags)), *_hand(deal, side, tags))
        for side in SIDES
    ]
    mark = SETS.index(deal.tile_set)
    return check_walls(lanes, layout.tile_set, layout.share, mark)


def check_number(deal: RecordedDeal, layout: Layout) -> WallCheck:
    """Check how many tiles there are, where they do not make the walls of any table."""
    counts = [
        len(wall) + (len(deal.hands[side]) if deal.hands else 0)
        for side, wall in enumerate(deal.walls)
    ]
    return check_counts(counts, layout.share)


@lru_cache(maxsize=4096)
def piece_number(uid: str) -> int:
    """Return a number for a tag's serial number, the same in every run; 48 bits."""
    return int.from_bytes(blake2b(uid.encode(), digest_size=6).digest(), "big")


def _hand(deal: RecordedDeal, side: int, tags: Tags | None) -> Sequence[Reading]:
    if not deal.hands:
        return ()
    return _readings(deal, len(SIDES) + side, deal.hands[side], tags)


def _readings(
    deal: RecordedDeal, row: int, tiles: Sequence[Tile], tags: Tags | None
) -> list[Reading]:
    uids = (None,) * len(tiles) if deal.uids is None else deal.uids[row]
    reads = None if deal.reads is None else deal.reads[row]
    return [
        Reading(
            tile=tile,
            reads=(ONE_READ if uid is None else SURE_READS) if reads is None else reads[at],
            mark=None if uid is None or tile == UNREAD else _mark(uid, tags),
            serial=None if uid is None else piece_number(uid),
        )
        for at, (tile, uid) in enumerate(zip(tiles, uids, strict=True))
    ]


def _mark(uid: str, tags: Tags | None) -> int | None:
    if tags is None:
        return None
    tag = tags.get(uid)
    return STRANGER if tag is None else SETS.index(tag.tile_set)
