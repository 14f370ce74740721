"""``mjtable rules inspect``: what it prints and refuses."""

import json

import pytest

from firmware_ctl.cli.app import run
from rules.books import book
from rules.notation import format_tiles

Captured = pytest.CaptureFixture[str]
RIGHT = "123456789m1233p"


def inspect(*words: str) -> int:
    return run(["rules", "inspect", "CD", *words])


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "no tiles: give --east"),
        (("--east", "12"), "mjtable: "),
        (("--east", "[12m"), "mjtable: "),
        (("--east", RIGHT, "--drawn", "south"), "--drawn south: give its hand with --south"),
        (("--open", "9x"), "mjtable: "),
    ],
)
def test_wrong_use_is_one_sentence(words: tuple[str, ...], told: str, capsys: Captured) -> None:
    assert inspect(*words) == 2
    printed = capsys.readouterr()
    assert told in printed.err
    assert printed.err.count("\n") == 1
    assert printed.out == ""


def test_a_table_where_nothing_is_wrong(capsys: Captured) -> None:
    assert inspect("--east", f"{RIGHT}4p", "--drawn", "east", "--west", RIGHT, "--open", "11s") == 0
    assert capsys.readouterr().out == "nothing is wrong\n"


def test_what_is_wrong_is_told_by_side_and_then_for_the_table(capsys: Captured) -> None:
    words = ("--north", f"{RIGHT}4p", "--south", "111123456789m1p", "--open", "1mE")
    assert inspect(*words) == 1
    assert capsys.readouterr().out.splitlines() == [
        "North: 14 tiles in hand where 13 belong (besides 0 melds): count them again",
        "6 x 1 of characters: there are only four of a kind; check the tiles",
        "east wind is not in the set of Chengdu mahjong: take it out",
    ]


def test_the_whole_set_lacks_what_nobody_holds(capsys: Captured) -> None:
    tiles = list(book("CD").set_up.tile_set.tiles())
    assert inspect("--whole", "--open", format_tiles(tiles)) == 0
    capsys.readouterr()
    assert inspect("--whole", "--open", format_tiles(tiles[1:]), "--json") == 1
    (found,) = json.loads(capsys.readouterr().out)["found"]
    assert (found["side"], found["reason"]) == (None, "wall.missing")


def test_it_speaks_chinese(capsys: Captured) -> None:
    assert inspect("--east", f"{RIGHT}4p", "--json", "--lang", "zh-CN") == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["right"] is False
    assert answer["found"][0]["reason"] == "wrong.count"
    assert "张" in answer["found"][0]["text"]


def test_a_tile_that_nobody_could_read_counts_as_a_tile(capsys: Captured) -> None:
    assert inspect("--east", "123456789m123p?") == 0
    assert inspect("--east", "123456789m12p?") == 1
