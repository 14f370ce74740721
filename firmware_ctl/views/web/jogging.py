"""Run a motor over a line of its own while a button is held: the page sends its pulse on it.

The motor is switched off when the pulse is late, when the line is gone, and with every word that
is not understood. One line at a time.
"""

import asyncio
import json
from collections.abc import Callable
from typing import Protocol

from aiohttp import WSMsgType, web

LATE_S = 0.4
"""A pulse comes every 0.1 s; four that are missing let the motor go."""

LONGEST_WORD = 256


class Motors(Protocol):
    """Motors that can be run by hand."""

    def begin(self, motor: str, direction: str) -> str | None:
        """Run a motor; return the key of why not."""

    def stop(self) -> None:
        """Switch off what runs by hand."""


class JogLine:
    """The one line on which a motor is run by hand."""

    def __init__(self, motors: Motors, speed: float) -> None:
        """Run ``motors``; ``speed`` is how many times faster than the wall's clock time runs."""
        self._motors = motors
        self._late_s = LATE_S * speed
        self._taken = False

    async def serve(self, request: web.Request, say: Callable[[str], str]) -> web.StreamResponse:
        """Serve one line from its first word to its end."""
        line = web.WebSocketResponse(max_msg_size=LONGEST_WORD, autoping=False)
        await line.prepare(request)
        if self._taken:
            await _refuse(line, say("no.jog-taken"))
            return line
        self._taken = True
        try:
            await self._run(line, say)
        finally:
            self._motors.stop()
            self._taken = False
        return line

    async def _run(self, line: web.WebSocketResponse, say: Callable[[str], str]) -> None:
        wanted = await self._word(line)
        if wanted is None:
            return
        motor, direction = str(wanted.get("motor")), str(wanted.get("direction"))
        why = self._motors.begin(motor, direction)
        if why is not None:
            await _refuse(line, say(why))
            return
        while await self._word(line) is not None:
            pass
        self._motors.stop()  # before the line is closed, which may take its time
        await line.close()

    async def _word(self, line: web.WebSocketResponse) -> dict[str, object] | None:
        """Return the next word, ``None`` when it is late, no word, or the line is gone."""
        try:
            async with asyncio.timeout(self._late_s):
                message = await line.receive()
        except TimeoutError:
            return None
        if message.type is not WSMsgType.TEXT:
            return None
        try:
            word = json.loads(message.data)
        except (ValueError, RecursionError):
            return None
        return word if isinstance(word, dict) else None


async def _refuse(line: web.WebSocketResponse, why: str) -> None:
    await line.send_str(json.dumps({"ok": False, "why": why}))
    await line.close()
