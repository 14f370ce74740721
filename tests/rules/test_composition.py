"""First layer of the wall check: finds every wrong wall, and tells of nothing but what is wrong."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import LayoutError
from rules.integrity.composition import (
    SURE_READS,
    Deviation,
    Finding,
    Reading,
    WallCheck,
    check_counts,
    check_walls,
)
from rules.integrity.levels import Level, worst
from rules.integrity.wording import finding_text, verdict_text
from rules.languages import Language
from rules.programs import program
from rules.tile_names import name_of
from rules.tiles import TILES, UNREAD, Tile, tile_of
from rules.tilesets import SETS, TileSet, tile_set
from rules.wall import Place, Tier, lane_place

SICHUAN = tile_set("108")
STACKS = program("108").stacks
SET_A, SET_B = 0, 1

Lanes = list[list[Reading]]


def lanes_of(tiles: Sequence[Tile], name: str, reads: int = SURE_READS) -> Lanes:
    """Return tiles as four lanes of a program's length, read surely and marked as set A."""
    readings = [Reading(tile, reads, SET_A) for tile in tiles]
    lanes: Lanes = []
    for stacks in program(name).stacks:
        lanes.append(readings[: 2 * stacks])
        readings = readings[2 * stacks :]
    return lanes


def honest(name: str = "108") -> Lanes:
    return lanes_of(tile_set(name).tiles(), name)


def check(lanes: Lanes, name: str = "108") -> WallCheck:
    return check_walls(lanes, tile_set(name), program(name).stacks, SET_A)


def named(found: WallCheck, deviation: Deviation) -> list[Finding]:
    return [finding for finding in found.findings if finding.deviation is deviation]


def change(lanes: Lanes, side: int, index: int, reading: Reading) -> Lanes:
    changed = [list(lane) for lane in lanes]
    changed[side][index] = reading
    return changed


@st.composite
def shuffled(draw: st.DrawFn) -> tuple[str, Lanes]:
    name = draw(st.sampled_from(sorted(SETS)))
    tiles = draw(st.permutations(tile_set(name).tiles()))
    return name, lanes_of(tiles, name)


@given(shuffled())
def test_every_order_of_the_right_tiles_is_accepted(wall: tuple[str, Lanes]) -> None:
    name, lanes = wall

    assert check(lanes, name) == WallCheck(Level.OK, (), order_checked=True)


def test_few_reads_of_the_right_tiles_are_no_deviation() -> None:
    lanes = lanes_of(SICHUAN.tiles(), "108", reads=1)

    assert check(lanes).level is Level.OK


@given(
    shuffled(),
    st.lists(st.tuples(st.integers(0, 151), st.sampled_from(TILES)), min_size=1, max_size=12),
)
def test_changed_tiles_are_found_exactly(
    wall: tuple[str, Lanes], changes: list[tuple[int, Tile]]
) -> None:
    name, lanes = wall
    places = [(side, index) for side, lane in enumerate(lanes) for index in range(len(lane))]
    for at, tile in changes:
        side, index = places[at % len(places)]
        lanes = change(lanes, side, index, Reading(tile, SURE_READS, SET_A))
    expected = tile_set(name)
    seen = Counter(reading.tile for lane in lanes for reading in lane)
    surplus = {tile: seen[tile] - expected.counts[tile] for tile in TILES}

    found = check(lanes, name)

    assert {
        finding.tile: finding.count
        for finding in found.findings
        if finding.deviation in (Deviation.SURPLUS, Deviation.FOREIGN)
    } == {tile: count for tile, count in surplus.items() if count > 0}
    assert {finding.tile: finding.count for finding in named(found, Deviation.MISSING)} == {
        tile: -count for tile, count in surplus.items() if count < 0
    }
    assert found.level is (Level.BLOCK if any(surplus.values()) else Level.OK)
    assert tells_only_deviating_tiles(found, lanes, expected)


