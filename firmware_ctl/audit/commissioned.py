"""What a machine's first walls have shown: how much memory its wall check tolerates, in a file."""

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

VERSION = 1
FILE_NAME = "mixing.json"


class NotCommissioned(Exception):
    """The file cannot be read, or is of a newer program; the text says what to do."""


@dataclass(frozen=True, slots=True)
class Commissioned:
    """``tolerance`` is the share of neighbours that may come again, 0..1; ``share`` was likeliest.

    ``layout`` names the walls, ``walls`` how many were looked at, ``by_tags`` whether tiles were
    told apart.
    """

    tolerance: float
    share: float
    walls: int
    layout: str
    by_tags: bool
    v: int = VERSION


def write_commissioned(directory: Path, found: Commissioned) -> Path:
    """Write the file, all of it or nothing, and return its path."""
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / FILE_NAME
    draft = path.with_name(path.name + ".part")
    with draft.open("w", encoding="utf-8") as file:
        json.dump(asdict(found), file, indent=1)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
    return path


def read_commissioned(directory: Path) -> Commissioned | None:
    """Return what was written; ``None`` for a machine that was never commissioned.

    Raises:
        NotCommissioned: the file holds something else.
    """
    path = directory / FILE_NAME
    if not path.exists():
        return None
    try:
        found = Commissioned(**json.loads(path.read_text("utf-8")))
        is_known = found.v == VERSION and 0 <= float(found.tolerance) < 1
    except (ValueError, TypeError) as error:
        raise NotCommissioned(f"{path}: {error}; run `mjtable audit calibrate` again") from None
    if not is_known:
        raise NotCommissioned(
            f"{path} is of another version or tolerates everything; calibrate again"
        )
    return found
