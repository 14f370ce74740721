"""Tell the outside what happened: what people rely on only when it is on the card.

The machine itself never waits. A hand's begin and end, a throw, a verdict and a session are told,
and shown in the snapshot, once the record has them; so are commands whose effect is to last, for
which their event is the receipt. Whatever happens after them is told after them. A record that
fails or dawdles holds nothing up for long: the fault is told, and the table goes on.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Generic, Protocol, TypeVar

from firmware_ctl.core.commands import Word
from firmware_ctl.core.listeners import Event, Listeners
from firmware_ctl.core.snapshot import RecordView

F = TypeVar("F")

RELIED_ON = frozenset({"hand-began", "hand-ended", "cut", "dice", "verdict", "session"})
"""Events that are told only when they are on the card."""

LASTING = frozenset(
    {Word.DEALER, Word.PROGRAM, Word.VARIANT, Word.SESSION, Word.STOW, Word.HAND_START}
    | {Word.HAND_END, Word.CLAIM, Word.KONG, Word.DRAW, Word.DECLARE, Word.CHICKEN}
    | {Word.PENALTY, Word.UNDO}
)
"""Commands whose effect is to last: that one was taken is told only when it is on the card."""

PATIENCE_S = 2.0
"""So long a slow card may hold back what is told; a commit takes some milliseconds."""


class Record(Protocol):
    """What keeps the table's record, as the controller needs it."""

    def view(self) -> RecordView:
        """Return the record for views."""

    async def kept(self) -> bool:
        """Wait until everything so far is on the card; return whether it is."""


def is_relied_on(event: Event) -> bool:
    """Tell whether people rely on what an event tells, so that it must be on the card first."""
    lasts = event["event"] == "command" and event["ok"] and event["word"] in LASTING
    return bool(lasts) or event["event"] in RELIED_ON


class Announcer(Generic[F]):
    """Events to the outside in their order, and the facts ``F`` that go with those told so far."""

    def __init__(
        self, listeners: Listeners[Event], look: Callable[[], F], told: Callable[[], None]
    ) -> None:
        """``look`` returns the facts as they are now, a value that does not change later.

        ``told`` is called when events that waited have been told.
        """
        self.record: Record | None = None
        self._listeners = listeners
        self._look = look
        self._after = told
        self._waiting: deque[tuple[Event, F]] = deque()
        self._told: F = look()
        self._telling: asyncio.Task[None] | None = None

    @property
    def facts(self) -> F:
        """Return the facts as far as they have been told."""
        return self._told if self._waiting else self._look()

    @property
    def waits(self) -> bool:
        """Tell whether something has happened that is not told yet."""
        return bool(self._waiting)

    def tell(self, event: Event) -> None:
        """Tell an event now, or when it and those before it are on the card."""
        if self.record is None:
            self._listeners.tell(event)
        elif not self._waiting and not is_relied_on(event):
            self._told = self._look()
            self._listeners.tell(event)
        else:
            self._waiting.append((event, self._look()))
            if self._telling is None:
                telling = self._tell_all(self.record)
                self._telling = asyncio.get_running_loop().create_task(telling, name="announcing")

    async def all_told(self) -> None:
        """Wait until nothing waits to be told."""
        while self._telling is not None:
            await asyncio.wait([self._telling])

    async def _tell_all(self, record: Record) -> None:
        try:
            while self._waiting:
                count = len(self._waiting)
                with suppress(TimeoutError):
                    async with asyncio.timeout(PATIENCE_S):
                        await record.kept()
                self._release(count)
        finally:
            self._telling = None

    def _release(self, count: int) -> None:
        for _ in range(count):
            event, self._told = self._waiting.popleft()
            self._listeners.tell(event)
        self._after()
