"""The supply of this computer (供电): does its voltage sag, by the kernel's own alarm?

On a Raspberry Pi the kernel's driver ``rpi_volt`` (Documentation/hwmon/raspberrypi-hwmon) asks the
firmware every two seconds whether the 5 V line fell too low, and shows the answer in sysfs. Where
the kernel has no such sensor nothing is known, and nothing is told.
"""

from collections.abc import Callable
from pathlib import Path

from firmware_ctl.core.listeners import Listeners, Unsubscribe

LOOK_S = 2.0
"""The driver forgets a sag after so long; who looks less often misses short ones."""

CLEAR_S = 60.0
"""A supply is sound again when it has not sagged for so long."""

SENSOR = "rpi_volt"
_PLACES = "sys/class/hwmon/hwmon*"


def alarm_file(root: Path = Path("/")) -> Path | None:
    """Return the file that says whether the voltage sags, ``None`` without such a sensor."""
    for place in sorted(root.glob(_PLACES)):
        if _text(place / "name") == SENSOR:
            return place / "in0_lcrit_alarm"
    return None


def sags_now(root: Path = Path("/")) -> bool | None:
    """Tell whether the voltage has sagged in the last seconds, ``None`` where nobody knows."""
    alarm = alarm_file(root)
    return None if alarm is None else alarmed(alarm)


def alarmed(alarm: Path) -> bool:
    """Tell whether the alarm is set; one that cannot be read is not."""
    return _text(alarm) == "1"


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8").strip()
    except OSError:
        return ""


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
