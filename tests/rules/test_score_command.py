"""``mjtable rules score``, ``waits``, ``settle`` and ``explain``: what they print and refuse."""

import io
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware_ctl.cli.app import run

Captured = pytest.CaptureFixture[str]
WIN = ("score", "CD", "--hand", "11122233m78999p", "--win", "3m")
START: dict[str, object] = {"e": "start", "dealer": 0}
KONG: dict[str, object] = {"e": "kong", "by": 0, "kind": "added", "tile": "5p"}


def mjtable(*words: str) -> int:
    return run(["rules", *words])


def answers(capsys: Captured) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def ledger(path: Path, *events: object) -> str:
    path.write_text("".join(json.dumps(event) + "\n" for event in events), "utf-8")
    return str(path)


def test_score_answers_with_the_best_reading(capsys: Captured) -> None:  # CD-T11
    assert mjtable(*WIN, "--json") == 0

    (answer,) = answers(capsys)
    assert answer["win"] is True
    assert answer["why"] is None
    assert (answer["value"], answer["multiplier"], answer["roots"]) == (2, 4, 0)
    assert answer["patterns"] == [{"id": "CD-F11", "name": "terminals in every set", "value": 2}]
    assert answer["split"] == "123m 123m 123m 789p 99p"


def test_score_takes_every_situation(capsys: Captured) -> None:
    words = (
        "score CD --hand 444m6667p --melds [1111m*][3333m*] --win 7p --by kong --kong-chain 2 "
        "--seat-wind E --round-wind S --flowers ab --last-tile --last-of-kind --lack s --piao 0 "
        "--streak 2 --declared --dealer --passed 4m:1 --option self_draw=add_fan --json"
    )
    assert mjtable(*words.split()) == 0

    assert answers(capsys)[0]["value"] == 1 + 2 + 4 + 1


def test_no_win_is_the_answer_no(capsys: Captured) -> None:  # CD-T16
    assert mjtable("score", "CD", "--hand", "123m456p789s2345m", "--win", "5m", "--json") == 1

    (answer,) = answers(capsys)
    assert answer["win"] is False
    assert answer["why"] == "three suits: one must be missing, melds included"
    assert (answer["value"], answer["multiplier"], answer["patterns"]) == (0, None, [])


def test_a_wrong_hand_is_wrong_use_and_answered_too(capsys: Captured) -> None:
    assert mjtable("score", "CD", "--hand", "1122233m78999p", "--win", "3m", "--json") == 2

    printed = capsys.readouterr()
    assert json.loads(printed.out)["win"] is False
    assert printed.err == (
        "mjtable: 12 tiles in hand where 13 belong (besides 0 melds): count them again\n"
    )


def test_people_read_lines(capsys: Captured) -> None:
    assert mjtable(*WIN, "--lang", "zh-CN") == 0

    assert capsys.readouterr().out.splitlines() == [
        "和牌，2：4倍",
        "  CD-F11     2  幺九",
        "摆牌：123m 123m 123m 789p 99p",
    ]


def test_people_read_why_it_is_no_win(capsys: Captured) -> None:
    assert mjtable("score", "CD", "--hand", "1112223m78999p1m", "--win", "9m") == 1

    assert capsys.readouterr().out == "no win: the tiles make no winning hand\n"


def test_waits_as_json(capsys: Captured) -> None:
    assert mjtable("waits", "CD", "--hand", "1112345678999m", "--seen", "111m2222m", "--json") == 0

    waits = answers(capsys)[0]["waits"]
    assert isinstance(waits, list)
    assert waits[:2] == [
        {"tile": "1m", "value": 3, "left": 0, "dead": True, "fifth": False},
        {"tile": "2m", "value": 2, "left": 0, "dead": True, "fifth": False},
    ]


def test_a_fifth_tile_is_marked(capsys: Captured) -> None:  # DY-31
    words = ("waits", "DY", "--hand", "89m555m234p22p", "--melds", "[7777m*]")
    assert mjtable(*words, "--json") == 0
    assert answers(capsys)[0]["waits"] == [
        {"tile": "7m", "value": 2, "left": 0, "dead": True, "fifth": True}
    ]

    assert mjtable(*words) == 0
    assert capsys.readouterr().out == "7m (7 of characters): worth 2, a fifth tile: never\n"


