"""The local socket as its clients meet it."""

import asyncio
import json
import socket
import stat
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_ctl.inputs.requests import LONGEST_LINE
from firmware_ctl.inputs.socket import MOST_CLIENTS, MOST_UNSENT, SocketServer, _Client
from firmware_ctl.inputs.socket_file import SocketFile, SocketInUse, SocketPathError
from tests.firmware_ctl.fake_table import FakeTable


class Client:
    """One connection that speaks JSON lines."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self.writer = writer

    def send(self, *requests: object) -> None:
        for request in requests:
            self.writer.write(json.dumps(request).encode() + b"\n")

    async def receive(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(await self._reader.readuntil(b"\n"))
        return message

    async def ask(self, request: object) -> dict[str, Any]:
        self.send(request)
        return await self.receive()


class Served:
    """A served table and the way to connect to it."""

    def __init__(self, server: SocketServer, path: Path) -> None:
        self.server = server
        self.path = path
        self._clients: list[Client] = []

    async def connect(self) -> Client:
        reader, writer = await asyncio.open_unix_connection(self.path, limit=1 << 24)
        client = Client(reader, writer)
        self._clients.append(client)
        return client

    async def hang_up(self) -> None:
        for client in self._clients:
            client.writer.close()
            await client.writer.wait_closed()


@asynccontextmanager
async def serving(table: FakeTable, directory: Path) -> AsyncIterator[Served]:
    path = directory / "mjtable.sock"
    server = SocketServer(table, path)
    await server.start()
    served = Served(server, path)
    try:
        yield served
    finally:
        await served.hang_up()
        await server.close()


Talk = Callable[[Served], Awaitable[None]]


def talk(table: FakeTable, directory: Path, conversation: Talk) -> None:
    async def main() -> None:
        async with serving(table, directory) as served:
            await conversation(served)

    asyncio.run(main())


def test_a_command_is_carried_and_answered_with_its_id(table: FakeTable, tmp_path: Path) -> None:
    async def conversation(served: Served) -> None:
        client = await served.connect()
        answer = await client.ask({"id": 3, "command": "dice", "args": {"side": 1}})
        assert answer == {"id": 3, "ok": True}

    talk(table, tmp_path, conversation)
    assert [(c.word, dict(c.args), c.origin) for c in table.taken] == [("dice", {"side": 1}, "cli")]


def test_a_refusal_carries_its_reason_and_what_is_allowed(tmp_path: Path) -> None:
    async def conversation(served: Served) -> None:
        client = await served.connect()
        assert await client.ask({"id": "x", "command": "lift"}) == {
            "id": "x",
            "ok": False,
            "code": "not-now",
            "why": "the walls are rising",
            "allowed": ["stop"],
        }

    talk(FakeTable(refused={"lift": "the walls are rising"}), tmp_path, conversation)


def test_bad_lines_are_answered_and_the_connection_survives(
    table: FakeTable, tmp_path: Path
) -> None:
    async def conversation(served: Served) -> None:
        client = await served.connect()
        for bad in (b"\x00\xff\n", b"{]\n", b"[1]\n", b'{"command": 1}\n', b"9" * 9_000 + b"\n"):
            client.writer.write(bad)
            answer = await client.receive()
            assert (answer["ok"], answer["code"]) == (False, "bad-request")
            assert answer["why"]
        assert (await client.ask({"command": "lift"}))["ok"] is True

    talk(table, tmp_path, conversation)


def test_a_last_request_needs_no_newline(table: FakeTable, tmp_path: Path) -> None:
    async def conversation(served: Served) -> None:
        client = await served.connect()
        client.writer.write(b'{"id": 1, "command": "lift"}')
        client.writer.write_eof()
        assert await client.receive() == {"id": 1, "ok": True}

    talk(table, tmp_path, conversation)


def test_every_subscriber_is_told_in_the_language_that_it_asked_for(
    table: FakeTable, tmp_path: Path
) -> None:
    async def conversation(served: Served) -> None:
        asked: tuple[str | None, ...] = ("ja", "zh-CN", None, "ja")
        clients = [await served.connect() for _ in asked]
        for client, language in zip(clients, asked, strict=True):
            request = {"subscribe": ["snapshot"], "language": language}
            assert (await client.ask(request))["snapshot"].get("language") == language
        table.change()
        for client, language in zip(clients, asked, strict=True):
            told = (await client.receive())["snapshot"]
            assert (told["number"], told.get("language")) == (1, language)

    talk(table, tmp_path, conversation)


@pytest.mark.parametrize("surplus", [1, LONGEST_LINE, 10 * LONGEST_LINE])
def test_a_line_that_is_too_long_is_told_once_and_skipped(
    table: FakeTable, tmp_path: Path, surplus: int
) -> None:
    async def conversation(served: Served) -> None:
        client = await served.connect()
        client.writer.write(b"x" * (LONGEST_LINE + surplus) + b"\n")
        client.send({"id": 1, "command": "lift"})
        assert "too long" in (await client.receive())["why"]
        assert await client.receive() == {"id": 1, "ok": True}

    talk(table, tmp_path, conversation)


def test_a_line_of_the_greatest_length_is_taken(table: FakeTable, tmp_path: Path) -> None:
    async def conversation(served: Served) -> None:
        client = await served.connect()
        client.writer.write(b'{"command": "lift"}'.ljust(LONGEST_LINE - 1) + b"\n")
        assert (await client.receive())["ok"] is True

    talk(table, tmp_path, conversation)


def test_a_subscriber_gets_the_snapshot_first_and_then_each_change(
    table: FakeTable, tmp_path: Path
) -> None:
    async def conversation(served: Served) -> None:
        client = await served.connect()
        first = await client.ask({"subscribe": ["snapshot", "events"]})
        assert first["snapshot"]["number"] == 0
        table.happen(time=1.5, event="dice")
        assert await client.receive() == {"event": {"time": 1.5, "event": "dice"}}
        table.change()
        assert (await client.receive())["snapshot"]["number"] == 1

    talk(table, tmp_path, conversation)


def test_streams_go_only_to_those_who_asked(table: FakeTable, tmp_path: Path) -> None:
    async def conversation(served: Served) -> None:
        events, silent = await served.connect(), await served.connect()
        assert await events.ask({"id": 1, "subscribe": ["events"]}) == {"id": 1, "ok": True}
        assert (await silent.ask({"id": 2, "command": "mute"}))["ok"] is True
        table.change()
        table.happen(event="tick")
        assert await events.receive() == {"event": {"event": "tick"}}
        assert await silent.ask({"id": 3, "command": "mute"}) == {"id": 3, "ok": True}

    talk(table, tmp_path, conversation)


def test_text_that_utf8_cannot_carry_survives_the_way(table: FakeTable, tmp_path: Path) -> None:
    async def conversation(served: Served) -> None:
        client = await served.connect()
        answer = await client.ask({"id": "\ud800", "command": "\ud800"})
        assert (answer["id"], answer["ok"]) == ("\ud800", False)

    talk(table, tmp_path, conversation)


def test_a_slow_reader_costs_bounded_memory_and_ends_with_the_newest_snapshot(
    tmp_path: Path,
) -> None:
    table = FakeTable(padding="x" * 10_000)
    events = 200

    async def conversation(served: Served) -> None:
        client = await served.connect()
        await client.ask({"subscribe": ["snapshot", "events"]})
        (inside,) = served.server.clients
        for number in range(events):
            table.change()
            table.happen(number=number, padding="y" * 10_000)
            assert inside._transport.get_write_buffer_size() < MOST_UNSENT + 20_000
        seen, lost, last = 0, 0, 0
        while last < events:
            message = await client.receive()
            seen += "event" in message
            lost += message.get("lost", 0)
            last = message.get("snapshot", {}).get("number", last)
        assert lost > 0
        assert seen + lost == events

    talk(table, tmp_path, conversation)


class Stuck(asyncio.Transport):
    """A connection whose other end takes nothing until told to."""

    def __init__(self, protocol: asyncio.Protocol) -> None:
        super().__init__()
        self.sent = b""
        self.reading = True
        self._protocol = protocol

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        pass

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.sent += data
        if len(self.sent) > MOST_UNSENT:
            self._protocol.pause_writing()

    def take(self) -> list[int]:
        ids = [json.loads(line)["id"] for line in self.sent.splitlines()]
        self.sent = b""
        self._protocol.resume_writing()
        return ids

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True


def test_a_client_that_takes_no_answers_is_heard_no_further_until_it_does(
    table: FakeTable, tmp_path: Path
) -> None:
    requests = 30_000
    client = _Client(SocketServer(table, tmp_path / "mjtable.sock"))
    connection = Stuck(client)
    client.connection_made(connection)
    client.data_received(
        b"".join(b'{"id": %d, "command": "mute"}\n' % number for number in range(requests))
    )
    assert len(table.taken) < requests
    assert len(connection.sent) < MOST_UNSENT + 100
    assert not connection.reading
    answered: list[int] = []
    while len(answered) < requests:
        answered += connection.take()
    assert answered == list(range(requests))
    assert connection.reading


def test_one_client_too_many_is_told_and_let_go(table: FakeTable, tmp_path: Path) -> None:
    async def conversation(served: Served) -> None:
        for _ in range(MOST_CLIENTS):
            client = await served.connect()
            await client.ask({"command": "mute"})
        assert "no more fit" in (await (await served.connect()).receive())["why"]

    talk(table, tmp_path, conversation)


@given(chunks=st.lists(st.binary(max_size=40) | st.just(b'{"command":"mute"}\n'), max_size=12))
def test_no_bytes_at_all_stop_the_server(
    chunks: list[bytes], tmp_path_factory: pytest.TempPathFactory
) -> None:
    async def conversation(served: Served) -> None:
        client = await served.connect()
        for chunk in chunks:
            client.writer.write(chunk)
        client.writer.write(b"\n")
        client.send({"id": "last", "command": "lift"})
        while (await client.receive())["id"] != "last":
            pass

    talk(FakeTable(), tmp_path_factory.mktemp("fuzz"), conversation)


def test_the_socket_is_for_owner_and_group_and_goes_away_in_the_end(
    table: FakeTable, tmp_path: Path
) -> None:
    async def conversation(served: Served) -> None:
        mode = served.path.stat().st_mode
        assert stat.S_ISSOCK(mode)
        assert stat.S_IMODE(mode) == 0o660

    talk(table, tmp_path, conversation)
    assert not (tmp_path / "mjtable.sock").exists()
    assert (table.watchers, table.sinks) == ([], [])


def test_a_second_daemon_is_refused_and_the_first_keeps_its_socket(
    table: FakeTable, tmp_path: Path
) -> None:
    async def conversation(served: Served) -> None:
        with pytest.raises(SocketInUse, match="another daemon listens on"):
            await SocketServer(FakeTable(), served.path).start()
        client = await served.connect()
        assert (await client.ask({"command": "lift"}))["ok"] is True

    talk(table, tmp_path, conversation)


def test_what_a_dead_daemon_left_is_cleared_away(table: FakeTable, tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(tmp_path / "mjtable.sock"))

    async def conversation(served: Served) -> None:
        assert (await (await served.connect()).ask({"command": "lift"}))["ok"] is True

    talk(table, tmp_path, conversation)


def test_a_listener_that_holds_no_lock_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "mjtable.sock"
    with socket.socket(socket.AF_UNIX) as other:
        other.bind(str(path))
        other.listen()
        with pytest.raises(SocketInUse):
            SocketFile(path).bind()
        assert path.is_socket()


def test_a_file_in_the_way_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "mjtable.sock"
    path.write_text("precious")
    with pytest.raises(SocketPathError, match="is no socket; move it away"):
        SocketFile(path).bind()
    assert path.read_text() == "precious"


def test_a_path_that_is_too_long_is_told(tmp_path: Path) -> None:
    with pytest.raises(SocketPathError, match="107 at most"):
        SocketFile(tmp_path / ("x" * 108)).bind()


def test_an_absent_place_is_told(tmp_path: Path) -> None:
    with pytest.raises(SocketPathError, match="No such file or directory"):
        SocketFile(tmp_path / "absent" / "deeper" / "mjtable.sock").bind()


def test_a_place_that_anyone_may_change_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    with pytest.raises(SocketPathError, match="can be changed by others"):
        SocketFile(tmp_path / "mjtable.sock").bind()
