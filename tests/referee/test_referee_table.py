"""The referee at the table: what people enter, what they are told, and what stands afterwards."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_ctl.core.commands import COMMANDS, Origin, parse_words
from firmware_ctl.referee.entries import ENTRIES, FLAGS, entry_of
from firmware_ctl.referee.referee import NoWin, Referee
from firmware_ctl.referee.view import offers
from rules.errors import RulesError
from rules.languages import Language
from rules.settling.outcome import read_outcome
from rules.settling.session import read_json
from rules.variants import VARIANTS
from tests.core.test_secrecy import kinds_told

PURE = "111m222m333m444m5m"
"""Waits for its pair in one suit, with pungs alone."""


def opened(variant: str = "DY", dealer: int = 0) -> Referee:
    referee = Referee()
    referee.begin(variant, dealer)
    return referee


def amounts(referee: Referee) -> list[tuple[object, object, object]]:
    lines: Any = referee.sheet(Language.EN, "DY")["lines"]
    return [(line["from"], line["to"], line["amount"]) for line in lines]


def test_before_the_first_throw_nothing_can_be_entered() -> None:
    referee = Referee()
    with pytest.raises(RulesError, match="no hand is open"):
        referee.enter("claim", {"by": 0, "value": 1})
    with pytest.raises(RulesError, match="no hand is open"):
        referee.undo()
    assert not referee.view().open


def test_a_win_by_word_moves_money_and_is_not_called_checked() -> None:
    referee = opened()
    referee.enter("claim", {"by": 1, "from": 2, "value": 2})
    assert [line[:2] for line in amounts(referee)] == [(2, 1)]
    sheet = referee.sheet(Language.EN, "DY")
    assert any("not" in text for text in sheet["warnings"])  # type: ignore[attr-defined]
    assert sum(referee.view().hand) == 0


def test_a_hand_that_does_not_win_is_told_why_and_changes_nothing() -> None:
    referee = opened()
    before = referee.view()
    with pytest.raises(NoWin) as refused:
        referee.enter("claim", {"by": 1, "hand": "123m456p789s1122m", "tile": "9p", "from": 0})
    assert refused.value.to(Language.JA)
    assert refused.value.to(Language.ZH) != refused.value.to(Language.EN)
    assert referee.view() == before


def test_a_hand_that_wins_is_judged_with_its_patterns() -> None:
    referee = opened()
    referee.enter("claim", {"by": 1, "hand": PURE, "tile": "5m", "from": 0})
    wins: Any = referee.sheet(Language.EN, "DY")["wins"]
    assert wins[0]["by"] == 1
    assert wins[0]["value"] > 2


def test_two_winners_on_one_tile_need_nothing_special() -> None:
    referee = opened("DY")
    referee.enter("claim", {"by": 1, "from": 0, "tile": "5p", "value": 1})
    referee.enter("claim", {"by": 2, "from": 0, "tile": "5p", "value": 3})
    assert {line[:2] for line in amounts(referee)} == {(0, 1), (0, 2)}
    assert referee.view().over is False, "one of four is in, and one who paid"
    referee.enter("claim", {"by": 3, "from": 0, "tile": "1m", "value": 1})
    assert referee.view().over
    assert referee.outcome() == "win 1 2 from 0 win 3 from 0"


def test_where_only_the_nearest_wins_the_second_is_refused() -> None:
    referee = opened("MCR")
    referee.enter("claim", {"by": 1, "from": 0, "tile": "5p", "value": 8})
    with pytest.raises(NoWin):
        referee.enter("claim", {"by": 2, "from": 0, "tile": "5p", "value": 8})


def test_undo_takes_back_one_entry_after_the_other_and_the_start_stays() -> None:
    referee = opened()
    referee.enter("kong", {"by": 0, "kind": "concealed", "tile": "1m"})
    one = amounts(referee)
    referee.enter("claim", {"by": 1, "value": 1})
    referee.undo()
    assert amounts(referee) == one
    referee.undo()
    assert amounts(referee) == []
    with pytest.raises(RulesError, match="nothing to undo"):
        referee.undo()


def test_a_hand_stays_open_to_corrections_until_the_next_begins() -> None:
    referee = opened("GD")
    referee.enter("claim", {"by": 1, "value": 1})
    referee.end()
    referee.undo()
    referee.enter("claim", {"by": 2, "value": 1})
    scores = referee.view().scores
    referee.begin("GD", 2)
    assert referee.view().scores == scores
    assert referee.view().hand == (0, 0, 0, 0)
    referee.begin("GD", 2)
    assert referee.view().hands == 1, "a hand without entries is no hand of the session"


def test_the_next_dealer_comes_from_the_sheet() -> None:
    referee = opened("GD", dealer=3)
    assert referee.next_dealer() is None
    referee.enter("claim", {"by": 1, "value": 1})
    proposed = referee.next_dealer()
    assert proposed is not None
    assert proposed.side == 1
    assert read_outcome(referee.outcome() or "").wins[0].by == (1,)


def test_at_the_draw_who_is_not_ready_pays() -> None:
    referee = opened("DY")
    hands = "ready/not-ready/ready/not-ready"
    referee.enter("draw", {"hands": hands, "last": 2})
    assert {line[0] for line in amounts(referee)} == {1, 3}
    assert referee.outcome() == "draw last 2"
    with pytest.raises(RulesError, match="four parts"):
        entry_of("draw", {"hands": "ready/ready"})


def test_a_ready_hand_is_paid_at_the_draw_by_what_it_would_have_been_worth() -> None:
    def paid(hands: str) -> tuple[float, ...]:
        referee = opened("QS")
        referee.enter("draw", {"hands": hands})
        return referee.view().hand

    assert paid("ready 1/not-ready/not-ready/not-ready")[0] > 0
    assert paid("ready 3/not-ready/not-ready/not-ready") > paid(
        "ready 1/not-ready/not-ready/not-ready"
    )
    with pytest.raises(RulesError):
        opened("QS").enter("draw", {"hands": "ready x///"})


def test_only_what_the_variant_pays_at_a_draw_is_offered() -> None:
    told = {id_: (offers(id_)["checks"], offers(id_)["pigs"]) for id_ in ("QS", "GY1", "GD", "MCR")}
    assert told == {
        "QS": (True, True),
        "GY1": (True, False),
        "GD": (False, False),
        "MCR": (False, False),
    }


def test_chickens_are_counted_with_what_was_turned() -> None:
    referee = opened("GY1")
    referee.enter("claim", {"by": 0, "value": 1, "from": 1})
    referee.enter(
        "chicken", {"turned": "5m", "in_hand": "2/0/1/0", "discarded": "///1", "ready": "0 2"}
    )
    assert sum(referee.view().hand) == 0
    assert any(line[1] == 0 for line in amounts(referee))


def test_a_variant_without_them_offers_no_chickens() -> None:
    assert offers("GY1")["chickens"] is not None
    assert offers("GD")["chickens"] is None
    assert offers("MCR")["several"] is False


@pytest.mark.parametrize("name", sorted(VARIANTS))
@pytest.mark.parametrize("language", Language)
def test_every_variant_opens_settles_and_is_told_in_every_language(
    name: str, language: Language
) -> None:
    referee = opened(name, dealer=1)
    referee.thrown([(3, 3), (1, 2)])
    if not offers(name)["settles"]:
        assert not referee.view().open
        return
    referee.enter("claim", {"by": 2, "value": 8})
    sheet = referee.sheet(language, name)
    assert sheet["open"]
    assert len(sheet["entries"]) == 1  # type: ignore[arg-type]
    assert sum(referee.view().hand) == 0


def test_everybody_sees_numbers_and_never_a_tile() -> None:
    referee = opened()
    referee.enter("kong", {"by": 0, "kind": "concealed", "tile": "9m"})
    referee.enter("claim", {"by": 1, "hand": PURE, "tile": "5m", "from": 0})
    assert kinds_told(str(referee.view())) == set()


def test_a_session_is_exported_and_read_again_to_the_same_scores() -> None:
    referee = opened("DY")
    referee.enter("claim", {"by": 1, "value": 2, "from": 0})
    referee.begin("DY", 1)
    referee.enter("kong", {"by": 2, "kind": "direct", "from": 0, "tile": "4s"})
    lines = referee.as_json_lines(Language.ZH)
    assert len(lines.splitlines()) == 2
    assert read_json(lines).totals() == referee.view().scores
    assert referee.as_csv(Language.EN).startswith("hand,variant,from,to")
    assert json.loads(lines.splitlines()[0])["score"]
    referee.new_session()
    assert referee.view().scores == (0, 0, 0, 0)


_SIDES = st.integers(0, 3)
_ARGS = st.fixed_dictionaries(
    {"by": _SIDES},
    optional={
        "from": _SIDES, "value": st.integers(0, 200),
        "tile": st.sampled_from(["1m", "5p", "?", "x"]),
        "kind": st.sampled_from(["direct", "added", "concealed", "ready", "false-win"]),
        "hand": st.sampled_from([PURE, "", "1z"]), "hands": st.text(max_size=12),
        "flags": st.sampled_from([*FLAGS, "nonsense"]), "to": st.text(max_size=4),
        "amount": st.integers(0, 50), "turned": st.sampled_from(["1s", "E"]),
        "in_hand": st.text("0123/", max_size=9), "last": _SIDES,
    },
)  # fmt: skip
_ACTS = st.lists(st.tuples(st.sampled_from([*ENTRIES, "undo", "end", "begin"]), _ARGS), max_size=8)


@given(st.sampled_from(["DY", "GY2", "GD", "MCR", "HZ"]), _ACTS)
def test_whatever_is_entered_is_taken_or_told_why_and_sums_stay_zero(
    name: str, acts: list[tuple[str, dict[str, Any]]]
) -> None:
    referee = opened(name)
    for word, args in acts:
        before = referee.view()
        try:
            match word:
                case "undo":
                    referee.undo()
                case "end":
                    referee.end()
                case "begin":
                    referee.begin(name, args["by"])
                case _:
                    referee.enter(word, args)
        except RulesError as error:
            assert str(error)
            assert referee.view() == before
        assert sum(referee.view().hand) == 0
        assert sum(referee.view().scores) == 0
        referee.sheet(Language.EN, name)


@pytest.mark.parametrize(
    ("said", "lines"),
    [
        ("claim 2 self 3", {(0, 2), (1, 2), (3, 2)}),
        ("claim 2 1 3", {(1, 2)}),
        ("kong 0 concealed 5m", {(1, 0), (2, 0), (3, 0)}),
        ("kong 0 direct 5m 3", {(3, 0)}),
    ],
)
def test_the_same_words_do_on_the_command_line(said: str, lines: set[tuple[int, int]]) -> None:
    referee = opened("DY")
    command = parse_words(said.split(), Origin.CLI)
    referee.enter(command.word.value, command.args)
    assert {line[:2] for line in amounts(referee)} == lines


def test_every_entry_has_its_command() -> None:
    assert {word.value for word in COMMANDS} >= {*ENTRIES, "undo"}


def refused(referee: Referee, word: str, args: dict[str, str | int]) -> RulesError:
    with pytest.raises(RulesError) as why:
        if word == "undo":
            referee.undo()
        else:
            referee.enter(word, args)
    return why.value


KONG: dict[str, str | int] = {"by": 1, "kind": "concealed", "tile": "7p"}


@pytest.mark.parametrize(
    ("before", "word", "args"),
    [
        (KONG, "kong", {**KONG, "by": 2}),
        (None, "undo", {}),
        (None, "chicken", {"turned": "1m"}),
        (None, "declare", {"by": 1, "kind": "ready"}),
    ],
)
def test_what_players_enter_wrongly_is_told_in_their_language(
    before: dict[str, str | int] | None, word: str, args: dict[str, str | int]
) -> None:
    referee = opened("QS" if word == "declare" else "DY")
    if before is not None:
        referee.enter("kong", before)
    why = refused(referee, word, args)
    assert len({why.to(language) for language in Language}) == len(Language)
    assert why.to(Language.EN) == str(why)


def test_without_a_hand_it_is_told_in_their_language() -> None:
    why = refused(Referee(), "undo", {})
    assert len({why.to(language) for language in Language}) == len(Language)
