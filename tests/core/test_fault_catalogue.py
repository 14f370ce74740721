"""The catalogue of faults: each code that is raised exists, each row is raised or says why not."""

import ast
from pathlib import Path

import pytest

from firmware_ctl.core.commands import Word
from firmware_ctl.core.faults import KINDS, FaultBook, Holds, StepFault, Until, fault_view
from firmware_ctl.texts import LANGUAGES
from hal.ids import Input
from hal.sim.acts import ACTS

ROOT = Path(__file__).parents[2] / "firmware_ctl"
ROWS = ROOT / "core" / "faults"
VALUES = {
    "why": "top-open", "actuator": "tray.1", "count": 2, "inputs": "tray_up.1, tray_down.1",
    "input": "tray_up.1", "other": "tray_down.1", "deviations": "",
    "where": "the card", "step": "raising", "seconds": 2,
    "usual": 1, "level": 700, "percent": 57, "set": "A", "hours": 12, "minutes": 15,
}  # fmt: skip


def codes_in(paths: list[Path]) -> set[str]:
    """Every text that is a fault's code, in the program's code."""
    return {
        node.value
        for path in paths
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        if len(node.value) == 4 and node.value[0] == "E" and node.value[1:].isdigit()
    }


SOURCES = [path for path in ROOT.rglob("*.py") if ROWS not in path.parents]
ANSWERS = {code for kind in KINDS.values() if kind.asks for code in kind.asks.values()}


def test_every_code_that_the_program_raises_is_in_the_catalogue() -> None:
    simulated = ROOT / "simulated_faults.py"
    assert codes_in([path for path in SOURCES if path != simulated]) <= set(KINDS)


def test_every_row_is_raised_or_an_answer_or_says_why_not() -> None:
    raised = codes_in([path for path in SOURCES if "simulated" not in path.name]) | ANSWERS
    silent = {code for code, kind in KINDS.items() if code not in raised and not kind.why_not}
    assert silent == set()
    assert {code for code, kind in KINDS.items() if kind.why_not} & raised == set()


@pytest.mark.parametrize("code", sorted(code for code, kind in KINDS.items() if kind.is_group))
def test_a_group_asks_between_two_exact_causes_that_hold_as_much(code: str) -> None:
    group = KINDS[code]
    assert group.asks is not None
    exact = [KINDS[each] for each in group.asks.values()]
    assert group.asks[True] != group.asks[False]
    assert not any(kind.is_group for kind in exact)


@pytest.mark.parametrize("code", sorted(KINDS))
def test_a_group_ends_in_0_and_no_exact_code_does(code: str) -> None:
    assert KINDS[code].is_group is code.endswith("0")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", sorted(KINDS))
def test_a_fault_is_told_whole_in_every_language(code: str, language: str) -> None:
    fault = FaultBook().add(StepFault(code, 1, (0, 1), **VALUES), KINDS[code].holds, 0.0)
    assert fault is not None
    view = fault_view(fault, language)
    assert view.name
    assert view.cause
    assert "{" not in view.name + view.cause + view.do
    assert [step.n for step in view.steps] == list(range(1, len(KINDS[code].steps) + 1))
    assert (view.question is not None) is KINDS[code].is_group


@pytest.mark.parametrize("language", ["zh-CN", "ja"])
@pytest.mark.parametrize("code", ["E101", "E103", "E104", "E107"])
def test_why_a_motion_was_not_done_is_told_in_the_tables_language(code: str, language: str) -> None:
    told = {}
    for why in ("top-open", "the emergency stop is pressed", "no answer for 0.5 s"):
        fault = FaultBook().add(StepFault(code, actuator="dome", why=why), Holds.ALL, 0.0)
        assert fault is not None
        told[why] = fault_view(fault, language).cause
        assert why not in told[why]
    assert len(set(told.values())) == len(told)


def test_every_act_that_a_step_names_can_be_done_in_the_plant() -> None:
    beyond_hands = {
        "check-supply", "check-computer", "remove-reason", "check-board", "let-rest", "report",
        "look-around", "clean-inside",
    }  # fmt: skip
    for code, kind in KINDS.items():
        if code[:2] in ("E7", "E8") or code == "E904":
            continue  # the operator's and the computer's
        for step in kind.steps:
            assert step.act is None or step.act.name in {*ACTS, *beyond_hands}, code


@pytest.mark.parametrize("code", sorted(KINDS))
def test_the_way_on_ends_in_commands_and_a_step_is_an_act_or_a_command(code: str) -> None:
    for step in KINDS[code].steps:
        assert (step.act is None) is not (step.command is None)
    kind = KINDS[code]
    assert kind.homes is (Word.HOME in kind.recover)
    if kind.safe is not None:
        assert kind.steps[0].until is Until.GUARD_SAFE


def test_what_comes_of_a_fault_that_holds_the_machine_stands_below_it() -> None:
    book = FaultBook()
    first = book.add(StepFault("E101", why="no answer"), Holds.ALL, 1.0)
    second = book.add(StepFault("E105", actuator="dome"), Holds.ALL, 2.0)
    third = book.add(StepFault("E103", why="watchdog"), Holds.ALL, 3.0)
    notice = book.add(StepFault("E604", input=Input.KEY_LIFT_0.label, seconds=20), Holds.NOTHING, 4)
    assert first is not None and second is not None and third is not None and notice is not None
    assert [fault.because for fault in book] == [None, first.id, first.id, None]
    assert [fault.id for fault in book] == [first.id, second.id, third.id, notice.id]


def test_an_answer_makes_the_fault_exact_under_the_same_number() -> None:
    for answer, code in ((True, "E321"), (False, "E301")):
        book = FaultBook()
        asked = book.add(StepFault("E320", None, (1, 2), count=2), Holds.LOAD, 1.0)
        assert asked is not None
        exact = book.answer(asked, yes=answer)
        assert (exact.kind.code, exact.id, exact.done) == (code, asked.id, 0)
        assert list(book) == [exact]
        with pytest.raises(ValueError, match="asks nothing"):
            book.answer(exact, yes=True)
