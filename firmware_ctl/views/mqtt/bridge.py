"""Keep one table on a broker: connect, publish what changed, take commands, connect again.

The table never waits for the broker. What changes while the broker is away is not kept; the newest
state is published when it is back.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import aiomqtt

from firmware_ctl.config.model import Mqtt
from firmware_ctl.core.commands import Command, Reply, Word
from firmware_ctl.inputs.mqtt_commands import NoCommand, understand
from firmware_ctl.views.mqtt.access import client_of
from firmware_ctl.views.mqtt.discovery import BIRTH, discovery, discovery_topic
from firmware_ctl.views.mqtt.state import state_of
from firmware_ctl.views.mqtt.topics import OFFLINE, ONLINE, Topics, table_id

PACE_S = 1.0
"""State is published at most so often, the newest always."""

RELEASE_S = 60.0
"""A release that waits on the card is looked for at most so often."""

FIRST_PAUSE_S, LONGEST_PAUSE_S = 1.0, 60.0
TAKEN_A_SECOND = 5.0
"""More commands than this are refused."""

_log = logging.getLogger("mjtable.mqtt")


@dataclass(frozen=True, slots=True)
class About:
    """What the table says of itself."""

    name: str
    version: str
    machine: str
    url: str = ""
    language: str = "en"


@dataclass(frozen=True, slots=True)
class Computer:
    """What the table's computer is asked: whether its supply sags, which release waits on it.

    ``sags`` returns ``None`` where the supply is not measured, ``waiting`` the version of a release
    that lies there and has never been in use, or nothing.
    """

    sags: Callable[[], bool | None] = lambda: None
    waiting: Callable[[], str] = str


UNKNOWN = Computer()
"""A computer of which nothing is known."""


class Bridge:
    """One table on one broker.

    ``submit`` says a command, ``snapshot`` returns the public snapshot as plain data, ``speed`` is
    how much faster than the wall's the event loop's clock runs.
    """

    def __init__(
        self,
        settings: Mqtt,
        about: About,
        submit: Callable[[Command], Reply],
        snapshot: Callable[[], Mapping[str, Any]],
        speed: float = 1.0,
        computer: Computer = UNKNOWN,
    ) -> None:
        self._settings = settings
        self._about = about
        self._submit = submit
        self._snapshot = snapshot
        self._speed = speed
        self._computer = computer
        self._waiting = ""
        self._asked_at = float("-inf")
        self._commands = frozenset(settings.commands.split())
        self._changed = asyncio.Event()
        self._trouble = ""
        self._published: dict[str, bytes] = {}
        self._budget = TAKEN_A_SECOND
        self._budget_at = 0.0
        self.topics = Topics(settings.topic, table_id(settings.id, about.machine))
        self.connected = False

    def changed(self) -> None:
        """Note that the snapshot may have changed."""
        self._changed.set()

    async def run(self) -> None:
        """Stay on the broker until cancelled; a broker that is away is told once, and tried again.

        The cancelled bridge says ``offline`` itself, since an orderly end sends no last will.
        """
        pause = FIRST_PAUSE_S
        while True:
            try:
                async with self._client() as client:
                    pause = FIRST_PAUSE_S
                    self._note("")
                    await self._serve(client)
            except (aiomqtt.MqttError, OSError) as error:
                self._note(str(error))
            finally:
                self.connected = False
                self._published.clear()
            await asyncio.sleep(pause * self._speed)
            pause = min(2 * pause, LONGEST_PAUSE_S)

    def _client(self) -> aiomqtt.Client:
        return client_of(
            self._settings,
            identifier=f"{self.topics.root.replace('/', '-')}-{self.topics.table}",
            will=aiomqtt.Will(self.topics.availability, OFFLINE, qos=1, retain=True),
            speed=self._speed,
        )

    async def _serve(self, client: aiomqtt.Client) -> None:
        await client.subscribe(self.topics.command, qos=1)
        if self._settings.discovery:
            await client.subscribe(f"{self._settings.discovery}/{BIRTH}", qos=1)
            await self._introduce(client)
        await client.publish(self.topics.availability, ONLINE, qos=1, retain=True)
        self.connected = True
        try:
            await self._work(client)
        except asyncio.CancelledError:
            with suppress(aiomqtt.MqttError, OSError):
                await client.publish(self.topics.availability, OFFLINE, qos=1, retain=True)
            raise

    async def _work(self, client: aiomqtt.Client) -> None:
        """Tell and listen until the connection breaks.

        Raises:
            MqttError: it did.
        """
        try:
            async with asyncio.TaskGroup() as parts:
                parts.create_task(self._listen(client), name="mqtt commands")
                parts.create_task(self._tell(client), name="mqtt state")
        except ExceptionGroup as errors:
            broken, rest = errors.split((aiomqtt.MqttError, OSError))
            if broken is None or rest is not None:
                raise
            raise aiomqtt.MqttError(str(broken.exceptions[0])) from errors

    async def _introduce(self, client: aiomqtt.Client) -> None:
        """Tell Home Assistant of the table."""
        payload = discovery(
            self.topics,
            name=self._about.name,
            version=self._about.version,
            commands=self._commands,
            url=self._about.url,
            language=self._about.language,
            measures_supply=self._computer.sags() is not None,
        )
        topic = discovery_topic(self._settings.discovery, self.topics)
        await client.publish(topic, json.dumps(payload), qos=1, retain=True)

    async def _tell(self, client: aiomqtt.Client) -> None:
        """Publish what has changed, at most once in a while."""
        while True:
            self._changed.clear()
            snapshot = self._snapshot()
            about = self._about
            state = state_of(
                snapshot,
                about.name,
                about.version,
                about.url,
                sags=self._computer.sags(),
                waiting=self._release(),
            )
            for topic, data in ((self.topics.state, state), (self.topics.snapshot, snapshot)):
                await self._publish(client, topic, data)
            await asyncio.sleep(PACE_S * self._speed)
            await self._changed.wait()

    def _release(self) -> str:
        """Return the version that waits on this computer, looked for on the card now and then."""
        now = asyncio.get_running_loop().time() / self._speed
        if now - self._asked_at >= RELEASE_S:
            self._asked_at, self._waiting = now, self._computer.waiting()
        return self._waiting

    async def _publish(self, client: aiomqtt.Client, topic: str, data: Mapping[str, Any]) -> None:
        payload = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
        if self._published.get(topic) != payload:
            await client.publish(topic, payload, qos=0, retain=True)
            self._published[topic] = payload

    async def _listen(self, client: aiomqtt.Client) -> None:
        async for message in client.messages:
            if message.topic.matches(self.topics.command):
                reply = self._answer(message.payload, retained=message.retain)
                await client.publish(
                    self.topics.reply, json.dumps(reply, ensure_ascii=False), qos=1
                )
            elif message.payload == ONLINE.encode():
                await self._introduce(client)

    def _answer(self, payload: bytes, *, retained: bool) -> Mapping[str, Any]:
        try:
            said = understand(payload, retained=retained, allowed=self._commands)
        except NoCommand as refused:
            return refused.reply
        if said.command.word is not Word.STOP and not self._within_budget():
            return NoCommand(said.id, "too-many", "too many commands; say them more slowly").reply
        return {"id": said.id, **self._submit(said.command).as_json()}

    def _within_budget(self) -> bool:
        """Tell whether one more command is taken; a stop is never counted."""
        now = asyncio.get_running_loop().time() / self._speed
        earned = (now - self._budget_at) * TAKEN_A_SECOND
        self._budget = min(TAKEN_A_SECOND, self._budget + earned)
        self._budget_at = now
        if self._budget < 1:
            return False
        self._budget -= 1
        return True

    def _note(self, trouble: str) -> None:
        """Tell once that the broker is away, and once that it is back."""
        if bool(trouble) == bool(self._trouble):
            self._trouble = trouble
            return
        self._trouble = trouble
        where = f"{self._settings.host}:{self._settings.port}"
        if trouble:
            _log.warning("the broker %s is away: %s; trying again", where, trouble)
        else:
            _log.warning("the broker %s is back", where)
