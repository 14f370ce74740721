"""Tell systemd how we are (sd_notify(3)): a datagram to the socket that it names, nothing else."""

import asyncio
import os
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress


class Notifier:
    """Speaks to the service manager; silent where there is none."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        name = environ.get("NOTIFY_SOCKET", "")
        # A leading @ names the abstract namespace (unix(7)).
        self._address = "\0" + name[1:] if name.startswith("@") else name
        self.watchdog_s = _watchdog_s(environ)

    def tell(self, **states: str) -> None:
        """Send assignments, such as ``READY="1"``; a manager that does not listen is no error."""
        if not self._address:
            return
        message = "\n".join(f"{name}={value}" for name, value in states.items())
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender:
            sender.settimeout(0)
            with suppress(OSError):
                sender.sendto(message.encode(), self._address)

    async def feed_watchdog(self, healthy: Callable[[], bool], speed: float = 1.0) -> None:
        """Feed the watchdog at half its period, but only while all is well; for ever.

        Without a watchdog this waits for ever. It runs in the control loop, so that a loop that
        hangs feeds no more; ``speed`` is how much faster than the wall's that loop's clock runs.
        """
        if self.watchdog_s is None:
            await asyncio.get_running_loop().create_future()
            return
        while True:
            if healthy():
                self.tell(WATCHDOG="1")
            await asyncio.sleep(self.watchdog_s / 2 * speed)


def _watchdog_s(environ: Mapping[str, str]) -> float | None:
    """Return the watchdog's period in seconds, or ``None`` where it is not meant for us."""
    period = environ.get("WATCHDOG_USEC", "")
    process = environ.get("WATCHDOG_PID", str(os.getpid()))
    if not period.isdecimal() or int(period) == 0 or process != str(os.getpid()):
        return None
    return int(period) / 1e6
