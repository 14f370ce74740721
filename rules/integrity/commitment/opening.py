"""One opened wall as a text that fits into a QR code, and what it shows once it has been checked.

``MJWALL1:`` and Base32 (RFC 4648, without padding) of: the wall's key, its root, the number of
tiles of each side, then kind and tag of every tile. Capitals and digits only, since a QR code packs
these best. The text proves that these tiles are the ones of its root; that the root was the one on
the display before the dice is for whoever saw it to compare.
"""

import struct
from base64 import b32decode, b32encode
from dataclasses import dataclass

from rules.integrity.commitment.leaves import KEY_BYTES, Leaf, wall_root
from rules.integrity.commitment.merkle import HASH_BYTES

PREFIX = "MJWALL1:"
MOST_TILES = 200
_COUNTS = struct.Struct(">4B")
_TILE = struct.Struct(">BQ")
_HEAD = KEY_BYTES + HASH_BYTES + _COUNTS.size


class BadOpening(ValueError):
    """A text is no opened wall; the words say why."""


class WrongTiles(BadOpening):
    """The tiles of an opened wall are not those of its root."""


@dataclass(frozen=True, slots=True)
class OpenedWall:
    """A wall after its hand: its key and its tiles, with the root that was told before."""

    key: bytes
    root: bytes
    lanes: tuple[tuple[Leaf, ...], ...]

    @property
    def honest(self) -> bool:
        """Tell whether the root was made with these tiles."""
        return wall_root(self.key, self.lanes) == self.root


def opening_text(wall: OpenedWall) -> str:
    """Return an opened wall as text.

    Raises:
        ValueError: not four sides, or a number that does not fit its bytes.
    """
    if len(wall.lanes) != 4 or len(wall.key) != KEY_BYTES or len(wall.root) != HASH_BYTES:
        raise ValueError("an opened wall has four sides, a key and a root of 32 bytes each")
    try:
        parts = [wall.key, wall.root, _COUNTS.pack(*(len(lane) for lane in wall.lanes))]
        parts += [_TILE.pack(leaf.kind, leaf.uid) for lane in wall.lanes for leaf in lane]
    except struct.error as error:
        raise ValueError(f"this wall does not fit its text: {error}") from error
    return PREFIX + b32encode(b"".join(parts)).decode().rstrip("=")


def read_opening(text: str) -> OpenedWall:
    """Return the wall that a text opens, after checking that its tiles are those of its root.

    Raises:
        BadOpening: it is no such text.
        WrongTiles: it is, but its tiles are not those of its root.
    """
    wall = _unpacked(_decoded(text.strip()))
    if not wall.honest:
        raise WrongTiles(
            f"the tiles are not those of root {wall.root.hex()}: one was changed, or the root"
        )
    return wall


def _decoded(text: str) -> bytes:
    if not text.startswith(PREFIX):
        raise BadOpening(f"an opened wall begins with {PREFIX}")
    digits = text.removeprefix(PREFIX)
    try:
        content = b32decode(digits + "=" * (-len(digits) % 8))
    except ValueError as error:
        raise BadOpening(
            "it has letters that a QR code of ours never has, or lacks some"
        ) from error
    if b32encode(content).decode().rstrip("=") != digits:
        raise BadOpening("its last letter was changed")
    return content


def _unpacked(content: bytes) -> OpenedWall:
    tiles = content[_HEAD:]
    counts = content[_HEAD - _COUNTS.size : _HEAD]
    if len(counts) < _COUNTS.size or len(tiles) != sum(counts) * _TILE.size:
        raise BadOpening("it was cut off, or something was put in")
    if not 0 < sum(counts) <= MOST_TILES:
        raise BadOpening(f"it tells of {sum(counts)} tiles: a wall has 1..{MOST_TILES}")
    leaves = iter([Leaf(kind, uid) for kind, uid in _TILE.iter_unpack(tiles)])
    lanes = tuple(tuple(next(leaves) for _ in range(count)) for count in counts)
    return OpenedWall(content[:KEY_BYTES], content[KEY_BYTES : KEY_BYTES + HASH_BYTES], lanes)
