"""End the daemon in order: on a signal, or when any part of it fails; the motors are off first."""

import asyncio
import signal
from collections.abc import Callable
from typing import Any

SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


class Supervisor:
    """Waits for the reason to end; ``motors_off``, which never raises, is called at once then."""

    def __init__(self, loop: asyncio.AbstractEventLoop, motors_off: Callable[[], None]) -> None:
        self._loop = loop
        self._motors_off = motors_off
        self._ending = asyncio.Event()
        self._failure: BaseException | None = None

    def attend(self) -> None:
        """Take signals, and errors that a callback of the loop raises, from now on."""
        for number in SIGNALS:
            self._loop.add_signal_handler(number, self.end)
        self._loop.set_exception_handler(self._failed)

    def end(self) -> None:
        """Switch the motors off, now, and have everything closed."""
        self._ending.set()
        self._motors_off()

    async def ended(self) -> None:
        """Wait for the end.

        Raises:
            BaseException: what a callback raised, when that is the reason.
        """
        await self._ending.wait()
        if self._failure is not None:
            raise self._failure

    def _failed(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if error is None:
            loop.default_exception_handler(context)
            return
        if self._failure is None:
            self._failure = error
        self.end()
