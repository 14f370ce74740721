"""Which LIRC node receives: numbers change from boot to boot, drivers' names do not.

udev gives the receiver its name (``/dev/lirc-rx``); where that is missing, sysfs tells which driver
stands behind each ``/dev/lircN``.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

NAMED = Path("/dev/lirc-rx")
SENDERS = ("gpio-ir-tx", "pwm-ir-tx", "gpio_ir_tx", "pwm_ir_tx")
"""Drivers of the kernel that only send."""


@dataclass(frozen=True, slots=True)
class Node:
    """One LIRC node and the driver behind it."""

    path: str
    driver: str

    @property
    def sends_only(self) -> bool:
        """Tell whether the driver is one that cannot receive."""
        return self.driver in SENDERS


def nodes(sysfs: Path = Path("/sys")) -> Iterator[Node]:
    """Yield the LIRC nodes of the kernel, in the order of their numbers."""
    found = (sysfs / "class" / "lirc").glob("lirc[0-9]*")
    for entry in sorted(found, key=lambda entry: int(entry.name.removeprefix("lirc"))):
        yield Node(f"/dev/{entry.name}", _driver(entry))


def find_receiver(named: Path = NAMED, sysfs: Path = Path("/sys")) -> str | None:
    """Return the receiver's node: the one that udev named, else the first that is no sender."""
    if named.exists():
        return str(named)
    return next((node.path for node in nodes(sysfs) if not node.sends_only), None)


def _driver(entry: Path) -> str:
    """Return the driver's name from the events file of the rc device above the node."""
    try:
        text = (entry / "device" / "uevent").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    fields = dict(line.partition("=")[::2] for line in text.splitlines())
    return fields.get("DRV_NAME", "")
