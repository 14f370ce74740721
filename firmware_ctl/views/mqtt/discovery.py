"""How Home Assistant finds the table: one device, its entities, as data; pure.

Device-based discovery (Home Assistant 2024.11 and later): one retained payload names the device and
all of its entities. Only commands that the table takes from the broker have an entity; there is no
entity for anything that starts a motor.
"""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from firmware_ctl.texts import say
from firmware_ctl.views.mqtt.topics import OFFLINE, ONLINE, Topics

ORIGIN = "mjtable"
BIRTH = "status"
"""Under the discovery topic: Home Assistant says ``online`` here when it has started."""


@dataclass(frozen=True, slots=True)
class Entity:
    """One entity: its key, its platform, the text of its name, what shows its value, other keys.

    ``needs`` are the commands without which it makes no sense.
    """

    key: str
    platform: str
    name: str
    value: str = ""
    more: dict[str, Any] = field(default_factory=dict)
    needs: tuple[str, ...] = ()


SUPPLY = "undervoltage"
"""The entity that only a computer which measures its supply has."""

_VERSIONS = (
    "{'installed_version': value_json.version, 'latest_version': value_json.latest_version} "
    "| tojson"
)
"""The one form in which the update platform takes both versions from one state."""

_YES_NO = {"payload_on": "True", "payload_off": "False"}
"""What Jinja makes of a truth value."""

_PROBLEM = {"device_class": "problem"} | _YES_NO
_COUNT = {"state_class": "total_increasing"}
_DIAGNOSTIC = {"entity_category": "diagnostic"}

ENTITIES = (
    Entity("phase", "sensor", "home.phase", "phase", {"icon": "mdi:table-furniture"}),
    Entity("fault", "binary_sensor", "home.fault", "faults > 0", _PROBLEM),
    Entity("fault_code", "sensor", "home.fault-code", "fault", {"icon": "mdi:alert-octagon"}),
    Entity("fault_text", "sensor", "home.fault-text", "fault_text[:250]", {"icon": "mdi:wrench"}),
    Entity(
        "playing", "binary_sensor", "home.playing", "hand == 'running'",
        {"device_class": "running"} | _YES_NO,
    ),
    Entity(
        "safe_to_cut", "binary_sensor", "home.safe-to-cut", "safe_to_cut",
        {"icon": "mdi:power-plug-off"} | _YES_NO,
    ),
    Entity(
        "link", "binary_sensor", "home.link", "link == 'up'",
        {"device_class": "connectivity"} | _YES_NO | _DIAGNOSTIC,
    ),
    Entity("hands", "sensor", "home.hands", "hands", _COUNT | {"icon": "mdi:counter"}),
    Entity("fault_count", "sensor", "home.fault-count", "fault_count", _COUNT | _DIAGNOSTIC),
    Entity(
        "drum_hours", "sensor", "home.drum-hours", "drum_hours",
        {
            "device_class": "duration", "unit_of_measurement": "h",
            "state_class": "total_increasing",
        },
    ),
    Entity("jams", "sensor", "home.jams", "jams", _COUNT | {"icon": "mdi:alert-rhombus"}),
    Entity(SUPPLY, "binary_sensor", "home.undervoltage", "undervoltage", _PROBLEM | _DIAGNOSTIC),
    Entity("update", "update", "home.update", _VERSIONS, _DIAGNOSTIC),
    Entity("verdict", "sensor", "home.verdict", "verdict", {"icon": "mdi:shield-check"}),
    Entity(
        "stop", "button", "home.stop", "", {"payload_press": "stop", "icon": "mdi:octagon"},
        ("stop",),
    ),
    Entity(
        "lock", "lock", "home.lock", "'LOCKED' if value_json.locked else 'UNLOCKED'",
        {"payload_lock": "lock", "payload_unlock": "unlock"}, ("lock", "unlock"),
    ),
    Entity(
        "session", "switch", "home.session", "'open' if value_json.session == 'open' else 'ended'",
        {
            "payload_on": "session start", "payload_off": "session end",
            "state_on": "open", "state_off": "ended", "icon": "mdi:account-group",
        },
        ("session",),
    ),
)  # fmt: skip

_CONTROLS = ("button", "lock", "switch")


def discovery_topic(prefix: str, topics: Topics) -> str:
    """Return where the payload stands, retained."""
    return f"{prefix}/device/{topics.root.replace('/', '-')}-{topics.table}/config"


def discovery(
    topics: Topics,
    *,
    name: str,
    version: str,
    commands: Collection[str],
    url: str = "",
    board: str = "",
    language: str = "en",
    measures_supply: bool = False,
) -> dict[str, Any]:
    """Return the payload: the device, every entity that fits the commands taken and the computer.

    Names are in ``language``; Home Assistant keeps those that its owner has changed.
    """
    device = {
        "identifiers": [f"{topics.root}-{topics.table}"],
        "name": name,
        "manufacturer": ORIGIN,
        "model": say("home.model", language),
        "sw_version": version,
        **({"hw_version": board} if board else {}),
        **({"configuration_url": url} if url else {}),
    }
    return {
        "device": device,
        "origin": {"name": ORIGIN, "sw_version": version},
        "availability_topic": topics.availability,
        "payload_available": ONLINE,
        "payload_not_available": OFFLINE,
        "qos": 1,
        "components": {
            entity.key: _component(entity, topics, language)
            for entity in ENTITIES
            if set(entity.needs) <= set(commands) and (measures_supply or entity.key != SUPPLY)
        },
    }


def _component(entity: Entity, topics: Topics, language: str) -> dict[str, Any]:
    component: dict[str, Any] = {
        "platform": entity.platform,
        "unique_id": f"{topics.root}-{topics.table}-{entity.key}".replace("/", "-"),
        "name": say(entity.name, language),
        **entity.more,
    }
    if entity.value:
        component["state_topic"] = topics.state
        component["value_template"] = _template(entity.value)
    if entity.platform in _CONTROLS:
        component["command_topic"] = topics.command
    return component


def _template(value: str) -> str:
    """Return a Jinja template: a key of the state, or an expression that names it itself."""
    return "{{ " + (value if "value_json" in value else f"value_json.{value}") + " }}"
