"""What strangers do: other names, odd addresses, bytes of any kind, more than fits."""

import asyncio
import json
import re
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from firmware_ctl.config.model import Web
from firmware_ctl.texts import say
from firmware_ctl.views.web.commanding import BURST
from firmware_ctl.views.web.doors import (
    FIRST_REQUEST_S,
    MOST_CONNECTIONS,
    MOST_FROM_ONE,
    MOST_LIVE_OF_ONE,
    Doors,
)
from firmware_ctl.views.web.routes import ROUTES, Serves
from firmware_ctl.views.web.server import WebPageError, WebServer
from firmware_ctl.views.web.stream import MOST_STREAMS
from hal.sim import run_virtual
from rules.languages import Language
from tests.web.web_bench import FAR, Client, ShownTable, talk

METHODS = ("GET", "HEAD", "POST", "PUT", "OPTIONS", "TRACE", "CONNECT", "BREW")
SHORT = tuple(route.path for route in ROUTES if route.serves is not Serves.EVENTS)
"""Paths whose answers end."""


@pytest.fixture
def table() -> ShownTable:
    return ShownTable()


@pytest.mark.parametrize("path", ["/", "/api/snapshot", "/api/events", "/api/stop", "/nowhere"])
def test_under_a_strangers_name_nothing_is_told(table: ShownTable, path: str) -> None:
    async def conversation(client: Client) -> None:
        headers = {"Host": "evil.example", "Accept-Language": "en"}
        answer, said = await client.ask("GET", path, headers=headers)
        assert (answer.status, json.loads(said)["code"]) == (403, "wrong-host")
        assert json.loads(said)["why"] == say("web.wrong-host", "en")

    talk(table, conversation)


def test_a_name_that_is_configured_leads_here(table: ShownTable) -> None:
    async def conversation(client: Client) -> None:
        answer, _ = await client.ask("GET", "/", headers={"Host": "table.example:8080"})
        assert answer.status == 200

    talk(table, conversation, names="table.example")


def web_page(place: Web) -> WebServer:
    return WebServer(ShownTable(), place, name="x", language=Language.EN)


def test_a_port_that_is_taken_is_told_in_one_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(WebPageError) as refused:
            web_page(Web(port=port)).bind()
    assert str(refused.value) == (
        f"the web page is not served: port {port} of 127.0.0.1 is taken; "
        "end the other program, or set web.port (0 = any)"
    )


@pytest.mark.parametrize("host", ["203.0.113.7", "no.such.host.invalid", "ü..x", "x" * 300])
def test_a_host_that_is_not_this_machine_is_told_in_one_sentence(host: str) -> None:
    with pytest.raises(WebPageError, match=r"is no address of this machine; set web\.host"):
        web_page(Web(host=host, port=0)).bind()


@pytest.mark.parametrize(
    ("host", "address"),
    [("127.0.0.1", r"http://127\.0\.0\.1:\d+/"), ("0.0.0.0", r"http://(\d+\.){3}\d+:\d+/")],
)
def test_the_address_is_one_that_a_person_can_open(host: str, address: str) -> None:
    async def main() -> None:
        page = web_page(Web(host=host, port=0))
        page.bind()
        assert re.fullmatch(address, page.address)
        assert "//0.0.0.0" not in page.address
        await page.close()

    asyncio.run(main())


_WORDS = st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=40)
_METHODS = st.sampled_from(METHODS[:4]) | st.sampled_from(METHODS)
_PATHS = st.sampled_from([*SHORT, "/static/x/y", "/api/words?lang=%ff", "*", "//"]) | _WORDS.map(
    "/{}".format
)
_HEADERS = st.dictionaries(
    st.sampled_from(
        [
            "Host", "Origin", "Sec-Fetch-Site", "Accept-Language", "Accept-Encoding", "Expect",
            "If-None-Match", "Content-Length", "Content-Type", "Transfer-Encoding", "Range",
            "Connection", "Content-Encoding", "Cookie", "Authorization", "Upgrade", "X-Anything",
        ]
    ),
    _WORDS | st.sampled_from(["127.0.0.1", "application/json", "gzip", "chunked", "close", "-1"]),
    max_size=5,
)  # fmt: skip


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(_METHODS, _PATHS, _HEADERS, st.binary(max_size=80)), max_size=8))
def test_whatever_strangers_send_is_answered_without_an_error_of_ours(
    sent: list[tuple[str, str, dict[str, str], bytes]],
) -> None:
    async def conversation(client: Client) -> None:
        for method, path, headers, body in sent:
            lines = [f"{method} {path} HTTP/1.1"]
            lines += [f"{name}: {value}" for name, value in {"Host": "[::1]", **headers}.items()]
            head = "\r\n".join([*lines, "Connection: close", "", ""]).encode("latin-1")
            answer = await client.raw(head + body)
            assert not re.match(rb"HTTP/1\.[01] 5", answer), (head, answer)
            event(answer[9:12].decode() or "nothing")
        page, _ = await client.ask("GET", "/")
        assert page.status == 200

    talk(ShownTable(), conversation)


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_at_all_harm_nothing(data: bytes) -> None:
    async def conversation(client: Client) -> None:
        assert not re.match(rb"HTTP/1\.[01] 5", await client.raw(data))
        answer, _ = await client.ask("GET", "/")
        assert answer.status == 200

    talk(ShownTable(), conversation)


