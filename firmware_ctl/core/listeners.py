"""Who wants to hear of the table: views that redraw, logs that note events."""

import asyncio
import logging
from collections.abc import Callable
from typing import Generic, TypeVar

_log = logging.getLogger(__name__)

Event = dict[str, object]
T = TypeVar("T")
Unsubscribe = Callable[[], None]


class Listeners(Generic[T]):
    """A set of callables that are told the same thing, in the order in which they came."""

    def __init__(self, failed: Callable[[str], None] = lambda _who: None) -> None:
        """``failed`` hears the name of every listener that is told no more."""
        self._told: dict[int, Callable[[T], None]] = {}
        self._failed = failed
        self._next = 0

    def __bool__(self) -> bool:
        return bool(self._told)

    def add(self, listener: Callable[[T], None]) -> Unsubscribe:
        """Add a listener; call what is returned to leave, once or often."""
        key = self._next
        self._next += 1
        self._told[key] = listener
        return lambda: self._told.pop(key, None) and None

    def tell(self, what: T) -> None:
        """Tell everybody; a listener that fails is told no more, and nobody else minds."""
        for key, listener in tuple(self._told.items()):
            try:
                listener(what)
            except Exception:  # noqa: BLE001 -- a view's mistake must not reach the motors
                who = getattr(listener, "__qualname__", repr(listener))
                _log.exception("%s failed and is told no more", who)
                self._told.pop(key, None)
                self._failed(who)


class Redraw:
    """Call back once, soon, however often something changed in between."""

    def __init__(self, callback: Callable[[], None]) -> None:
        self._callback = callback
        self._pending = False

    def ask(self) -> None:
        """Note that something changed."""
        if not self._pending:
            self._pending = True
            asyncio.get_running_loop().call_soon(self._run)

    def _run(self) -> None:
        self._pending = False
        self._callback()
