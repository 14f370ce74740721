"""Tile sets and programs: what lies in a box, how a table stacks it, what it refuses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import LayoutError, TileError, UnknownName
from rules.programs import (
    AUTO_DEAL,
    BY_POSITION,
    PROGRAMS,
    Layout,
    Stacks,
    auto_deal_stacks,
    check_fit,
    custom_program,
    program,
    program_at,
)
from rules.tiles import CODES, TILES, Suit, suit_of, tile_of
from rules.tilesets import SETS, TileSet, custom_set, tile_set


def count(name: str, suit: Suit) -> int:
    chosen = tile_set(name)
    return sum(chosen.counts[tile] for tile in chosen.designs if suit_of(tile) is suit)


@pytest.mark.parametrize("name", SETS)
def test_a_named_set_has_as_many_tiles_as_its_name_says_and_a_program(name: str) -> None:
    assert tile_set(name).total == int(name)
    assert len(tile_set(name).tiles()) == int(name)
    check_fit(tile_set(name), program(name))


def test_b144_t1_winds_16_dragons_12_suits_36_each_flowers_8() -> None:
    assert [count("144", suit) for suit in Suit] == [36, 36, 36, 16, 12, 8, 0, 0]
    assert program("144").stacks == (18, 18, 18, 18)


@pytest.mark.parametrize(
    ("name", "per_suit"),
    [
        ("152", [36, 36, 36, 16, 12, 8, 8, 0]),
        ("148", [36, 36, 36, 16, 12, 8, 0, 4]),
        ("140", [36, 36, 36, 16, 12, 0, 4, 0]),
        ("136", [36, 36, 36, 16, 12, 0, 0, 0]),
        ("124", [36, 36, 36, 16, 0, 0, 0, 0]),
        ("120", [36, 36, 36, 0, 12, 0, 0, 0]),
        ("112", [36, 36, 36, 0, 4, 0, 0, 0]),
        ("108", [36, 36, 36, 0, 0, 0, 0, 0]),
        ("84", [0, 36, 36, 0, 12, 0, 0, 0]),
        ("72", [0, 36, 36, 0, 0, 0, 0, 0]),
        ("40", [0, 36, 0, 0, 4, 0, 0, 0]),
    ],
)
def test_what_lies_in_each_box(name: str, per_suit: list[int]) -> None:
    assert [count(name, suit) for suit in Suit] == per_suit


def test_a_house_may_make_its_own_set() -> None:
    own = custom_set("own", {"1m": 4, "C": 4, "J": 2})

    assert own.total == 10
    assert own.designs == (tile_of("1m"), tile_of("C"), tile_of("J"))


@given(st.dictionaries(st.sampled_from(CODES), st.integers(1, 3), min_size=1))
def test_a_custom_set_holds_exactly_the_given_counts(counts: dict[str, int]) -> None:
    own = custom_set("own", counts)

    assert {CODES[tile]: own.counts[tile] for tile in own.designs} == counts


@pytest.mark.parametrize("counts", [{}, {"1m": -1}, {"1m": 161}, {"?": 4}])
def test_an_impossible_set_is_refused(counts: dict[str, int]) -> None:
    with pytest.raises(LayoutError, match="tile set 'own'"):
        custom_set("own", counts)


def test_a_custom_set_refuses_unknown_codes() -> None:
    with pytest.raises(TileError, match="no tile '5z'"):
        custom_set("own", {"5z": 4})


def test_a_set_counts_every_design() -> None:
    with pytest.raises(LayoutError, match="give each of 47 designs a count"):
        TileSet("short", (4,) * (len(TILES) - 1))


def test_an_unknown_set_names_the_nearest() -> None:
    with pytest.raises(UnknownName, match=r"did you mean .*136"):
        tile_set("135")


@pytest.mark.parametrize(
    ("name", "stacks"),
    [
        ("18", (5, 0, 4, 0)),
        ("20", (5, 0, 5, 0)),
        ("32", (4, 4, 4, 4)),
        ("36", (5, 4, 5, 4)),
        ("40", (5, 5, 5, 5)),
        ("54", (7, 7, 7, 6)),
        ("72", (9, 9, 9, 9)),
        ("84", (11, 10, 11, 10)),
        ("102", (13, 13, 13, 12)),
        ("108", (14, 13, 14, 13)),  # COM-02
        ("110", (14, 14, 14, 13)),
        ("136", (17, 17, 17, 17)),  # COM-01
        ("138", (18, 17, 17, 17)),
        ("142", (18, 18, 18, 17)),
        ("144", (18, 18, 18, 18)),  # COM-01
        ("148", (19, 18, 19, 18)),
        ("152", (19, 19, 19, 19)),
        ("160", (20, 20, 20, 20)),
        ("36-3", (6, 6, 0, 6)),
        ("72-3", (12, 12, 0, 12)),
        ("84-3", (14, 14, 0, 14)),
        ("108-3", (18, 18, 0, 18)),
        ("120-3", (20, 20, 0, 20)),
    ],
)
def test_stacks_per_side(name: str, stacks: Stacks) -> None:
    assert program(name).stacks == stacks


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_stacks_the_tiles_that_its_name_says(name: str) -> None:
    row = program(name)

    assert row.tiles == int(name.partition("-")[0])
    empty = [side for side in range(4) if not row.stacks[side]]
    assert (
        empty
        == {
            Layout.FOUR_SIDES: [],
            Layout.THREE_SIDES: [2],
            Layout.TWO_SIDES: [1, 3],
        }[row.layout]
    )


def test_each_number_on_the_panel_is_one_program() -> None:
    assert sorted(BY_POSITION) == list(range(1, len(PROGRAMS) + 1))
    assert program_at(9) is program("136")
    assert program_at(18) is program("108")
    assert program_at(39) is program("20")
    with pytest.raises(UnknownName, match="no program number"):
        program_at(99)


@pytest.mark.parametrize("name", ["126-3", "132-3", "138-3", "144-3"])
def test_a_three_side_layout_that_is_too_long_is_refused_with_that_reason(name: str) -> None:
    with pytest.raises(LayoutError, match="a side holds 20"):
        program(name)


def test_137_tiles_do_not_make_stacks() -> None:
    with pytest.raises(LayoutError, match="137 is not offered: 137 tiles do not make stacks"):
        program("137")


def test_100_tiles_do_not_make_three_walls() -> None:
    with pytest.raises(LayoutError, match="do not make three equal walls"):
        program("100-3")


@pytest.mark.parametrize("name", ["", "foo", "130", "0", "99999", "-", "-3", "１３６", "12-4"])
def test_other_names_are_unknown(name: str) -> None:
    with pytest.raises(UnknownName, match="no program"):
        program(name)


@pytest.mark.parametrize("stacks", [(21, 20, 20, 20), (0, 0, 0, 0), (-1, 5, 5, 5)])
def test_an_impossible_program_is_refused(stacks: Stacks) -> None:
    with pytest.raises(LayoutError, match="program own"):
        custom_program("own", 50, stacks)


def test_a_house_may_share_108_tiles_out_differently() -> None:  # COM-02
    own = custom_program("own", 50, (14, 14, 13, 13))

    check_fit(tile_set("108"), own)
    assert own.layout is Layout.FOUR_SIDES
    assert custom_program("three", 51, (9, 9, 0, 9)).layout is Layout.THREE_SIDES


def test_a_program_must_fit_its_set() -> None:
    with pytest.raises(LayoutError, match="stacks 136 tiles but set 144 has 144"):
        check_fit(tile_set("144"), program("136"))


def test_an_auto_deal_machine_keeps_what_four_hands_of_13_leave() -> None:
    assert auto_deal_stacks(136) == (10, 10, 11, 11)
    assert auto_deal_stacks(108) == (7, 7, 7, 7)
    for tiles, stacks in AUTO_DEAL.items():
        assert 2 * sum(stacks) == tiles - 4 * 13
    with pytest.raises(LayoutError, match="72 tiles are not dealt by machine"):
        auto_deal_stacks(72)