def test_a_header_without_end_is_cut_off(table: ShownTable) -> None:
    async def conversation(client: Client) -> None:
        answer = await client.raw(b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"y" * 100_000)
        assert answer.startswith((b"HTTP/1.0 400", b"HTTP/1.1 400"))

    talk(table, conversation)


ASK = b"GET /api/me HTTP/1.1\r\nHost: [::1]\r\n\r\n"


@asynccontextmanager
async def idle(client: Client, count: int) -> AsyncIterator[None]:
    """Hold connections that ask once and then say nothing more."""
    held = []
    for _ in range(count):
        reader, writer = await asyncio.open_connection("127.0.0.1", client.port)
        held.append(writer)
        writer.write(ASK)
        assert (await reader.readline())[9:12] == b"200"
    yield
    for writer in held:
        writer.close()
        with suppress(ConnectionError):  # it was let go already
            await writer.wait_closed()


@pytest.mark.parametrize("beyond", [0, 40])
def test_however_many_hold_connections_a_stop_gets_through(table: ShownTable, beyond: int) -> None:
    async def conversation(client: Client) -> None:
        async with idle(client, MOST_CONNECTIONS + beyond):
            for number in range(3):
                assert (await client.stop(b'{"key": "k%d"}' % number))[0] == 200
        assert len(table.taken) == 3

    talk(table, conversation)


def test_the_live_stream_stays_when_idle_connections_crowd_in(table: ShownTable) -> None:
    async def conversation(client: Client) -> None:
        async with client.live() as stream:
            await stream.next()
            async with idle(client, 2 * MOST_CONNECTIONS):
                table.change(surface="open")
                assert (await stream.next()).data

    talk(table, conversation)


class Wire(asyncio.Transport):
    """A connection from an address."""

    def __init__(self, address: str) -> None:
        super().__init__({"peername": (address, 50_000)})
        self.open = True

    def close(self) -> None:
        self.open = False

    def abort(self) -> None:
        self.open = False


class Place:
    """Doors, and who comes to them: the protocol inside and the wire of each."""

    def __init__(self) -> None:
        self.made: list[asyncio.Protocol] = []
        self.wires: list[Wire] = []
        self.doors = Doors(self._inside)

    def _inside(self) -> asyncio.Protocol:
        self.made.append(asyncio.Protocol())
        return self.made[-1]

    def come(self, address: str) -> Wire:
        wire = Wire(address)
        self.doors.door().connection_made(wire)
        self.wires.append(wire)
        return wire

    def ask(self, number: int) -> None:
        self.doors.heard(self.made[number])

    def open(self, start: str = "") -> int:
        held = [wire for wire in self.wires if wire.open]
        return len([w for w in held if str(w.get_extra_info("peername")[0]).startswith(start)])


def test_one_client_who_takes_every_connection_keeps_nobody_else_out() -> None:
    async def main() -> None:
        place = Place()
        for _ in range(2 * MOST_CONNECTIONS):
            assert place.come("192.0.2.9").open
        assert place.open() == MOST_FROM_ONE
        assert all(place.come("127.0.0.1").open for _ in range(MOST_FROM_ONE + 1))
        assert place.open("192.0.2.9") == MOST_FROM_ONE

    asyncio.run(main())


def test_an_ipv6_network_is_one_client_and_a_mapped_address_is_the_address() -> None:
    async def main() -> None:
        place = Place()
        for number in range(MOST_CONNECTIONS):
            place.come(f"2001:db8::{number:x}")
            place.come("192.0.2.9" if number % 2 else "::ffff:192.0.2.9")
        assert place.open("2001") == MOST_FROM_ONE
        assert place.open() == 2 * MOST_FROM_ONE

    asyncio.run(main())


