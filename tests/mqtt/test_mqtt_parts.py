"""What a table says on a broker and what it takes from one, without a broker."""

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_ctl.core.commands import COMMANDS, Origin, Word
from firmware_ctl.inputs.mqtt_commands import LONGEST, NoCommand, understand
from firmware_ctl.views.mqtt.discovery import ENTITIES, discovery, discovery_topic
from firmware_ctl.views.mqtt.state import NO_FAULT, state_of
from firmware_ctl.views.mqtt.topics import Topics, table_id
from tests.mqtt.home_assistant_rules import complaints
from tests.mqtt.snapshots import a_snapshot

DEFAULT = frozenset({"stop", "lock", "unlock"})
TOPICS = Topics("mjtable", "table-7")


# Topics -------------------------------------------------------------------------------------------


@given(st.text(max_size=40), st.text(max_size=40))
def test_a_tables_name_never_breaks_a_topic(configured: str, machine: str) -> None:
    name = table_id(configured, machine)
    assert re.fullmatch(r"[a-z0-9_-]+", name)


def test_the_configured_name_comes_first() -> None:
    assert table_id("Hall 2/Table 7", "raspberrypi") == "hall-2-table-7"
    assert table_id("", "raspberrypi") == "raspberrypi"
    assert table_id("七号", "") == "table"


# State --------------------------------------------------------------------------------------------


def test_the_state_is_flat_and_tells_the_first_fault() -> None:
    state = state_of(a_snapshot(), "Seven", "1.0")
    assert not any(isinstance(value, dict | list) for value in state.values())
    assert (state["fault"], state["faults"]) == (NO_FAULT, 0)
    faults = [
        {"code": "E301", "name": "jam", "do": "Clear it."},
        {"code": "E201", "name": "dome", "do": "x"},
    ]
    state = state_of(a_snapshot(faults=faults), "Seven", "1.0")
    assert (state["fault"], state["faults"]) == ("E301", 2)
    assert state["fault_text"] == "jam. Clear it."


def test_the_state_has_no_place_for_tiles() -> None:
    keys = state_of(a_snapshot(), "Seven", "1.0").keys()
    assert not any(re.search("tile|wall_|tray|seal|seed", key) for key in keys)


# Commands -----------------------------------------------------------------------------------------


def refused(payload: bytes, *, retained: bool = False) -> dict[str, Any]:
    with pytest.raises(NoCommand) as error:
        understand(payload, retained=retained, allowed=DEFAULT)
    return error.value.reply


@pytest.mark.parametrize(
    "payload", [b"stop", b" stop\n", b'{"command": "stop"}', b'{"command": "stop", "args": {}}']
)
def test_words_and_objects_are_the_same_command(payload: bytes) -> None:
    said = understand(payload, retained=False, allowed=DEFAULT)
    assert said.command.word is Word.STOP
    assert said.command.origin is Origin.MQTT


def test_the_senders_number_comes_back() -> None:
    payload = b'{"id": "abc", "command": "lock"}'
    assert understand(payload, retained=False, allowed=DEFAULT).id == "abc"
    assert refused(b'{"id": 9, "command": "lift"}')["id"] == 9


@pytest.mark.parametrize("word", [word for word in COMMANDS if word.value not in DEFAULT])
def test_by_default_nothing_else_is_taken(word: Word) -> None:
    assert refused(word.value.encode())["code"] == "not-allowed"
    assert refused(json.dumps({"command": word.value}).encode())["code"] == "not-allowed"


def test_what_is_retained_is_never_a_command() -> None:
    assert refused(b"stop", retained=True)["code"] == "retained"


@pytest.mark.parametrize(
    "payload",
    [
        b"\xff", b"{", b'{"command": 5}', b'{"command": "stop", "args": []}', b"{" * 900,
        b'{"id": [], "command": "stop"}', b"x" * (LONGEST + 1), b"stop now",
        b'{"command": "stop","args":{"a":1}}',
    ],
)  # fmt: skip
def test_nonsense_is_answered(payload: bytes) -> None:
    reply = refused(payload)
    assert reply["ok"] is False
    assert reply["why"]


@given(st.binary(max_size=80))
def test_whatever_comes_only_allowed_words_get_through(payload: bytes) -> None:
    try:
        said = understand(payload, retained=False, allowed=DEFAULT)
    except NoCommand:
        return
    assert said.command.word.value in DEFAULT


# Home Assistant -----------------------------------------------------------------------------------


def payload(commands: frozenset[str]) -> dict[str, Any]:
    return discovery(TOPICS, name="Seven", version="1.0", commands=commands, url="http://t/")


@given(st.sets(st.sampled_from(["stop", "lock", "unlock", "session", "lift"])))
def test_home_assistant_has_nothing_to_complain_of(commands: set[str]) -> None:
    assert complaints(payload(frozenset(commands))) == []


def test_its_rules_find_what_is_wrong() -> None:
    broken = payload(DEFAULT)
    broken["components"]["stop"].pop("command_topic")
    broken["components"]["phase"].pop("unique_id")
    broken.pop("origin")
    assert len(complaints(broken)) == 3


def test_only_commands_that_are_taken_have_a_control() -> None:
    assert "stop" not in payload(frozenset())["components"]
    assert "lock" not in payload(frozenset({"lock"}))["components"]
    assert {"stop", "lock"} <= payload(DEFAULT)["components"].keys()
    said = {
        words
        for entity in ENTITIES
        for key, words in entity.more.items()
        if entity.platform in ("button", "lock", "switch") and key.startswith("payload")
    }
    assert said == {"stop", "lock", "unlock", "session start", "session end"}


def test_every_template_reads_what_the_state_has() -> None:
    keys = state_of(a_snapshot(), "Seven", "1.0").keys()
    for component in payload(frozenset({"stop", "lock", "unlock", "session"}))[
        "components"
    ].values():
        read = set(re.findall(r"value_json\.(\w+)", component.get("value_template", "")))
        assert read <= keys, component
        assert bool(read) == ("state_topic" in component)


def test_the_device_is_found_under_its_own_topic() -> None:
    topic = discovery_topic("homeassistant", TOPICS)
    assert topic == "homeassistant/device/mjtable-table-7/config"
