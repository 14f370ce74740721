"""Requests of every shape to every route by every role: each is answered, none with a 500.

They are made of what real ones are made of, put together wrongly, so that they get far.
"""

import json
import logging
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from yarl import URL

from firmware_ctl.access import Role
from firmware_ctl.access.desk import AccessDesk
from firmware_ctl.access.desk import Client as Place
from firmware_ctl.access.roles import role_for
from firmware_ctl.config.panel import FIELDS, PanelSettings
from firmware_ctl.core.commands import COMMANDS
from firmware_ctl.referee.referee import Referee
from firmware_ctl.statistics.summary import Summary
from firmware_ctl.views.web.asked import Mounted
from firmware_ctl.views.web.hand_desk import HandDesk
from firmware_ctl.views.web.routes import ROUTES, Route, Serves
from firmware_ctl.views.web.service_desk import EventLog, ServiceDesk
from firmware_ctl.views.web.settings_desk import SettingsDesk
from firmware_ctl.views.web.statistics_desk import StatisticsDesk
from tests.web.web_bench import POST, Client, ShownTable, desk, talk

SLICE, WHOLE = 300, 10_000
NEAR = Place("127.0.0.1", local=True)
PINS = {"staff": "2580", "technician": "314159"}
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
KEYS = ("key", "seen", "command", "args", "held", "pin", "role", "token", "changes", "side", "x")
ODD = ("", "a", "0", "é", "\x00", "../..", "\ud800", "1" * 300, "null", "2580", "technician")


HEADERS = {
    "If-None-Match": ("", "x", "*", '"a", W/"b"'),
    "Last-Event-ID": ("", "x", "1.2", "-5"),
    "Accept": ("", "*/*", "text/event-stream", "application/json;q=2"),
    "Accept-Encoding": ("", "gzip;q=nan", "a,b;q=2", "identity;q=0"),
    "Accept-Language": ("", "*", "a,b;q=2", "ja;q=," * 50),
    "X-Forwarded-For": ("", "x", "192.0.2.9"),
    "Content-Type": ("", "x", "text/plain", "application/json; charset=x", "multipart/form-data"),
    "Content-Encoding": ("", "gzip", "deflate", "br", "zstd", "identity", "x, y"),
    "Host": ("", "x", "evil.example", "[::1", "127.0.0.1:x"),
    "Cookie": ("", "a=b;;", "mjtable-1=x", "=", "x" * 300),
    "Range": ("", "bytes=0-1", "bytes=-", "x=1"),
    "Upgrade": ("", "websocket", "h2c"),
    "Origin": ("", "null", "http://evil.example", "http://[", "x"),
    "Sec-Fetch-Site": ("", "same-origin", "cross-site"),
}
"""Headers that a request has of its own, well and badly said."""

FRAMES = {
    "Content-Length": ("", "0", "-1", "1", "x", "99999999", "1, 2"),
    "Transfer-Encoding": ("", "chunked", "gzip, chunked", "x", "chunked, chunked"),
    "Expect": ("", "100-continue", "x"),
    "Connection": ("", "keep-alive", "upgrade", "x"),
}
"""Headers that say where a request ends: only a sender who lies about it sets them otherwise."""


class Sender:
    """Makes requests up."""

    def __init__(self, seed: int, paths: list[str]) -> None:
        self.chance = random.Random(seed)
        self.paths = paths

    def value(self, depth: int = 0) -> object:
        pick = self.chance.randrange(10 if depth < 3 else 7)
        match pick:
            case 0:
                return None
            case 1:
                return self.chance.random() < 0.5
            case 2:
                return self.chance.choice([0, -1, 3, 1 << 70, 0.5, float("inf")])
            case 3:
                return self.chance.choice([word.value for word in COMMANDS])
            case 4:
                return self.chance.choice(sorted(FIELDS))
            case 5 | 6:
                return self.chance.choice(ODD)
            case 7:
                return [self.value(depth + 1) for _ in range(self.chance.randrange(3))]
            case _:
                return self.object(depth + 1)

    def object(self, depth: int = 0) -> dict[str, Any]:
        names = self.chance.sample(KEYS, self.chance.randrange(6))
        return {name: self.value(depth) for name in names}

    def body(self) -> bytes:
        if self.chance.random() < 0.2:
            return self.chance.randbytes(self.chance.randrange(60))
        if self.chance.random() < 0.4:
            return json.dumps(self.almost_a_command()).encode()
        return json.dumps(self.object() if self.chance.random() < 0.9 else self.value()).encode()

    def almost_a_command(self) -> dict[str, Any]:
        word = self.chance.choice(list(COMMANDS))
        args = {one.name: self.value(3) for one in COMMANDS[word].parameters if one.required}
        key = f"{self.chance.getrandbits(40):x}"
        return {"key": key, "seen": "5c1f.1", "command": word.value, "args": args, "held": True}

    def path(self) -> str:
        path = self.chance.choice(self.paths)
        path = path.replace("{version}", "x").replace("{name}", self.chance.choice(["y", "%2e"]))
        query = self.chance.choice(["", "", "?lang=ja", "?lang=%ff%fe", "?a=b&a=c", "?=&&"])
        return path + query

    def headers(self) -> dict[str, str]:
        found = dict(POST) if self.chance.random() < 0.8 else {}
        return found | self.drawn(HEADERS, 0.05)

    def frame(self) -> dict[str, str]:
        return self.drawn(FRAMES, 0.3) if self.chance.random() < 0.05 else {}

    def drawn(self, among: Mapping[str, tuple[str, ...]], share: float) -> dict[str, str]:
        return {
            name: self.chance.choice(values)
            for name, values in among.items()
            if self.chance.random() < share
        }


