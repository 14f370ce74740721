"""The page's doors: so many connections at all, so many from one network, none that says nothing.

One stranger who opens connection after connection, never ends his first line or lets a body trickle
in must not keep anybody from the page and its stop: where no place is left, the connection that has
waited longest goes, not the one that comes. Only live streams stay, and they are bounded.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

from firmware_ctl.access.desk import Client
from firmware_ctl.views.web.guard import client_of

MOST_CONNECTIONS = 96
MOST_FROM_ONE = 24
"""Several tabs of one phone; a program that hands on for others comes by loopback."""

MOST_LIVE_OF_ONE = 16
"""The rest are for what the same phone asks and says besides."""

FIRST_REQUEST_S = 10.0
"""Until then a connection has asked for something, or it is closed."""


class Does(IntEnum):
    """What a connection does; the least goes first."""

    NOTHING = 0
    IS_ANSWERED = 1
    STAYS = 2


@dataclass(slots=True)
class _Guest:
    """A connection that was let in; it does what it does ``since`` the loop's time."""

    client: Client
    transport: asyncio.BaseTransport
    since: float
    does: Does = Does.NOTHING
    asked: bool = False


class Doors:
    """Lets connections in to protocols that ``inside`` makes; ``speed`` is that of the loop."""

    def __init__(self, inside: Callable[[], asyncio.Protocol], speed: float = 1.0) -> None:
        self._inside = inside
        self._patience_s = FIRST_REQUEST_S * speed
        self._guests: dict[asyncio.BaseProtocol, _Guest] = {}

    def door(self) -> asyncio.Protocol:
        """Return the protocol of a new connection."""
        return _Door(self)

    def heard(self, inside: asyncio.BaseProtocol) -> None:
        """Hear that a whole head of a request came in there."""
        self._turn(inside, Does.IS_ANSWERED)

    def answered(self, inside: asyncio.BaseProtocol) -> None:
        """Hear that it has its answer."""
        self._turn(inside, Does.NOTHING)

    def stays(self, inside: asyncio.BaseProtocol) -> bool:
        """Hear that its answer goes on and on; return whether there is room for that."""
        guest = self._guests.get(inside)
        if guest is None:
            return False
        live = [one for one in self._of(guest.client) if one.does is Does.STAYS]
        if len(live) >= MOST_LIVE_OF_ONE and not guest.client.local:
            return False
        self._turn(inside, Does.STAYS)
        return True

    def enter(self, transport: asyncio.BaseTransport) -> asyncio.Protocol | None:
        """Return what serves a connection, ``None`` if all the others stay."""
        peer = transport.get_extra_info("peername")
        client = client_of(str(peer[0]) if peer else None, ())
        own = self._of(client)
        crowded = len(own) >= MOST_FROM_ONE and not client.local
        if crowded or len(self._guests) >= MOST_CONNECTIONS:
            goes = _next_to_go(own if crowded else list(self._guests.values()))
            if goes is None:
                return None
            self._send_away(goes)
        inside = self._inside()
        guest = _Guest(client, transport, asyncio.get_running_loop().time())
        self._guests[inside] = guest
        asyncio.get_running_loop().call_later(self._patience_s, _close_silent, guest)
        return inside

    def leave(self, inside: asyncio.BaseProtocol) -> None:
        """Hear that a connection that was let in has gone."""
        self._guests.pop(inside, None)

    def _turn(self, inside: asyncio.BaseProtocol, does: Does) -> None:
        guest = self._guests.get(inside)
        if guest is not None:
            guest.does, guest.since = does, asyncio.get_running_loop().time()
            guest.asked = True

    def _of(self, client: Client) -> list[_Guest]:
        return [guest for guest in self._guests.values() if guest.client == client]

    def _send_away(self, goes: _Guest) -> None:
        """Hang up; who takes nothing does not keep his place by that."""
        self._guests = {inside: one for inside, one in self._guests.items() if one is not goes}
        if isinstance(goes.transport, asyncio.WriteTransport):
            goes.transport.abort()


def _next_to_go(guests: list[_Guest]) -> _Guest | None:
    may_go = [guest for guest in guests if guest.does is not Does.STAYS]
    return min(may_go, key=lambda guest: (guest.does, guest.since), default=None)


def _close_silent(guest: _Guest) -> None:
    if not guest.asked:
        guest.transport.close()


class _Door(asyncio.Protocol):
    """One connection: let in, it hands everything on."""

    def __init__(self, doors: Doors) -> None:
        self._doors = doors
        self._inside: asyncio.Protocol | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._inside = self._doors.enter(transport)
        if self._inside is None:
            transport.close()
        else:
            self._inside.connection_made(transport)

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
            self._doors.leave(self._inside)
            self._inside.connection_lost(exc)