def test_the_longest_idle_goes_before_one_that_is_answered_and_no_stream_goes() -> None:
    async def main() -> None:
        place = Place()
        for number in range(4):
            place.come("192.0.2.9")
            place.ask(number)
            await asyncio.sleep(1)
        assert place.doors.stays(place.made[0])
        for number in (3, 2):
            place.doors.answered(place.made[number])
            await asyncio.sleep(1)
        for _ in range(MOST_FROM_ONE - 4):
            place.come("192.0.2.9")
            place.ask(len(place.made) - 1)
        gone = []
        for _ in range(4):
            assert place.come("192.0.2.9").open
            place.ask(len(place.made) - 1)
            gone += [n for n, wire in enumerate(place.wires) if not wire.open and n not in gone]
        assert gone == [3, 2, 1, 4]

    run_virtual(main())


def test_the_streams_of_one_leave_room_for_what_he_says() -> None:
    async def main() -> None:
        place = Place()
        for _ in range(MOST_FROM_ONE):
            place.come("192.0.2.9")
        stays = [place.doors.stays(inside) for inside in place.made]
        assert stays.count(True) == MOST_LIVE_OF_ONE < MOST_FROM_ONE
        assert place.come("192.0.2.9").open
        place.come("127.0.0.1")
        assert place.doors.stays(place.made[-1])

    asyncio.run(main())


_COMINGS = st.lists(
    st.tuples(
        st.sampled_from(["192.0.2.9", "192.0.2.10", "2001:db8::1", "127.0.0.1"]),
        st.sampled_from(["silent", "asks", "rests", "stays"]),
    ),
    max_size=200,
)


@settings(max_examples=50, deadline=None)
@given(_COMINGS)
def test_whoever_crowds_in_a_newcomer_finds_a_place_and_the_bounds_hold(
    comings: list[tuple[str, str]],
) -> None:
    async def main() -> None:
        place, streams = Place(), 0
        for address, does in comings:
            assert place.come(address).open
            inside = place.made[-1]
            if does != "silent":
                place.doors.heard(inside)
            if does == "rests":
                place.doors.answered(inside)
            if does == "stays" and streams < MOST_STREAMS:
                streams += place.doors.stays(inside)
            assert place.open() <= MOST_CONNECTIONS
            assert place.open("192.0.2.") <= 2 * MOST_FROM_ONE
            assert place.open("2001:") <= MOST_FROM_ONE

    asyncio.run(main())


def test_who_never_asks_to_the_end_is_let_go_and_who_has_asked_stays() -> None:
    async def main() -> None:
        made: list[asyncio.Protocol] = []

        def inside() -> asyncio.Protocol:
            made.append(asyncio.Protocol())
            return made[-1]

        doors = Doors(inside)
        wires = [Wire("192.0.2.9"), Wire("192.0.2.9")]
        for wire in wires:
            doors.door().connection_made(wire)
        doors.heard(made[1])
        await asyncio.sleep(FIRST_REQUEST_S + 1)
        assert [wire.open for wire in wires] == [False, True]

    run_virtual(main())


def test_a_name_that_nobody_was_given_is_no_session_and_no_way_around_the_pace(
    table: ShownTable,
) -> None:
    async def conversation(client: Client) -> None:
        name = f"mjtable-{client.port}"
        _, me = await client.get("/api/me", Cookie=f"{name}=made-up")
        assert not me["signed_in"]
        answers = [
            await client.post(
                "/api/command", {"key": f"k{n}", "command": "lift"}, Cookie=f"{name}={n}"
            )
            for n in range(BURST + 5)
        ]
        assert 429 in {status for status, _ in answers}

    talk(table, conversation)


def test_nonsense_fills_no_log_but_a_mistake_of_ours_does(
    table: ShownTable, caplog: pytest.LogCaptureFixture
) -> None:
    async def conversation(client: Client) -> None:
        await client.raw(b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"y" * 100_000)
        await client.raw(b"\x00\x16\x03\x01 is no request\r\n\r\n")
        assert caplog.records == []
        table.data = {"time": object()}
        answer, _ = await client.ask("GET", "/api/snapshot")
        assert answer.status == 500
        assert len(caplog.records) == 1

    talk(table, conversation)


@pytest.mark.parametrize("path", ["/api/stop", "/api/command"])
def test_no_pace_holds_a_stop_back(table: ShownTable, path: str) -> None:
    async def conversation(client: Client) -> None:
        said = {"command": "stop"} if path == "/api/command" else {}
        for number in range(6 * BURST):
            status, answer = await client.post(path, {"key": f"k{number}", **said}, **FAR)
            assert (status, answer["ok"]) == (200, True)
        assert len(table.taken) == 6 * BURST

    talk(table, conversation)