def desks(table: ShownTable, directory: Path) -> list[Mounted]:
    owner = directory / "table.toml"
    owner.write_text("config_version = 1\n")
    return [
        *HandDesk(Referee(), lambda: "GD").mounted(),
        *SettingsDesk(PanelSettings(owner)).mounted(),
        *ServiceDesk(table, dict, EventLog(), ["drum"]).mounted(),
        *StatisticsDesk(Summary).mounted(),
    ]


def storm(directory: Path, seed: int, count: int) -> dict[int, int]:
    """Send so many requests, a quarter by each role; return how often each status came."""
    table = ShownTable(data=ShownTable().data | {"measured": {}})
    access: AccessDesk = desk(directory, **PINS)
    more = desks(table, directory)
    routes = (*ROUTES, *(each.route for each in more))
    paths = [one.path for one in routes if not one.live and one.serves is not Serves.SIGN_OUT]
    sender = Sender(seed, paths)
    statuses: dict[int, int] = {}

    async def conversation(client: Client) -> None:
        for role in Role:
            client.session.cookie_jar.clear()
            if role is Role.TOKEN:
                await client.post("/api/join", {"token": access.table_token().text})
            elif role.value in PINS:
                found = await access.sign_in(NEAR, PINS[role.value])
                assert isinstance(found, tuple)
                client.session.cookie_jar.update_cookies({f"mjtable-{client.port}": found[0]})
            for _ in range(count // len(Role)):
                if access.role(NEAR, None) is not Role.ANYONE:
                    raise AssertionError("no storm makes the table new")
                table.taken.clear()
                status = await send(client, sender)
                statuses[status] = statuses.get(status, 0) + 1
                assert all(role.may(role_for(one.word)) for one in table.taken)

    talk(table, conversation, access=access, more=more)
    return statuses


async def send(client: Client, sender: Sender) -> int:
    """Send one request; return its answer's status, 0 where the server hung up without one."""
    method, path = sender.chance.choice(METHODS), sender.path()
    body = sender.body() if method not in ("GET", "HEAD") else None
    headers, frame = sender.headers(), sender.frame()
    if frame:
        told = await client.raw(framed(client, method, path, headers | frame, body or b""))
        status = int(told[9:12] or b"0")
    else:
        try:
            answer, told = await client.ask(method, path, data=body, headers=headers)
        except (aiohttp.ClientError, TimeoutError) as error:
            raise AssertionError((method, path, headers, body)) from error
        status = answer.status
    assert status < 500, (method, path, headers, frame, body, told)
    return status


def framed(
    client: Client, method: str, path: str, headers: Mapping[str, str], body: bytes
) -> bytes:
    """Return a request as bytes, with whatever its headers say of its length."""
    kept = client.session.cookie_jar.filter_cookies(URL(client.base))
    cookies = "; ".join(f"{name}={value.value}" for name, value in kept.items())
    own = {"Host": "127.0.0.1", "Cookie": cookies, "Content-Length": str(len(body))}
    lines = [f"{name}: {value}" for name, value in {**own, **headers}.items()]
    head = "\r\n".join([f"{method} {path} HTTP/1.1", *lines, "", ""])
    return head.encode("latin-1") + body


def assert_quiet(caplog: pytest.LogCaptureFixture) -> None:
    """See that nothing that was sent wrote into the service's log."""
    said = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert [record.getMessage() for record in said] == []


@pytest.mark.parametrize("seed", range(2))
def test_a_slice_of_the_storm(tmp_path: Path, seed: int, caplog: pytest.LogCaptureFixture) -> None:
    assert len(storm(tmp_path, seed, SLICE)) > 4
    assert_quiet(caplog)


@pytest.mark.realtime
@pytest.mark.timeout(300)
def test_ten_thousand_requests_without_an_error_of_ours(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    statuses = storm(tmp_path, 9, WHOLE)
    assert sum(statuses.values()) == WHOLE
    assert {200, 400, 403, 404, 405, 409, 415} <= set(statuses)
    assert_quiet(caplog)


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "identity", "x"])
@pytest.mark.parametrize(
    "route", [one for one in ROUTES if one.method == "POST"], ids=lambda one: one.path
)
def test_a_packed_body_is_refused_unread(
    route: Route, coding: str, caplog: pytest.LogCaptureFixture
) -> None:
    table = ShownTable()

    async def conversation(client: Client) -> None:
        headers = POST | {"Content-Encoding": coding}
        answer, told = await client.ask("POST", route.path, data=b'{"key": "a"}', headers=headers)
        assert (answer.status, answer.headers["Accept-Encoding"]) == (415, "identity")
        assert json.loads(told)["ok"] is False

    talk(table, conversation)
    assert table.taken == []
    assert_quiet(caplog)


@pytest.mark.parametrize("chunks", [b"zz\r\n", b"2\r\n{}X", b"-1\r\n\r\n", b"5\r\nab"])
def test_a_body_in_broken_chunks_is_the_senders_mistake(
    chunks: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    lines = ("POST /api/stop HTTP/1.1", "Host: 127.0.0.1", "Transfer-Encoding: chunked")
    head = "\r\n".join([*lines, *(f"{name}: {value}" for name, value in POST.items()), "", ""])

    async def conversation(client: Client) -> None:
        told = await client.raw(head.encode() + chunks)
        assert told[9:12] in (b"400", b""), told

    talk(ShownTable(), conversation)
    assert_quiet(caplog)
