"""Carry a board's time over to the host's clock."""

WRAP_MS = 1 << 32

TICK_S = 0.001
"""A reply made at board time t was made up to a tick later."""


class BoardClock:
    """Follow a board's clock by its replies.

    A reply made at board time t was made after its request was sent and before it was heard. So
    the difference between both clocks lies between two bounds; it is moved only when it lies
    outside. That follows a resonator that is half a percent off, and no event is ever placed after
    the moment at which the host heard of it.
    """

    __slots__ = ("_last", "_offset_s", "_uptime_ms")

    def __init__(self) -> None:
        self._offset_s: float | None = None
        self._uptime_ms = 0
        self._last = float("-inf")

    def restart(self) -> None:
        """Forget the difference: the board has started anew, its time too."""
        self._offset_s = None
        self._uptime_ms = 0

    def heard(self, uptime_ms: int, sent: float, heard: float) -> None:
        """Take a reply's board time (32-bit ms), and when request and reply passed (s)."""
        self._uptime_ms += uptime_ms - self._uptime_ms & WRAP_MS - 1
        board_s = self._uptime_ms / 1000
        low, high = sent - board_s - TICK_S, heard - board_s
        if self._offset_s is None:
            self._offset_s = high
        else:
            self._offset_s = min(max(self._offset_s, low), high)

    def whole_ms(self, ms: int, bits: int = 32) -> int:
        """Return the last board time before the newest reply that has these low bits."""
        return self._uptime_ms - (self._uptime_ms - ms & (1 << bits) - 1)

    def at(self, whole_ms: int) -> float:
        """Return the host's time (s) of a whole board time; results never go backwards."""
        self._last = max(self._last, whole_ms / 1000 + (self._offset_s or 0.0))
        return self._last
