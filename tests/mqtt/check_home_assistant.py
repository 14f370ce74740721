"""Hold what we tell Home Assistant against its own schemas; run by Home Assistant's own Python.

``make test-homeassistant`` makes the environment and calls this in it.
"""

import asyncio
import itertools
import sys
from importlib import import_module
from tempfile import TemporaryDirectory
from typing import Any

from firmware_ctl.views.mqtt.discovery import discovery
from firmware_ctl.views.mqtt.topics import Topics

COMMANDS = ("stop", "lock", "unlock", "session")
SHARED = (
    "device", "origin", "availability_topic", "payload_available", "payload_not_available", "qos",
)  # fmt: skip
"""What stands once for all components; Home Assistant gives it to each of them."""


async def check() -> int:
    """Validate the payload of every set of commands, and each component by its platform."""
    from homeassistant.components.mqtt import schemas  # noqa: PLC0415
    from homeassistant.const import __version__  # noqa: PLC0415
    from homeassistant.core import HomeAssistant  # noqa: PLC0415

    payloads = components = 0
    with TemporaryDirectory() as place:
        hass = HomeAssistant(place)  # templates are compiled within one
        for number in range(len(COMMANDS) + 1):
            for commands in itertools.combinations(COMMANDS, number):
                payload: dict[str, Any] = discovery(
                    Topics("mjtable", "table-7"), name="Seven", version="1.0", commands=commands,
                    url="http://192.168.1.7:8080/", board="mega", language="zh-CN",
                    measures_supply=True,
                )  # fmt: skip
                schemas.DEVICE_DISCOVERY_SCHEMA(payload)
                payloads += 1
                for component in payload["components"].values():
                    own = dict(component)
                    platform = import_module(f"homeassistant.components.mqtt.{own.pop('platform')}")
                    platform.DISCOVERY_SCHEMA({**own, **{key: payload[key] for key in SHARED}})
                    components += 1
        await hass.async_stop(force=True)
    print(f"Home Assistant {__version__}: {payloads} payloads, {components} components are right")
    print(f"{payloads + components} passed, 0 failed")
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(check()))
