"""The sensor of this computer's supply (供电): the kernel's own alarm for a voltage that sags.

On a Raspberry Pi the kernel's driver ``rpi_volt`` (Documentation/hwmon/raspberrypi-hwmon) asks the
firmware every two seconds whether the 5 V line fell too low, and shows the answer in sysfs. Where
the kernel has no such sensor nothing is known.
"""

from pathlib import Path

LOOK_S = 2.0
"""The driver forgets a sag after so long; who looks less often misses short ones."""

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
