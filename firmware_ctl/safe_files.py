"""Write files and folders so that a power cut leaves the old or the new one, and never a half.

What is new is written beside the old under a name of its own, flushed to the card, and renamed over
it; then the folder that holds the name is flushed too (rename(2), fsync(2)).
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

DRAFT = ".new"
"""What a name ends with while it is being written."""


def sync_directory(path: Path) -> None:
    """Flush the names in a folder."""
    _sync(path, os.O_RDONLY | os.O_DIRECTORY)


def sync_tree(root: Path) -> None:
    """Flush every file and folder under a folder, and the folder.

    One flush of everything first makes the many small ones cheap; these tell what went wrong.
    """
    os.sync()
    for folder, _, names in os.walk(root):
        here = Path(folder)
        for name in names:
            if not (here / name).is_symlink():
                _sync(here / name, os.O_RDONLY)
        sync_directory(here)


def write(path: Path, content: bytes, mode: int = 0o644) -> None:
    """Put content under a name, in place of what is there.

    Raises:
        OSError: it cannot be written; what was there stands.
    """
    with writing(path, mode) as file:
        file.write(content)


@contextmanager
def writing(path: Path, mode: int = 0o644) -> Iterator[IO[bytes]]:
    """Write to a draft, which takes the name when the block ends without an error.

    Raises:
        OSError: it cannot be written; what was there stands.
    """
    draft = path.with_name(path.name + DRAFT)
    draft.unlink(missing_ok=True)
    try:
        with open(draft, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        draft.rename(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    sync_directory(path.parent)


def point(link: Path, target: str) -> None:
    """Let a symbolic link name a target, in one step.

    Raises:
        OSError: it cannot be made; the old one stands.
    """
    draft = link.with_name(link.name + DRAFT)
    draft.unlink(missing_ok=True)
    draft.symlink_to(target)
    draft.rename(link)
    sync_directory(link.parent)


def remove(path: Path) -> None:
    """Take a file or a folder away, if it is there.

    Raises:
        OSError: it cannot be taken away.
    """
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _sync(path: Path, flags: int) -> None:
    handle = os.open(path, flags)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
