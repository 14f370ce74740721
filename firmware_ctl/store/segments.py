"""The numbered directories that hold the record: one database each, the highest number the newest.

A directory is renamed in one step, database and log together; that is why each file has its own. A
damaged one keeps its number and its content, for whoever wants to look, under a name of its own.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from firmware_ctl.safe_files import sync_directory

DATABASE_NAME = "table.db"
_NAME = re.compile(r"(\d{4,})(\.damaged)?")


@dataclass(frozen=True, slots=True)
class Segment:
    """One directory of the record."""

    directory: Path
    number: int
    damaged: bool = False

    @property
    def path(self) -> Path:
        """Return its database."""
        return self.directory / DATABASE_NAME

    @property
    def name(self) -> str:
        """Return its name, as records and people call it."""
        return self.directory.name


def segments(root: Path) -> list[Segment]:
    """Return the segments under a directory, the oldest first.

    Raises:
        OSError: the directory is there but cannot be read.
    """
    if not root.exists():
        return []
    named = ((place, _NAME.fullmatch(place.name)) for place in root.iterdir())
    found = [Segment(place, int(match[1]), bool(match[2])) for place, match in named if match]
    return sorted(found, key=lambda one: one.number)


def begin(root: Path, number: int) -> Segment:
    """Make the directory of a new segment.

    Raises:
        OSError: it cannot be made.
    """
    segment = Segment(root / f"{number:04}", number)
    segment.directory.mkdir(parents=True, exist_ok=True)
    sync_directory(root)
    sync_directory(root.parent)
    return segment


def set_aside(segment: Segment) -> Segment:
    """Rename a damaged segment, and return it under its new name.

    Raises:
        OSError: it cannot be renamed.
    """
    aside = segment.directory.with_name(f"{segment.number:04}.damaged")
    segment.directory.rename(aside)
    sync_directory(aside.parent)
    return Segment(aside, segment.number, damaged=True)
