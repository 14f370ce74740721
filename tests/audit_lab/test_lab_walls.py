"""The laboratory's walls: whole sets, exact laws, cheats that do what they say."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from firmware_ctl.audit_lab.filling import copies, filled, recopied, shuffled
from firmware_ctl.audit_lab.hands import pair_pool, ready_pool, suit_hands, suit_law, tilted
from firmware_ctl.audit_lab.layout import Layout, layout
from firmware_ctl.audit_lab.machines import MACHINES
from firmware_ctl.audit_lab.tables import Dealt, Tables
from hal.sim.cheats import CHEATS, Cheat, SeatSuit
from rules.opening import open_hand
from rules.programs import Profile
from rules.tiles import code_of
from rules.variants import variant
from rules.wall import Spot
from tests.support import brute_hands as brute

VARIANTS = ("GD", "CD", "MCR")
TABLES = 60


def cheating(name: str, variant_id: str = "GD", seed: int = 1, tables: int = TABLES) -> Tables:
    chance = np.random.default_rng(seed)
    return Tables(layout(variant_id), tables, chance, cheat=CHEATS[name])


def kinds(tables: Tables, dealt: Dealt) -> NDArray[np.int16]:
    return tables.layout.kind_of[dealt.walls]


def hand_of(tables: Tables, dealt: Dealt, side: NDArray[np.int64]) -> NDArray[np.int16]:
    places = dealt.hands[np.arange(len(side)), side].astype(np.int64)
    return np.take_along_axis(kinds(tables, dealt), places, axis=1)


@pytest.mark.parametrize(("name", "variant_id"), [*product(MACHINES, VARIANTS)])
def test_every_machine_deals_whole_sets(name: str, variant_id: str) -> None:
    table = layout(variant_id)
    tables = Tables(table, 5, np.random.default_rng(2), MACHINES[name])
    for _ in range(4):
        dealt = tables.deal()
        assert (np.sort(dealt.walls, axis=1) == np.arange(table.tiles)).all()


@pytest.mark.parametrize(("name", "variant_id"), [*product(CHEATS, ("GD", "CD"))])
def test_every_cheat_deals_whole_sets_and_possible_throws(name: str, variant_id: str) -> None:
    tables = cheating(name, variant_id, tables=5)
    for _ in range(4):
        dealt = tables.deal()
        assert (np.sort(dealt.walls, axis=1) == np.arange(tables.layout.tiles)).all()
        assert ((dealt.throw >= 0) & (dealt.throw < len(tables.layout.throws))).all()


@pytest.mark.parametrize("variant_id", ["GD", "CD", "HB"])
def test_a_seat_s_places_are_those_that_the_rules_deal(variant_id: str) -> None:
    tables = Tables(layout(variant_id), 12, np.random.default_rng(5))
    dealt = tables.deal()
    places = tables.layout.places.places
    for number in range(12):
        first, second = tables.layout.throws[dealt.throw[number]].tolist()
        opened = open_hand(variant(variant_id), [(first, second)], int(dealt.dealer[number]))
        for side in range(4):
            mine = [places[at] for at in dealt.hands[number, side].tolist()]
            assert mine == list(opened.deal.hands[side][:13])


def test_hands_that_rise_are_their_seats() -> None:
    tables = Tables(layout("GD", Profile.AUTO_DEAL), 3, np.random.default_rng(5))
    places = tables.layout.places.places
    for hands in tables.deal().hands.tolist():
        for side, hand in enumerate(hands):
            assert {places[at].side for at in hand} == {side}
            assert {places[at].tier for at in hand} == {Spot.HAND}


@given(st.integers(0, 2**32 - 1), st.integers(1, 20))
def test_filling_puts_the_pieces_there_and_keeps_the_order_of_the_rest(
    seed: int, wanted: int
) -> None:
    chance = np.random.default_rng(seed)
    walls = shuffled(chance, 3, 40)
    places = shuffled(chance, 3, 40)[:, :wanted]
    pieces = shuffled(chance, 3, 40)[:, :wanted]
    built = filled(walls, places, pieces)
    assert (np.take_along_axis(built, places.astype(np.int64), axis=1) == pieces).all()
    for before, after, chosen in zip(walls.tolist(), built.tolist(), pieces.tolist(), strict=True):
        rest = [piece for piece in before if piece not in chosen]
        assert [piece for piece in after if piece not in chosen] == rest


@given(st.integers(0, 2**32 - 1))
def test_copies_are_different_pieces_of_the_kinds_asked_for(seed: int) -> None:
    chance = np.random.default_rng(seed)
    table = layout("CD")
    wanted = np.array([[0, 0, 0, 0, 5, 5, 26], [3, 4, 3, 4, 3, 4, 3]], np.int16)
    pieces = copies(chance, table, wanted)
    assert (table.kind_of[pieces] == wanted).all()
    assert all(len(set(row)) == len(row) for row in pieces.tolist())


def test_other_copies_show_the_same_kinds() -> None:
    chance = np.random.default_rng(3)
    table = layout("GD")
    walls = shuffled(chance, 20, table.tiles)
    again = recopied(chance, table, walls)
    assert (table.kind_of[again] == table.kind_of[walls]).all()
    assert (again != walls).mean() > 0.5


def test_a_tilt_has_the_mean_that_was_asked_for_and_no_law_goes_beyond_its_values() -> None:
    law, values = np.array([0.5, 0.3, 0.2]), np.arange(3.0)
    assert tilted(law, values, 1.2) @ values == pytest.approx(1.2)
    with pytest.raises(ValueError, match="choose one inside"):
        tilted(law, values, 2.5)
    assert suit_law(136, 36, 2.0) @ np.arange(14.0) == pytest.approx(13 * 36 / 136 + 2)


def test_a_suit_s_hands_follow_the_tilted_law() -> None:
    table = layout("GD")
    hands = suit_hands(np.random.default_rng(4), table, np.full(4000, 1, np.int16), 2.0)
    counts = (table.kind_of[hands] // 9 == 1).sum(axis=1)
    assert counts.mean() == pytest.approx(13 * 36 / 136 + 2, abs=0.15)
    seen = np.bincount(counts, minlength=14) / len(counts)
    assert np.abs(seen - suit_law(136, 36, 2.0)).max() < 0.03


def test_a_seat_gets_two_more_of_its_suit_and_the_others_do_not() -> None:
    tables = cheating("suit", tables=300)
    assert tables.tricks is not None
    marks = tables.tricks.marks
    mine: list[float] = []
    theirs: list[float] = []
    for _ in range(4):
        dealt = tables.deal()
        for shift, found in ((0, mine), (1, theirs)):
            hand = hand_of(tables, dealt, (marks.side.astype(np.int64) + shift) % 4)
            found.append((hand // 9 == marks.suit[:, None]).sum(axis=1).mean())
    assert np.mean(mine) == pytest.approx(5.44, abs=0.2)
    assert np.mean(theirs) < 3.6


@pytest.mark.parametrize("variant_id", VARIANTS)
def test_ready_hands_wait_for_a_tile_and_are_many(variant_id: str) -> None:
    pool = ready_pool(layout(variant_id))
    for hand in pool[:25].tolist():
        held = [code_of(tile) for tile in hand]
        wins = [
            brute.standard_splits([*held, tile]) or brute.is_seven_pairs([*held, tile])
            for tile in brute.TILES_136
            if held.count(tile) < 4
        ]
        assert any(wins)
    assert (np.apply_along_axis(np.bincount, 1, pool, minlength=34) <= 4).all()
    assert len(np.unique(np.sort(pool, axis=1), axis=0)) > 0.95 * len(pool)


def test_hands_of_the_pair_pool_have_half_a_pair_more() -> None:
    table = layout("GD")
    chance = np.random.default_rng(7)

    def pairs(hands: NDArray[np.int16]) -> float:
        counts = np.apply_along_axis(np.bincount, 1, hands, minlength=34)
        return float((counts >= 2).sum(axis=1).mean())

    fair = pairs(table.kind_of[shuffled(chance, 20_000, table.tiles)[:, :13]])
    assert pairs(pair_pool(table, 0.5)) - fair == pytest.approx(0.5, abs=0.06)


def test_the_dealer_s_hand_waits_in_the_share_of_deals_that_was_named() -> None:
    tables = cheating("ready-4th", tables=400)
    acted = np.concatenate([tables.deal().acted for _ in range(5)])
    assert acted.mean() == pytest.approx(0.25, abs=0.04)


def test_a_late_cheat_waits() -> None:
    row = Cheat("late", "", SeatSuit(), start=3)
    tables = Tables(layout("GD"), 4, np.random.default_rng(1), cheat=row)
    assert [tables.deal().acted.all() for _ in range(4)] == [False, False, True, True]


@pytest.mark.parametrize(("name", "places"), [("places-4", 4), ("places-8", 8)])
def test_fixed_places_hold_the_same_kinds_deal_after_deal(name: str, places: int) -> None:
    tables = cheating(name)
    walls = np.stack([kinds(tables, tables.deal()) for _ in range(3)])
    same = (walls == walls[0]).all(axis=0).sum(axis=1)
    assert (same >= places).all()


@pytest.mark.parametrize(
    ("name", "kind_count", "pairs"),
    [("stack-one", 1, 1), ("stack-three-kinds", 3, 2), ("stack-five", 5, 1)],
)
def test_pairs_stand_stacked(name: str, kind_count: int, pairs: int) -> None:
    tables = cheating(name)
    for _ in range(2):
        upper, lower = tables.layout.stacks.T
        walls = kinds(tables, tables.deal())
        stacked = (walls[:, upper] == walls[:, lower]).sum(axis=1)
        assert (stacked >= kind_count * pairs).all()


def test_a_copied_wall_differs_in_a_tenth_of_its_places_from_the_same_set_s_last() -> None:
    tables = cheating("copy")
    first, other, again = (kinds(tables, tables.deal()) for _ in range(3))
    assert (first == again).mean() > 0.88
    assert (other == again).mean() < 0.1


def test_a_turned_wall_lies_elsewhere() -> None:
    tables = cheating("copy-rotated", tables=30)
    first, _, again = (kinds(tables, tables.deal()) for _ in range(3))
    turned = np.stack([(np.roll(first, turn, axis=1) == again).mean(axis=1)
                       for turn in range(first.shape[1])])  # fmt: skip
    assert (turned.max(axis=0) > 0.4).all()


def test_a_loaded_face_falls_as_often_as_it_was_loaded() -> None:
    tables = cheating("dice-double", tables=2000)
    assert tables.tricks is not None
    dealt = tables.deal()
    faces = tables.layout.faces(dealt.throw).reshape(2000, -1)
    assert (faces == tables.tricks.marks.face[:, None]).mean() == pytest.approx(1 / 3, abs=0.02)


def test_half_of_the_throws_are_forced_to_seven() -> None:
    tables = cheating("sum-half", tables=2000)
    sums = tables.layout.faces(tables.deal().throw).sum(axis=(1, 2))
    assert (sums == 7).mean() == pytest.approx(0.5 + 0.5 / 6, abs=0.03)


@pytest.mark.parametrize("variant_id", ["HB", "CD"])
def test_no_other_throw_would_have_dealt_the_side_a_longer_suit(variant_id: str) -> None:
    tables = cheating("break", variant_id)
    assert tables.tricks is not None
    table, side = tables.layout, tables.tricks.marks.side
    dealt = tables.deal()
    walls = kinds(tables, dealt)

    def longest(cut: NDArray[np.int16]) -> NDArray[np.int64]:
        places = table.hands[dealt.dealer, cut, side].astype(np.int64)
        suits = np.take_along_axis(walls, places, axis=1) // 9
        counted: NDArray[np.int64] = np.max(
            [(suits == suit).sum(axis=1) for suit in range(3)], axis=0
        )
        return counted

    taken = longest(table.cut_of[dealt.throw])
    for cut in range(table.hands.shape[1]):
        assert (taken >= longest(np.full(TABLES, cut, np.int16))).all()


@pytest.mark.parametrize("machine", ["drum-strong", "lanes-strong"])
def test_a_lazy_drum_keeps_honours_which_are_dropped_first_at_its_lanes_mouths(
    machine: str,
) -> None:
    table = layout("GD")
    tables = Tables(table, 200, np.random.default_rng(8), MACHINES[machine])
    for _ in range(2):
        tables.deal()
    walls = kinds(tables, tables.deal())
    first, last = table.lane_rows[:10], table.lane_rows[-10:]
    assert (walls[:, first] >= 27).mean() > (walls[:, last] >= 27).mean() + 0.05


def test_a_kept_neighbour_comes_again_and_eight_riffles_leave_nearly_none() -> None:
    table = layout("GD")

    def kept(machine: str) -> float:
        chance = np.random.default_rng(9)
        dropped = shuffled(chance, 200, table.tiles)
        walls = MACHINES[machine].mix(chance, table, dropped)
        follower = np.empty_like(dropped)
        np.put_along_axis(follower, dropped.astype(np.int64), np.roll(dropped, -1, axis=1), axis=1)
        after = np.take_along_axis(follower, walls[:, :-1].astype(np.int64), axis=1)
        return float((after == walls[:, 1:]).mean())

    assert kept("kept-40") == pytest.approx(0.4, abs=0.03)
    assert kept("riffle-4") > kept("riffle-8")
    assert kept("riffle-8") < 0.03


def test_one_seed_gives_one_course() -> None:
    first, second = (cheating("suit", seed=11, tables=3) for _ in range(2))
    for _ in range(3):
        one, other = first.deal(), second.deal()
        assert (one.walls == other.walls).all()
        assert (one.throw == other.throw).all()


def test_the_set_of_a_variant_is_what_is_dealt() -> None:
    for name in VARIANTS:
        table: Layout = layout(name)
        assert sorted(table.kind_of.tolist()) == sorted(map(int, variant(name).tile_set.tiles()))


def test_a_cheat_s_numbers_are_checked() -> None:
    with pytest.raises(ValueError, match="at most 1"):
        Cheat("x", "", SeatSuit(), share=1.5)
    with pytest.raises(ValueError, match="first deal is 1"):
        Cheat("x", "", SeatSuit(), start=0)
