"""What must outlive a restart: PINs as hashes and tonight's token, in one file of mode 0600.

It is written beside itself and put in place whole, so a power cut leaves the old or the new one.
"""

import json
import os
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from firmware_ctl.access.pins import Sealed
from firmware_ctl.access.roles import Role
from firmware_ctl.access.table_token import TableToken

FILE_NAME = "access.json"
_FORMAT = 1
_LARGEST = 1 << 14


class AccessFileError(Exception):
    """The file cannot be used; the text says why and what to do."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What the file holds."""

    pins: Mapping[Role, Sealed] = field(default_factory=dict)
    token: TableToken | None = None


class AccessFile:
    """The file of one table; without a path everything is forgotten at the end."""

    def __init__(self, path: Path | None) -> None:
        self._path = path

    def read(self) -> Kept:
        """Return what is kept; nothing, where nothing ever was.

        Raises:
            AccessFileError: there is a file and it cannot be understood.
        """
        if self._path is None:
            return Kept()
        try:
            with self._path.open("rb") as file:
                return _kept(json.loads(file.read(_LARGEST)))
        except FileNotFoundError:
            return Kept()
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            text = f"{self._path} cannot be used ({error}); remove it at the machine, set new PINs"
            raise AccessFileError(text) from error

    def write(self, kept: Kept) -> None:
        """Put new content in place of the old.

        Raises:
            AccessFileError: it cannot be written; the old content stays.
        """
        if self._path is None:
            return
        beside = self._path.with_suffix(".new")
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(handle, "wb") as file:
                file.write(json.dumps(_data(kept), indent=1).encode())
                file.flush()
                os.fsync(file.fileno())
            beside.replace(self._path)
            _sync_folder(self._path.parent)
        except OSError as error:
            reason = error.strerror or str(error)
            text = f"{self._path} cannot be written ({reason}); check the folder's owner"
            raise AccessFileError(text) from error


def _data(kept: Kept) -> dict[str, object]:
    pins = {
        role.value: {"salt": _text(sealed.salt), "hash": _text(sealed.hash)}
        for role, sealed in kept.pins.items()
    }
    token = kept.token and {"text": kept.token.text, "evening": kept.token.evening}
    return {"format": _FORMAT, "pins": pins, "token": token}


def _kept(data: dict[str, object]) -> Kept:
    if data["format"] != _FORMAT:
        raise ValueError(f"its format is {data['format']}")
    given, token = data["pins"], data["token"]
    if not isinstance(given, dict):
        raise TypeError("no PINs in it")
    pins = {
        Role(role): Sealed(b64decode(one["salt"]), b64decode(one["hash"]))
        for role, one in given.items()
    }
    if isinstance(token, dict):
        return Kept(pins, TableToken(str(token["text"]), str(token["evening"])))
    return Kept(pins)


def _text(raw: bytes) -> str:
    return b64encode(raw).decode()


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
