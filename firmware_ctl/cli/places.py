"""Where the files of this machine's table lie, for commands that work without the daemon."""

import os
from pathlib import Path

from firmware_ctl.cli.errors import CliError
from firmware_ctl.config.search import SYSTEM_CONFIG

SYSTEM_STATE = Path("/var/lib/mjtable")


def state_place(named: str | None) -> Path:
    """Return the state's folder: the one named, the service's, else the user's own.

    Raises:
        CliError: it is the service's and not ours to read.
    """
    if named is not None:
        return Path(named)
    if "STATE_DIRECTORY" not in os.environ and SYSTEM_STATE.exists():
        if not os.access(SYSTEM_STATE, os.R_OK | os.X_OK):
            text = (
                f"{SYSTEM_STATE} is for the service's eyes; say it with `sudo -u mjtable` or sudo"
            )
            raise CliError(text)
        return SYSTEM_STATE
    from firmware_ctl.store.place import state_directory  # noqa: PLC0415

    return state_directory(os.environ)


def config_place(named: str | None) -> Path:
    """Return the configuration's folder: the one named, the service's, else that of the file."""
    if named is not None:
        return Path(named)
    from firmware_ctl.cli.configuration import find_named  # noqa: PLC0415

    found = find_named(None)
    return SYSTEM_CONFIG if found is None else found.parent
