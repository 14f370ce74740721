"""The hash tree and the leaves: one root stands for a wall, and for no other."""

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.integrity.commitment.leaves import (
    NO_UID,
    Leaf,
    open_tile,
    short_form,
    wall_root,
)
from rules.integrity.commitment.merkle import leaf_hash, proof_of, proves, root_of

KEY = bytes(range(32))

hashes = st.lists(st.binary(min_size=32, max_size=32), min_size=1, max_size=40)
leaves = st.builds(Leaf, st.integers(0, 255), st.integers(0, NO_UID))
walls = st.tuples(*[st.lists(leaves, max_size=8)] * 4).filter(any)


def node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


def test_the_tree_is_the_one_of_rfc_6962() -> None:
    a, b, c, d, e = (leaf_hash(bytes([number])) for number in range(5))

    assert a == sha256(b"\x00\x00").digest()
    assert root_of([a]) == a
    assert root_of([a, b, c]) == node(node(a, b), c)
    assert root_of([a, b, c, d, e]) == node(node(node(a, b), node(c, d)), e)


def test_a_tree_without_leaves_has_no_root() -> None:
    with pytest.raises(ValueError, match="at least one leaf"):
        root_of([])


@given(hashes, st.data())
def test_every_leaf_has_a_proof_that_fits_no_other_place(
    tree: Sequence[bytes], data: st.DataObject
) -> None:
    index = data.draw(st.integers(0, len(tree) - 1))
    other = data.draw(st.integers(-1, len(tree)))
    proof, root = proof_of(tree, index), root_of(tree)

    assert proves(root, tree[index], index, len(tree), proof)
    assert not proves(root, sha256(tree[index]).digest(), index, len(tree), proof)
    assert not proves(root, tree[index], index, len(tree), (*proof, root))
    if other != index and not (0 <= other < len(tree) and tree[other] == tree[index]):
        assert not proves(root, tree[index], other, len(tree), proof)


@given(walls, walls)
def test_two_walls_have_one_root_only_if_they_are_one(
    one: tuple[list[Leaf], ...], two: tuple[list[Leaf], ...]
) -> None:
    assert (wall_root(KEY, one) == wall_root(KEY, two)) == (one == two)


@given(walls, st.data())
def test_a_tile_moved_to_the_next_wall_changes_the_root(
    wall: tuple[list[Leaf], ...], data: st.DataObject
) -> None:
    """The order of all tiles stays the same; only where one wall ends changes."""
    side = data.draw(st.sampled_from([side for side in range(4) if wall[side]]))
    moved = [list(lane) for lane in wall]
    moved[(side + 1) % 4].insert(0, moved[side].pop())

    assert wall_root(KEY, moved) != wall_root(KEY, wall)


@given(walls)
def test_without_the_key_equal_walls_look_unlike(wall: tuple[list[Leaf], ...]) -> None:
    assert wall_root(bytes(32), wall) != wall_root(KEY, wall)


@given(walls, st.data())
def test_one_tile_can_be_opened_alone(wall: tuple[list[Leaf], ...], data: st.DataObject) -> None:
    side = data.draw(st.sampled_from([side for side in range(4) if wall[side]]))
    place = data.draw(st.integers(0, len(wall[side]) - 1))
    root = wall_root(KEY, wall)

    opened = open_tile(KEY, wall, side, place)

    assert opened.leaf == wall[side][place]
    assert opened.fits(root)
    assert not replace(opened, leaf=Leaf(opened.leaf.kind ^ 1, opened.leaf.uid)).fits(root)
    assert not replace(opened, place=place + 1).fits(root)
    assert not replace(opened, salt=bytes(32)).fits(root)


def test_a_number_that_does_not_fit_its_bytes_is_refused() -> None:
    with pytest.raises(ValueError, match="side 0, place 0"):
        wall_root(KEY, ([Leaf(256)], [], [], []))


def test_people_compare_the_beginning_in_groups_of_four() -> None:
    assert short_form("0123456789abcdef" * 4) == "0123 4567 89ab cdef"
