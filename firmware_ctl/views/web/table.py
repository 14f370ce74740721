"""What the web page needs of the controller."""

from collections.abc import Callable
from typing import Any, Protocol

from firmware_ctl.core.commands import Command, Reply
from rules.languages import Language


class Pictured(Protocol):
    """Anything that turns into the snapshot's JSON."""

    def as_json(self) -> dict[str, Any]:
        """Return plain JSON data."""


class Table(Protocol):
    """A table that can be looked at and spoken to."""

    def submit(self, command: Command) -> Reply:
        """Answer a command."""

    def turned_away(self, command: Command) -> None:
        """Note a command that is refused before the table is asked."""

    def snapshot(self, language: Language | None = None) -> Pictured:
        """Return the table as it is, in words of a language."""

    def watch(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back when the snapshot changed; return what ends it."""
