"""Ring order and hands for every break, against the rules' own deal."""

from itertools import product

import numpy as np
import pytest

from rules.integrity.deals import RecordedDeal
from rules.integrity.layout import layout_for, layout_of
from rules.opening import open_hand
from rules.programs import SIDES, Profile
from rules.shares import share_of
from rules.tiles import Tile
from rules.variants import VARIANTS, variant
from rules.wall import Spot

FACES = range(1, 7)


def test_every_variant_deals_what_the_rules_deal_for_every_dealer_and_throw() -> None:
    for name, row in VARIANTS.items():
        layout = layout_for(name, Profile.FOUR_PORT, share_of(row.program, Profile.FOUR_PORT))
        throws = list(product(FACES, repeat=2 * row.dice.throws))
        for dealer, faces in product(SIDES, throws[:: 1 if row.dice.throws == 1 else 41]):
            thrown = tuple(zip(faces[::2], faces[1::2], strict=True))
            opening = open_hand(row, thrown, dealer)
            cut = layout.cut(thrown)
            for side in SIDES:
                mine = [layout.places[at] for at in layout.hands[dealer, cut, side]]
                assert tuple(mine) == opening.deal.hands[side][: len(mine)]
                assert len(mine) == 13


@pytest.mark.parametrize("name", list(VARIANTS))
def test_ring_order_holds_every_place_once_and_pairs_stacks(name: str) -> None:
    for profile in (Profile.FOUR_PORT, Profile.AUTO_DEAL):
        layout = layout_for(name, profile, share_of(variant(name).program, profile))
        assert len(set(layout.places)) == len(layout.places) == layout.tile_set.total
        for upper, lower in layout.stacks:
            one, other = layout.places[upper], layout.places[lower]
            assert (one.side, one.stack) == (other.side, other.stack)
        assert layout.cut_odds.sum() == pytest.approx(1)


def test_dice_names_as_many_cuts_as_there_are_sums() -> None:
    layout = layout_for("HB", Profile.FOUR_PORT, share_of(variant("HB").program, Profile.FOUR_PORT))
    assert layout.hands.shape == (4, 11, 4, 13)
    sums = np.add.outer(np.arange(1, 7), np.arange(1, 7))
    for total in range(2, 13):
        assert len(set(layout.cut_of[sums == total])) == 1


def test_hands_that_rise_are_the_same_for_every_dealer_and_throw() -> None:
    share = share_of(variant("GD").program, Profile.AUTO_DEAL)
    layout = layout_for("GD", Profile.AUTO_DEAL, share)
    assert layout.hands.shape == (4, 1, 4, 13)
    for side in SIDES:
        places = [layout.places[at] for at in layout.hands[2, 0, side]]
        assert {(place.side, place.tier) for place in places} == {(side, Spot.HAND)}


def deal_of(counts: tuple[int, ...], **known: object) -> RecordedDeal:
    walls = tuple((Tile(0),) * count for count in counts)
    return RecordedDeal(number=1, variant="GD", dealer=0, walls=walls, **known)  # type: ignore[arg-type]


def test_a_house_may_share_its_stacks_out_differently() -> None:
    layout = layout_of(deal_of((36, 32, 36, 32)))
    assert layout is not None
    assert layout.share.stacks == (18, 16, 18, 16)


@pytest.mark.parametrize(
    "counts", [(34, 34, 34, 33), (34, 34, 34, 36), (33, 35, 34, 34), (0, 0, 0, 0)]
)
def test_walls_of_no_table_have_no_layout(counts: tuple[int, ...]) -> None:
    assert layout_of(deal_of(counts)) is None


def test_a_layout_is_made_but_once() -> None:
    assert layout_of(deal_of((34, 34, 34, 34))) is layout_of(deal_of((34, 34, 34, 34)))
