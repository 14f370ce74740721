"""What a table says on a broker and what it takes from one, without a broker."""

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_ctl.core.commands import COMMANDS, Origin, Word
from firmware_ctl.inputs.mqtt_commands import LONGEST, NoCommand, understand
from firmware_ctl.texts import LANGUAGES, say
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


def test_the_state_sums_what_wears_the_table() -> None:
    counters = {"hands": 3, "jams.0": 1, "jams.2": 4, "motor_s.drum": 9000, "motor_s.dome": 5}
    state = state_of(a_snapshot(counters=counters), "Seven", "1.0")
    assert (state["jams"], state["drum_hours"]) == (5, 2.5)
    fresh = state_of(a_snapshot(counters={}), "Seven", "1.0")
    assert (fresh["jams"], fresh["drum_hours"]) == (0, 0.0)


@pytest.mark.parametrize("sags", [None, False, True])
def test_the_state_tells_of_the_supply_as_far_as_it_is_known(sags: bool | None) -> None:
    assert state_of(a_snapshot(), "Seven", "1.0", sags=sags)["undervoltage"] is sags


def test_the_newest_version_is_the_one_in_use_unless_another_waits() -> None:
    assert state_of(a_snapshot(), "Seven", "1.0")["latest_version"] == "1.0"
    waits = state_of(a_snapshot(), "Seven", "1.0", waiting="2.0")
    assert (waits["version"], waits["latest_version"]) == ("1.0", "2.0")


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


@given(
    st.sets(st.sampled_from(["stop", "lock", "unlock", "session", "lift"])),
    st.sampled_from(LANGUAGES),
    st.booleans(),
)
def test_home_assistant_has_nothing_to_complain_of(
    commands: set[str], language: str, measures: bool
) -> None:
    found = discovery(
        TOPICS, name="Seven", version="1.0", commands=commands,
        language=language, measures_supply=measures,
    )  # fmt: skip
    assert complaints(found) == []
    assert ("undervoltage" in found["components"]) == measures


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_entities_of_a_table_share_a_name(language: str) -> None:
    names = [say(entity.name, language) for entity in ENTITIES]
    assert len(set(names)) == len(names)


def test_names_are_in_the_tables_language() -> None:
    found = discovery(TOPICS, name="七号", version="1.0", commands=DEFAULT, language="zh-CN")
    assert found["device"]["model"] == "自动麻将机"
    assert found["components"]["stop"]["name"] == "停止"


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
