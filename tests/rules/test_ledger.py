"""The hand's ledger and the session: add, undo, correct, export, put money aside."""

import csv
import io
import json

import pytest

from rules.errors import EventError, RulesError
from rules.settling.ledger import HandLedger, start
from rules.settling.session import (
    PutAside,
    Session,
    export_csv,
    export_json,
    read_json,
    table_money,
)

KONG: dict[str, object] = {"e": "kong", "by": 0, "kind": "concealed", "tile": "5m"}
WIN: dict[str, object] = {"e": "win", "by": 1, "from": 2, "value": 2}


def test_undo_takes_the_last_event_back() -> None:
    hand = start("QS", dealer=0).add(KONG)

    assert hand.settle().totals == (36, -12, -12, -12)
    assert hand.add(WIN).undo() == hand
    assert hand.undo().settle().totals == (0, 0, 0, 0)
    with pytest.raises(EventError, match="nothing to undo"):
        hand.undo().undo()


def test_a_correction_changes_all_that_follows() -> None:
    hand = start("QS", dealer=0).add({**WIN, "by": 3}, KONG)
    assert hand.settle().totals[0] == 24

    corrected = hand.correct(2, {**WIN, "value": 3})
    assert corrected.settle().totals == (24, 24, -24 - 12, -12)
    with pytest.raises(EventError, match="no event 4: there are 3"):
        hand.correct(4, WIN)


@pytest.mark.parametrize(
    ("events", "why"),
    [
        ([], "event 1: a hand begins with"),
        ([KONG], "event 1: a hand begins with"),
        ([{"e": "start"}, {"e": "start"}], "event 2: a hand starts once"),
        ([{"e": "start"}, WIN, WIN], "event 3: South has won before and is out"),
        ([{"e": "start"}, {"e": "draw"}, WIN], "event 3: the hand is over"),
        ([{"e": "start"}, {"e": "kongs"}], "event 2: no event 'kongs': did you mean kong?"),
        (
            [{"e": "start"}, {**KONG, "kind": "direct"}],
            "event 2: event kong: a direct kong has a feeder",
        ),
        ([{"e": "start"}, {**KONG, "by": 4}], 'event 2: event kong: "by" is 4: give a side 0..3'),
        ([{"e": "start"}, {**WIN, "from": 1}], '"from" is 1, the player himself'),
        ([{"e": "start"}, {**WIN, "value": None}], 'give the tiles as "hand" and "tile"'),
        ([{"e": "start"}, {**WIN, "how": "self"}], 'a win by self is drawn: leave "from" out'),
        (
            [{"e": "start"}, {**WIN, "from": None, "how": "rob"}],
            "a win by rob takes another's tile",
        ),
        ([{"e": "start"}, {"e": "chicken"}], "event 2: QS has no chickens"),
        ([{"e": "start", "dice": [3, 7]}], "event 1: event start: dice 3 and 7"),
        ([{"e": "start", "options": {"cap": 3}}], "QS has no option 'cap': did you mean cap_fan?"),
        ([{"e": "start"}, KONG, {**KONG, "by": 2}], "event 3: 5 of characters was konged before"),
        ([{"e": "start"}, 5], "event 2: an event is a JSON object"),
        ([{"e": "start"}, {"e": "draw", "hands": [1]}], '"hands" is a list of four'),
        ([{"e": "start"}, {**KONG, "tile": "E"}], "event 2: QS has no four tiles east wind"),
        ([{"e": "start"}, {**KONG, "tile": "?"}], "event 2: QS has no four tiles unread tile"),
        ([{"e": "start"}, WIN, {**WIN, "by": 3}, WIN], "event 2: South wins one tile 2 times"),
        (
            [{"e": "start"}, {**WIN, "how": "kong-discard"}, {**WIN, "by": 3}],
            "event 2: one tile is won in one way, not by discard and kong-discard",
        ),
        ([{"e": "start"}, {**WIN, "value": 41}], '"value" is 41: no hand has more than 40 fan'),
        (
            [{"e": "start"}, {"e": "draw", "hands": {"1": {"ready": True, "value": 41}}}],
            '"value" is 41: no hand has more than 40 fan',
        ),
        ([{"e": "start"}, {**WIN, "kong_chain": 5}], "a hand has at most 4 kongs"),
        ([{"e": "start"}, {"e": "declare", "by": 1, "kind": "ready"}], "QS has no declarations"),
        (
            [{"e": "start"}, {"e": "penalty", "by": 1, "kind": "x", "to": 1}],
            '"to" names 1, who pays',
        ),
    ],
)
def test_what_cannot_have_happened_is_told(events: list[dict[str, object]], why: str) -> None:
    with pytest.raises(RulesError) as caught:
        HandLedger("QS", tuple(events)).settle()

    assert why in str(caught.value)


