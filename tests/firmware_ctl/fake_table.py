"""An honest stand-in for the controller: it answers, counts and tells, and moves nothing."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from firmware_ctl.core.commands import Command, Reply
from rules.languages import Language


@dataclass(frozen=True, slots=True)
class Picture:
    """A snapshot reduced to a number and some padding."""

    number: int
    padding: str = ""
    language: Language | None = None

    def as_json(self) -> dict[str, Any]:
        picture: dict[str, Any] = {"v": 1, "number": self.number, "padding": self.padding}
        return picture if self.language is None else {**picture, "language": self.language}


@dataclass(slots=True)
class FakeTable:
    """Takes every command but those that it was told to refuse."""

    refused: dict[str, str] = field(default_factory=dict)
    padding: str = ""
    taken: list[Command] = field(default_factory=list)
    number: int = 0
    watchers: list[Callable[[], None]] = field(default_factory=list)
    sinks: list[Callable[[dict[str, object]], None]] = field(default_factory=list)

    def submit(self, command: Command) -> Reply:
        if why := self.refused.get(command.word):
            return Reply(ok=False, code="not-now", why=why, allowed=("stop",))
        self.taken.append(command)
        return Reply(ok=True)

    def snapshot(self, language: Language | None = None) -> Picture:
        return Picture(self.number, self.padding, language)

    def watch(self, callback: Callable[[], None]) -> Callable[[], None]:
        self.watchers.append(callback)
        return lambda: self.watchers.remove(callback)

    def subscribe(self, sink: Callable[[dict[str, object]], None]) -> Callable[[], None]:
        self.sinks.append(sink)
        return lambda: self.sinks.remove(sink)

    def change(self) -> None:
        """Change the snapshot and tell everybody who watches."""
        self.number += 1
        for callback in tuple(self.watchers):
            callback()

    def happen(self, **event: object) -> None:
        """Tell an event to everybody who subscribed."""
        for sink in tuple(self.sinks):
            sink(dict(event))