def test_not_ready_is_the_answer_no(capsys: Captured) -> None:
    assert mjtable("waits", "CD", "--hand", "147m258p147m1369p") == 1

    assert capsys.readouterr().out == "not ready\n"


def test_settle_as_json(tmp_path: Path, capsys: Captured) -> None:  # QS-T2
    assert mjtable("settle", "QS", ledger(tmp_path / "hand", START, KONG), "--json") == 0

    (answer,) = answers(capsys)
    assert answer == {
        "lines": [
            {"from": side, "to": 0, "amount": 6, "rule": "QS-21", "text": "added kong of 5 of dots"}
            for side in (1, 2, 3)
        ],
        "totals": [18, -6, -6, -6],
        "next_dealer": None,
        "warnings": [],
    }


def test_halves_are_numbers(tmp_path: Path, capsys: Captured) -> None:  # DY-T13
    wins = [
        {"e": "win", "by": side, "from": 0, "how": "kong-discard", "value": 1, "tile": "2p"}
        for side in (2, 3)
    ]
    assert mjtable("settle", "DY", ledger(tmp_path / "hand", START, KONG, *wins), "--json") == 0

    assert answers(capsys)[0]["totals"] == [-2, -1, 1.5, 1.5]


def test_settle_for_people(tmp_path: Path, capsys: Captured) -> None:
    file = ledger(tmp_path / "hand", START, {"e": "draw", "hands": ["not-ready"] * 4})
    assert mjtable("settle", "CD", file) == 0

    assert capsys.readouterr().out.splitlines() == [
        "nothing is paid",
        "totals: East +0, South +0, West +0, North +0",
        "East deals next (QS-05)",
    ]


def test_options_of_the_start_go_before_those_of_the_command(
    tmp_path: Path, capsys: Captured
) -> None:
    file = ledger(tmp_path / "hand", {**START, "options": {"base": 10}}, KONG)
    assert mjtable("settle", "QS", file, "--json", "--option", "base=2") == 0

    assert answers(capsys)[0]["totals"] == [30, -10, -10, -10]


