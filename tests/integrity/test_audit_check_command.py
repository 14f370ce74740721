"""``mjtable audit check`` as somebody at a prompt uses it."""

import json
from collections.abc import Iterable
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware_ctl.cli.app import run
from firmware_ctl.cli.audit_bench import CHUNK, Bench, Line, Manner, judged
from firmware_ctl.cli.exits import ExitCode
from rules.integrity.deals import SETS, RecordedDeal, deal_row
from rules.languages import Language
from rules.tiles import Tile
from rules.tilesets import tile_set

Shown = pytest.CaptureFixture[str]
Row = dict[str, Any]

MANNER = Manner("drum", 0.0, Language.EN)


def rows(tables: int, deals: int, seed: int = 1) -> list[Row]:
    """Honest deals of several tables, mixed in one file."""
    chance = np.random.default_rng(seed)
    tiles = np.array(tile_set("136").tiles())
    found = []
    for number in range(1, deals + 1):
        for table in range(tables):
            wall = [Tile(tile) for tile in chance.permutation(tiles).tolist()]
            first, second = chance.integers(1, 7, 2).tolist()
            deal = RecordedDeal(
                number=number,
                variant="HB",
                dealer=number % 4,
                throws=((first, second),),
                walls=tuple(tuple(wall[34 * side : 34 * side + 34]) for side in range(4)),
                table=f"table {table}",
                tile_set=SETS[number % 2],
            )
            found.append(deal_row(deal))
    return found


def lines_of(given: Iterable[object]) -> list[bytes]:
    return [json.dumps(row).encode() + b"\n" for row in given]


@pytest.fixture
def deals(tmp_path: Path) -> Path:
    path = tmp_path / "deals.jsonl"
    path.write_bytes(b"".join(lines_of(rows(3, 4))))
    return path


def answers(shown: Shown) -> list[Row]:
    return [json.loads(line) for line in shown.readouterr().out.splitlines()]


# What goes wrong.


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"variant": "XX"}, "no variant 'XX'"),
        ({"dealer": None}, '"dealer" is missing'),
        ({"walls": [["5q"], [], [], []]}, "no tile '5q'"),
        ({"dice": [7, 10**400]}, "give two faces, 1..6"),
        ({"deal": 10**400}, "give a whole number"),
        ({"table": "\x1b[31m"}, "give a name that can be printed"),
        ({"table": True}, '"table" is True'),
    ],
)
def test_a_bad_line_is_named_after_those_before_it(
    deals: Path, change: Row, why: str, capsys: Shown
) -> None:
    lines = deals.read_bytes().splitlines(keepends=True)
    lines[4] = json.dumps({**json.loads(lines[4]), **change}).encode() + b"\n"
    deals.write_bytes(b"".join(lines))

    assert run(["audit", "check", str(deals)]) == ExitCode.USAGE

    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 4
    assert f"{deals}, line 5: " in err
    assert why in err
    assert "Traceback" not in err


@pytest.mark.parametrize("deep", ["[" * 200_000, '{"walls": ' + "[" * 200_000])
def test_what_is_nested_without_end_is_no_deal(deep: str, tmp_path: Path, capsys: Shown) -> None:
    path = tmp_path / "deep.jsonl"
    path.write_text(deep)
    assert run(["audit", "check", str(path)]) == ExitCode.USAGE
    assert "line 1: this is no JSON" in capsys.readouterr().err


def test_without_lists_of_both_sets_no_tile_is_called_foreign(
    deals: Path, tmp_path: Path, capsys: Shown
) -> None:
    assert run(["audit", "check", str(deals), "--tiles", str(tmp_path)]) == ExitCode.USAGE
    out, err = capsys.readouterr()
    assert out == ""
    assert "once both sets are listed" in err


