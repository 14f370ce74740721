"""Where the files of a table lie on this machine."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from firmware_ctl.backup.contents import Part, is_allowed
from firmware_ctl.store.place import RECORD_NAME
from firmware_ctl.store.segments import segments

KEY_FILES = ("mjtable.key", "access.json", "tiles.json")


@dataclass(frozen=True, slots=True)
class Places:
    """The folder of the configuration and the folder of the state."""

    config: Path
    state: Path

    def folder(self, part: Part) -> Path:
        """Return where files of a kind belong."""
        match part:
            case Part.CONFIG:
                return self.config
            case Part.RECORD:
                return self.state / RECORD_NAME
            case Part.KEYS:
                return self.state

    def files(self, *, keys: bool) -> Iterator[tuple[str, Path]]:
        """Yield the name in a backup and the file of everything that there is.

        Raises:
            OSError: a folder is there but cannot be read.
        """
        found = [*self.config.glob("*"), *self.config.glob("conf.d/*")]
        for path in sorted(found):
            name = f"{Part.CONFIG}/{path.relative_to(self.config).as_posix()}"
            if path.is_file() and is_allowed(name):
                yield name, path
        for segment in segments(self.folder(Part.RECORD)):
            if segment.path.exists():
                yield f"{Part.RECORD}/{segment.name}/{segment.path.name}", segment.path
        for key in KEY_FILES if keys else ():
            if (self.state / key).exists():
                yield f"{Part.KEYS}/{key}", self.state / key
