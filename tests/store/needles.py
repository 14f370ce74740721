"""What a wall would look like in bytes, in every form that it could have been written in."""

import struct
from collections.abc import Iterator, Sequence

from firmware_ctl.store.walls import Lanes, packed
from hal.tile_id import TileId, pack_tile_id
from rules.integrity.composition import Reading
from rules.tiles import code_of

RUN = 5
"""So many tiles in a row do not come together by chance."""

START = 9
"""Where in a lane the run begins that is searched for; whoever writes a wall writes all of it."""


def _id(tile: Reading) -> int:
    return pack_tile_id(TileId(tile.tile, tile.mark or 0, tile.serial or 0))


def _forms(tiles: Sequence[Reading]) -> Iterator[bytes]:
    """Yield the ways to write some tiles: designs, codes, tags, as bytes and as text."""
    yield bytes(tile.tile for tile in tiles)
    names = [code_of(tile.tile) for tile in tiles]
    designs = [str(int(tile.tile)) for tile in tiles]
    serials = [str(tile.serial) for tile in tiles]
    ids = [_id(tile) for tile in tiles]
    texts = (names, designs, serials, list(map(str, ids)), [f"{one:016x}" for one in ids])
    for words in texts:
        for joint in ("", " ", ",", ", ", '","', '", "'):
            yield joint.join(words).encode()
    for order in "<>":
        yield struct.pack(f"{order}{len(ids)}Q", *ids)
        yield b"".join(struct.pack(f"{order}Q", tile.serial or 0) for tile in tiles)
    yield packed([tiles, (), (), ()])[8:]


def needles(lanes: Lanes) -> set[bytes]:
    """Return what is searched for: a run of each lane, in lane order and as the wall lies."""
    found: set[bytes] = set()
    for lane in lanes:
        lying = [lane[index ^ 1] for index in range(len(lane))]  # upper before lower
        for tiles in (lane, lying, lane[::-1]):
            found.update(_forms(tiles[START : START + RUN]))
    return found
