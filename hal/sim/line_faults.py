"""A line's scripted faults: what becomes of bytes on their way. No I/O, one seed, one course.

Every fault is a number that a test or a person may change at any time.
"""

import random
from dataclasses import dataclass

Delayed = tuple[float, bytes]
"""Bytes, and how long after they were sent they arrive, in seconds."""


@dataclass(slots=True)
class LineSettings:
    """Chances are per byte; a late reply is every ``late_every``-th (0 = none)."""

    flip: float = 0.0
    drop: float = 0.0
    double: float = 0.0
    latency_s: float = 0.0
    late_every: int = 0
    late_s: float = 0.26
    mute: bool = False

    @property
    def is_clean(self) -> bool:
        """Tell whether bytes pass unharmed."""
        return not (self.flip or self.drop or self.double)


class FaultyLine:
    """One line, both ways: ``request`` towards the board, ``reply`` back."""

    __slots__ = ("_replies", "_rng", "settings")

    def __init__(self, seed: int = 0, settings: LineSettings | None = None) -> None:
        self.settings = settings or LineSettings()
        self._rng = random.Random(f"{seed}/line")  # noqa: S311  a simulation, no secret
        self._replies = 0

    def clean(self) -> None:
        """End every fault."""
        self.settings = LineSettings()

    def request(self, data: bytes) -> Delayed:
        """Return what arrives at the board."""
        return self.settings.latency_s, self._damaged(data)

    def reply(self, data: bytes) -> Delayed:
        """Return what arrives at the host; nothing on a mute line."""
        settings = self.settings
        if settings.mute:
            return 0.0, b""
        self._replies += 1
        is_late = settings.late_every and self._replies % settings.late_every == 0
        return settings.latency_s + (settings.late_s if is_late else 0.0), self._damaged(data)

    def _damaged(self, data: bytes) -> bytes:
        settings, rng = self.settings, self._rng
        if settings.is_clean:
            return data
        out = bytearray()
        for byte in data:
            if rng.random() < settings.drop:
                continue
            out.append(byte ^ 1 << rng.randrange(8) if rng.random() < settings.flip else byte)
            if rng.random() < settings.double:
                out.append(out[-1])
        return bytes(out)
