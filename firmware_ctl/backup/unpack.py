"""Put a backup in place of what a table knows: all of it, or none, whenever the power is cut.

Everything is first laid down and flushed beside its place. Then one file is written that says so,
and from that moment on the restore is decided: if it is broken off, ``finish`` carries it to its
end before the table starts again. Without that file, what was laid down is thrown away.
"""

import os
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from errno import EINVAL
from hashlib import sha256
from pathlib import Path
from stat import S_IMODE

from firmware_ctl.backup.contents import LIST, BadBackup, Contents, Entry, Part, read_list
from firmware_ctl.backup.places import Places
from firmware_ctl.safe_files import DRAFT, remove, sync_directory, sync_tree, write

STAGE = ".restore"
DROP_INS = "conf.d"
DECIDED = ".restore-decided"
_LONGEST_LIST = 8 << 20
_CHUNK = 1 << 20
_NO_WHOLE_ZIP = (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, RuntimeError)
"""What reading a damaged or foreign archive raises; a packing unknown here is not implemented."""
_MODES = {Part.CONFIG: 0o644, Part.RECORD: 0o640, Part.KEYS: 0o400}


@dataclass(frozen=True, slots=True)
class _Move:
    """What takes which place."""

    laid: Path
    place: Path


def read_contents(backup: Path) -> Contents:
    """Return what a backup holds.

    Raises:
        BadBackup: it is none.
        OSError: it cannot be read.
    """
    with _opened(backup) as archive:
        return _contents(archive)


@contextmanager
def _opened(backup: Path) -> Iterator[zipfile.ZipFile]:
    """Open a backup; whatever its bytes make the reading raise is a ``BadBackup``."""
    try:
        with zipfile.ZipFile(backup) as archive:
            yield archive
    except _NO_WHOLE_ZIP as error:
        raise BadBackup(f"it is no whole zip file: {error}") from error
    except OSError as error:
        if error.errno != EINVAL:  # a damaged list points before the file's beginning
            raise
        raise BadBackup("it is no whole zip file: its list points outside of it") from error


def restore(places: Places, backup: Path) -> Contents:
    """Put a backup in place; keys only if it holds any. The table must not be running.

    Raises:
        BadBackup: it is none, or damaged; nothing was changed.
        OSError: something cannot be written; nothing was changed, or ``finish`` ends it.
    """
    _throw_away(places)
    try:
        contents = _lay_down(places, backup)
    except BaseException:
        _throw_away(places)
        raise
    write(places.state / DECIDED, b"")
    finish(places)
    return contents


def finish(places: Places) -> bool:
    """Carry a restore that was decided to its end, and tell whether there was one.

    Raises:
        OSError: a file cannot be moved; call again.
    """
    if not (places.state / DECIDED).exists():
        _throw_away(places)
        return False
    for move in _moves(places):
        remove(move.place)
        move.laid.rename(move.place)
        sync_directory(move.place.parent)
    (places.state / DECIDED).unlink()
    sync_directory(places.state)
    _throw_away(places)
    return True


def _lay_down(places: Places, backup: Path) -> Contents:
    with _opened(backup) as archive:
        contents = _contents(archive)
        for entry in contents.entries:
            _extract(archive, entry, _stage(places, entry.part) / entry.part / entry.path)
        if contents.having(Part.CONFIG):
            (places.config / STAGE / Part.CONFIG / DROP_INS).mkdir(exist_ok=True)
    for move in _moves(places):
        _fit(move)
    for root in (places.config, places.state):
        if (root / STAGE).exists():
            sync_tree(root / STAGE)
            sync_directory(root)
    return contents


def _contents(archive: zipfile.ZipFile) -> Contents:
    """Return the list of contents, which must be that of the archive.

    Raises:
        BadBackup: it is not.
    """
    sizes = {info.filename: info.file_size for info in archive.infolist()}
    if sizes.get(LIST, _LONGEST_LIST) >= _LONGEST_LIST:
        raise BadBackup(f"it has no {LIST}, or one that is far too long")
    contents = read_list(archive.read(LIST))
    held = {entry.name: entry.size for entry in contents.entries}
    if len(archive.infolist()) != len(sizes) or {**held, LIST: sizes[LIST]} != sizes:
        raise BadBackup(f"it holds other files than its {LIST} names")
    return contents


def _extract(archive: zipfile.ZipFile, entry: Entry, target: Path) -> None:
    """Lay one file down, checked; never more of it than its list of contents says.

    Raises:
        BadBackup: it is not what the list says.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    digest, left = sha256(), entry.size
    handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _MODES[entry.part])
    with archive.open(entry.name) as source, os.fdopen(handle, "wb") as file:
        while chunk := source.read(min(_CHUNK, left + 1)):
            left -= len(chunk)
            if left < 0:
                break
            digest.update(chunk)
            file.write(chunk)
    if left or digest.hexdigest() != entry.sha256:
        raise BadBackup(f"{entry.name} in it is damaged")


def _moves(places: Places) -> Iterator[_Move]:
    """Yield what is laid down and has not taken its place yet.

    The record and the folder of drop-ins are taken as wholes: what lies there now must not mix with
    what comes.
    """
    for part in Part:
        laid = _stage(places, part) / part
        if part is Part.RECORD:
            if laid.exists():
                yield _Move(laid, places.folder(part))
            continue
        for path in sorted(laid.glob("*")):
            yield _Move(path, places.folder(part) / path.name)


def _fit(move: _Move) -> None:
    """Give what will take a place the owner and the mode that the place has: root restores."""
    known = move.place if move.place.exists() else move.place.parent
    owner = known.stat()
    for path in (move.laid, *move.laid.rglob("*")):
        if os.geteuid() == 0:
            os.chown(path, owner.st_uid, owner.st_gid)
    if move.laid.is_dir() and move.place.is_dir():
        move.laid.chmod(S_IMODE(owner.st_mode))


def _stage(places: Places, part: Part) -> Path:
    return (places.config if part is Part.CONFIG else places.state) / STAGE


def _throw_away(places: Places) -> None:
    for leftover in (places.config / STAGE, places.state / STAGE, places.state / (DECIDED + DRAFT)):
        remove(leftover)
