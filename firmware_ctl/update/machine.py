"""The service of this machine: systemd's tools and the daemon's socket."""

import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from firmware_ctl.supply_sensor import sags_now
from firmware_ctl.update.shelf import Release

UNIT = "mjtable.service"
BOOTED = Path("/run/systemd/system")
"""Is there where systemd is the system's manager (sd_booted(3))."""

SETTLED_S = 3.0
"""A table that has answered for so long is taken for running."""

_PAUSE_S = 0.5
_TRIAL_S = 60.0


class SystemService:
    """The table's service under systemd; where that does not run, nothing is to be restarted.

    ``snapshot`` asks the running daemon for its table.
    """

    def __init__(self, snapshot: Callable[[], Mapping[str, Any] | None]) -> None:
        self._ask = snapshot
        self._restarted = False

    def snapshot(self) -> Mapping[str, Any] | None:
        """Return the running table, ``None`` where no daemon answers."""
        return self._ask()

    def supply_sags(self) -> bool:
        """Tell whether the voltage sags; a machine that does not measure it is trusted."""
        return sags_now() is True

    def judge(self, release: Release) -> str:
        """Return what a release says against itself: it must start, and like the configuration."""
        for arguments in (("--version",), ("config", "check")):
            try:
                tried = subprocess.run(  # noqa: S603 -- a release that lies on the shelf
                    [str(release.program), *arguments],
                    capture_output=True,
                    text=True,
                    check=False,
                    timeout=_TRIAL_S,
                )
            except (OSError, subprocess.TimeoutExpired) as error:
                return str(error)
            if tried.returncode:
                return (tried.stderr.strip() or f"it ended with {tried.returncode}").splitlines()[0]
        return ""

    def restart(self) -> str:
        """Start the service anew if it runs, and return what went wrong."""
        if not BOOTED.exists() or self._systemctl("is-enabled") != 0:
            return ""
        runs = self._systemctl("is-active") == 0 or self._systemctl("is-failed") == 0
        if not (runs or self._restarted):
            return ""
        self._restarted = True
        self._systemctl("reset-failed")
        return "" if self._systemctl("restart") == 0 else f"`systemctl restart {UNIT}` failed"

    def healthy(self, seconds: float) -> bool:
        """Wait until the table has answered for some time; true where none was restarted."""
        if not self._restarted:
            return True
        until = time.monotonic() + seconds
        since: float | None = None
        while (now := time.monotonic()) < until:
            if self.snapshot() is None:
                since = None
            elif since is None:
                since = now
            elif now - since >= SETTLED_S:
                return True
            time.sleep(_PAUSE_S)
        return False

    def _systemctl(self, verb: str) -> int:
        command = ["systemctl", "--quiet", verb, UNIT]
        return subprocess.run(command, capture_output=True, check=False).returncode  # noqa: S603
