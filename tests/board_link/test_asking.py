"""Asking for a table's configuration: answers in, files out; sensors are found by hand."""

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware_ctl.cli.asking import (
    Answers,
    Levels,
    Stopped,
    Talk,
    ask_inputs,
    ask_keys,
    ask_outputs,
    wiring_text,
)
from firmware_ctl.config.load import read_config
from firmware_ctl.config.render import init_text
from hal.ids import FOUR_PORT_ACTUATORS, FOUR_PORT_INPUTS, Direction, Input
from hal.plain.wiring_file import read_wiring


class Person:
    """Answers questions from a list, or by a rule."""

    def __init__(self, *answers: str, rule: Callable[[str], str] | None = None) -> None:
        self._answers = list(answers)
        self._rule = rule
        self.asked: list[str] = []
        self.told: list[str] = []
        self.talk = Talk(self.hear, self.told.append)

    def hear(self, question: str) -> str | None:
        self.asked.append(question)
        if self._rule is not None:
            return self._rule(question)
        return self._answers.pop(0) if self._answers else None


def good(_key: tuple[str, str], text: str) -> str:
    return f"no variant {text}" if text == "XX" else ""


def test_an_empty_answer_is_the_default_and_a_wrong_one_is_asked_again(tmp_path: Path) -> None:
    person = Person("Salon 3", "XX", "CD", "zh-CN", "cups", "cup", "", "", "rs485")
    answers = Answers()
    ask_keys(person.talk, answers, good)
    assert person.told == ["no variant XX", "'cups' is none of them"]
    path = tmp_path / "table.toml"
    path.write_text(init_text(answers.values), encoding="utf-8")
    config = read_config(path)
    assert (config.table.name, config.table.variant) == ("Salon 3", "CD")
    assert (config.dice.kind, config.board.line, config.board.baud) == ("cup", "rs485", "115200")
    assert config.safety.estop == "fitted"


def test_the_end_of_answers_writes_nothing() -> None:
    with pytest.raises(Stopped):
        ask_keys(Person("Salon 3").talk, Answers(), good)


class Sensors:
    """Forty sensors on five modules, one of them under a hand; normally closed ones inverted."""

    def __init__(self) -> None:
        self.held: Input | None = None
        self.flutter = False
        self.closed = {Input.KEY_RESET, Input.TOP_CLOSED}

    def read(self) -> Levels:
        levels = {}
        for input_ in FOUR_PORT_INPUTS:
            rest_is_on = input_ in (Input.TOP_CLOSED, Input.HATCH_CLOSED, Input.ESTOP_RELEASED)
            level = rest_is_on is not (input_ is self.held)
            levels[input_ // 8 + 1, input_ % 8] = level is not (input_ in self.closed)
        if self.flutter:
            levels[1, 0] = not levels[1, 0]
        return levels


def test_every_input_is_found_by_hand_with_its_sense(tmp_path: Path) -> None:
    sensors = Sensors()
    labels = {input_.label: input_ for input_ in Input}

    def act(question: str) -> str:
        sensors.held = labels[question.partition(":")[0]]
        return ""

    readings = 0

    def read() -> Levels:
        nonlocal readings
        readings += 1
        if readings % 2:
            sensors.held = None  # at rest before each question
        return sensors.read()

    answers = Answers()
    ask_inputs(Person(rule=act).talk, answers, read)
    assert answers.inputs[Input.DOME_UP] == "4.4"
    assert answers.inputs[Input.KEY_RESET] == "!5.7"
    assert answers.inputs[Input.TOP_CLOSED] == "!4.6"
    assert answers.inputs[Input.ESTOP_RELEASED] == "5.0"
    file = tmp_path / "wiring.toml"
    file.write_text(wiring_text(answers), encoding="utf-8")
    wiring = read_wiring(file)
    assert wiring.inverted == sensors.closed
    assert len(wiring.inputs) == len(FOUR_PORT_INPUTS)


def test_nothing_or_two_things_at_once_are_asked_again() -> None:
    sensors = Sensors()
    tries = 0

    def act(question: str) -> str:
        nonlocal tries
        if not question.startswith("eye.0:"):
            return "s"
        tries += 1
        sensors.held = (None, Input.EYE_0)[tries > 1]
        return ""

    answers = Answers()
    person = Person(rule=act)
    ask_inputs(person.talk, answers, sensors.read)
    assert tries == 2
    assert "0 terminals changed" in person.told[1]
    assert answers.inputs == {Input.EYE_0: "1.0"}


def test_outputs_are_asked_for_and_checked() -> None:
    places = {"drum forward": ["9.0", "1.8", "1.0"], "ring forward": ["1.0", "1.1"]}

    def act(question: str) -> str:
        waiting = places.get(question.partition(":")[0])
        return waiting.pop(0) if waiting else ""

    answers = Answers()
    person = Person(rule=act)
    ask_outputs(person.talk, answers, (1, 2))
    assert answers.outputs == {"drum forward": "1.0", "ring forward": "1.1"}
    assert len(person.asked) == len(FOUR_PORT_ACTUATORS) * len(Direction) + 3
    assert tomllib.loads(wiring_text(answers))["outputs"] == answers.outputs
