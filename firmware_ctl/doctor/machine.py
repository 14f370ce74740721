"""This machine as the checks see it: files under a root, tools of the system, the time."""

import os
import platform
import shutil
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_TOOL_S = 10.0


@dataclass(frozen=True, slots=True)
class Machine:
    """The machine whose files are under ``root``; another root is for tests."""

    root: Path = Path("/")

    def path(self, name: str) -> Path:
        """Return a file of the system."""
        return self.root / name.lstrip("/")

    def text(self, name: str) -> str | None:
        """Return a small file's text, ``None`` where it is absent or not ours to read."""
        try:
            return self.path(name).read_text("utf-8", errors="replace").strip()
        except OSError:
            return None

    def glob(self, pattern: str) -> list[Path]:
        """Return the files of a pattern, sorted."""
        return sorted(self.root.glob(pattern.lstrip("/")))

    def said(self, *command: str) -> str | None:
        """Return what a tool of the system prints, ``None`` where it is absent or hangs."""
        if shutil.which(command[0]) is None:
            return None
        try:
            done = subprocess.run(  # noqa: S603 -- commands of the checks
                command, capture_output=True, text=True, check=False, timeout=_TOOL_S
            )
        except (OSError, subprocess.TimeoutExpired):
            return None
        return done.stdout.strip()

    def free_mb(self, name: str) -> int | None:
        """Return how much room is left where a file is or will be."""
        place = self.path(name)
        while not place.exists():
            place = place.parent
        try:
            return shutil.disk_usage(place).free >> 20
        except OSError:
            return None

    def may_use(self, path: Path) -> bool:
        """Tell whether this user may read and write a device."""
        return os.access(path, os.R_OK | os.W_OK)

    def users_of(self, device: Path) -> Iterator[tuple[int, str]]:
        """Yield number and name of the processes that hold a device, of those that we may see."""
        wanted = device.resolve()
        for process in self.glob("/proc/[0-9]*"):
            try:
                held = any(link.resolve() == wanted for link in (process / "fd").iterdir())
                name = (process / "comm").read_text().strip() if held else ""
            except OSError:
                continue
            if held:
                yield int(process.name), name

    def architecture(self) -> str:
        """Return the processor's architecture."""
        return platform.machine()

    def now(self) -> float:
        """Return the wall clock's time in seconds since 1970."""
        return time.time()
