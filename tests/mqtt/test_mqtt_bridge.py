"""A table on a real broker: seen, commanded, gone and back."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import aiomqtt
import pytest

from firmware_ctl.config.model import Mqtt
from firmware_ctl.core.commands import Command, Reply, Word
from firmware_ctl.views.mqtt.bridge import UNKNOWN, About, Bridge, Computer
from tests.mqtt.broker import mosquitto
from tests.mqtt.snapshots import a_snapshot

pytestmark = pytest.mark.realtime

ABOUT = About("Seven", "1.0", "pi")


class Table:
    """A table whose snapshot is set, and that notes its commands."""

    def __init__(self) -> None:
        self.snapshot = a_snapshot()
        self.said: list[Command] = []

    def submit(self, command: Command) -> Reply:
        self.said.append(command)
        return Reply(ok=True)


class Watcher:
    """Another client: everything that is said on the broker, retained or live."""

    def __init__(self, client: aiomqtt.Client) -> None:
        self.client = client
        self.retained: dict[str, bytes] = {}
        self._more = asyncio.Condition()
        self.replies: list[dict[str, Any]] = []

    async def follow(self) -> None:
        async for message in self.client.messages:
            assert isinstance(message.payload, bytes)
            async with self._more:
                if message.topic.value.endswith("/reply"):
                    self.replies.append(json.loads(message.payload))
                self.retained[message.topic.value] = message.payload
                self._more.notify_all()

    async def until(self, true: Callable[[], bool]) -> None:
        async with asyncio.timeout(30), self._more:
            await self._more.wait_for(true)

    def state(self) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(self.retained.get("mjtable/pi/state", b"{}"))
        return told


@asynccontextmanager
async def watching(port: int) -> AsyncIterator[Watcher]:
    async with aiomqtt.Client("127.0.0.1", port) as client:
        await client.subscribe("#", qos=1)
        watcher = Watcher(client)
        task = asyncio.create_task(watcher.follow())
        try:
            yield watcher
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError, aiomqtt.MqttError):
                await task


@asynccontextmanager
async def bridged(
    port: int, table: Table, about: About = ABOUT, computer: Computer = UNKNOWN
) -> AsyncIterator[Bridge]:
    bridge = Bridge(
        Mqtt(host="127.0.0.1", port=port), about, table.submit, lambda: table.snapshot,
        computer=computer,
    )  # fmt: skip
    task = asyncio.create_task(bridge.run())
    try:
        yield bridge
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


def on_a_broker(directory: Path, scenario: Callable[[int], Awaitable[None]]) -> None:
    with mosquitto(directory) as port:
        asyncio.run(asyncio.wait_for(scenario(port), 60))


def online(watcher: Watcher) -> Callable[[], bool]:
    return lambda: watcher.retained.get("mjtable/pi/availability") == b"online"


def test_a_table_is_seen_with_its_state_and_found_by_home_assistant(tmp_path: Path) -> None:
    async def scenario(port: int) -> None:
        table = Table()
        async with bridged(port, table) as bridge, watching(port) as watcher:
            await watcher.until(lambda: watcher.state().get("surface") == "unhomed")
            found = json.loads(watcher.retained["homeassistant/device/mjtable-pi/config"])
            assert found["device"]["name"] == "Seven"
            table.snapshot = a_snapshot(surface="ready")
            bridge.changed()
            await watcher.until(lambda: watcher.state()["surface"] == "ready")
            whole = json.loads(watcher.retained["mjtable/pi/snapshot"])
            assert whole["v"] == table.snapshot["v"]

    on_a_broker(tmp_path, scenario)


def test_the_computers_supply_and_a_waiting_release_are_told(tmp_path: Path) -> None:
    async def scenario(port: int) -> None:
        sags = [False]
        about = About("七号", "1.0", "pi", language="zh-CN")
        computer = Computer(lambda: sags[0], lambda: "2.0")
        async with bridged(port, Table(), about, computer) as bridge, watching(port) as watcher:
            await watcher.until(lambda: watcher.state().get("undervoltage") is False)
            assert watcher.state()["latest_version"] == "2.0"
            found = json.loads(watcher.retained["homeassistant/device/mjtable-pi/config"])
            assert found["components"]["undervoltage"]["name"] == "主机供电"
            sags[0] = True
            bridge.changed()
            await watcher.until(lambda: watcher.state()["undervoltage"] is True)

    on_a_broker(tmp_path, scenario)


def test_the_state_is_there_for_whoever_comes_later(tmp_path: Path) -> None:
    async def scenario(port: int) -> None:
        async with bridged(port, Table()), watching(port) as first:
            await first.until(lambda: bool(first.state()))
            async with watching(port) as second:
                await second.until(lambda: bool(second.state()))
                await second.until(online(second))

    on_a_broker(tmp_path, scenario)


def test_an_orderly_end_and_a_death_both_read_offline(tmp_path: Path) -> None:
    async def scenario(port: int) -> None:
        async with watching(port) as watcher:
            async with bridged(port, Table()):
                await watcher.until(online(watcher))
            await watcher.until(lambda: not online(watcher)())
            script = (
                "import asyncio\n"
                "from tests.mqtt.test_mqtt_bridge import *\n"
                "async def main():\n"
                f"    async with bridged({port}, Table()):\n"
                "        await asyncio.sleep(60)\n"
                "asyncio.run(main())\n"
            )
            import sys  # noqa: PLC0415

            process = await asyncio.create_subprocess_exec(sys.executable, "-c", script)
            await watcher.until(online(watcher))
            process.kill()
            await process.wait()
            await watcher.until(lambda: not online(watcher)())

    on_a_broker(tmp_path, scenario)


def test_a_command_is_taken_and_answered_and_a_retained_one_is_not(tmp_path: Path) -> None:
    async def scenario(port: int) -> None:
        table = Table()
        async with watching(port) as watcher:
            await watcher.client.publish("mjtable/pi/command", "lock", retain=True)
            async with bridged(port, table):
                await watcher.until(lambda: len(watcher.replies) == 1)
                assert watcher.replies[0]["code"] == "retained"
                await watcher.client.publish(
                    "mjtable/pi/command", '{"id": 5, "command": "stop", "args": {}}'
                )
                await watcher.client.publish("mjtable/pi/command", "lift")
                await watcher.until(lambda: len(watcher.replies) == 3)
        assert [command.word for command in table.said] == [Word.STOP]
        assert watcher.replies[1] == {"id": 5, "ok": True}
        assert watcher.replies[2]["code"] == "not-allowed"

    on_a_broker(tmp_path, scenario)


def test_a_flood_of_commands_is_bounded_and_a_stop_always_gets_through(tmp_path: Path) -> None:
    async def scenario(port: int) -> None:
        table = Table()
        async with watching(port) as watcher, bridged(port, table):
            await watcher.until(online(watcher))
            for _ in range(40):
                await watcher.client.publish("mjtable/pi/command", "lock", qos=1)
            for _ in range(3):
                await watcher.client.publish("mjtable/pi/command", "stop", qos=1)
            await watcher.until(lambda: len(watcher.replies) == 43)
        words = [command.word for command in table.said]
        assert words.count(Word.STOP) == 3
        assert words.count(Word.LOCK) < 40
        assert any(reply.get("code") == "too-many" for reply in watcher.replies)

    on_a_broker(tmp_path, scenario)


def test_home_assistant_that_starts_later_is_told_again(tmp_path: Path) -> None:
    async def scenario(port: int) -> None:
        topic = "homeassistant/device/mjtable-pi/config"
        async with bridged(port, Table()), watching(port) as watcher:
            await watcher.until(lambda: bool(watcher.retained.get(topic)))
            await watcher.client.publish(topic, b"", retain=True)
            await watcher.until(lambda: watcher.retained[topic] == b"")
            await watcher.client.publish("homeassistant/status", "online")
            await watcher.until(lambda: bool(watcher.retained[topic]))

    on_a_broker(tmp_path, scenario)


def test_a_broker_that_goes_away_and_comes_back_finds_the_table_again(tmp_path: Path) -> None:
    async def scenario() -> None:
        table = Table()
        with mosquitto(tmp_path) as port:
            bridge = Bridge(
                Mqtt(host="127.0.0.1", port=port), ABOUT, table.submit, lambda: table.snapshot
            )
            task = asyncio.create_task(bridge.run())
            async with watching(port) as watcher:
                await watcher.until(online(watcher))
        table.snapshot = a_snapshot(surface="ready")
        bridge.changed()
        with mosquitto(tmp_path, port):
            async with watching(port) as watcher:
                await watcher.until(lambda: watcher.state().get("surface") == "ready")
                await watcher.until(online(watcher))
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task

    asyncio.run(asyncio.wait_for(scenario(), 90))
