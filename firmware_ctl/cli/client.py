"""Speak with a running daemon over its local socket; blocking, and light to import."""

import json
import os
import socket
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode
from firmware_ctl.config.search import find_config, socket_places

ANSWER_S = 5.0
"""A daemon answers at once; after so long it is taken for hung."""

_CHUNK = 1 << 16


class Connection:
    """One conversation with the daemon, in JSON lines."""

    def __init__(self, path: Path, timeout_s: float = ANSWER_S) -> None:
        """Connect.

        Raises:
            CliError: no daemon listens there, or we may not speak with it.
        """
        self._path = path
        self._timeout_s = timeout_s
        self._unread = b""
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(timeout_s)
        try:
            self._socket.connect(os.fspath(path))
        except (FileNotFoundError, ConnectionRefusedError) as error:
            self.close()
            raise no_daemon(path) from error
        except OSError as error:
            self.close()
            reason = error.strerror or str(error)
            text = f"the daemon's socket {path} cannot be used: {reason}"
            raise CliError(text, ExitCode.NO_DAEMON) from error

    def close(self) -> None:
        """End the conversation."""
        self._socket.close()

    def fileno(self) -> int:
        """Return the descriptor, to wait on."""
        return self._socket.fileno()

    def be_patient(self) -> None:
        """Wait for messages without a limit from now on: a table at rest has nothing to tell."""
        self._socket.settimeout(None)

    def send(self, request: Mapping[str, object]) -> None:
        """Send one request.

        Raises:
            CliError: the daemon is gone or hung.
        """
        try:
            self._socket.sendall(json.dumps(request).encode("ascii") + b"\n")
        except TimeoutError as error:
            raise self._hung() from error
        except OSError as error:
            raise self._gone() from error

    def receive(self) -> dict[str, Any]:
        """Wait for the next message.

        Raises:
            CliError: the daemon is gone or hung, or what it says is no JSON.
        """
        while b"\n" not in self._unread:
            self._unread += self._more()
        line, _, self._unread = self._unread.partition(b"\n")
        return self._message(line)

    def received(self) -> list[dict[str, Any]]:
        """Return the messages that one read brings; call when the descriptor is readable.

        Raises:
            CliError: the daemon is gone, or what it says is no JSON.
        """
        *lines, self._unread = (self._unread + self._more()).split(b"\n")
        return [self._message(line) for line in lines]

    def ask(self, request: Mapping[str, object]) -> dict[str, Any]:
        """Send a request and return its answer.

        Raises:
            CliError: as for sending and receiving.
        """
        self.send(request)
        return self.receive()

    def _more(self) -> bytes:
        try:
            data = self._socket.recv(_CHUNK)
        except TimeoutError as error:
            raise self._hung() from error
        except OSError as error:
            raise self._gone() from error
        if not data:
            raise self._gone()
        return data

    def _message(self, line: bytes) -> dict[str, Any]:
        try:
            message = json.loads(line)
        except ValueError as error:
            raise self._stranger() from error
        if not isinstance(message, dict):
            raise self._stranger()
        return message

    def _hung(self) -> CliError:
        return CliError(
            f"the daemon on {self._path} does not answer within {self._timeout_s:g} s; "
            "look at its log, or restart it",
            ExitCode.TIMEOUT,
        )

    def _gone(self) -> CliError:
        return CliError(f"the daemon on {self._path} has ended", ExitCode.NO_DAEMON)

    def _stranger(self) -> CliError:
        return CliError(f"what listens on {self._path} is no mjtable daemon")


def connect(named: str | None) -> Connection:
    """Connect to the daemon on the named socket, else where configuration or system has it.

    Raises:
        CliError: no daemon runs, or the configuration is wrong.
    """
    return Connection(Path(named) if named is not None else _daemon_path())


def no_daemon(path: Path) -> CliError:
    """Return the error of a socket that nobody listens on."""
    return CliError(
        f"no daemon is running (nothing listens on {path}); start one with `mjtable run`",
        ExitCode.NO_DAEMON,
    )


def _daemon_path() -> Path:
    if find_config(os.environ) is not None:
        from firmware_ctl.cli.configuration import load  # noqa: PLC0415

        config, _ = load(None)
        if config.socket.path:
            return Path(config.socket.path)
    places = socket_places(os.environ)
    return next((place for place in places if _is_there(place)), places[0])


def _is_there(place: Path) -> bool:
    """Tell whether a socket is there; one in a folder that is closed to us is, for all we know."""
    try:
        return place.exists()
    except PermissionError:
        return True
