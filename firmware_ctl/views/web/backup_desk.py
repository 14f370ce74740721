"""The desk of backups: everything but the keys as one file, to be kept somewhere else.

The service may read all of it, so the page may hand it out. Putting one back needs the rights of
the computer's owner and a table at rest, so that stays a command.
"""

import asyncio
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from firmware_ctl.access.roles import Role
from firmware_ctl.views.web.asked import Answer, Asked, Mounted, no
from firmware_ctl.views.web.routes import Route, Serves

ROUTES = (
    Route(
        "GET",
        "/api/backup",
        Serves.DESK,
        "configuration and record as one file, without keys and PINs",
        Role.TECHNICIAN,
    ),
)

MOST_BYTES = 64 << 20
"""What is larger is written at the machine: a file is held in memory while it is sent."""

FILE_NAME = "mjtable-backup.zip"


class BackupDesk:
    """Hands backups out; ``write`` writes one, ``None`` where nothing is kept."""

    def __init__(self, write: Callable[[Path], object] | None) -> None:
        self._write = write
        self._writing = asyncio.Lock()

    def mounted(self) -> tuple[Mounted, ...]:
        """Return the desk's routes."""
        return (Mounted(ROUTES[0], self.backup),)

    async def backup(self, asked: Asked) -> Answer:
        """Return a backup of this moment."""
        if self._write is None:
            return no(404, "bad-request", asked.say("web.no-backup"))
        if self._writing.locked():
            return no(429, "slow-down", asked.say("web.slow-down"))
        async with self._writing:
            try:
                packed = await asyncio.to_thread(self._packed)
            except OSError as error:
                why = error.strerror or str(error)
                return no(500, "not-kept", asked.say("web.backup-failed", why=why))
        if packed is None:
            return no(409, "not-now", asked.say("web.backup-large"))
        return Answer(packed, media_type="application/zip", file_name=FILE_NAME)

    def _packed(self) -> bytes | None:
        """Return the file, ``None`` if it is too large.

        Raises:
            OSError: it cannot be written.
        """
        assert self._write is not None
        with TemporaryDirectory() as place:
            file = Path(place) / FILE_NAME
            self._write(file)
            return file.read_bytes() if file.stat().st_size <= MOST_BYTES else None
