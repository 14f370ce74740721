"""Note commands that anybody may say, however often: the first at once, then one line a second.

A stop from afar is carried out every time and needs no role, and whatever is refused is noted too;
whoever says the like a thousand times a second shall not fill the card with it.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace

from firmware_ctl.core.commands import Command, Origin, Word

SPACING_S = 1.0
"""Seconds between two lines of one kind."""

MOST_SPEAKERS = 8
"""Of so many a second each has lines of his own; more share one that names nobody."""


@dataclass(frozen=True, slots=True)
class Said:
    """A command as everybody may hear it, its answer, and how often the like was said."""

    command: Command
    ok: bool
    count: int = 1

    @property
    def kind(self) -> "Kind":
        """Return what those that are summed up have in common."""
        return self.command.word, self.ok, self.command.by


Kind = tuple[Word, bool, str]


class Repeats:
    """Counts what is said again and again; ``note`` takes each line."""

    def __init__(self, note: Callable[[Said], None]) -> None:
        self._note = note
        self._more: dict[Kind, Said] = {}
        self._timer: asyncio.TimerHandle | None = None

    def add(self, command: Command, *, ok: bool) -> None:
        """Note a command, now or summed up with those like it."""
        said = Said(replace(command, args=command.told()), ok)
        if command.origin is not Origin.WEB or (ok and command.word is not Word.STOP):
            self._note(said)
        elif said.kind not in self._more and len(self._more) < MOST_SPEAKERS:
            self._more[said.kind] = replace(said, count=0)
            self._note(said)
        else:
            self._count(said)
        if self._more and self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(SPACING_S, self._go_on)

    def flush(self) -> None:
        """Note what was only counted so far, and wait for nothing more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        lines, self._more = self._more, {}
        for said in lines.values():
            if said.count:
                self._note(said)

    def _count(self, said: Said) -> None:
        if said.kind not in self._more:
            said = replace(said, command=replace(said.command, by=""))
        before = self._more.get(said.kind, replace(said, count=0))
        self._more[said.kind] = replace(before, count=before.count + 1)

    def _go_on(self) -> None:
        """Note the lines of this second; those who still speak are only counted in the next."""
        busy = {kind: replace(said, count=0) for kind, said in self._more.items() if said.count}
        self.flush()
        if busy:
            self._more = busy
            self._timer = asyncio.get_running_loop().call_later(SPACING_S, self._go_on)
