"""``mjtable rules``: what it prints, how it refuses."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware_ctl.cli.app import run
from rules.variants import VARIANTS

Captured = pytest.CaptureFixture[str]


def mjtable(*words: str) -> int:
    return run(["rules", *words])


def test_list_shows_one_variant_a_line(capsys: Captured) -> None:
    assert mjtable("list") == 0

    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(VARIANTS)


def test_list_as_json_gives_one_object_a_line(capsys: Captured) -> None:
    assert mjtable("list", "--json", "--lang", "zh-CN") == 0

    rows = {row["id"]: row for row in map(json.loads, capsys.readouterr().out.splitlines())}
    assert rows["CD"] == {"id": "CD", "name": "成都麻将", "tiles": 108, "stacks": [14, 13, 14, 13]}


def test_show_names_the_rules(capsys: Captured) -> None:
    assert mjtable("show", "mcr") == 0

    shown = capsys.readouterr().out
    assert shown.startswith("MCR  Mahjong competition rules\n")
    assert "[MCR-22, MCR-23]" in shown
    assert "dealer 14, others 13  [MCR-24]" in shown


def test_show_as_json(capsys: Captured) -> None:
    assert mjtable("show", "B144", "--json") == 0

    assert json.loads(capsys.readouterr().out)["tiles"] == 144


def test_break_is_one_line(capsys: Captured) -> None:  # COM-T1
    assert mjtable("break", "CD", "--dice", "3", "4", "--dealer", "1") == 0

    assert capsys.readouterr().out == "North's wall, skip 3\n"


def test_break_as_json(capsys: Captured) -> None:  # MCR-T3
    words = ("break", "MCR", "--dice", "6", "6", "--dice2", "6", "6", "--json", "--lang", "ja")
    assert mjtable(*words) == 0

    answer = json.loads(capsys.readouterr().out)
    assert (answer["wall_side"], answer["stacks_left"]) == (3, 24)
    assert answer["first"] == {"side": 2, "stack": 6}
    assert len(answer["order"]) == 144
    assert answer["text"].startswith("北家の山、24幢残し")


@pytest.mark.parametrize("dealer", ["1", "South", "south"])
def test_the_dealer_is_a_number_or_a_side(dealer: str, capsys: Captured) -> None:
    assert mjtable("deal", "CD", "--dice", "3", "4", "--dealer", dealer, "--json") == 0

    answer = json.loads(capsys.readouterr().out)
    assert [len(answer["hands"][side]) for side in "0123"] == [13, 14, 13, 13]
    assert answer["left"] == 55


def test_deal_draws_the_table(capsys: Captured) -> None:
    assert mjtable("deal", "CD", "--dice", "3", "4") == 0

    drawn = capsys.readouterr().out
    assert "West's wall, skip 3" in drawn
    assert "East (14): West stacks 4-5" in drawn
    assert "55 tiles left" in drawn


def test_an_auto_deal_machine_goes_without_dice(capsys: Captured) -> None:
    assert mjtable("deal", "GD", "--profile", "auto-deal") == 0

    assert "13 tiles rise at each seat" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("show XX", "no variant 'XX': there are DY, "),
        ("show MRC", "no variant 'MRC': did you mean MCR?"),
        ("break CD", "the first throw is missing: add --dice A B"),
        ("break CD --dice 3 7", "--dice 3 7: give two faces of 1..6, such as --dice 3 4"),
        ("break CD --dice three 4", "--dice three 4: give two faces of 1..6"),
        ("break CD --dice 3 4 --dice2 1 1", "2 throws of the dice: this variant asks for 1"),
        ("break MCR --dice 6 4", "South throws the second time: add --dice2 C D"),
        ("break MCR --dice 6 4 --dice2 0 1", "--dice2 0 1: give two faces of 1..6"),
        ("break CD --dice 3 4 --dealer 4", "no side '4': "),
        ("break CD --dice 3 4 --dealer Sud", "no side 'Sud': did you mean South?"),
        ("break CD --dice 3 4 --lang de", "no language 'de': "),
        ("deal CD --dice 3 4 --profile auto", "no profile 'auto': did you mean auto-deal?"),
    ],
)
def test_wrong_use_is_answered_in_one_sentence(words: str, why: str, capsys: Captured) -> None:
    assert mjtable(*words.split()) == 2

    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"mjtable: {why}")
    assert printed.err.count("\n") == 1


@pytest.mark.parametrize("faces", [[], ["3"], ["3", "4", "5"], ["-3", "4"]])
def test_a_throw_has_two_faces(faces: list[str], capsys: Captured) -> None:
    assert mjtable("break", "CD", "--dice", *faces) == 2

    assert capsys.readouterr().err.count("\n") == 1


def test_the_faces_may_stand_before_the_variant(capsys: Captured) -> None:
    assert mjtable("break", "--dice", "3", "4", "CD") == 0

    assert capsys.readouterr().out == "West's wall, skip 3\n"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.text(max_size=5).filter(lambda face: face[:1] != "-"), min_size=2, max_size=2))
def test_whatever_the_faces_the_answer_is_one_line(capsys: Captured, faces: list[str]) -> None:
    code = mjtable("break", "CD", "--dice", *faces)

    printed = capsys.readouterr()
    assert code in (0, 2)
    assert (printed.out + printed.err).count("\n") == 1


@pytest.mark.parametrize("verb", ["list", "show", "break", "deal"])
def test_the_help_of_every_verb_shows_an_example(verb: str, capsys: Captured) -> None:
    assert mjtable(verb, "--help") == 0

    assert f"example:\n  mjtable rules {verb}" in capsys.readouterr().out
