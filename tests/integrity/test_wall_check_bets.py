"""Every bet is fair: over all walls, or all dice, that the null allows its mean is one.

Small decks are enumerated whole: every order of the deck is a table of one batch.
"""

from functools import lru_cache
from itertools import pairwise, permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.integrity.copies import copied
from rules.integrity.engine import State, advance, fresh, weigh
from rules.integrity.hand_law import hand_law
from rules.integrity.hypotheses import BLOCKS, SPANS, STAKES, Family, Null
from rules.integrity.layout import Layout, layout_for
from rules.integrity.neighbours import beside
from rules.integrity.reading import Batch, Bytes, Ints, Reals
from rules.integrity.seats import (
    fair_play,
    hands_of,
    shape_tables,
    well_mixed_hands,
)
from rules.integrity.stacked_kinds import stacked_kinds
from rules.integrity.throws import loaded
from rules.integrity.wealth import FIRST_START, grown, log_mean, start_share
from rules.programs import Profile
from rules.shares import Share, share_of
from rules.tiles import UNREAD
from rules.tilesets import SETS, TileSet, counted_set
from rules.variants import variant

DECKS = ("1m=2 2m=2 5p=2 E=2", "1m=4 2m=2 9s=1 F=1", "3s=3 4s=3 J=2", "2p=5 4p=2 C=1")
PLACES = 8


def small_layout(tiles: TileSet) -> Layout:
    """Four stacks, hands of two, three cuts that are not equally likely."""
    hands = [
        [[(2 * ((side + cut) % 4)), (2 * ((side + cut) % 4)) + 1] for side in range(4)]
        for cut in range(3)
    ]
    return Layout(
        name="small",
        tile_set=tiles,
        profile=Profile.FOUR_PORT,
        share=Share((1, 1, 1, 1)),
        places=(),
        wall=PLACES,
        stacks=np.arange(PLACES).reshape(4, 2),
        cut_odds=np.array([0.5, 1 / 3, 1 / 6]),
        cut_of=np.zeros((6, 6), np.int64),
        hands=np.array([hands] * 4),
    )


@lru_cache
def orders(deck: str) -> Bytes:
    """Every order of a deck, each as often as it is likely."""
    tiles = counted_set("small", deck).tiles()
    distinct = sorted(set(permutations(tiles)))
    return np.array(distinct, np.uint8)


def whole(deck: str, unread: tuple[int, ...] = ()) -> Batch:
    """One table for every order, with some places unread in all of them."""
    walls = orders(deck).copy()
    walls[:, list(unread)] = UNREAD
    count = len(walls)
    return Batch(
        layout=small_layout(counted_set("small", deck)),
        kinds=walls,
        dealers=np.zeros(count, np.int64),
        faces=np.ones((count, 1, 2), np.int64),
        sets=np.zeros(count, np.int64),
    )


def mean(log_e: Reals) -> Reals:
    found: Reals = np.exp(log_e).mean(axis=0)
    return found


