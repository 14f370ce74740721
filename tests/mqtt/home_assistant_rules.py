"""What Home Assistant asks of a device's discovery payload: our own copy of its rules.

``make test-homeassistant`` holds the same payload against its own schema.
"""

from collections.abc import Mapping
from typing import Any

NEEDED: Mapping[str, frozenset[str]] = {
    "sensor": frozenset({"state_topic"}),
    "binary_sensor": frozenset({"state_topic"}),
    "button": frozenset({"command_topic"}),
    "lock": frozenset({"command_topic"}),
    "switch": frozenset({"command_topic"}),
    "update": frozenset({"state_topic"}),
}
"""Keys without which an entity of a platform is refused."""

KNOWN: Mapping[str, frozenset[str]] = {
    "sensor": frozenset({"state_class", "device_class", "unit_of_measurement"}),
    "binary_sensor": frozenset({"payload_on", "payload_off", "device_class"}),
    "button": frozenset({"payload_press", "device_class"}),
    "lock": frozenset({"payload_lock", "payload_unlock"}),
    "switch": frozenset({"payload_on", "payload_off", "state_on", "state_off"}),
    "update": frozenset({"latest_version_topic", "latest_version_template", "device_class"}),
}
COMMON = frozenset(
    {
        "platform", "unique_id", "name", "icon", "entity_category", "value_template", "state_topic",
        "command_topic",
    }
)  # fmt: skip
DEVICE = frozenset(
    {
        "identifiers", "name", "manufacturer", "model", "model_id", "sw_version", "hw_version",
        "configuration_url", "serial_number", "connections", "suggested_area",
    }
)  # fmt: skip
SHARED = frozenset(
    {
        "device", "origin", "components", "availability_topic", "payload_available",
        "payload_not_available", "qos", "state_topic", "command_topic", "encoding",
    }
)  # fmt: skip


def complaints(payload: Mapping[str, Any]) -> list[str]:
    """Return what Home Assistant would refuse."""
    found = [f"unknown key {key}" for key in payload.keys() - SHARED]
    device, origin = payload.get("device", {}), payload.get("origin", {})
    if not (device.get("identifiers") or device.get("connections")):
        found.append("the device has neither identifiers nor connections")
    found += [f"the device has an unknown key {key}" for key in device.keys() - DEVICE]
    if not origin.get("name"):
        found.append("origin has no name")
    if not payload.get("components"):
        found.append("there are no components")
    seen: set[str] = set()
    for key, component in payload.get("components", {}).items():
        found += [f"{key}: {each}" for each in _of_component(component, seen)]
    return found


def _of_component(component: Mapping[str, Any], seen: set[str]) -> list[str]:
    platform = component.get("platform", "")
    if platform not in NEEDED:
        return [f"unknown platform {platform!r}"]
    found = [f"lacks {key}" for key in NEEDED[platform] - component.keys()]
    found += [f"unknown key {k}" for k in component.keys() - COMMON - KNOWN[platform]]
    unique = component.get("unique_id", "")
    if not unique or unique in seen:
        found.append("unique_id is absent or not unique")
    seen.add(unique)
    return found
