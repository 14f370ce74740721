"""The text of one opened wall: what it says is so, or it is refused in one sentence."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.integrity.commitment.leaves import NO_UID, Leaf, wall_root
from rules.integrity.commitment.opening import (
    MOST_TILES,
    PREFIX,
    BadOpening,
    OpenedWall,
    WrongTiles,
    opening_text,
    read_opening,
)

KEY = bytes(range(32))
QR_MOST = 4296
"""Letters of the alphanumeric set that the largest QR code holds (ISO/IEC 18004, 40-L)."""

lanes = st.tuples(
    *[st.lists(st.builds(Leaf, st.integers(0, 255), st.integers(0, NO_UID)), max_size=6)] * 4
).filter(any)


def wall_of(tiles: tuple[list[Leaf], ...]) -> OpenedWall:
    return OpenedWall(KEY, wall_root(KEY, tiles), tuple(tuple(lane) for lane in tiles))


def a_wall(tiles: int = 136) -> OpenedWall:
    each = [Leaf(number % 34, number << 16) for number in range(tiles)]
    return wall_of((each[0::4], each[1::4], each[2::4], each[3::4]))


@given(lanes)
def test_a_wall_is_read_back_from_its_text(tiles: tuple[list[Leaf], ...]) -> None:
    wall = wall_of(tiles)

    assert read_opening(f" {opening_text(wall)}\n") == wall


@pytest.mark.parametrize("tiles", [136, MOST_TILES])
def test_the_text_fits_a_qr_code(tiles: int) -> None:
    text = opening_text(a_wall(tiles))

    assert len(text) <= QR_MOST
    assert set(text) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:")


TEXT = opening_text(a_wall(20))


@given(st.integers(0, len(TEXT) - 1), st.characters(blacklist_categories=["Cs"]))
def test_no_other_letter_is_taken_for_the_same_wall(at: int, letter: str) -> None:
    changed = TEXT[:at] + letter + TEXT[at + 1 :]
    if changed.strip() == TEXT:
        return
    with pytest.raises(BadOpening):
        read_opening(changed)


@given(st.integers(0, len(TEXT) - 1), st.integers(0, len(TEXT)))
def test_a_text_with_a_piece_left_out_is_refused(first: int, count: int) -> None:
    with pytest.raises(BadOpening):
        read_opening(TEXT[:first] + TEXT[first + count + 1 :])


@given(st.text(max_size=60))
def test_any_other_text_is_refused(text: str) -> None:
    for words in (text, PREFIX + text):
        with pytest.raises(BadOpening):
            read_opening(words)


def test_swapped_leaves_are_not_those_of_the_root() -> None:
    wall = a_wall()
    east = list(wall.lanes[0])
    east[3], east[4] = east[4], east[3]
    swapped = replace(wall, lanes=(tuple(east), *wall.lanes[1:]))

    with pytest.raises(WrongTiles, match=f"root {wall.root.hex()}"):
        read_opening(opening_text(swapped))


def test_a_wall_that_is_no_wall_has_no_text() -> None:
    wall = a_wall()
    with pytest.raises(ValueError, match="four sides"):
        opening_text(replace(wall, lanes=wall.lanes[:3]))
    with pytest.raises(ValueError, match="does not fit"):
        opening_text(replace(wall, lanes=((Leaf(300),), (), (), ())))