def tells_only_deviating_tiles(found: WallCheck, lanes: Lanes, expected: TileSet) -> bool:
    """Tell whether each named tile deviates: no honest kind's place or name is in the result."""
    at = {
        lane_place(side, index): reading
        for side, lane in enumerate(lanes)
        for index, reading in enumerate(lane)
    }
    seen = Counter(reading.tile for reading in at.values())
    wrong = {tile for tile in TILES if seen[tile] != expected.counts[tile]}
    return all(
        finding.tile in wrong and all(at[place].tile == finding.tile for place in finding.places)
        for finding in found.findings
    )


def test_five_of_a_kind_is_named_with_the_kind_it_stands_for() -> None:
    lanes = change(honest(), 0, 0, Reading(tile_of("2m"), SURE_READS, SET_A))  # a 1m became a 2m

    found = check(lanes)

    assert found.level is Level.BLOCK
    assert found.findings == (
        Finding(
            Deviation.SURPLUS,
            Level.BLOCK,
            1,
            tile_of("2m"),
            (
                Place(0, 0, Tier.LOWER),
                Place(0, 2, Tier.LOWER),
                Place(0, 2, Tier.UPPER),
                Place(0, 3, Tier.LOWER),
                Place(0, 3, Tier.UPPER),
            ),
        ),
        Finding(Deviation.MISSING, Level.BLOCK, 1, tile_of("1m")),
    )


@pytest.mark.parametrize(
    ("reads", "level"),
    [(1, Level.INFORM), (2, Level.INFORM), (3, Level.BLOCK), (9, Level.BLOCK)],
)
def test_three_agreeing_reads_make_a_wall_void_fewer_do_not(reads: int, level: Level) -> None:
    lanes = change(honest(), 2, 7, Reading(tile_of("E"), reads, SET_A))

    found = check(lanes)

    assert found.level is level
    (foreign,) = named(found, Deviation.FOREIGN)
    assert (foreign.tile, foreign.places) == (tile_of("E"), (Place(2, 3, Tier.UPPER),))


def test_a_fifth_copy_that_may_be_a_misread_names_only_the_doubtful_one() -> None:
    lanes = change(honest(), 3, 0, Reading(tile_of("1m"), 2, SET_A))

    found = check(lanes)

    assert found.level is Level.INFORM
    (surplus,) = named(found, Deviation.SURPLUS)
    assert surplus.places == (Place(3, 0, Tier.LOWER),)


def test_five_copies_of_which_one_old_one_was_read_badly_are_not_certain() -> None:
    lanes = change(honest(), 3, 0, Reading(tile_of("1m"), SURE_READS, SET_A))
    lanes = change(lanes, 0, 1, Reading(tile_of("1m"), 1, SET_A))

    found = check(lanes)

    assert found.level is Level.INFORM
    (surplus,) = named(found, Deviation.SURPLUS)
    assert surplus.places == (Place(0, 0, Tier.UPPER),)


def test_six_copies_stay_certain_when_one_is_doubtful() -> None:
    lanes = change(honest(), 3, 0, Reading(tile_of("1m"), SURE_READS, SET_A))
    lanes = change(lanes, 3, 1, Reading(tile_of("1m"), 1, SET_A))

    (surplus,) = named(check(lanes), Deviation.SURPLUS)

    assert (surplus.level, surplus.count, len(surplus.places)) == (Level.BLOCK, 2, 6)


def test_the_threshold_of_agreeing_reads_may_be_raised() -> None:  # look-alike pairs
    lanes = change(honest(), 2, 7, Reading(tile_of("E"), 3, SET_A))

    assert check_walls(lanes, SICHUAN, STACKS, SET_A, sure_reads=4).level is Level.INFORM


@given(shuffled(), st.sets(st.integers(0, 31), min_size=1, max_size=5))
def test_an_unread_tiles_kind_is_not_given_away(wall: tuple[str, Lanes], unread: set[int]) -> None:
    name, lanes = wall
    places = [(side, index) for side, lane in enumerate(lanes) for index in range(len(lane))]
    for at in unread:
        lanes = change(lanes, *places[at], Reading(UNREAD, 0))

    found = check(lanes, name)

    assert found.level is Level.INFORM
    (only,) = found.findings
    assert (only.deviation, only.tile, only.count) == (Deviation.UNREAD, None, len(unread))
    assert set(only.places) == {lane_place(*places[at]) for at in unread}


