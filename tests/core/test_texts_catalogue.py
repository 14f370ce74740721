"""The catalogue of words: every key in all languages, each one used, and none missing."""

import ast
import re
import string
from pathlib import Path

import pytest

from firmware_ctl.core.commands import Word
from firmware_ctl.core.estop import EStop
from firmware_ctl.core.faults import KINDS, Seen
from firmware_ctl.core.faults.kinds import Reaction
from firmware_ctl.core.gate import TAKEN_IN
from firmware_ctl.core.interlocks import INTERLOCKS
from firmware_ctl.core.self_check import Stage
from firmware_ctl.core.states import Load, Surface
from firmware_ctl.texts import LANGUAGES, say
from firmware_ctl.texts.catalogue import catalogue
from firmware_ctl.views.notifications.notices import About
from firmware_ctl.views.voice.prompts import NAMES
from hal.line.registers import Why

ROOT = Path(__file__).parents[2] / "firmware_ctl"
_STEMS = "side|fault|act|step|seen|reaction|why|no|yes|phase|verdict|view|state|reason|voice"
_KEY = re.compile(rf"({_STEMS})\.[A-Za-z0-9.-]+[A-Za-z0-9]")


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def constants() -> set[str]:
    """Every text that stands in the program's code."""
    return {
        node.value
        for path in ROOT.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def put_together() -> set[str]:
    """The keys that the code puts together from a name and an Enum."""
    refused = {state for states in TAKEN_IN.values() for state in set(Surface) - states}
    return {
        *(f"side.{side}" for side in (*range(4), "none")),
        *(f"fault.{code}.{part}" for code in KINDS for part in ("name", "cause")),
        *(f"fault.{code}.asks" for code, kind in KINDS.items() if kind.is_group),
        *(f"act.{step.act.name}" for kind in KINDS.values() for step in kind.steps if step.act),
        *(
            f"step.{step.command.value}"
            for kind in KINDS.values()
            for step in kind.steps
            if step.command
        ),
        *(f"seen.{seen.value}" for seen in Seen),
        *(f"reaction.{reaction.value}" for reaction in Reaction),
        *(
            f"why.{name}"
            for name in ("no-answer", "started-anew", "slide-filled", "hand-tray-not-flush")
        ),
        *(f"why.{rule.why}" for _, rule in INTERLOCKS),
        *(f"why.{code.name.lower().replace('_', '-')}" for code in Why if code is not Why.NONE),
        *(f"no.in-{state.value}" for state in refused),
        *(f"phase.{state.value}" for state in Surface),
        *(f"self-check.{stage.value}" for stage in Stage),
        *(f"voice.{name}" for name in NAMES),
        *(f"notice.{about.value}.{part}" for about in About for part in ("title", "body")),
    }


_OF_THE_PAGE = frozenset(
    (
        "choice",
        "command",
        "config",
        "counter",
        "declare",
        "event",
        "fact",
        "fleet",
        "how",
        "kong",
        "level",
        "origin",
        "page",
        "part",
        "penalty",
        "quality",
        "role",
        "session",
        "shown",
        "sim-fault",
    )
)
"""What only the web page says; its own tests look for it there."""


def is_used(key: str, said: set[str]) -> bool:
    """Tell whether the code says a key: whole, or by its last part after a common stem."""
    stem, _, rest = key.partition(".")
    begun = tuple(text for text in said if text.endswith("-") and len(text) > 2)
    if key in said or key.startswith(begun) or stem in _OF_THE_PAGE:
        return True
    if stem == "state":
        return rest in {state.value for state in (*Surface, *Load)}
    return stem in ("view", "reason") and (rest in said or rest.startswith(begun))


@pytest.mark.parametrize("key", sorted(catalogue()))
def test_a_text_is_there_in_every_language_with_the_same_values(key: str) -> None:
    texts = catalogue()[key]
    assert set(texts) == set(LANGUAGES)
    assert all(text.strip() for text in texts.values())
    assert len({frozenset(fields(text)) for text in texts.values()}) == 1


def test_every_key_that_the_code_uses_exists() -> None:
    said = {text for text in constants() if _KEY.fullmatch(text)}
    assert said | put_together() <= set(catalogue())


def test_every_key_is_used() -> None:
    said = constants() | put_together()
    assert {key for key in catalogue() if not is_used(key, said)} == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", sorted(KINDS))
def test_a_fault_asks_for_no_value_that_nobody_gives(code: str, language: str) -> None:
    given = {
        "side", "lanes", "why", "actuator", "count", "inputs", "deviations", "where", "step",
        "seconds", "input", "other", "usual", "level", "percent", "set", "hours", "minutes",
    }  # fmt: skip
    parts = ("name", "cause", "asks") if KINDS[code].is_group else ("name", "cause")
    for part in parts:
        assert fields(catalogue()[f"fault.{code}.{part}"][language]) <= given


@pytest.mark.parametrize("code", sorted(KINDS))
def test_a_fault_is_left_by_commands_that_exist(code: str) -> None:
    kind = KINDS[code]
    assert "ack" in kind.recover
    assert set(kind.recover) <= set(Word)
    assert ("answer" in kind.recover) is kind.is_group is code.endswith("0")
    assert ("home" in kind.recover) is kind.homes


def test_a_key_that_is_not_there_is_our_mistake() -> None:
    with pytest.raises(KeyError):
        say("no.such-key")


def test_the_emergency_stop_has_a_word_in_every_state() -> None:
    assert {f"view.estop-{state.value}" for state in EStop} <= set(catalogue())
