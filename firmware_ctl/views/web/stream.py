"""The live stream: whoever listens gets the newest picture of the table, at his own pace."""

import asyncio
from collections.abc import Awaitable, Callable
from secrets import token_hex

from firmware_ctl.views.web.messages import ALIVE, Picture, message
from firmware_ctl.views.web.states import States
from firmware_ctl.views.web.table import Table
from rules.languages import Language

MOST_STREAMS = 32
PACE_S = 0.1
"""Pictures follow each other at least this far apart: an eye sees no more."""

ALIVE_S = 15.0
STALLED_S = 30.0
"""A client that takes nothing for so long is let go; it comes back by itself if it lives."""

Send = Callable[[bytes], Awaitable[None]]
"""Hands bytes to a client, and returns when it has room for more."""


class Streams:
    """All live streams of a table. While nobody listens it costs nothing.

    ``speed`` is how many times faster than the wall's clock the event loop's runs.
    """

    def __init__(self, table: Table, speed: float, states: States | None = None) -> None:
        self._table = table
        self._states = states or States()
        self._speed = speed
        self._run = token_hex(4)
        self._number = 0
        self._pictures: dict[Language, Picture] = {}
        self._woken: set[asyncio.Event] = set()
        self._closed = False
        self._drawn_at = float("-inf")
        self._due: asyncio.TimerHandle | None = None
        self._leave: Callable[[], None] | None = None

    @property
    def full(self) -> bool:
        """Tell whether no further stream fits."""
        return len(self._woken) >= MOST_STREAMS

    async def follow(self, language: Language, had_id: str | None, send: Send) -> None:
        """Tell one client of the table until it leaves or the streams are closed.

        ``had_id`` names the picture that the client saw last, if it was here before.

        Raises:
            ConnectionError: the client is gone.
            TimeoutError: it takes nothing.
        """
        woken = asyncio.Event()
        self._join(woken)
        try:
            await self._tell(language, had_id, send, woken)
        finally:
            self._part(woken)

    def close(self) -> None:
        """End every stream."""
        self._closed = True
        self._wake()

    async def _tell(
        self, language: Language, had_id: str | None, send: Send, woken: asyncio.Event
    ) -> None:
        """Send what is new whenever the client has taken the last of it."""
        now = self._picture(language)
        had = now if had_id == now.id else None
        while not self._closed:
            woken.clear()
            now = self._picture(language)
            news = message(had, now)
            if news is not None:
                await self._send(send, news)
                had = now
            try:
                async with asyncio.timeout(ALIVE_S * self._speed):
                    await woken.wait()
            except TimeoutError:
                await self._send(send, ALIVE)

    async def _send(self, send: Send, data: bytes) -> None:
        async with asyncio.timeout(STALLED_S * self._speed):
            await send(data)

    def _picture(self, language: Language) -> Picture:
        """Return the newest picture, drawn once for all who read its language."""
        picture = self._pictures.get(language)
        if picture is None:
            table = self._table.snapshot(language).as_json()
            table["state"] = self._states.name(table)
            picture = self._pictures[language] = Picture(f"{self._run}.{self._number}", table)
        return picture

    def _join(self, woken: asyncio.Event) -> None:
        if not self._woken:
            self._new()
            self._leave = self._table.watch(self._changed)
        self._woken.add(woken)

    def _part(self, woken: asyncio.Event) -> None:
        self._woken.discard(woken)
        if not self._woken:
            if self._leave is not None:
                self._leave()
            if self._due is not None:
                self._due.cancel()
                self._due = None

    def _changed(self) -> None:
        """Hear that the table changed: it is told at once, or when the pace allows."""
        if self._due is None:
            loop = asyncio.get_running_loop()
            wait_s = self._drawn_at + PACE_S * self._speed - loop.time()
            self._due = loop.call_later(max(0.0, wait_s), self._draw)

    def _draw(self) -> None:
        self._due = None
        self._drawn_at = asyncio.get_running_loop().time()
        self._new()
        self._wake()

    def _new(self) -> None:
        self._number += 1
        self._pictures.clear()

    def _wake(self) -> None:
        for woken in self._woken:
            woken.set()
