"""Show a table in the daemon's own terminal: the picture and its keys, or a line a change."""

import asyncio
import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from types import TracebackType
from typing import Any, Self

from firmware_ctl.views.keys import commands
from firmware_ctl.views.lines import one_line
from firmware_ctl.views.live import LivePicture
from firmware_ctl.views.screen import Screen


class Watcher:
    """Draws when told that something changed, but not more often than every ``pace_s`` seconds.

    Without a terminal it prints a line for every change that a line can tell.
    """

    def __init__(
        self,
        snapshot: Callable[[], Mapping[str, Any]],
        say: Callable[[str], Mapping[str, Any]],
        leave: Callable[[], None],
        *,
        language: str,
        pace_s: float,
    ) -> None:
        self._snapshot = snapshot
        self._say = say
        self._leave = leave
        self._language = language
        self._pace_s = pace_s
        self._live: LivePicture | None = None
        self._screen: Screen | None = None
        self._due: asyncio.TimerHandle | None = None
        self._stack = ExitStack()
        self._last = ""

    def __enter__(self) -> Self:
        loop = asyncio.get_running_loop()
        if sys.stdout.isatty():
            self._screen = self._stack.enter_context(Screen(sys.stdout, sys.stdin))
            self._live = LivePicture(self._screen, self._language)
            if self._screen.keys is not None:
                loop.add_reader(self._screen.keys, self._typed)
                self._stack.callback(loop.remove_reader, self._screen.keys)
        self.changed()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._due is not None:
            self._due.cancel()
        self._stack.close()

    def changed(self) -> None:
        """Note that the table changed; it is drawn soon."""
        if self._due is None:
            self._due = asyncio.get_running_loop().call_later(self._pace_s, self._draw)

    def note(self, text: str) -> None:
        """Show a message that is no part of the table."""
        if self._live is None:
            print(f"mjtable: {text}", file=sys.stderr, flush=True)
        else:
            self._live.message = text
            self.changed()

    def _typed(self) -> None:
        if self._screen is None or self._live is None:
            return
        words, leaving = commands(self._screen.typed())
        for word in words:
            self._live.answered(word, self._say(word))
        if leaving:
            self._leave()
        self.changed()

    def _draw(self) -> None:
        self._due = None
        snapshot = self._snapshot()
        if self._live is not None:
            self._live.snapshot = snapshot
            self._live.draw()
        elif (line := one_line(snapshot, self._language)) != self._last:
            self._last = line
            print(f"{snapshot['time']:10.2f} {line}", flush=True)
