"""Follow a broker for a fleet; connects again by itself."""

import asyncio
from collections.abc import Callable

import aiomqtt

from firmware_ctl.config.model import Mqtt
from firmware_ctl.views.fleet.fleet import Fleet
from firmware_ctl.views.mqtt.access import client_of

PAUSE_S = 2.0


async def follow(
    settings: Mqtt, fleet: Fleet, changed: Callable[[], None], told: Callable[[str], None]
) -> None:
    """Bring what the tables say into a fleet until cancelled.

    ``changed`` is called after every change, ``told`` when the broker goes away (with the reason)
    and when it is there (with nothing).
    """
    while True:
        try:
            async with client_of(settings) as client:
                for part in ("availability", "state"):
                    await client.subscribe(f"{settings.topic}/+/{part}", qos=0)
                told("")
                await _listen(client, fleet, changed)
        except (aiomqtt.MqttError, OSError) as error:
            told(str(error))
        await asyncio.sleep(PAUSE_S)


async def _listen(client: aiomqtt.Client, fleet: Fleet, changed: Callable[[], None]) -> None:
    async for message in client.messages:
        before = fleet.version
        fleet.hear(message.topic.value, message.payload)
        if fleet.version != before:
            changed()
