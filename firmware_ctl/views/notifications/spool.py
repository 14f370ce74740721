"""A folder in which notices wait to be sent, one file each; small, and never in anybody's way."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from firmware_ctl.safe_files import write
from firmware_ctl.views.notifications.notices import About, Notice

MOST = 50
"""So many may wait; the oldest gives way to a newer one."""

_MODE = 0o660
_ENDING = ".json"


class Spool:
    """The notices that wait in one folder, the oldest first."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def put(self, notice: Notice) -> None:
        """Lay a notice down.

        Raises:
            OSError: the folder is absent or may not be written to.
        """
        waiting = self._files()
        for path in waiting[: max(0, len(waiting) - MOST + 1)]:
            path.unlink(missing_ok=True)
        number = int(waiting[-1].stem) + 1 if waiting else 1
        content = json.dumps(asdict(notice), ensure_ascii=False).encode()
        write(self._folder / f"{number:09}{_ENDING}", content, _MODE)

    def waiting(self) -> Iterator[tuple[Path, Notice]]:
        """Yield what waits; a file that is no notice is taken away.

        Raises:
            OSError: the folder cannot be read.
        """
        for path in self._files():
            try:
                data = json.loads(path.read_text("utf-8"))
                notice = Notice(About(data["about"]), str(data["title"]), str(data["body"]))
            except (ValueError, KeyError, TypeError):
                path.unlink(missing_ok=True)
                continue
            yield path, notice

    def _files(self) -> list[Path]:
        return sorted(path for path in self._folder.glob(f"*{_ENDING}") if path.stem.isdecimal())
