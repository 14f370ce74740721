"""A motor runs by hand while its button is held, and not a moment longer."""

import asyncio
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from firmware_ctl.views.web import jogging
from firmware_ctl.views.web.jogging import LATE_S
from tests.web.web_bench import Client, ShownTable, desk, talk

GO = json.dumps({"motor": "drum", "direction": "forward"})


@dataclass(slots=True)
class NotedMotors:
    """Notes what is asked of it."""

    why: str | None = None
    runs: list[str] = field(default_factory=list)
    begun: int = 0

    def begin(self, motor: str, direction: str) -> str | None:
        self.begun += 1
        if self.why is None:
            self.runs.append(f"{motor} {direction}")
        return self.why

    def stop(self) -> None:
        self.runs.clear()


@pytest.fixture
def motors() -> NotedMotors:
    return NotedMotors()


@pytest.fixture
def table() -> ShownTable:
    return ShownTable()


def line(client: Client, **headers: str) -> Any:  # noqa: ANN401 -- aiohttp has no public name for it
    return client.session.ws_connect(client.base + "/api/jog", headers=headers)


async def held(motors: NotedMotors, socket: Any) -> None:  # noqa: ANN401
    await socket.send_str(GO)
    while not motors.runs:  # noqa: ASYNC110
        await asyncio.sleep(0)
    assert motors.runs == ["drum forward"]


async def let_go(motors: NotedMotors) -> None:
    while motors.runs:  # noqa: ASYNC110
        await asyncio.sleep(0)


def test_it_runs_while_the_pulse_comes(table: ShownTable, motors: NotedMotors) -> None:
    async def conversation(client: Client) -> None:
        async with line(client) as socket:
            await held(motors, socket)
            for _ in range(8):
                await asyncio.sleep(LATE_S / 4)
                await socket.send_str("{}")
            assert motors.runs == ["drum forward"]
            await let_go(motors)  # no pulse comes any more
            assert (await socket.receive()).type is aiohttp.WSMsgType.CLOSE

    talk(table, conversation, motors=motors)


@pytest.mark.parametrize("word", ["", "[]", "null", "no JSON", "[" * 200, "x" * 1000])
def test_a_word_that_is_no_pulse_lets_it_go(
    table: ShownTable, motors: NotedMotors, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jogging, "LATE_S", 60.0)

    async def conversation(client: Client) -> None:
        async with line(client) as socket:
            await held(motors, socket)
            await socket.send_str(word)
            await let_go(motors)

    talk(table, conversation, motors=motors)


@pytest.mark.parametrize("way", ["close", "cut", "bytes"])
def test_a_line_that_is_gone_lets_it_go(
    table: ShownTable, motors: NotedMotors, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jogging, "LATE_S", 60.0)

    async def conversation(client: Client) -> None:
        socket = await line(client)
        await held(motors, socket)
        match way:
            case "close":
                await socket.close()
            case "bytes":
                await socket.send_bytes(b"\0")
            case _:
                socket._response.connection.close()
        await let_go(motors)
        await socket.close()

    talk(table, conversation, motors=motors)


def test_why_not_is_told_in_words(table: ShownTable, motors: NotedMotors) -> None:
    motors.why = "no.jog-in-test"

    async def conversation(client: Client) -> None:
        async with line(client, **{"Accept-Language": "en"}) as socket:
            await socket.send_str(GO)
            told = await socket.receive_json()
            assert told["ok"] is False
            assert "test mode" in told["why"]

    talk(table, conversation, motors=motors)


def test_one_hand_at_a_time(table: ShownTable, motors: NotedMotors) -> None:
    async def conversation(client: Client) -> None:
        async with line(client) as first:
            await held(motors, first)
            async with line(client) as second:
                assert (await second.receive_json())["ok"] is False
            assert motors.runs == ["drum forward"]
        await let_go(motors)

    talk(table, conversation, motors=motors)


@pytest.mark.parametrize(
    "headers", [{"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}]
)
def test_no_other_site_opens_the_line(
    table: ShownTable, motors: NotedMotors, headers: dict[str, str]
) -> None:
    async def conversation(client: Client) -> None:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await line(client, **headers)
        assert refused.value.status == 403

    talk(table, conversation, motors=motors)
    assert motors.begun == 0


def test_nobody_but_the_technician_opens_it(
    table: ShownTable, motors: NotedMotors, tmp_path: Path
) -> None:
    async def conversation(client: Client) -> None:
        for pin in ("", "2580"):
            if pin:
                await client.post("/api/sign-in", {"pin": pin})
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await line(client)
            assert refused.value.status == 403

    talk(table, conversation, motors=motors, access=desk(tmp_path, staff="2580"))
    assert motors.begun == 0


def test_without_motors_there_is_no_line(table: ShownTable) -> None:
    async def conversation(client: Client) -> None:
        answer, _ = await client.ask("GET", "/api/jog")
        assert answer.status == 404

    talk(table, conversation)


def test_a_plain_question_is_told_what_to_open(table: ShownTable, motors: NotedMotors) -> None:
    async def conversation(client: Client) -> None:
        answer, _ = await client.ask("GET", "/api/jog")
        assert answer.status == 426

    talk(table, conversation, motors=motors)
