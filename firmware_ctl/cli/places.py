"""Where the files of this machine's table lie, for commands that work without the daemon."""

import os
from pathlib import Path

from firmware_ctl.cli.errors import CliError
from firmware_ctl.config.search import SYSTEM_CONFIG

SYSTEM_STATE = Path("/var/lib/mjtable")

MEND_RECORD = (
    "start the table once, which keeps what is readable and sets the file aside, "
    "or restore a backup"
)
"""What to do about a record's file that cannot be read."""


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


def record_place(named: str | None) -> Path:
    """Return the record's folder in the state's.

    Raises:
        CliError: there is none, or it is the service's and not ours to read.
    """
    from firmware_ctl.store.place import RECORD_NAME  # noqa: PLC0415

    root = state_place(named) / RECORD_NAME
    if not root.is_dir():
        raise CliError(f"no table has recorded anything in {root.parent}; name another --state-dir")
    return root


def config_place(named: str | None) -> Path:
    """Return the configuration's folder: the one named, the service's, else that of the file."""
    if named is not None:
        return Path(named)
    from firmware_ctl.cli.configuration import find_named  # noqa: PLC0415

    found = find_named(None)
    return SYSTEM_CONFIG if found is None else found.parent
