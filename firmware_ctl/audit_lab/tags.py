"""The tags of the laboratory's tiles, and the lists in which both sets are enrolled (登记牌)."""

from firmware_ctl.audit_lab.layout import Layout
from firmware_ctl.enrolment.tile_list import Letter, TileLists
from hal.sim.cheats import FOREIGN_SERIAL, ClonedTag, ForeignTile, Recipe
from hal.tile_id import TileId, pack_tile_id
from rules.integrity.commitment.tags import uid_text
from rules.tiles import Tile

VICTIM, TWIN = 0, 1
"""The piece that has a foreign tag, or whose tag is cloned; the piece with the clone."""


def uids(table: Layout, set_name: str, recipe: Recipe | None) -> list[str]:
    """Return the tag of each piece of a set as records have it, as the cheat has left them."""
    letter = Letter(set_name)
    tags = [
        TileId(kind, letter.mark, _serial(table, letter, piece))
        for piece, kind in enumerate(table.kind_of.tolist())
    ]
    match recipe:
        case ForeignTile():
            tags[VICTIM] = tags[VICTIM]._replace(serial=FOREIGN_SERIAL)
        case ClonedTag():
            tags[TWIN] = tags[VICTIM]
    return [uid_text(pack_tile_id(tag)) for tag in tags]


def enrolled(table: Layout) -> TileLists:
    """Return the lists of both sets before anybody meddled with them."""
    return TileLists(
        {
            letter: {
                _serial(table, letter, piece): Tile(kind)
                for piece, kind in enumerate(table.kind_of.tolist())
            }
            for letter in Letter
        }
    )


def _serial(table: Layout, letter: Letter, piece: int) -> int:
    """Return a tag's serial number; the simulated machine counts its two sets from 1 alike."""
    return letter.mark * table.tiles + piece + 1