@pytest.mark.parametrize("unread", [True, False])
def test_of_a_wall_that_may_be_played_no_missing_kind_is_named(unread: bool) -> None:
    lanes = change(honest(), 2, 7, Reading(tile_of("E"), 1, SET_A))
    if unread:
        lanes = change(lanes, 0, 0, Reading(UNREAD, 0))

    found = check(lanes)

    assert found.level is Level.INFORM
    assert named(found, Deviation.MISSING) == []
    assert found.exchange is None


def test_a_void_wall_names_what_is_missing_beside_an_unread_tile() -> None:
    lanes = change(honest(), 0, 0, Reading(UNREAD, 0))
    lanes = change(lanes, 2, 7, Reading(tile_of("E"), 3, SET_A))

    missing = {finding.tile for finding in named(check(lanes), Deviation.MISSING)}

    assert len(missing) == 2
    assert tile_of("1m") in missing


@pytest.mark.parametrize(("reads", "level"), [(3, Level.BLOCK), (1, Level.INFORM)])
def test_a_tile_of_the_other_set_is_found_by_its_mark(reads: int, level: Level) -> None:
    lanes = honest()
    lanes = change(lanes, 1, 2, replace(lanes[1][2], mark=SET_B, reads=reads))

    found = check(lanes)

    assert found.level is level
    (other,) = named(found, Deviation.OTHER_SET)
    assert other.places == (Place(1, 1, Tier.LOWER),)
    missing = {finding.tile for finding in named(found, Deviation.MISSING)}
    assert missing == ({other.tile} if level is Level.BLOCK else set())


def test_without_marks_the_backs_are_not_judged() -> None:
    lanes = [[Reading(reading.tile, SURE_READS) for reading in lane] for lane in honest()]

    assert check(lanes).level is Level.OK
    assert check_walls(honest(), SICHUAN, STACKS).level is Level.OK


@pytest.mark.parametrize(("reads", "level"), [(3, Level.BLOCK), (2, Level.INFORM)])
def test_one_tag_at_two_places_is_a_copy(reads: int, level: Level) -> None:
    lanes = honest()
    lanes = change(lanes, 0, 0, replace(lanes[0][0], serial=77))
    lanes = change(lanes, 1, 1, replace(lanes[1][1], serial=77, reads=reads))

    found = check(lanes)

    assert found.level is level
    (twin,) = found.findings
    assert twin.deviation is Deviation.TWIN
    assert twin.places == (Place(0, 0, Tier.LOWER), Place(1, 0, Tier.UPPER))


def test_a_short_side_voids_the_wall_and_names_the_missing_kind() -> None:
    lanes = honest()
    lanes[1] = lanes[1][:-1]

    found = check(lanes)

    assert found.level is Level.BLOCK
    (short,) = named(found, Deviation.SIDE_SHORT)
    assert (short.side, short.count) == (1, 1)
    assert len(named(found, Deviation.MISSING)) == 1


def test_a_number_that_is_no_design_is_foreign() -> None:
    found = check(change(honest(), 0, 0, Reading(Tile(99), SURE_READS, SET_A)))

    (foreign,) = named(found, Deviation.FOREIGN)
    assert foreign.tile == 99
    assert "Not of this set, design number 99: East stack 1, lower." in verdict_text(found)


@pytest.mark.parametrize(
    ("counts", "findings"),
    [
        ([28, 26, 28, 26], []),
        ([28, 25, 28, 26], [(Deviation.SIDE_SHORT, 1, 1)]),
        ([29, 26, 26, 26], [(Deviation.SIDE_OVER, 1, 0), (Deviation.SIDE_SHORT, 2, 2)]),
        ([28, 26, 28, 0], [(Deviation.SIDE_SHORT, 26, 3)]),
    ],
)
def test_without_reader_only_numbers_are_checked(
    counts: list[int], findings: list[tuple[Deviation, int, int]]
) -> None:
    found = check_counts(counts, STACKS)

    assert not found.order_checked
    assert found.level is (Level.BLOCK if findings else Level.OK)
    assert [(one.deviation, one.count, one.side) for one in found.findings] == findings


