"""Hold a state directory for one program: two that write one record break its chain."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class StateInUse(Exception):
    """Another program keeps its record in this directory; the text says what to do."""


@contextmanager
def held(directory: Path) -> Iterator[None]:
    """Hold a directory as long as the block runs; the system lets go when the program ends.

    A directory that cannot be made is held by nobody; what keeps a record there will tell why.

    Raises:
        StateInUse: another program holds it.
    """
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError:
        yield
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        os.close(handle)
        raise StateInUse(
            f"another table keeps its record in {directory}; stop it first, or name another "
            "directory (--record, STATE_DIRECTORY)"
        ) from error
    try:
        yield
    finally:
        os.close(handle)
