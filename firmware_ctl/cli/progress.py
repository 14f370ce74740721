"""Show how far something long has come, on a terminal only and not before a second has passed."""

import sys
import time
from typing import Self, TextIO

_PATIENCE_S, _EVERY_S, _WIDTH = 1.0, 0.2, 30


class Progress:
    """A bar on standard error; use it as a context, so that it is wiped away at the end."""

    def __init__(self, total: int, what: str, stream: TextIO | None = None) -> None:
        self._total, self._what = max(1, total), what
        self._stream = sys.stderr if stream is None else stream
        self._shown = False
        self._next = time.monotonic() + _PATIENCE_S

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(self, *_: object) -> None:
        """Wipe the bar away."""
        if self._shown:
            print("\r\x1b[K", end="", file=self._stream, flush=True)

    def at(self, done: int) -> None:
        """Say how many of the total are done."""
        now = time.monotonic()
        if now < self._next or not self._stream.isatty():
            return
        self._next, self._shown = now + _EVERY_S, True
        full = min(_WIDTH, _WIDTH * done // self._total)
        bar = "#" * full + "." * (_WIDTH - full)
        print(
            f"\r[{bar}] {done} of {self._total} {self._what}", end="", file=self._stream, flush=True
        )
