"""The local socket: JSON lines over a Unix socket, commands in, answers and streams out.

One request a line: ``{"id": 1, "command": "dice", "args": {"side": 0}, "origin": "cli"}`` is
answered with the same ``id``; ``{"subscribe": ["snapshot", "events"]}`` is answered with the
snapshot and then with every change. A reader that is too slow loses events and snapshots between,
is told how many events it lost, and always gets the newest snapshot in the end.
"""

import asyncio
import json
import socket
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

from firmware_ctl.core.commands import Command, Reply
from firmware_ctl.inputs.requests import LONGEST_LINE, BadRequest, Say, Subscribe, parse_request
from firmware_ctl.inputs.socket_file import SocketFile
from rules.languages import Language

MOST_CLIENTS = 32
MOST_UNSENT = 256 * 1024
"""Bytes that wait for a slow reader before it is spared the rest."""


class Pictured(Protocol):
    """Anything that turns into the snapshot's JSON."""

    def as_json(self) -> dict[str, Any]:
        """Return plain JSON data."""


class Table(Protocol):
    """What the socket needs of the controller."""

    def submit(self, command: Command) -> Reply:
        """Answer a command."""

    def snapshot(self, language: Language | None = None) -> Pictured:
        """Return the table as it is, in words of a language, else of its own."""

    def watch(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back when the snapshot changed; return what ends it."""

    def subscribe(self, sink: Callable[[dict[str, object]], None]) -> Callable[[], None]:
        """Send every event; return what ends it."""


class SocketServer:
    """Serves one table on one path."""

    def __init__(self, table: Table, path: Path) -> None:
        self.table = table
        self.clients: set[_Client] = set()
        self.path = path
        self._file = SocketFile(path)
        self._listener: socket.socket | None = None
        self._server: asyncio.Server | None = None
        self._endings: tuple[Callable[[], None], ...] = ()

    def bind(self) -> None:
        """Claim the path; who connects from now on waits to be served.

        Raises:
            SocketInUse: a daemon listens on this path already.
            SocketPathError: nothing can be put on this path.
        """
        self._listener = self._file.bind()

    async def start(self) -> None:
        """Serve from now on; claims the path if that was not done.

        Raises:
            SocketPathError: as for ``bind``.
        """
        if self._listener is None:
            self.bind()
        loop = asyncio.get_running_loop()
        self._server = await loop.create_unix_server(lambda: _Client(self), sock=self._listener)
        self._endings = (self.table.watch(self._changed), self.table.subscribe(self._happened))

    async def close(self) -> None:
        """Let every client go and take the socket away; harmless when closed."""
        for end in self._endings:
            end()
        self._endings = ()
        if self._server is not None:
            self._server.close()
            self._server = None
        elif self._listener is not None:
            self._listener.close()
        self._listener = None
        for client in tuple(self.clients):
            client.close()
        self._file.remove()
        await asyncio.sleep(0)  # the connections end in the loop's next turn

    def picture(self, language: Language | None) -> bytes:
        """Return the snapshot as the line that a stream carries."""
        return encode({"snapshot": self.table.snapshot(language).as_json()})

    def _changed(self) -> None:
        lines: dict[Language | None, bytes] = {}
        for client in tuple(self.clients):
            if "snapshot" in client.streams:
                language = client.language
                if language not in lines:
                    lines[language] = self.picture(language)
                client.offer_snapshot(lines[language])

    def _happened(self, event: dict[str, object]) -> None:
        listening = [client for client in self.clients if "events" in client.streams]
        if listening:
            line = encode({"event": event})
            for client in listening:
                client.offer_event(line)


class _Client(asyncio.Protocol):
    """One connection. Nothing is read while its answers wait to be sent."""

    def __init__(self, server: SocketServer) -> None:
        self.streams: frozenset[str] = frozenset()
        self.language: Language | None = None
        self._server = server
        self._transport: asyncio.Transport
        self._unread = bytearray()
        self._skipping = False
        self._full = False
        self._stale = False
        self._lost = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.set_write_buffer_limits(high=MOST_UNSENT)
        if len(self._server.clients) >= MOST_CLIENTS:
            self._refuse(f"{MOST_CLIENTS} clients are connected, and no more fit; close one", None)
            transport.close()
        else:
            self._server.clients.add(self)

    def connection_lost(self, _: Exception | None) -> None:
        self._server.clients.discard(self)

    def data_received(self, data: bytes) -> None:
        self._unread += data
        self._take_lines()

    def eof_received(self) -> bool:
        """Go on sending: a client may say its last word, without a newline, and still listen."""
        if self._unread.strip() and not self._skipping:
            self.data_received(b"\n")
        return bool(self.streams)

    def pause_writing(self) -> None:
        self._full = True
        self._transport.pause_reading()

    def resume_writing(self) -> None:
        self._full = False
        if self._lost:
            self._transport.write(encode({"lost": self._lost}))
            self._lost = 0
        if self._stale:
            self._stale = False
            self._transport.write(self._server.picture(self.language))
        self._take_lines()
        if not self._full:
            self._transport.resume_reading()

    def close(self) -> None:
        """Let the client go; what it was too slow to take is dropped."""
        if self._transport.get_write_buffer_size():
            self._transport.abort()
        else:
            self._transport.close()

    def offer_snapshot(self, line: bytes) -> None:
        """Send a snapshot now, or the one that is newest when there is room again."""
        if self._full:
            self._stale = True
        else:
            self._transport.write(line)

    def offer_event(self, line: bytes) -> None:
        """Send an event now, or count it as lost."""
        if self._full:
            self._lost += 1
        else:
            self._transport.write(line)

    def _take_lines(self) -> None:
        while not self._full:
            end = self._unread.find(b"\n")
            if end < 0:
                break
            line = bytes(self._unread[: end + 1])
            del self._unread[: end + 1]
            if self._skipping:
                self._skipping = False
            elif len(line) > LONGEST_LINE:
                self._too_long()
            elif line.strip():
                self._answer(line)
        if not self._full and len(self._unread) >= LONGEST_LINE:
            if not self._skipping:
                self._too_long()
            self._skipping = True
            self._unread.clear()

    def _answer(self, line: bytes) -> None:
        try:
            request = parse_request(line)
        except BadRequest as error:
            self._refuse(str(error), error.id)
            return
        match request:
            case Say():
                reply = self._server.table.submit(request.command)
                self._reply(request.id, reply.as_json())
            case Subscribe():
                if request.id is not None:
                    self._reply(request.id, {"ok": True})
                self.streams |= request.streams
                self.language = request.language
                if "snapshot" in request.streams:
                    self.offer_snapshot(self._server.picture(self.language))

    def _too_long(self) -> None:
        self._refuse(f"the line is too long; {LONGEST_LINE} bytes at most", None)

    def _refuse(self, why: str, request_id: str | int | None) -> None:
        answer = Reply(ok=False, code="bad-request", why=why).as_json()
        self._reply(request_id, answer)

    def _reply(self, request_id: str | int | None, answer: Mapping[str, object]) -> None:
        self._transport.write(encode({"id": request_id, **answer}))


def encode(message: Mapping[str, object]) -> bytes:
    """Return a message as one line of JSON, in ASCII, so that any text at all can be sent."""
    return json.dumps(message, separators=(",", ":")).encode("ascii") + b"\n"