def test_a_penalty_named_by_the_table() -> None:
    hand = start("CD", dealer=0)

    named = hand.add({"e": "penalty", "by": 0, "kind": "wrong-count", "to": [1, 2], "amount": 4})
    assert named.settle().totals == (-8, 4, 4, 0)
    silent = hand.add({"e": "penalty", "by": 0, "kind": "wrong-count"}).settle()
    assert silent.lines == ()
    assert "name no amount" in silent.warnings[0].en


def _session() -> Session:
    hands = [start("QS", dealer=0).add(KONG, WIN), start("QS", dealer=1).add({**WIN, "value": 1})]
    session = Session()
    for hand in hands:
        session = session.add(hand)
    return session


def test_an_event_entered_late_and_one_taken_out() -> None:
    hand = start("QS", dealer=0).add(WIN)

    with pytest.raises(EventError, match="South has won before"):
        hand.add({**KONG, "by": 1})
    late = hand.insert(2, {**KONG, "by": 1})
    assert late.entries == (hand.entries[0], {**KONG, "by": 1}, WIN)
    assert late.remove(2) == hand
    for number in (1, 4):
        with pytest.raises(EventError, match="give 2 to 3"):
            hand.insert(number, KONG)
        with pytest.raises(EventError, match=f"no event {number} to remove"):
            late.remove(number)


@pytest.mark.parametrize("late", [False, True])
def test_a_tile_konged_by_one_and_won_by_another_is_told(late: bool) -> None:
    win = {"e": "win", "by": 1, "from": 2, "hand": "111333444m6677p", "tile": "7p"}
    kong = {**KONG, "tile": "7p"}
    sheet = start("CD", dealer=0).add(*((win, kong) if late else (kong, win))).settle()

    assert any("7 of dots was konged" in warning.en for warning in sheet.warnings)
    assert len(sheet.wins) == 1


@pytest.mark.parametrize(
    "hand", ["1112345678999m", ["111m", "2345678999m"], {"hand": "1112345678999m"}]
)
def test_a_hand_is_shown_as_text_a_list_or_an_object(hand: object) -> None:
    draw = {"e": "draw", "hands": ["not-ready", hand, "not-ready", "not-ready"]}

    assert start("SP", dealer=0).add(draw).settle().totals == (-3, 9, -3, -3)


def test_a_concealed_kong_has_no_feeder() -> None:
    fed = start("QS", dealer=0).add({**KONG, "from": 2})

    assert fed.settle() == start("QS", dealer=0).add(KONG).settle()


def test_the_score_runs_through_the_session() -> None:
    session = _session()

    assert session.running() == [(36, 0, -24, -12), (36, 6, -30, -12)]
    assert session.totals() == session.running()[-1]
    assert Session().totals() == (0, 0, 0, 0)


def test_exports_hold_every_line() -> None:
    session = _session()
    rows = list(csv.DictReader(io.StringIO(export_csv(session))))

    assert len(rows) == sum(len(hand.settle().lines) for hand in session.hands)
    assert rows[0] == {
        "hand": "1",
        "variant": "QS",
        "from": "1",
        "to": "0",
        "amount": "12",
        "rule": "QS-22",
        "text": "concealed kong of 5 of characters",
    }
    last = json.loads(export_json(session).splitlines()[-1])
    assert last["score"] == [36, 6, -30, -12]


def test_an_export_replays_to_the_same_session() -> None:
    assert read_json(export_json(_session())) == _session()


@pytest.mark.parametrize(
    ("way", "costs", "aside"),
    [
        ("off", None, []),
        ("fixed", None, [PutAside(1, 0, 10), PutAside(2, 0, 10)]),
        ("proportional", None, [PutAside(1, 0, 10), PutAside(2, 0, 20)]),
        ("proportional", 15, [PutAside(1, 0, 10), PutAside(2, 0, 5)]),
    ],
)
def test_dy_45_table_money(way: str, costs: int | None, aside: list[PutAside]) -> None:
    options: dict[str, object] = {"base": 10, "table_money": way}
    plain = {"e": "win", "by": 0, "hand": "123m456m789p2345p", "tile": "5p"}
    better = {"e": "win", "by": 0, "hand": "234m456m678p2345p", "tile": "5p"}
    discard = {"e": "win", "by": 0, "from": 1, "hand": "234m456m678p2345p", "tile": "5p"}
    session = Session()
    for win in (plain, better, discard):
        session = session.add(start("DY", 0, options).add(win))

    assert table_money(session, costs) == aside


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "line 1 is no JSON"),
        ("5", "line 1 is no hand: it has a variant, events and options"),
        ('{"variant": "QS", "events": {}, "options": {}}', "line 1 is no hand"),
        ('\n{"variant": "QS", "events": [], "options": {}}', "line 2: event 1: a hand begins"),
    ],
)
def test_a_spoilt_session_is_told(text: str, why: str) -> None:
    with pytest.raises(RulesError, match=why):
        read_json(text)
