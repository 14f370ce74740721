"""``mjtable rules`` for the Guiyang family: judge, wait, settle."""

import io
import json

import pytest

from firmware_ctl.cli.app import run

Captured = pytest.CaptureFixture[str]
FAMILY = ("GY1", "GY2", "GY3", "GY4")
EVENTS: list[dict[str, object]] = [
    {"e": "start", "dealer": 0, "dice": [3, 4]},
    {"e": "kong", "by": 0, "kind": "concealed", "tile": "2p"},
    {"e": "win", "by": 0, "from": 1, "tile": "5s", "hand": "123m789m456s5s", "melds": "[2222p*]"},
    {"e": "chicken", "turned": "9s", "in_hand": {"0": "11s"}},
]


@pytest.mark.parametrize(("name", "value"), [("GY1", 10), ("GY2", 8), ("GY3", 40), ("GY4", 8)])
def test_score(name: str, value: int, capsys: Captured) -> None:
    words = ["score", name, "--hand", "11m22m33p44p55s66s7s", "--win", "7s", "--json"]
    assert run(["rules", *words]) == 0

    answer = json.loads(capsys.readouterr().out)
    assert (answer["win"], answer["value"], answer["multiplier"]) == (True, value, value)


def test_a_basic_win_on_a_discard_of_who_declared(capsys: Captured) -> None:
    words = ["score", "GY1", "--hand", "123456m789p234s5p", "--win", "5p"]
    assert run(["rules", *words]) == 1
    assert "needs a kong of one's own" in capsys.readouterr().out
    assert run(["rules", *words, "--from-declared"]) == 0
    assert "GY1-51" in capsys.readouterr().out


@pytest.mark.parametrize("name", FAMILY)
def test_a_basic_hand_waits_for_a_self_draw(name: str, capsys: Captured) -> None:
    words = ["waits", name, "--hand", "123456m789p234s5p", "--json"]
    assert run(["rules", *words]) == 0
    assert [one["tile"] for one in json.loads(capsys.readouterr().out)["waits"]] == ["5p"]
    assert run(["rules", *words, "--by", "discard"]) == 1
    assert json.loads(capsys.readouterr().out) == {"waits": []}


@pytest.mark.parametrize(
    ("name", "totals"),
    [
        ("GY1", [25, -9, -8, -8]),
        ("GY2", [19, -7, -6, -6]),
        ("GY3", [130, -50, -40, -40]),
        ("GY4", [22, -8, -7, -7]),
    ],
)
def test_settle(
    name: str, totals: list[int], capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = "".join(json.dumps(event) + "\n" for event in EVENTS)
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    assert run(["rules", "settle", name, "-", "--json", "--lang", "zh-CN"]) == 0

    answer = json.loads(capsys.readouterr().out)
    assert answer["totals"] == totals
    assert answer["next_dealer"]["side"] == 0
    assert answer["warnings"] == []


def test_settle_in_batch(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [{"variant": name, "events": EVENTS} for name in FAMILY]
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(json.dumps(row) + "\n" for row in rows)))
    assert run(["rules", "settle", "--batch", "-"]) == 0

    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer["totals"][0] for answer in answers] == [25, 19, 130, 22]
