"""The releases that lie on this machine, and the link that says which one is in use.

``/opt/mjtable/releases/NAME`` holds whole releases, ``/opt/mjtable/current`` is a link to one of
them. A release comes under its name in one step, when every byte of it is on the card, and the link
moves in one step; so a power cut leaves the old release in use or the new one, whole.
"""

import json
import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from firmware_ctl.safe_files import DRAFT, point, remove, sync_directory, sync_tree

ROOT = Path("/opt/mjtable")
RELEASES = "releases"
CURRENT = "current"
PREVIOUS = "previous"
LABEL = "RELEASE.json"
PROGRAM = Path("bin") / "mjtable"
KEPT = 2
"""The release in use and the one before it."""

_NAME = re.compile(r"[0-9A-Za-z][0-9A-Za-z.+~_-]{0,79}")


class BadRelease(Exception):
    """What was given is no release of this program; the text says why."""


@dataclass(frozen=True, slots=True)
class Release:
    """A release that lies somewhere: its name, its version, its folder."""

    name: str
    version: str
    directory: Path

    @property
    def program(self) -> Path:
        """Return what starts it."""
        return self.directory / PROGRAM


def read_release(directory: Path) -> Release:
    """Return the release in a folder.

    Raises:
        BadRelease: there is none, or its label cannot be used.
    """
    try:
        label = json.loads((directory / LABEL).read_text("utf-8"))
        name, version = label["name"], label["version"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadRelease(f"{directory} holds no release of mjtable: {LABEL}: {error}") from error
    if not (isinstance(name, str) and isinstance(version, str) and _NAME.fullmatch(name)):
        raise BadRelease(f"{directory / LABEL} names a release {str(name)[:40]!r}; names are plain")
    release = Release(name, version, directory)
    if not os.access(release.program, os.X_OK):
        raise BadRelease(f"{directory} lacks {PROGRAM}, which starts the program")
    return release


class Shelf:
    """The releases under one folder."""

    def __init__(self, root: Path = ROOT) -> None:
        self._root = root
        self._releases = root / RELEASES

    def releases(self) -> list[Release]:
        """Return the whole releases, by name."""
        if not self._releases.is_dir():
            return []
        found = sorted(p for p in self._releases.iterdir() if not p.name.endswith(DRAFT))
        return [read_release(path) for path in found if (path / LABEL).exists()]

    def current(self) -> Release | None:
        """Return the release in use, if there is one."""
        return self._named(CURRENT)

    def previous(self) -> Release | None:
        """Return the release that was in use before, if it is still there."""
        return self._named(PREVIOUS)

    def waiting(self) -> Release | None:
        """Return the release that was laid down last and has never been in use, if there is one."""
        used = {release.name for release in (self.current(), self.previous()) if release}
        unused = [release for release in self.releases() if release.name not in used]
        # The rename by which a release comes under its name sets this time.
        return max(unused, key=lambda one: one.directory.stat().st_ctime_ns, default=None)

    def find(self, name: str) -> Release:
        """Return a release by its name.

        Raises:
            BadRelease: there is none.
        """
        known = {release.name: release for release in self.releases()}
        if name not in known:
            there = ", ".join(known) or "none"
            raise BadRelease(
                f"no release {name[:40]!r} lies under {self._releases}; there: {there}"
            )
        return known[name]

    def lay(self, source: Path) -> Release:
        """Take a release from a folder; one of that name that is here already is kept.

        Raises:
            BadRelease: the folder holds none, or there is no room for it.
            OSError: it cannot be written.
        """
        found = read_release(source)
        place = self._releases / found.name
        if place.exists():
            return read_release(place)
        self._releases.mkdir(parents=True, exist_ok=True)
        self._make_room(source)
        draft = place.with_name(found.name + DRAFT)
        remove(draft)
        shutil.copytree(source, draft, symlinks=True)
        sync_tree(draft)
        draft.rename(place)
        sync_directory(self._releases)
        return read_release(place)

    def use(self, release: Release) -> None:
        """Put a release that lies here into use.

        Raises:
            OSError: the link cannot be moved.
        """
        before = self.current()
        if before is not None and before.name != release.name:
            point(self._root / PREVIOUS, f"{RELEASES}/{before.name}")
        point(self._root / CURRENT, f"{RELEASES}/{release.name}")

    def tidy(self) -> None:
        """Take away drafts and all releases but the one in use and the one before.

        Raises:
            OSError: they cannot be taken away.
        """
        kept = {release.name for release in (self.current(), self.previous()) if release}
        if not kept:
            return
        for place in self._releases.iterdir():
            if place.name not in kept:
                remove(place)

    def _named(self, link: str) -> Release | None:
        try:
            return read_release((self._root / link).resolve(strict=True))
        except (OSError, BadRelease):
            return None

    def _make_room(self, source: Path) -> None:
        for place in self._releases.iterdir():
            if place.name.endswith(DRAFT):
                remove(place)
        needed = sum(path.lstat().st_size for path in source.rglob("*"))
        free = shutil.disk_usage(self._releases).free
        if free < 2 * needed:
            raise BadRelease(
                f"{self._root} has {free >> 20} MiB free, the release needs {2 * needed >> 20}; "
                "make room, or take old releases away"
            )
