"""The 64 bits that a tile's tag carries: which design, which set, which piece of plastic.

Bits 0..7 the design's number (its order in the rules; 255 = blank), bits 8..15 the set (0 = A,
1 = B, more for spare sets), bits 16..63 the tag's own serial number.
"""

from typing import NamedTuple

BLANK_DESIGN = 255


class TileId(NamedTuple):
    """A tag's content, taken apart."""

    design: int
    set_index: int
    serial: int


def pack_tile_id(tile: TileId) -> int:
    """Return the 64-bit id of a tag.

    Raises:
        ValueError: a part does not fit its bits.
    """
    if not (0 <= tile.design < 1 << 8 and 0 <= tile.set_index < 1 << 8):
        raise ValueError(f"{tile}: design and set are bytes")
    if not 0 <= tile.serial < 1 << 48:
        raise ValueError(f"{tile}: the serial number has 48 bits")
    return tile.design | tile.set_index << 8 | tile.serial << 16


def unpack_tile_id(tile_id: int) -> TileId:
    """Take a 64-bit tag id apart.

    Raises:
        ValueError: more than 64 bits, or negative.
    """
    if not 0 <= tile_id < 1 << 64:
        raise ValueError(f"tile id {tile_id}: 64 bits at most")
    return TileId(tile_id & 0xFF, tile_id >> 8 & 0xFF, tile_id >> 16)
