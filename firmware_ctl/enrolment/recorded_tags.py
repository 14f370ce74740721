"""The enrolled tags as a record of opened walls names them."""

from firmware_ctl.enrolment.tile_list import TileLists
from hal.tile_id import TileId, pack_tile_id
from rules.integrity.commitment.tags import uid_text
from rules.tiles import Tile

RecordedTags = dict[str, tuple[str, Tile]]
"""Set and kind by the number that stands in a record."""


def recorded_tags(lists: TileLists) -> RecordedTags | None:
    """Return the tags of both sets; ``None`` unless both are listed, for then none is foreign.

    A record's number holds kind and set as listed beside the tag's own serial number.
    """
    if not lists.whole:
        return None
    return {
        uid_text(pack_tile_id(TileId(int(tile), letter.mark, serial))): (letter.value, tile)
        for letter, tags in lists.lists.items()
        for serial, tile in tags.items()
    }
