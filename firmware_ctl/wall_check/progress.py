"""The file that says how far the wall check has come: its state, and the last judgement.

It is written whole after every deal. A deal whose writing a power cut took is weighed again from
the record, with the same result, since the file names the record's last deal that it holds.
"""

import json
from base64 import b64decode, b64encode
from dataclasses import dataclass
from pathlib import Path

from firmware_ctl.core.judgement import Judgement, read_judgement
from firmware_ctl.safe_files import write

FILE_NAME = "wall-check.json"
FORMAT = 1


class ProgressUnreadable(Exception):
    """The file holds something else; the text says what to do."""


@dataclass(frozen=True, slots=True)
class Progress:
    """``state`` is the engine's, as bytes; empty before the first deal."""

    state: bytes = b""
    last: Judgement | None = None

    @property
    def place(self) -> int:
        """Return the sequence number of the newest record that was weighed."""
        return 0 if self.last is None else self.last.place


def read_progress(directory: Path) -> Progress:
    """Return what was written, the beginning where there is no file.

    Raises:
        ProgressUnreadable: the file is damaged, or of another version.
        OSError: it cannot be read.
    """
    path = directory / FILE_NAME
    if not path.exists():
        return Progress()
    try:
        told = json.loads(path.read_bytes())
        if told["format"] != FORMAT:
            raise ProgressUnreadable(
                f"{path}: format {told['format']}, this version knows {FORMAT}; take the version "
                "that wrote it"
            )
        return Progress(b64decode(told["state"], validate=True), read_judgement(told["last"]))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ProgressUnreadable(
            f"{path} is damaged ({type(error).__name__}): restore it from a backup, or remove it, "
            "and the check weighs the whole record anew"
        ) from error


def write_progress(directory: Path, state: bytes, last: Judgement) -> None:
    """Replace the file in one step.

    Raises:
        OSError: it cannot be written; the old one stands.
    """
    told = {"format": FORMAT, "state": b64encode(state).decode(), "last": last.as_json()}
    content = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    write(directory / FILE_NAME, content.encode() + b"\n", 0o600)
