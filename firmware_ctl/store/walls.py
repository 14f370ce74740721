"""Pack the tiles of a set of walls into bytes whose number tells nothing but how many there are."""

import struct
from collections.abc import Sequence

from firmware_ctl.core.commitment import leaf_of
from hal.ids import LANES
from rules.integrity.commitment.tags import uid_text
from rules.integrity.composition import Reading
from rules.tiles import Tile, code_of

Lanes = Sequence[Sequence[Reading]]
"""The tiles of each lane in lane order."""

_COUNTS = struct.Struct(">4H")
_TILE = struct.Struct(">BBHQ")
"""Design, agreeing reads, set, serial number; the last two are one more than what they tell."""

_MOST_READS = 255


def packed(lanes: Lanes) -> bytes:
    """Return the tiles of four lanes as bytes."""
    parts = [_COUNTS.pack(*(len(lane) for lane in lanes))]
    for lane in lanes:
        for tile in lane:
            reads = min(tile.reads, _MOST_READS)
            parts.append(_TILE.pack(tile.tile, reads, _raised(tile.mark), _raised(tile.serial)))
    return b"".join(parts)


def unpacked(content: bytes) -> tuple[tuple[Reading, ...], ...]:
    """Return the tiles of four lanes.

    Raises:
        ValueError: the bytes are not a packed set of walls.
    """
    try:
        counts = _COUNTS.unpack_from(content)
        tiles = [_reading(*fields) for fields in _TILE.iter_unpack(content[_COUNTS.size :])]
    except struct.error as error:
        raise ValueError(f"no packed walls: {error}") from error
    if len(tiles) != sum(counts):
        raise ValueError(f"{len(tiles)} tiles, but the lanes should have {sum(counts)}")
    ends = [sum(counts[: lane + 1]) for lane in LANES]
    return tuple(tuple(tiles[ends[lane] - counts[lane] : ends[lane]]) for lane in LANES)


def codes(lanes: Lanes) -> tuple[str, ...]:
    """Return the codes of each lane's tiles, in lane order, parted by spaces."""
    return tuple(" ".join(code_of(tile.tile) for tile in lane) for lane in lanes)


def uids(lanes: Lanes) -> tuple[str, ...]:
    """Return the numbers of each lane's tags, in lane order, parted by spaces."""
    return tuple(" ".join(uid_text(leaf_of(tile).uid) for tile in lane) for lane in lanes)


def _reading(design: int, reads: int, mark: int, serial: int) -> Reading:
    return Reading(Tile(design), reads, _lowered(mark), _lowered(serial))


def _raised(number: int | None) -> int:
    return 0 if number is None else number + 1


def _lowered(number: int) -> int | None:
    return number - 1 if number else None