@given(spoiled=st.binary(max_size=60))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
def test_any_bytes_end_in_a_sentence(spoiled: bytes, tmp_path: Path, capsys: Shown) -> None:
    path = tmp_path / "spoiled.jsonl"
    path.write_bytes(spoiled)
    assert run(["audit", "check", str(path)]) in (ExitCode.DONE, ExitCode.USAGE)
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["nowhere.jsonl"], "no such file"),
        (["-", "--mixing", "hand"], "invalid choice"),
        (["-", "--tolerated", "2"], "is no share"),
        (["-", "--jobs", "0"], "give 1 to 256"),
        (["-", "--jobs", "9" * 30], "give 1 to 256"),
        (["-", "--lang", "fr"], "no language"),
    ],
)
def test_wrong_use_is_one_sentence(words: list[str], why: str, capsys: Shown) -> None:
    assert run(["audit", "check", *words]) == ExitCode.USAGE
    assert why in capsys.readouterr().err


# What goes right.


def test_every_deal_has_a_line_in_the_order_of_the_input(deals: Path, capsys: Shown) -> None:
    assert run(["audit", "check", "--json", str(deals)]) == ExitCode.DONE

    told = answers(capsys)
    assert [(row["table"], row["deal"]) for row in told[:-1]] == [
        (row["table"], row["deal"]) for row in map(json.loads, deals.read_text().splitlines())
    ]
    for row in told[:-1]:
        assert set(row) >= {"deal", "table", "level", "null", "e", "family", "who", "text"}
        assert set(row["e"]) == {"full", "A", "B", "C"}
        assert row["level"] in ("ok", "inform")
    assert told[-1]["summary"] is True
    assert (told[-1]["deals"], told[-1]["tables"]) == (12, 3)


def test_deals_that_are_no_play_are_left_out_unseen(deals: Path, capsys: Shown) -> None:
    with deals.open("ab") as file:
        file.write(b'{"deal": 9, "mode": "test", "walls": "not looked at"}\n\n')
    assert run(["audit", "check", "--json", str(deals)]) == ExitCode.DONE
    told = answers(capsys)
    assert len(told) == 13
    assert told[-1]["left_out"] == 1


def test_people_are_told_what_changes_and_a_summary(
    deals: Path, tmp_path: Path, capsys: Shown
) -> None:
    given = [{**row, "walls": None, "dice": [6, 6]} for row in rows(1, 12)]
    path = tmp_path / "forced.jsonl"
    path.write_bytes(b"".join(lines_of(given)))
    assert run(["audit", "check", "--text", "--lang", "zh-CN", str(path)]) == ExitCode.DONE
    out = capsys.readouterr().out
    assert "骰子" in out
    assert "table table 0: red at deal" in out
    assert run(["audit", "check", "--text", str(deals)]) == ExitCode.DONE
    assert "12 deals of 3 tables" in capsys.readouterr().out


def test_standard_input_is_read_as_well(
    deals: Path, monkeypatch: pytest.MonkeyPatch, capsys: Shown
) -> None:
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(deals.read_bytes())))
    assert run(["audit", "check", "-"]) == ExitCode.DONE
    assert len(answers(capsys)) == 13


def test_tables_judged_together_have_the_wealth_that_each_has_alone() -> None:
    given = rows(3, 4, seed=2)
    together = Bench(MANNER).judge(_lines(given))
    for table in range(3):
        alone = Bench(MANNER).judge(
            _lines([row for row in given if row["table"][-1] == str(table)])
        )
        theirs = [one for one in together if one.answer and one.answer["table"][-1] == str(table)]
        for one, other in zip(alone, theirs, strict=True):
            assert one.answer is not None
            assert other.answer is not None
            assert one.answer["e"] == pytest.approx(other.answer["e"], abs=2e-6)
            assert one.answer["text"] == other.answer["text"]


def _lines(given: Iterable[Row]) -> list[Line]:
    return [
        Line(number, str(row["table"]), line)
        for number, (row, line) in enumerate(zip(given, lines_of(given), strict=True), start=1)
    ]


def test_processes_give_the_same_answers_in_the_same_order() -> None:
    """Without walls, so that the file is long and quick to judge."""
    chance = np.random.default_rng(3)
    given = [
        {
            "deal": number,
            "table": str(number % 5),
            "variant": "HB",
            "dealer": 0,
            "dice": chance.integers(1, 7, 2).tolist(),
        }
        for number in range(CHUNK + 50)
    ]
    lines = _lines(given)
    assert list(judged(lines, MANNER, 2)) == list(judged(lines, MANNER, 1))
