"""The texts of steps and questions name the act and the thing that their data name."""

import re

import pytest

from firmware_ctl.core.commands import Word
from firmware_ctl.core.faults import KINDS, FaultBook, StepFault, fault_view
from firmware_ctl.core.snapshot import FaultView
from hal.ids import LANES
from hal.sim.acts import ACTS
from tests.support.reading import ACTS as READ
from tests.support.reading import QUESTIONS, SIDES, act_of, command_of, seen

EXAMPLES = (
    {"actuator": "stacker.1", "input": "tray_up.1", "other": "tray_down.1", "set": "A"},
    {"actuator": "dome", "input": "key_lift.0", "other": "dome_down", "set": "B"},
)


def told(code: str, side: int, places: dict[str, str]) -> FaultView:
    values: dict[str, object] = {
        **places, "why": "top-open", "count": 2, "inputs": "", "deviations": "", "where": "x",
        "step": "x", "seconds": 2, "usual": 1, "level": 700, "percent": 57, "hours": 12,
        "minutes": 15,
    }  # fmt: skip
    fault = FaultBook().add(StepFault(code, side, (0, 1), **values), KINDS[code].holds, 0.0)
    assert fault is not None
    return fault_view(fault, "en")


HANDS_ON = sorted(
    code for code, kind in KINDS.items() if code[:2] not in ("E7", "E8") and code != "E904"
)
"""All but what only operators and computers can mend."""


@pytest.mark.parametrize("code", HANDS_ON)
def test_the_text_of_every_act_names_that_act_where_it_is_done(code: str) -> None:
    for side in LANES:
        for places in EXAMPLES:
            for step in told(code, side, places).steps:
                if step.act is None:
                    continue
                understood = act_of(step.text)
                if step.act in ACTS:
                    assert understood == (step.act, step.place or ""), step.text
                else:
                    assert understood is None, step.text


@pytest.mark.parametrize("code", sorted(KINDS))
def test_the_text_of_every_command_names_that_command(code: str) -> None:
    for step in told(code, 0, EXAMPLES[0]).steps:
        if step.command is not None:
            assert command_of(step.text) is Word(step.command)


def test_no_two_acts_read_alike_and_all_of_the_plants_acts_can_be_told_apart() -> None:
    assert len({act for act, _ in READ}) == len(READ)
    named = {step.act.name for kind in KINDS.values() for step in kind.steps if step.act}
    assert {act for act, _ in READ} == named & set(ACTS)


def test_a_text_that_says_something_else_is_understood_in_no_way() -> None:
    for text in ("Do it again.", "Clean everything.", "Press the red button (sometimes)."):
        with pytest.raises(ValueError, match="names"):
            act_of(text)


GROUPS = sorted(code for code, kind in KINDS.items() if kind.is_group)


@pytest.mark.parametrize("code", GROUPS)
def test_every_question_is_about_one_thing_that_can_be_seen(code: str) -> None:
    for side in LANES:
        question = told(code, side, EXAMPLES[0]).question
        assert question is not None
        found = [match for words, _ in QUESTIONS if (match := re.search(words, question))]
        assert len(found) == 1, question
        named = found[0].groupdict().get("side")
        assert named is None or SIDES[named] == side


def test_a_question_that_asks_for_nothing_visible_is_no_question() -> None:
    with pytest.raises(ValueError, match="0 ways"):
        seen("Is everything all right?", None)  # type: ignore[arg-type]
