"""A served page over a table that does what the test says, and clients of it."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp

from firmware_ctl.access.desk import AccessDesk
from firmware_ctl.access.file import AccessFile, Kept
from firmware_ctl.access.pins import seal
from firmware_ctl.access.roles import Role
from firmware_ctl.config.model import Web
from firmware_ctl.core.commands import Command, Reply
from firmware_ctl.views.web.asked import Mounted
from firmware_ctl.views.web.jogging import Motors
from firmware_ctl.views.web.routes import ROUTES, Route
from firmware_ctl.views.web.server import WebServer
from rules.languages import Language
from tests.firmware_ctl.pictures import snapshot

POST = {"Content-Type": "application/json", "X-Mjtable": "1"}
TAP = b'{"key": "a1"}'
ENOUGH_S = 0.2
LONGEST_LINE = 1 << 20
PLAIN = {"Accept-Encoding": "identity"}


@dataclass(frozen=True, slots=True)
class Picture:
    """A snapshot as its JSON form."""

    data: dict[str, Any]

    def as_json(self) -> dict[str, Any]:
        return dict(self.data)


@dataclass(slots=True)
class ShownTable:
    """Shows the snapshot that it was given, notes what is said to it, and moves nothing."""

    data: dict[str, Any] = field(default_factory=snapshot)
    taken: list[Command] = field(default_factory=list)
    refused: list[Command] = field(default_factory=list)
    reply: Reply = field(default_factory=lambda: Reply(ok=True))
    watchers: list[Callable[[], None]] = field(default_factory=list)
    drawn: int = 0

    def submit(self, command: Command) -> Reply:
        self.taken.append(command)
        return self.reply

    def turned_away(self, command: Command) -> None:
        self.refused.append(command)

    def snapshot(self, language: Language | None = None) -> Picture:
        self.drawn += 1
        return Picture(self.data | {"spoken": language})

    def watch(self, callback: Callable[[], None]) -> Callable[[], None]:
        self.watchers.append(callback)
        return lambda: self.watchers.remove(callback)

    def change(self, **changes: object) -> None:
        """Change the snapshot and tell everybody who watches."""
        self.data = self.data | changes
        for callback in tuple(self.watchers):
            callback()


@dataclass(frozen=True, slots=True)
class Event:
    """One message of the live stream."""

    name: str
    id: str
    data: dict[str, Any]


class Client:
    """A browser without a window: it asks, and reads live streams."""

    def __init__(self, session: aiohttp.ClientSession, server: WebServer) -> None:
        self.session = session
        self.server = server
        self.base = server.address.rstrip("/")
        self.port = int(self.base.rpartition(":")[2])

    async def ask(
        self,
        method: str,
        path: str,
        *,
        data: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> tuple[aiohttp.ClientResponse, bytes]:
        async with self.session.request(
            method, self.base + path, data=data, headers=headers
        ) as answer:
            return answer, await answer.read()

    async def stop(self, body: bytes = TAP, **headers: str) -> tuple[int, dict[str, Any]]:
        answer, said = await self.ask("POST", "/api/stop", data=body, headers=POST | headers)
        return answer.status, json.loads(said)

    async def post(
        self, path: str, said: Mapping[str, object], **headers: str
    ) -> tuple[int, dict[str, Any]]:
        """Post an object as the page does; return status and answer."""
        body = json.dumps(said).encode()
        answer, told = await self.ask("POST", path, data=body, headers=POST | headers)
        return answer.status, json.loads(told)

    async def get(self, path: str, **headers: str) -> tuple[int, dict[str, Any]]:
        answer, told = await self.ask("GET", path, headers=headers)
        return answer.status, json.loads(told)

    async def say(self, word: str, key: str = "k", **more: Any) -> tuple[int, dict[str, Any]]:  # noqa: ANN401
        """Say a command in the state that the table is in now."""
        _, shown = await self.get("/api/snapshot")
        said = {"key": key, "seen": shown["state"], "command": word, **more}
        return await self.post("/api/command", said)

    @asynccontextmanager
    async def live(self, **headers: str) -> AsyncIterator["Stream"]:
        async with self.session.get(self.base + "/api/events", headers=headers) as answer:
            assert answer.status == 200, await answer.read()
            yield Stream(answer)

    async def until(self, reached: Callable[[], bool]) -> None:
        """Let the server work until something is so."""
        while not reached():  # noqa: ASYNC110
            await asyncio.sleep(0)

    async def raw(self, data: bytes) -> bytes:
        """Send bytes of any kind; return what comes back until the server hangs up.

        A server that waits for more is told, after a while, that there is no more.
        """
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        told = b""
        try:
            writer.write(data)
            try:
                async with asyncio.timeout(ENOUGH_S):
                    while part := await reader.read(4096):
                        told += part
            except TimeoutError:
                writer.write_eof()
                told += await reader.read()
        except ConnectionError:
            pass  # it hung up while we still spoke
        finally:
            writer.close()
        return told


class Stream:
    """The reading end of a live stream."""

    def __init__(self, answer: aiohttp.ClientResponse) -> None:
        self.answer = answer

    async def next(self) -> Event:
        fields: dict[str, str] = {}
        while line := (await self.answer.content.readuntil(b"\n")).decode().rstrip("\n"):
            name, _, value = line.partition(": ")
            fields[name] = value
        return Event(fields["event"], fields.get("id", ""), json.loads(fields["data"]))

    async def ended(self) -> bool:
        return await self.answer.content.read() == b""


Talk = Callable[[Client], Awaitable[None]]


def talk(
    table: ShownTable,
    conversation: Talk,
    *,
    names: str = "",
    routes: Sequence[Route] = ROUTES,
    access: AccessDesk | None = None,
    more: Sequence[Mounted] = (),
    motors: Motors | None = None,
) -> None:
    """Serve the table's page, hold a conversation with it, and close everything."""

    async def main() -> None:
        async with (
            serving(
                table, names=names, routes=routes, access=access, more=more, motors=motors
            ) as server,
            aiohttp.ClientSession(
                auto_decompress=False,
                headers=PLAIN,
                read_bufsize=LONGEST_LINE,
                cookie_jar=aiohttp.CookieJar(unsafe=True),
            ) as session,
        ):
            await conversation(Client(session, server))

    asyncio.run(main())


@asynccontextmanager
async def serving(
    table: ShownTable,
    *,
    names: str = "",
    routes: Sequence[Route] = ROUTES,
    access: AccessDesk | None = None,
    more: Sequence[Mounted] = (),
    motors: Motors | None = None,
) -> AsyncIterator[WebServer]:
    """Serve a table's page on a free port."""
    place = Web(port=0, names=names)
    server = WebServer(
        table,
        place,
        name="Table 7",
        language=Language.JA,
        access=access,
        routes=routes,
        more=more,
        motors=motors,
    )
    await server.start()
    try:
        yield server
    finally:
        await server.close()


FAR = {"X-Forwarded-For": "192.0.2.9"}
"""A header that makes a client one who is not at the machine itself."""


def desk(directory: Path, **pins: str) -> AccessDesk:
    """Return a desk whose PINs were set already."""
    file = AccessFile(directory / "access.json")
    file.write(Kept({Role(role): seal(pin) for role, pin in pins.items()}))
    return AccessDesk(file)
