"""The file that the local socket is: bound once, never taken from a daemon that still listens."""

import contextlib
import fcntl
import os
import socket
import stat
from pathlib import Path

LONGEST_PATH = 107
"""Bytes of a Unix socket's path on Linux (unix(7): ``sun_path`` has 108, with its closing zero)."""

MODE = 0o660


class SocketPathError(Exception):
    """No socket can be put on this path; the text says why and what to do."""


class SocketInUse(SocketPathError):
    """Somebody listens on this path."""


class SocketFile:
    """A bound socket file, guarded by a lock beside it so that two daemons cannot race for it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock: int | None = None
        self._inode: int | None = None

    def bind(self) -> socket.socket:
        """Return a listening socket on the path, after clearing away what a dead daemon left.

        Raises:
            SocketInUse: a daemon listens here already.
            SocketPathError: the path names no file or is too long, its directory is absent or
                closed to us, or what stands there is no socket.
        """
        if not self.path.name:
            raise SocketPathError("the socket's path names no file; say one such as ./mjtable.sock")
        length = len(os.fsencode(self.path))
        if length > LONGEST_PATH:
            raise SocketPathError(
                f"socket path {self.path} has {length} bytes, {LONGEST_PATH} at most; "
                "set a shorter socket.path"
            )
        try:
            self._prepare_directory()
            self._take_lock()
            self._clear_stale()
            return self._bound()
        except OSError as error:
            self.remove()
            reason = error.strerror or str(error)
            raise SocketPathError(
                f"socket {self.path} cannot be made: {reason}; set socket.path to a place of ours"
            ) from error
        except SocketPathError:
            self.remove()
            raise

    def remove(self) -> None:
        """Take the file away, if it is still ours, and let the lock go; harmless when done."""
        if self._inode is not None:
            with contextlib.suppress(FileNotFoundError):
                if self.path.stat().st_ino == self._inode:
                    self.path.unlink()
            self._inode = None
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _prepare_directory(self) -> None:
        directory = self.path.parent
        with contextlib.suppress(FileExistsError):
            directory.mkdir(mode=0o750)
        found = directory.stat()
        if found.st_uid not in (0, os.getuid()) or (
            found.st_mode & stat.S_IWOTH and not found.st_mode & stat.S_ISVTX
        ):
            raise SocketPathError(
                f"{directory} can be changed by others, so a socket would not be safe there; "
                "set socket.path to a place of ours"
            )

    def _take_lock(self) -> None:
        name = self.path.with_name(self.path.name + ".lock")
        self._lock = os.open(name, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, MODE)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise self._in_use() from error

    def _clear_stale(self) -> None:
        if not self.path.exists() and not self.path.is_symlink():
            return
        if not self.path.is_socket():
            raise SocketPathError(
                f"{self.path} is there and is no socket; move it away or set another socket.path"
            )
        with socket.socket(socket.AF_UNIX) as probe:
            probe.settimeout(0)
            try:
                probe.connect(os.fspath(self.path))
            except ConnectionRefusedError:
                self.path.unlink()
                return
            except BlockingIOError:  # somebody listens, and has no time just now
                pass
        raise self._in_use()

    def _bound(self) -> socket.socket:
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_CLOEXEC)
        try:
            mask = os.umask(0o777 & ~MODE)
            try:
                listener.bind(os.fspath(self.path))
            finally:
                os.umask(mask)
            self._inode = self.path.stat().st_ino
            listener.listen()
        except BaseException:
            listener.close()
            raise
        return listener

    def _in_use(self) -> SocketInUse:
        return SocketInUse(
            f"another daemon listens on {self.path}; stop it first, or set another socket.path"
        )
