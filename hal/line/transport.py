"""What carries bytes to and from a board: a serial port, or a line in memory."""

from collections.abc import Callable
from typing import Protocol

Received = Callable[[bytes, float], None]
"""Takes bytes and the event loop's time at which they came."""

Lost = Callable[[str], None]
"""Hears, once, why the line is gone."""


class Transport(Protocol):
    """A line to one board. All calls and callbacks are in the event loop's thread."""

    @property
    def name(self) -> str:
        """Return what a person calls it: the configured path or address."""

    async def open(self, received: Received, lost: Lost) -> None:
        """Open the line by its configured name.

        Raises:
            LinkLost: it is not there, or may not be used; the text says what to do.
        """

    def send(self, data: bytes) -> None:
        """Send a frame; one that is not yet on the wire gives way to it. Never blocks or raises."""

    async def close(self) -> None:
        """Let the line go; harmless when closed."""
