"""The live stream over real connections."""

import asyncio
import json

import pytest

from firmware_ctl.views.web.stream import MOST_STREAMS
from tests.web.web_bench import Client, ShownTable, talk


@pytest.fixture
def table() -> ShownTable:
    return ShownTable()


def test_the_stream_tells_the_whole_and_then_what_changes(table: ShownTable) -> None:
    async def conversation(client: Client) -> None:
        async with client.live(**{"Accept-Language": "en"}) as stream:
            assert stream.answer.content_type == "text/event-stream"
            assert stream.answer.headers["Cache-Control"] == "no-store"
            assert stream.answer.headers["X-Accel-Buffering"] == "no"
            first = await stream.next()
            assert (first.name, first.data["spoken"]) == ("snapshot", "en")
            assert first.data["surface"] == "walls-up"
            table.change(surface="play")
            second = await stream.next()
            assert (second.name, second.data["surface"]) == ("delta", "play")
            assert second.data.keys() == {"surface", "state"}
            assert second.data["state"] != first.data["state"]
            assert second.id != first.id

    talk(table, conversation)


def test_when_the_page_is_closed_its_streams_end_and_nothing_waits_for_them(
    table: ShownTable,
) -> None:
    async def conversation(client: Client) -> None:
        async with client.live() as stream:
            await stream.next()
            await client.server.close()
            assert await stream.ended()

    talk(table, conversation)
    assert table.watchers == []


def test_a_client_that_leaves_is_forgotten_at_once(table: ShownTable) -> None:
    async def conversation(client: Client) -> None:
        async with client.live() as stream:
            await stream.next()
            assert len(table.watchers) == 1
            stream.answer.close()
        await client.until(lambda: not table.watchers)

    talk(table, conversation)


def test_no_more_streams_are_open_than_the_most(table: ShownTable) -> None:
    async def conversation(client: Client) -> None:
        streams = []
        for _ in range(MOST_STREAMS):
            answer = await client.session.get(client.base + "/api/events")
            assert answer.status == 200
            streams.append(answer)
        answer, said = await client.ask("GET", "/api/events")
        assert (answer.status, json.loads(said)["code"]) == (503, "full")
        status, _ = await client.stop()
        assert status == 200, "a stop always gets through"
        for stream in streams:
            stream.close()

    talk(table, conversation)


def test_a_client_that_reads_nothing_holds_no_one_up_and_little_is_kept_for_it(
    table: ShownTable,
) -> None:
    table.data["padding"] = "x" * 100_000

    async def conversation(client: Client) -> None:
        _, writer = await asyncio.open_connection("127.0.0.1", client.port, limit=1024)
        writer.write(b"GET /api/events HTTP/1.1\r\nHost: [::1]\r\n\r\n")
        await writer.drain()
        async with client.live() as quick:
            await quick.next()
            for number in range(20):
                table.change(padding=f"{number}" * 100_000)
                event = await quick.next()
                assert event.data["padding"] == f"{number}" * 100_000
        writer.close()

    talk(table, conversation)
