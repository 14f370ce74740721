"""One press through several receivers is still one: only one path to the table speaks at a time.

The same key may arrive as light, through the kernel's decoder, lircd and an input device. The path
that speaks first owns the remote until it has been silent for a second; what others say meanwhile
are echoes.
"""

from collections.abc import Callable

from firmware_ctl.inputs.remote import Emit

OWNED_S = 1.0
"""Longer than any decoder waits for the end of a frame, shorter than a receiver is mourned."""


class OnePath:
    """Hands out one ``emit`` a path; all of them lead to the same one."""

    def __init__(self, emit: Emit, clock: Callable[[], float]) -> None:
        self._emit = emit
        self._clock = clock
        self._owner: str | None = None
        self._spoke_s = 0.0

    def path(self, name: str) -> Emit:
        """Return what a receiver of this name speaks into."""

        def emit(word: str, arguments: tuple[str, ...], held_s: float) -> None:
            now = self._clock()
            if self._owner != name and self._owner is not None and now - self._spoke_s < OWNED_S:
                return
            if self._owner != name and held_s > 0:
                return  # a hold that began on another path
            self._owner, self._spoke_s = name, now
            self._emit(word, arguments, held_s)

        return emit
