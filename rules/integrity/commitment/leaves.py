"""The tiles of a closed wall as salted leaves, and the one root that stands for all of them.

A leaf is salt, side, place in the lane (both numbers, in lane order), kind and tag. Every leaf has
its own salt, derived from the wall's key: without it nobody can find a tile by trying all 42 kinds,
and one tile can be opened without telling anything of another.
"""

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hmac import digest as hmac_digest

from rules.integrity.commitment.merkle import leaf_hash, proof_of, proves, root_of

KEY_BYTES = 32
NO_UID = 2**64 - 1
"""Stands for a tag that was not read, or that has no number of its own."""

SHORT_DIGITS = 16

_SALT = struct.Struct(">BH")
_TILE = struct.Struct(">BHBQ")
_SALTS = b"mjtable: salt of a tile, 1"


@dataclass(frozen=True, slots=True)
class Leaf:
    """One tile: its kind, 0..255, and its tag's 64 bits, ``NO_UID`` where they are not known."""

    kind: int
    uid: int = NO_UID


Lanes = Sequence[Sequence[Leaf]]
"""The tiles of each side in lane order; those of a raised hand come last."""


@dataclass(frozen=True, slots=True)
class OpenTile:
    """One tile laid open alone: where it was, what it is, and what shows that it was there."""

    side: int
    place: int
    leaf: Leaf
    salt: bytes
    index: int
    count: int
    proof: tuple[bytes, ...]

    def fits(self, root: bytes) -> bool:
        """Tell whether this tile is the one that the root was made with."""
        content = _content(self.salt, self.side, self.place, self.leaf)
        return proves(root, leaf_hash(content), self.index, self.count, self.proof)


def wall_root(key: bytes, lanes: Lanes) -> bytes:
    """Return the root of a wall.

    Raises:
        ValueError: the wall has no tile, or a number does not fit its bytes.
    """
    return root_of([hash_ for _, _, hash_ in _hashes(key, lanes)])


def open_tile(key: bytes, lanes: Lanes, side: int, place: int) -> OpenTile:
    """Lay one tile open and keep the others shut.

    Raises:
        IndexError: no tile is there.
    """
    leaf = lanes[side][place]
    hashes = list(_hashes(key, lanes))
    index = next(i for i, (at, n, _) in enumerate(hashes) if (at, n) == (side, place))
    proof = proof_of([hash_ for _, _, hash_ in hashes], index)
    return OpenTile(side, place, leaf, _salt(key, side, place), index, len(hashes), proof)


def short_form(root: str) -> str:
    """Return the beginning of a root in hexadecimal, in groups that a person can compare."""
    digits = root[:SHORT_DIGITS]
    return " ".join(digits[at : at + 4] for at in range(0, len(digits), 4))


def _hashes(key: bytes, lanes: Lanes) -> Iterator[tuple[int, int, bytes]]:
    for side, lane in enumerate(lanes):
        for place, leaf in enumerate(lane):
            content = _content(_salt(key, side, place), side, place, leaf)
            yield side, place, leaf_hash(content)


def _salt(key: bytes, side: int, place: int) -> bytes:
    return hmac_digest(key, _SALTS + _SALT.pack(side, place), "sha256")


def _content(salt: bytes, side: int, place: int, leaf: Leaf) -> bytes:
    try:
        return salt + _TILE.pack(side, place, leaf.kind, leaf.uid)
    except struct.error as error:
        raise ValueError(f"side {side}, place {place}: a number does not fit its bytes") from error