def test_a_batch_answers_line_for_line(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    rows = [
        {"hand": "11122233m78999p", "win": "3m", "by": "self"},
        {"variant": "SP", "hand": "11m22m99m44p66p88p9p", "win": "9p"},
        {"hand": "22224444666688m", "win": "8m"},
        {"hand": "1112222244488m", "win": "8m"},
        "x",
        {"hand": "11122233m78999p"},
        {"hand": "11122233m78999p", "win": "9s", "options": {"cap_fan": 3}},
    ]
    text = "\n\n".join(json.dumps(row) for row in rows) + "\n{\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    assert mjtable("score", "CD", "--batch", "-") == 2

    got = answers(capsys)
    assert [one.get("win") for one in got] == [True, True, False, False, None, None, False, None]
    assert [one.get("line") for one in got] == [None, None, 5, 7, 9, 11, None, 14]
    assert [one["value"] for one in got[:2]] == [2, 3]


def test_a_batch_may_name_the_variant_in_its_rows(tmp_path: Path, capsys: Captured) -> None:
    row = {"variant": "CD", "hand": "11122233m78999p", "win": "3m", "melds": ""}
    assert mjtable("score", "--batch", ledger(tmp_path / "rows", row)) == 0
    assert mjtable("score", "--batch", ledger(tmp_path / "rows", {**row, "variant": None})) == 2

    first, second = answers(capsys)
    assert first["win"] is True
    assert second == {"line": 1, "error": '"variant" is missing: name it in the row, or once as ID'}


def test_waits_and_settle_in_a_batch(tmp_path: Path, capsys: Captured) -> None:
    hand = {"hand": "1112345678999m"}
    assert mjtable("waits", "CD", "--batch", ledger(tmp_path / "rows", hand, {"hand": "1m"})) == 2
    events = {"events": [START, KONG], "options": {"base": 5}}
    assert mjtable("settle", "QS", "--batch", ledger(tmp_path / "rows", events, {})) == 2

    waits, short, sheet, none = answers(capsys)
    assert len(waits["waits"]) == 9  # type: ignore[arg-type]
    assert "1 tiles in hand" in str(short["error"])
    assert sheet["totals"] == [15, -5, -5, -5]
    assert none == {"line": 2, "error": '"events" is a list of event objects'}


def test_explain_says_what_a_rule_is(capsys: Captured) -> None:
    assert mjtable("explain", "cd-f9", "--lang", "zh-CN") == 0
    assert mjtable("explain", "CD-F9", "--json") == 0

    first, second = capsys.readouterr().out.splitlines()
    assert first == "CD-F9: 龙七对"
    assert json.loads(second) == {"rule": "CD-F9", "text": "seven pairs with four equal"}


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("score CD", "--hand is missing: give tiles such as 123m456p"),
        ("score CD --hand 1m", "--win is missing"),
        ("score CD --hand 1k --win 1m", "cannot read '1k' at character 2: 'k' is no suit"),
        ("score CD --hand 1m --win 12m", "\"win\" is '12m': give the one winning tile"),
        ("score CD --hand 1m --win 1m --by luck", "no way to win 'luck': there are self, discard"),
        ("score CD --hand 1m --win 1m --melds 222p", "cannot read '222p' at character 1: a meld"),
        ("score CD --hand 1m --win 1m --piao -1", "\"piao\" is '-1': give a whole number"),
        ("score CD --hand 1m --win 1m --lack x", "no suit 'x': "),
        ("score CD --hand 1m --win 1m --seat-wind 1m", "\"seat_wind\" is '1m': give E, S, W or N"),
        (
            "score CD --hand 1m --win 1m --flowers aa",
            "\"flowers\" is 'aa': each flower is there once",
        ),
        ("score CD --hand 1m --win 1m --flowers E", "\"flowers\" is 'E': give letters a..h"),
        ("score CD --hand 1m --win 1m --passed 4m", "\"passed\" is '4m': give tiles and values"),
        ("score CD --hand 1m --win 1m --option cap", "--option cap: write name=value"),
        (
            "score CD --hand 1m --win 1m --option cap=3",
            "CD has no option 'cap': did you mean cap_fan?",
        ),
        ("score CDE --hand 1m --win 1m", "no variant with a rule book 'CDE': did you mean CD?"),
        ("settle QS nowhere.jsonl", "nowhere.jsonl cannot be read: No such file"),
        ("score CD --batch nowhere.jsonl", "nowhere.jsonl cannot be read: No such file"),
        ("explain CD-F99", "no rule 'CD-F99': did you mean CD-F9"),
    ],
)
def test_wrong_use_is_answered_in_one_sentence(words: str, why: str, capsys: Captured) -> None:
    assert mjtable(*words.split()) == 2

    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"mjtable: {why}")
    assert printed.err.count("\n") == 1


def test_a_bad_line_of_a_ledger_is_named(tmp_path: Path, capsys: Captured) -> None:
    assert mjtable("settle", "QS", ledger(tmp_path / "hand", START, {"e": "kong", "by": 9})) == 2
    assert 'event 2: event kong: "by" is 9: give a side 0..3' in capsys.readouterr().err

    (tmp_path / "hand").write_text('{"e": "start"}\n{x}\n', "utf-8")
    assert mjtable("settle", "QS", str(tmp_path / "hand")) == 2
    assert "line 2 is no JSON" in capsys.readouterr().err

    (tmp_path / "hand").write_bytes(b"\xff\xfe\n")
    assert mjtable("settle", "QS", str(tmp_path / "hand")) == 2
    assert "it is not UTF-8 text" in capsys.readouterr().err


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=6),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["hand", "win", "melds", "by", "options", "e", "events", "passed"]),
                inner,
            )
        ),
        max_leaves=8,
    )
)
def test_whatever_stands_in_a_batch_is_answered(
    tmp_path: Path, capsys: Captured, row: object
) -> None:
    for verb in ("score", "waits", "settle"):
        assert mjtable(verb, "CD", "--batch", ledger(tmp_path / "rows", row)) in (0, 2)
        (answer,) = answers(capsys)
        assert answer


@pytest.mark.parametrize("verb", ["score", "waits", "settle", "explain"])
def test_the_help_of_every_verb_shows_an_example(verb: str, capsys: Captured) -> None:
    assert mjtable(verb, "--help") == 0

    assert f"example:\n  mjtable rules {verb}" in capsys.readouterr().out
