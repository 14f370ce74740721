"""The picture of break and deal: well-formed, and every tile is drawn once."""

import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_ctl.cli.app import run
from rules.deal_svg import CLOTH, COLOURS, LEFT, UPCOMING, deal_svg
from rules.dice import Throw
from rules.languages import Language
from rules.opening import open_hand
from rules.programs import Profile, program
from rules.variants import VARIANTS, variant
from rules.wording import break_text

throws = st.tuples(st.integers(1, 6), st.integers(1, 6))


def colours(drawn: str) -> Counter[str]:
    """The tiles of a picture by their colour; the cloth under them is no tile."""
    boxes = ET.fromstring(drawn).iter("{http://www.w3.org/2000/svg}rect")
    return Counter(colour for box in boxes if (colour := box.attrib["fill"]) != CLOTH)


@given(
    st.sampled_from(sorted(VARIANTS)), st.integers(0, 3), throws, throws, st.sampled_from(Profile)
)
def test_every_tile_is_drawn_once_in_the_colour_of_who_takes_it(
    name: str, dealer: int, first: Throw, second: Throw, profile: Profile
) -> None:
    row = variant(name)
    opening = open_hand(row, [first, second][: row.dice.throws], dealer, profile)
    found = colours(deal_svg(opening))
    assert found.total() == row.tile_set.total
    for side, colour in enumerate(COLOURS):
        raised = opening.share.hand_tiles(side)
        assert found[colour] == len(opening.deal.hands[side]) + raised
    assert found[UPCOMING] == 1
    assert found[LEFT] == opening.deal.left - 1


def test_a_half_stack_and_an_empty_side_are_drawn_as_they_stand() -> None:
    opening = open_hand(variant("CD"), [(3, 4)], 1, Profile.AUTO_DEAL, program("108-3"))
    found = colours(deal_svg(opening))
    assert found.total() == 108
    assert found[COLOURS[2]] == 0  # nobody sits in the West


@pytest.mark.parametrize("language", Language)
def test_the_picture_says_where_to_break_in_every_language(language: Language) -> None:
    opening = open_hand(variant("CD"), [(3, 4)], 1)
    assert break_text(opening.broken, language) in deal_svg(opening, language)


def test_equal_openings_give_equal_pictures() -> None:
    first, second = (deal_svg(open_hand(variant("GD"), [(2, 5)])) for _ in range(2))
    assert first == second


def test_the_command_writes_the_picture(tmp_path: Path) -> None:
    file = tmp_path / "deal.svg"
    assert run(["rules", "deal", "CD", "--dice", "3", "4", "--svg", str(file)]) == 0
    assert ET.fromstring(file.read_text("utf-8")).tag.endswith("svg")


def test_a_file_that_cannot_be_written_is_told_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nowhere = tmp_path / "nowhere" / "deal.svg"
    assert run(["rules", "deal", "CD", "--dice", "3", "4", "--svg", str(nowhere)]) == 1
    told = capsys.readouterr().err
    assert "cannot be written" in told
    assert told.count("\n") == 1
