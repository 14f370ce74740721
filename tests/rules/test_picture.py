"""The picture of the walls: right ends, directions, every tile drawn once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.deal_sheet import deal_sheet
from rules.languages import Language
from rules.opening import open_hand
from rules.picture import deal_marks, display_width, draw_walls
from rules.programs import PROGRAMS, Stacks
from rules.variants import variant
from rules.wall import Place, Tier

NAMES = ("e", "s", "w", "n")

SMALL: Stacks = (3, 2, 3, 2)
SMALL_PICTURE = """\
              w
            c . .
            C . .

        ..         bB
      n dD         .. s

            . . a
            . . A
              e"""


def test_each_owner_sees_his_first_stack_at_his_right_hand() -> None:
    marks = {
        Place(side, 0, tier): letter if tier is Tier.UPPER else letter.upper()
        for side, letter in enumerate("abcd")
        for tier in Tier
    }

    assert draw_walls(SMALL, marks, NAMES, ()) == SMALL_PICTURE


def test_what_fits_stands_in_the_middle_and_else_below() -> None:
    inside = draw_walls((9, 3, 9, 3), {}, NAMES, ["short"])
    below = draw_walls((9, 3, 9, 3), {}, NAMES, ["a line that is too long"])

    assert "..        short        .." in inside
    assert below.endswith("\n\na line that is too long")


@given(st.sampled_from(sorted(PROGRAMS)))
def test_every_tile_is_drawn_once(name: str) -> None:
    row = PROGRAMS[name]

    assert draw_walls(row.stacks, {}, NAMES, ()).count(".") == row.tiles


def test_a_deal_is_drawn_with_its_takers() -> None:
    opening = open_hand(variant("CD"), [(3, 4)], dealer=1)
    dealt = opening.deal
    picture = draw_walls(opening.stacks, deal_marks(dealt.hands, dealt.upcoming), NAMES, ())

    assert [picture.count(mark) for mark in "ESWN*."] == [13, 14, 13, 13, 1, 54]


@pytest.mark.parametrize("language", Language)
def test_the_sheet_says_break_deal_and_what_is_left(language: Language) -> None:
    sheet = deal_sheet(open_hand(variant("B144"), [(1, 1)]), language)

    says = {
        Language.EN: ("South's wall, skip 1", "91 tiles left", "East (14): South stacks 2-3"),
        Language.ZH: ("南家牌墙，留1墩", "余91张", "东 (14): 南家右起第2至3墩"),
        Language.JA: ("南家の山、1幢残し", "残り91枚", "東 (14): 南家の右から2～3幢目"),
    }
    for text in says[language]:
        assert text in sheet


def test_the_columns_stay_straight_in_chinese() -> None:
    assert display_width("东 E") == 4
    lines = deal_sheet(open_hand(variant("B144"), [(1, 1)]), Language.ZH).splitlines()
    rows = [line for line in lines if line.endswith("..") or "余91张" in line]

    assert len({display_width(line) for line in rows}) == 1
