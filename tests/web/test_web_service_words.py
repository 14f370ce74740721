"""What a technician reads is in his language: no input, fault or event is left as a code."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import firmware_ctl.core
from firmware_ctl.config.panel import FIELDS, PanelSettings
from firmware_ctl.core.commands import COMMANDS, Command, Origin, Word
from firmware_ctl.core.jogging import MOTORS
from firmware_ctl.core.listeners import Event
from firmware_ctl.core.session import SessionPhase
from firmware_ctl.core.states import Load, Surface
from firmware_ctl.simulated_table import breakable
from firmware_ctl.texts.catalogue import LANGUAGES, catalogue, say
from firmware_ctl.texts.parts import counter_name, part_name, place_name
from firmware_ctl.views.web.log_lines import UNTOLD, log_line
from firmware_ctl.views.web.settings_desk import SettingsDesk
from hal.ids import Actuator, Input
from rules.integrity.levels import Level
from tests.support.bench import FEW, Bench, play
from tests.web.web_bench import Client, ShownTable, talk

EASTERN = ("zh-CN", "ja")
RAW = re.compile(r"[a-z]{2,}|[a-z]+[_.][a-z0-9]|=|None|True|False|\{|\}")
"""What no word of Chinese or Japanese holds, but a code or a value of the program's does."""

CHOSEN_WORDS = {
    choice
    for field in FIELDS.values()
    for choice in field.rule.choices
    if field.key not in ("table.language", "board.baud")
}
"""Choices that are words of the program, not names of their own."""


def names(language: str) -> Iterator[str]:
    """Every name that the service page can show."""
    yield from (part_name(one.label, language) for one in (*Input, *Actuator))
    yield from (part_name(name, language) for name in MOTORS)
    for fault, places in breakable().items():
        yield say(f"sim-fault.{fault}", language)
        yield from (place_name(place, language) for place in places)
    yield from (counter_name(f"motor_s.{one.label}", language) for one in Actuator)
    yield from (say(f"command.{word.value}", language) for word in COMMANDS)
    yield from (say(f"origin.{one.value}", language) for one in Origin)
    yield from (say(f"level.{one.value}", language) for one in Level)
    yield from (say(f"session.{one.value}", language) for one in SessionPhase)
    yield from (say(f"state.{one.value}", language) for one in (*Surface, *Load))


@pytest.mark.parametrize("language", EASTERN)
def test_no_name_is_a_code(language: str) -> None:
    assert [name for name in names(language) if RAW.search(name)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_inputs_have_one_name(language: str) -> None:
    told = [part_name(one.label, language) for one in Input]
    assert len(set(told)) == len(told)


def events_of_the_core() -> set[str]:
    """The names of all events that the controller's code notes."""
    found = set()
    for file in Path(str(firmware_ctl.core.__path__[0])).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            first = node.args[0]
            if name.strip("_") in ("note", "changed") and isinstance(first, ast.Constant):
                found.add(str(first.value))
    return found


def test_every_event_has_its_line() -> None:
    events = events_of_the_core()
    assert {"surface", "fault", "command", "hand-began"} <= events
    assert {f"event.{name}" for name in events - UNTOLD} <= set(catalogue())


@pytest.mark.parametrize("language", EASTERN)
def test_the_lines_of_a_day_at_the_table_hold_no_code(language: str) -> None:
    events: list[Event] = []
    counters: dict[str, int] = {}

    async def scenario(bench: Bench) -> None:
        bench.controller.subscribe(events.append)
        await bench.first_set()
        for word in (Word.LIFT, Word.DICE, Word.STOP):
            command = Command(word, origin=Origin.WEB, by="guest 192.0.2.9")
            bench.controller.submit(command)
            bench.controller.submit(command)
        counters.update(bench.controller.snapshot().counters)

    play(scenario, FEW)
    lines = [log_line(event, language) for event in events if event["event"] not in UNTOLD]
    assert len(lines) > 10
    assert [line for line in lines if RAW.search(line)] == []
    assert [name for name in counters if RAW.search(counter_name(name, language))] == []


def test_a_line_says_when_what_and_by_whom() -> None:
    event: Event = {
        "time": 12.5, "event": "command", "word": "stop", "args": {}, "origin": "web", "ok": True,
        "by": "technician 192.0.2.9", "count": 41,
    }  # fmt: skip
    line = log_line(event, "en")
    role = say("role.technician", "en")
    assert line == f"    12.50 {say('command.stop', 'en')}: taken (page {role} 192.0.2.9) × 41"


def test_who_is_no_role_of_ours_is_told_by_his_way_in_alone() -> None:
    event: Event = {
        "time": 1.0,
        "event": "command",
        "word": "lift",
        "origin": "remote",
        "ok": False,
    }
    assert log_line(event, "en").endswith("refused (remote)")


@pytest.mark.parametrize("language", EASTERN)
def test_every_choice_of_a_setting_has_a_name_and_a_meaning(language: str, tmp_path: Path) -> None:
    owner = tmp_path / "table.toml"
    owner.write_text("config_version = 1\n")

    async def conversation(client: Client) -> None:
        _, told = await client.get(f"/api/settings?lang={language}")
        fields = [field for section in told["sections"] for field in section["fields"]]
        assert {field["key"] for field in fields} == set(FIELDS)
        texts = [choice["text"] for field in fields for choice in field["choices"]]
        assert set(texts) & set(CHOSEN_WORDS) == set()
        assert [field["key"] for field in fields if field["label"].isascii()] == []

    desk = SettingsDesk(PanelSettings(owner))
    talk(ShownTable(), conversation, more=desk.mounted())
