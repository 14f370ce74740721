"""The page's doors: so many connections at all, so many from one client, none that says nothing.

One stranger who opens connection after connection, or never ends his first line, must not keep
everybody else from the page and its stop.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from ipaddress import ip_address

MOST_CONNECTIONS = 96
MOST_FROM_ONE = 24
"""Several tabs of one phone; a program that hands on for others comes by loopback."""

FIRST_REQUEST_S = 10.0
"""Until then a connection has asked for something, or it is closed."""


class Doors:
    """Lets connections in to protocols that ``inside`` makes; ``speed`` is that of the loop."""

    def __init__(self, inside: Callable[[], asyncio.Protocol], speed: float = 1.0) -> None:
        self._inside = inside
        self._patience_s = FIRST_REQUEST_S * speed
        self._open: Counter[str] = Counter()
        self._silent: set[asyncio.BaseProtocol] = set()

    def door(self) -> asyncio.Protocol:
        """Return the protocol of a new connection."""
        return _Door(self)

    def heard(self, inside: asyncio.BaseProtocol) -> None:
        """Hear that a whole request came in there."""
        self._silent.discard(inside)

    def enter(self, client: str) -> asyncio.Protocol | None:
        """Return what serves a client, ``None`` if too many are in."""
        many = self._open[client] >= MOST_FROM_ONE and not _is_loopback(client)
        if many or self._open.total() >= MOST_CONNECTIONS:
            return None
        self._open[client] += 1
        return self._inside()

    def leave(self, client: str, inside: asyncio.BaseProtocol) -> None:
        """Hear that a client that was let in has gone."""
        self._silent.discard(inside)
        self._open[client] -= 1
        self._open += Counter()  # drops those of whom nobody is left

    def wait_for_word(self, inside: asyncio.Protocol, transport: asyncio.BaseTransport) -> None:
        """Close a connection on which no request comes."""

        def look() -> None:
            if inside in self._silent:
                transport.close()

        self._silent.add(inside)
        asyncio.get_running_loop().call_later(self._patience_s, look)


class _Door(asyncio.Protocol):
    """One connection: let in, it hands everything on."""

    def __init__(self, doors: Doors) -> None:
        self._doors = doors
        self._client = ""
        self._inside: asyncio.Protocol | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        peer = transport.get_extra_info("peername")
        self._client = str(peer[0]) if peer else ""
        self._inside = self._doors.enter(self._client)
        if self._inside is None:
            transport.close()
            return
        self._inside.connection_made(transport)
        self._doors.wait_for_word(self._inside, transport)

    def data_received(self, data: bytes) -> None:
        if self._inside is not None:
            self._inside.data_received(data)

    def eof_received(self) -> bool | None:
        return None if self._inside is None else self._inside.eof_received()

    def pause_writing(self) -> None:
        if self._inside is not None:
            self._inside.pause_writing()

    def resume_writing(self) -> None:
        if self._inside is not None:
            self._inside.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._inside is not None:
            self._doors.leave(self._client, self._inside)
            self._inside.connection_lost(exc)


def _is_loopback(client: str) -> bool:
    try:
        return ip_address(client.partition("%")[0]).is_loopback
    except ValueError:
        return False
