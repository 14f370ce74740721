"""Where a table's record and keys lie; imports nothing, so that a command line may ask."""

from collections.abc import Mapping
from pathlib import Path

RECORD_NAME = "record"
"""The record's folder in the state directory."""


def state_directory(environ: Mapping[str, str]) -> Path:
    """Return where the record and the machine's key are: systemd's place, else the user's own."""
    if given := environ.get("STATE_DIRECTORY"):
        return Path(given.split(":")[0])
    home = environ.get("XDG_STATE_HOME") or str(Path("~/.local/state").expanduser())
    return Path(home) / "mjtable"
