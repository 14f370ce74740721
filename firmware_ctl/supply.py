"""The supply of this computer as it was seen lately: it sags, or has been right for a while."""

from collections.abc import Callable

from firmware_ctl.core.listeners import Listeners, Unsubscribe

CLEAR_S = 60.0
"""A supply is sound again when it has not sagged for so long."""


class Supply:
    """The supply as it was seen lately: a sag stands until the voltage has been right for a while.

    ``sags`` is ``None`` as long as nobody has looked: without a sensor, for ever.
    """

    def __init__(self) -> None:
        self.sags: bool | None = None
        self._last = float("-inf")
        self._turned: Listeners[bool] = Listeners()

    def watch(self, callback: Callable[[bool], None]) -> Unsubscribe:
        """Call back with ``True`` when a sag begins, with ``False`` when it is over."""
        return self._turned.add(callback)

    def see(self, now: float, *, alarm: bool) -> None:
        """Take what the sensor shows at a time in seconds."""
        before = self.sags
        if alarm:
            self._last = now
        self.sags = now - self._last < CLEAR_S
        if self.sags != bool(before):
            self._turned.tell(self.sags)
