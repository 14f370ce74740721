"""Find the machine's key, or make one at the first start.

systemd hands it over as a credential (``LoadCredential=mjtable.key:...``); without one it is a file
of mode 0400 that belongs to the user who runs the service.
"""

import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from stat import S_IMODE

from firmware_ctl.safe_files import sync_directory
from firmware_ctl.store.faults import StoreFault, Trouble
from firmware_ctl.store.seals import KEY_BYTES, MachineKey

KEY_NAME = "mjtable.key"
_OTHERS = 0o077
_MODE = 0o400


def machine_key(directory: Path, environ: Mapping[str, str]) -> MachineKey:
    """Return the key from systemd's credentials, else that of ``directory``; make one if need be.

    Raises:
        StoreFault: the key cannot be read or made, has another length, or others may read it.
    """
    credentials = environ.get("CREDENTIALS_DIRECTORY")
    try:
        if credentials and (credential := Path(credentials) / KEY_NAME).exists():
            return _read(credential)
        path = directory / KEY_NAME
        if not path.exists():
            _make(path)
        _refuse_open_file(path)
        return _read(path)
    except OSError as error:
        where = error.filename or str(directory / KEY_NAME)
        raise StoreFault(Trouble.KEY, str(where), error.strerror or str(error)) from error


def _read(path: Path) -> MachineKey:
    secret = path.read_bytes()
    if len(secret) != KEY_BYTES:
        raise StoreFault(
            Trouble.KEY,
            str(path),
            f"it has {len(secret)} bytes, a key has {KEY_BYTES}; "
            f"make one with: openssl rand -out {path} {KEY_BYTES}",
        )
    return MachineKey(secret)


def _refuse_open_file(path: Path) -> None:
    status = path.stat()
    if status.st_uid != os.geteuid():
        raise StoreFault(Trouble.KEY, str(path), "it belongs to another user than the service's")
    if status.st_mode & _OTHERS:
        mode = S_IMODE(status.st_mode)
        raise StoreFault(
            Trouble.KEY, str(path), f"others may read it (mode {mode:04o}); chmod 0400 {path}"
        )


def _make(path: Path) -> None:
    """Write a new key so that after a power cut there is all of it or nothing."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_suffix(".new")
    draft.unlink(missing_ok=True)
    with open(draft, "xb", opener=lambda name, flags: os.open(name, flags, _MODE)) as file:
        file.write(secrets.token_bytes(KEY_BYTES))
        file.flush()
        os.fsync(file.fileno())
    draft.rename(path)
    sync_directory(path.parent)
