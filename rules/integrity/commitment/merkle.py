"""A hash tree over a list of leaves, as RFC 6962 builds it: root, proofs of one leaf, their check.

Leaves and inner nodes are hashed with different first bytes, so that none can stand for the other.
The left part of a node always holds the largest power of two that leaves something for the right.
"""

from collections.abc import Sequence
from hashlib import sha256

HASH_BYTES = 32
_LEAF = b"\x00"
_NODE = b"\x01"


def leaf_hash(content: bytes) -> bytes:
    """Return the hash of a leaf's content."""
    return sha256(_LEAF + content).digest()


def root_of(leaves: Sequence[bytes]) -> bytes:
    """Return the root over leaf hashes.

    Raises:
        ValueError: there are none.
    """
    if not leaves:
        raise ValueError("a tree needs at least one leaf")
    if len(leaves) == 1:
        return leaves[0]
    split = _split(len(leaves))
    return _node(root_of(leaves[:split]), root_of(leaves[split:]))


def proof_of(leaves: Sequence[bytes], index: int) -> tuple[bytes, ...]:
    """Return the hashes beside the way from a leaf to the root, the lowest first.

    Raises:
        IndexError: there is no such leaf.
    """
    if not 0 <= index < len(leaves):
        raise IndexError(f"no leaf {index}: there are {len(leaves)}")
    if len(leaves) == 1:
        return ()
    split = _split(len(leaves))
    left, right = leaves[:split], leaves[split:]
    if index < split:
        return (*proof_of(left, index), root_of(right))
    return (*proof_of(right, index - split), root_of(left))


def proves(root: bytes, leaf: bytes, index: int, count: int, proof: Sequence[bytes]) -> bool:
    """Tell whether ``proof`` leads from leaf hash ``index`` of ``count`` to ``root``."""
    if not 0 <= index < count or len(proof) != _depth(index, count):
        return False
    return _climbed(leaf, index, count, proof) == root


def _climbed(leaf: bytes, index: int, count: int, proof: Sequence[bytes]) -> bytes:
    if count == 1:
        return leaf
    split = _split(count)
    if index < split:
        return _node(_climbed(leaf, index, split, proof[:-1]), proof[-1])
    return _node(proof[-1], _climbed(leaf, index - split, count - split, proof[:-1]))


def _depth(index: int, count: int) -> int:
    depth = 0
    while count > 1:
        split = _split(count)
        index, count = (index, split) if index < split else (index - split, count - split)
        depth += 1
    return depth


def _split(count: int) -> int:
    return 1 << (count - 1).bit_length() - 1


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(_NODE + left + right).digest()