def befores(deck: str) -> list[Bytes]:
    walls = orders(deck)
    last = walls[-1].copy()
    last[3] = UNREAD
    return [walls[0], walls[len(walls) // 2], last]


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("unread", [(), (2,), (0, 5)])
def test_bets_on_copies_are_fair_for_every_order(deck: str, unread: tuple[int, ...]) -> None:
    batch = whole(deck, unread)
    for before in befores(deck):
        past = np.broadcast_to(before, batch.kinds.shape)
        odds = np.broadcast_to(np.linspace(0.01, 40, PLACES), batch.kinds.shape)
        found = copied(batch, past, odds)
        # A place once unread may hold any kind: the multiset as read differs from order to order,
        # and each is fair for itself.
        for log_e in (found.place, found.kind, found.turned):
            assert np.exp(log_e).mean() == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("unread", [(), (3,), (0, 5)])
def test_bets_on_neighbours_and_stacks_are_fair_for_every_order(
    deck: str, unread: tuple[int, ...]
) -> None:
    batch = whole(deck, unread)
    for before in befores(deck):
        found = beside(batch, np.broadcast_to(before, batch.kinds.shape), None, 0.0)
        for log_e in (found.kept, found.runs, found.stacks, found.equal):
            assert mean(log_e) == pytest.approx(1, abs=1e-9)
    kinds = stacked_kinds(batch)
    assert mean(kinds.events) == pytest.approx(1, abs=1e-9)
    assert mean(kinds.peers).sum() == pytest.approx(kinds.peers[0].size, abs=1e-9)


def test_kinds_that_people_treat_alike_have_an_even_chance_each() -> None:
    found = stacked_kinds(whole("3s=3 4s=3 J=2"))
    assert mean(found.peers) == pytest.approx(1, abs=1e-9)


def test_bets_on_pieces_of_plastic_are_fair_and_tolerate_what_they_should() -> None:
    pieces = np.array(list(permutations(range(6))))
    count = len(pieces)
    batch = Batch(
        layout=small_layout(SETS["136"]),
        kinds=pieces.astype(np.uint8),
        dealers=np.zeros(count, np.int64),
        faces=np.ones((count, 1, 2), np.int64),
        sets=np.zeros(count, np.int64),
        pieces=pieces,
    )
    small = Batch(
        layout=_no_stacks(batch.layout), kinds=batch.kinds, dealers=batch.dealers,
        faces=batch.faces, sets=batch.sets, pieces=pieces,
    )  # fmt: skip
    before = np.broadcast_to(pieces[17], pieces.shape)
    kinds_before = before.astype(np.uint8)
    plain = beside(small, kinds_before, before, 0.0).kept
    assert mean(plain) == pytest.approx(1, abs=1e-9)
    lazy = beside(small, kinds_before, before, 0.3).kept
    assert (mean(lazy) < 1).all()
    for kept in (0.1, 0.3):
        weights = _lazy_law(pieces, pieces[17], kept)
        assert (weights @ np.exp(lazy) <= 1 + 1e-9).all()
    assert (_lazy_law(pieces, pieces[17], 0.9) @ np.exp(lazy) > 1).all()


def _no_stacks(layout: Layout) -> Layout:
    return Layout(
        layout.name, layout.tile_set, layout.profile, layout.share, (), 6,
        np.arange(6).reshape(3, 2), layout.cut_odds, layout.cut_of, layout.hands,
    )  # fmt: skip


def _lazy_law(pieces: Ints, before: Ints, kept: float) -> Reals:
    """The law of a machine that takes the old follower with a chance, else any piece."""
    follower = dict(zip(before[:-1].tolist(), before[1:].tolist(), strict=True))
    odds = []
    for order in pieces.tolist():
        chance, left = 1 / len(order), set(order[1:])
        for one, other in pairwise(order):
            wanted = follower.get(one)
            if wanted in left:
                chance *= (1 - kept) / len(left) + kept * (other == wanted)
            else:
                chance /= len(left)
            left.discard(other)
        odds.append(chance)
    assert sum(odds) == pytest.approx(1)
    return np.array(odds)


@pytest.mark.parametrize("deck", DECKS)
def test_bets_on_a_hand_s_suits_are_fair_for_every_order(deck: str) -> None:
    batch = whole(deck)
    bets = well_mixed_hands(batch, hands_of(batch))
    assert mean(bets) == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize("name", list(SETS))
def test_bets_on_a_hand_s_shape_are_fair_under_its_law(name: str) -> None:
    law = hand_law(SETS[name])
    tables = shape_tables(SETS[name])
    assert tables is not None
    for table, odds in zip(tables, (law.pairs, law.distance), strict=True):
        assert odds @ np.exp(table[: len(odds)]) == pytest.approx(1)


walls = st.permutations(SETS["136"].tiles())


@settings(max_examples=25)
@given(wall=walls, dealer=st.integers(0, 3), lost=st.sets(st.integers(0, 135), max_size=3))
def test_dice_bets_on_a_wall_are_fair_whatever_the_wall(
    wall: list[int], dealer: int, lost: set[int]
) -> None:
    for name in ("HB", "GD"):
        log_e = _over_all_dice(name, wall, dealer, lost)
        assert np.exp(log_e[Family.CUT]).mean(axis=0) == pytest.approx(1, abs=1e-9)
        assert np.exp(log_e[Family.BEST]).mean(axis=0) == pytest.approx(1, abs=1e-9)


@settings(max_examples=25)
@given(wall=walls, dealer=st.integers(0, 3))
def test_a_side_s_bets_are_fair_over_the_four_sides(wall: list[int], dealer: int) -> None:
    log_e = _over_all_dice("HB", wall, dealer, set())
    for family in (Family.SEAT, Family.BOTH):
        by_gain = np.exp(log_e[family]).reshape(36, 4, -1).mean(axis=(0, 1))
        assert by_gain == pytest.approx(1, abs=1e-9)


def _over_all_dice(name: str, wall: list[int], dealer: int, lost: set[int]) -> dict[Family, Reals]:
    layout = layout_for(name, Profile.FOUR_PORT, share_of(variant(name).program, Profile.FOUR_PORT))
    faces = np.array(list(product(range(1, 7), repeat=2)))[:, None, :]
    kinds = np.tile(np.array(wall, np.uint8), (36, 1))
    kinds[:, list(lost)] = UNREAD
    batch = Batch(layout, kinds, np.full(36, dealer), faces, np.zeros(36, np.int64))
    found = fair_play(batch, hands_of(batch), np.ones(36, bool))
    return {
        Family.CUT: found.cut, Family.BEST: found.best, Family.SEAT: found.seat,
        Family.BOTH: found.both,
    }  # fmt: skip


def test_bets_on_dice_are_fair_over_all_throws() -> None:
    faces = np.array(list(product(range(1, 7), repeat=4))).reshape(-1, 2, 2)
    counts = np.tile([9, 0, 3, 3, 1, 40], (len(faces), 1))
    found = loaded(faces, counts)
    for log_e in (found.faces, found.sums, found.foretold):
        assert mean(log_e) == pytest.approx(1, abs=1e-9)
    assert (found.counts.sum(axis=1) - counts.sum(axis=1) == 4).all()


def test_dice_that_nobody_saw_say_nothing() -> None:
    found = loaded(np.zeros((1, 1, 2), np.int64), np.zeros((1, 6), np.int64))
    assert not found.faces.any()
    assert not found.sums.any()
    assert not found.foretold.any()


def test_raised_hands_are_not_bet_on_against_each_other() -> None:
    layout = layout_for("GD", Profile.AUTO_DEAL, share_of(variant("GD").program, Profile.AUTO_DEAL))
    wall = np.array([SETS["136"].tiles()], np.uint8)
    batch = Batch(
        layout, wall, np.zeros(1, np.int64), np.zeros((1, 1, 2), np.int64), np.zeros(1, np.int64)
    )
    found = fair_play(batch, hands_of(batch), np.ones(1, bool))
    assert not any(part.any() for part in found)
    assert well_mixed_hands(batch, hands_of(batch)).any()


def test_stakes_add_up_to_one_in_every_family_and_over_all() -> None:
    assert STAKES.sum() == pytest.approx(1, abs=1e-12)
    for block, span in zip(BLOCKS, SPANS, strict=True):
        assert block.shares.sum() == pytest.approx(1)
        assert STAKES[span].sum() == pytest.approx(block.stake)
    assert {block.null for block in BLOCKS} == set(Null)


def test_a_stake_is_never_spent_twice_over_a_whole_life() -> None:
    shares = start_share(np.arange(1, 1_000_001))
    assert shares[0] == FIRST_START
    # What is left of the sum is below the integral of 0.38 / (j ln^2 j), which is 0.38 / ln n.
    assert shares.sum() + 0.38 / np.log(1e6) < 1


def test_bets_that_pay_nothing_leave_the_wealth_at_one() -> None:
    log_wealth = np.full((1, 3), -1e4)
    spent = 0.0
    for deal in range(1, 50):
        share = start_share(np.array([deal]))
        spent += float(share[0])
        log_wealth = grown(log_wealth, share, np.zeros((1, 3)))
        value = log_mean(log_wealth, np.array([1 - spent]), np.full(3, 1 / 3))
        assert value == pytest.approx(0, abs=1e-9)


def test_the_mean_of_the_wealth_stays_one_over_two_deals_of_a_small_deck() -> None:
    batch = whole("1m=4 2m=2 9s=1 F=1")
    after_one, evidence = advance(fresh(batch.tables), batch)
    assert np.exp(evidence.c).mean() == pytest.approx(1, abs=1e-9)
    picked = np.full(batch.tables, 11)
    second, evidence = advance(after_one.rows(picked), batch)
    expected = float(np.exp(np.float64(_c_of(after_one, 11))))
    assert np.exp(evidence.c).mean() == pytest.approx(expected, rel=1e-9)
    assert second.deals.tolist() == [2] * batch.tables


def _c_of(state: State, row: int) -> float:
    return float(weigh(state.rows(np.array([row]))).c[0])
