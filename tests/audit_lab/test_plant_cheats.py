"""The same cheats built into the plant: what stands on the trays is what the generator dealt."""

import random

import numpy as np
import pytest

from firmware_ctl.audit_lab.layout import layout
from firmware_ctl.audit_lab.plant_run import Played, play
from firmware_ctl.audit_lab.tables import Tables
from hal.sim.cheats import CHEATS, FOREIGN_SERIAL
from hal.sim.cheats.machine import Sorter
from rules.integrity.layout import RING_SIDES
from rules.programs import SIDES, Profile
from rules.tiles import Tile


def evening(
    cheat: str | None, variant: str = "GD", profile: Profile = Profile.FOUR_PORT, hands: int = 3
) -> tuple[Tables, list[Played]]:
    row = None if cheat is None else CHEATS[cheat]
    tables = Tables(layout(variant, profile), 1, np.random.default_rng(4), cheat=row)
    return tables, play(tables, hands, seed=7)


def shown(hand: Played) -> list[Tile]:
    walls = [tile for side in RING_SIDES for tile in hand.shown.walls[side]]
    return walls + [tile for side in hand.shown.hands for tile in side]


def planned(tables: Tables, hand: Played) -> list[int]:
    kinds: list[int] = tables.layout.kind_of[hand.planned.walls[0]].tolist()
    return kinds


@pytest.mark.parametrize(
    ("cheat", "variant", "profile"),
    [
        (None, "GD", Profile.FOUR_PORT),
        ("suit", "GD", Profile.FOUR_PORT),
        ("copy", "CD", Profile.FOUR_PORT),
        ("ready", "CD", Profile.AUTO_DEAL),
        ("stack-three-kinds", "GD", Profile.AUTO_DEAL),
    ],
)
def test_the_machine_builds_the_walls_that_the_generator_deals(
    cheat: str | None, variant: str, profile: Profile
) -> None:
    tables, hands = evening(cheat, variant, profile)
    for hand in hands:
        assert shown(hand) == planned(tables, hand)
        assert hand.shown.dealer == hand.planned.dealer[0]
        assert hand.shown.tile_set == hand.planned.set


def test_a_seat_holds_what_was_stacked_for_it_after_the_dice_that_were_forced() -> None:
    tables, hands = evening("fixed-hand")
    assert tables.tricks is not None
    marks = tables.tricks.marks
    for hand in hands:
        places = hand.planned.hands[0, marks.side[0]].tolist()
        held = sorted(shown(hand)[place] for place in places)
        assert held == sorted(marks.gates[0].tolist())


def test_after_a_swap_two_tiles_lie_where_the_reader_has_not_seen_them() -> None:
    tables, hands = evening("swap")
    for hand in hands:
        pairs = [*zip(shown(hand), planned(tables, hand), strict=True)]
        changed = [pair for pair in pairs if pair[0] != pair[1]]
        assert len(changed) == 2
        assert changed[0] == tuple(reversed(changed[1]))


def test_walls_with_a_cloned_tag_are_void_before_anybody_plays_with_them() -> None:
    _, (first,) = evening("clone", hands=1)

    assert first.shown.tile_set == "B"


def test_a_foreign_tile_has_a_tag_that_was_never_given_out() -> None:
    _, (hand,) = evening("foreign", hands=1)

    assert hand.shown.uids is not None
    serials = [int(uid, 16) >> 16 for side in hand.shown.uids for uid in side if uid is not None]
    assert sum(serial == FOREIGN_SERIAL for serial in serials) == 1
    assert len(set(serials)) == len(serials)


class Always:
    """A script that wants the same of every load."""

    def __init__(self, lanes: list[list[int]]) -> None:
        self.lanes = lanes

    def next_load(self) -> list[list[int]]:
        return self.lanes

    def next_throw(self) -> tuple[int, int]:
        return 1, 1


def sorter(lanes: list[list[int]], designs: list[int]) -> Sorter:
    return Sorter(Always(lanes), designs, random.Random(1))


def test_a_tile_that_runs_back_is_the_next_to_go_up() -> None:
    chip = sorter([[5, 6], [7], [], []], [7, 6, 5])
    assert chip.choose(0, [0, 1, 2]) == 2
    assert chip.choose(1, [0, 1]) == 0
    assert chip.choose(0, [1, 2]) == 2
    assert chip.choose(0, [1]) == 1


def test_a_lane_with_its_share_gets_nothing() -> None:
    chip = sorter([[5], [], [], []], [5, 5])
    assert chip.choose(0, [0, 1]) is not None
    assert [chip.choose(side, [0, 1]) for side in SIDES[1:]] == [None] * 3


def test_a_design_that_is_wanting_is_made_up_for() -> None:
    chip = sorter([[5, 9], [], [], []], [5, 8])
    assert chip.choose(0, [0, 1]) == 0
    assert chip.choose(0, [1]) == 1
