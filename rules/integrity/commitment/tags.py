"""Tiles and their tags as records have them: texts parted by blanks, a list for each side."""

from collections.abc import Sequence

from rules.integrity.commitment.leaves import NO_UID, Leaf
from rules.tiles import tile_of

_NO_TAG = "-"


def leaves_of(tiles: Sequence[str], uids: Sequence[str]) -> tuple[tuple[Leaf, ...], ...]:
    """Return the leaves of each side from codes and tags, both parted by blanks.

    Raises:
        ValueError: not as many tags as tiles, or one that is no number.
        TileError: a code that no tile has.
    """
    return tuple(
        tuple(
            Leaf(int(tile_of(code)), NO_UID if uid == _NO_TAG else int(uid, 16))
            for code, uid in zip(codes.split(), tags.split(), strict=True)
        )
        for codes, tags in zip(tiles, uids, strict=True)
    )


def uid_text(uid: int) -> str:
    """Return a tag's number as records have it."""
    return _NO_TAG if uid == NO_UID else f"{uid:016x}"