def test_the_walls_must_be_those_of_the_set() -> None:
    with pytest.raises(LayoutError, match="136 tiles in the walls, 108 in set 108"):
        check_walls(honest("136"), SICHUAN, program("136").stacks)
    with pytest.raises(LayoutError, match="3 sides: give four"):
        check_counts([28, 26, 28], STACKS)


def test_the_gravest_level_counts() -> None:
    assert worst([]) is Level.OK
    assert worst([Level.INFORM, Level.BLOCK, Level.AMBER]) is Level.BLOCK
    assert worst([Level.RED, Level.AMBER]) is Level.RED


def test_verdicts_in_words() -> None:
    assert verdict_text(check(honest())) == "Wall complete."
    assert "order not checked" in verdict_text(check_counts([28, 26, 28, 26], STACKS))
    assert (
        verdict_text(check_counts([28, 25, 28, 26], STACKS))
        == "Wall void, do not play it. South's wall is short of tiles: 1."
    )


def test_a_void_walls_verdict_names_the_tiles() -> None:
    lanes = change(honest(), 2, 7, Reading(tile_of("E"), SURE_READS, SET_A))

    assert verdict_text(check(lanes)) == (
        "Wall void, do not play it. Not of this set, east wind: West stack 4, upper. "
        "1 x 7 of dots missing. It looks as if east wind stands where 7 of dots belongs."
    )


def test_only_what_is_certain_is_told_of_a_void_wall() -> None:
    lanes = change(honest(), 2, 7, Reading(tile_of("E"), SURE_READS, SET_A))
    lanes = change(lanes, 2, 9, Reading(tile_of("W"), 1, SET_A))

    text = verdict_text(check(lanes))

    assert "east wind" in text
    assert "west wind" not in text


@pytest.mark.parametrize(
    ("changes", "exchange"),
    [
        ([(0, "2m")], ("1m", "2m")),
        ([(0, "E"), (1, "E")], ("1m", "E")),
        ([(0, "2m"), (1, "3m")], None),
        ([(0, "2m"), (12, "2m")], None),
        ([(0, "?"), (1, "E")], None),
        ([], None),
    ],
)
def test_a_missing_kind_is_paired_with_the_kind_in_its_place(
    changes: list[tuple[int, str]], exchange: tuple[str, str] | None
) -> None:
    lanes = honest()
    for index, code in changes:
        lanes = change(lanes, 0, index, Reading(tile_of(code), SURE_READS, SET_A))

    pair = check(lanes).exchange

    assert pair == (exchange and (tile_of(exchange[0]), tile_of(exchange[1])))


@given(shuffled(), st.integers(0, 31), st.sampled_from(TILES), st.sampled_from(Language))
def test_the_verdict_of_a_wall_that_may_be_played_names_no_tile(
    wall: tuple[str, Lanes], at: int, tile: Tile, language: Language
) -> None:
    name, lanes = wall
    places = [(side, index) for side, lane in enumerate(lanes) for index in range(len(lane))]
    lanes = change(lanes, *places[at], Reading(tile, 1, SET_A))
    found = check(lanes, name)

    text = verdict_text(found, language)

    assert found.level in (Level.OK, Level.INFORM)
    for finding in found.findings:
        assert finding_text(finding, language) not in text
        if finding.tile is not None:
            assert name_of(finding.tile, language) not in text


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("deviation", Deviation)
def test_every_deviation_can_be_said_in_every_language(
    deviation: Deviation, language: Language
) -> None:
    finding = Finding(deviation, Level.BLOCK, 1, tile_of("5m"), (Place(0, 4, Tier.UPPER),), 2)

    assert finding_text(finding, language)
