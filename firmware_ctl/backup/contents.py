"""What a backup may hold, and the list of contents that it carries; pure.

A name that is not one of these forms is not taken from anybody's file, so nothing in a backup can
reach outside the folders it is for.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum

FORMAT = 1
LIST = "contents.json"
LARGEST = 4 << 30
"""A backup whose files are larger than this together is refused: no table writes so much."""


class Part(StrEnum):
    """The kinds of files in a backup, by the folder that they lie in."""

    CONFIG = "config"
    RECORD = "record"
    KEYS = "keys"


_FORMS: Mapping[Part, re.Pattern[str]] = {
    Part.CONFIG: re.compile(r"(?:conf\.d/)?[A-Za-z0-9_][A-Za-z0-9_.-]{0,79}\.(?:toml|env)"),
    Part.RECORD: re.compile(r"[0-9]{4,9}(?:\.damaged)?/table\.db"),
    Part.KEYS: re.compile(r"mjtable\.key|access\.json|tiles\.json"),
}


class BadBackup(Exception):
    """A file is no backup that can be used; the text says why."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One file: its name in the backup, its length, its SHA-256 in hexadecimal."""

    name: str
    size: int
    sha256: str

    @property
    def part(self) -> Part:
        """Return which kind of file this is."""
        return Part(self.name.partition("/")[0])

    @property
    def path(self) -> str:
        """Return the name under the folder that files of this kind belong to."""
        return self.name.partition("/")[2]


@dataclass(frozen=True, slots=True)
class Contents:
    """What a backup holds; ``made`` is the wall clock's time in seconds since 1970."""

    version: str
    table: str
    made: int
    entries: tuple[Entry, ...]

    def having(self, part: Part) -> tuple[Entry, ...]:
        """Return the files of one kind."""
        return tuple(entry for entry in self.entries if entry.part is part)


def is_allowed(name: str) -> bool:
    """Tell whether a file of this name may lie in a backup."""
    part, _, path = name.partition("/")
    return part in set(Part) and _FORMS[Part(part)].fullmatch(path) is not None


def listed(contents: Contents) -> bytes:
    """Return the list of contents as the backup carries it."""
    data = {"format": FORMAT, **asdict(contents)}
    return json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True).encode()


def read_list(raw: bytes) -> Contents:
    """Return the list of contents.

    Raises:
        BadBackup: it is none, or names what a backup must not hold.
    """
    try:
        data = json.loads(raw)
        form = data["format"]
        entries = tuple(
            Entry(str(each["name"]), int(each["size"]), str(each["sha256"]))
            for each in data["entries"]
        )
        contents = Contents(str(data["version"]), str(data["table"]), int(data["made"]), entries)
    except (ValueError, KeyError, TypeError) as error:
        raise BadBackup(f"its {LIST} cannot be read: {error}") from error
    if form != FORMAT:
        raise BadBackup(f"it has format {form}, this program knows {FORMAT}; update the program")
    names = [entry.name for entry in entries]
    for name in names:
        if not is_allowed(name):
            raise BadBackup(f"it holds {name[:60]!r}, which no backup has")
    if len(set(names)) != len(names) or any(entry.size < 0 for entry in entries):
        raise BadBackup(f"its {LIST} contradicts itself")
    if sum(entry.size for entry in entries) > LARGEST:
        raise BadBackup("its files are larger than any table writes")
    return contents
