"""lircrc files: what a button means to a program, through LIRC's own client library.

``liblirc_client.so.0`` reads the file and keeps its modes, repeats and delays; the presses are read
from its socket here, since its own reading call waits for ever when lircd goes away.
"""

import ctypes
import os
import select
from ctypes import POINTER, byref, c_char_p, c_int, c_void_p

from hal.receivers.lircd import READ_BYTES

LIBRARY = "liblirc_client.so.0"


class LircrcError(Exception):
    """Why a lircrc cannot be used; what to do."""


class LircrcClient:
    """One program's lircrc and its connection to lircd."""

    def __init__(self, program: str, lircrc: str | None = None, socket: str | None = None) -> None:
        """Connect to lircd and read a lircrc.

        Args:
            program: the name that the entries' ``prog`` must have.
            lircrc: the file; ``None`` for LIRC's own places.
            socket: lircd's socket; ``None`` for LIRC's own place.

        Raises:
            LircrcError: no library, no lircd, or no usable file.
        """
        self._library = _load()
        self._config = c_void_p()
        self._tail = b""
        self._fd = _init(self._library, program, socket)
        path = None if lircrc is None else os.fsencode(lircrc)
        if self._library.lirc_readconfig(path, byref(self._config), None) != 0:
            self._library.lirc_deinit()
            raise LircrcError(f"lircrc {lircrc or '~/.lircrc'} cannot be read; is it there?")

    def fileno(self) -> int:
        """Return the descriptor, to wait on."""
        return self._fd

    def close(self) -> None:
        """End the connection; harmless when closed."""
        if self._fd < 0:
            return
        self._fd = -1
        self._library.lirc_freeconfig(self._config)
        self._library.lirc_deinit()

    def strings(self, timeout_s: float | None) -> list[str]:
        """Wait for a press that the lircrc knows; return what it says for this program.

        Args:
            timeout_s: 0 not to wait, ``None`` to wait for ever. After it the list is empty.

        Raises:
            LircrcError: lircd is gone, or this client is closed.
        """
        if self._fd < 0:
            raise LircrcError("the connection to lircd is closed; connect again")
        while True:
            line, newline, rest = self._tail.partition(b"\n")
            if newline:
                self._tail = rest
                said = self._said(line)
                if said:
                    return said
                continue
            if not select.select([self._fd], [], [], timeout_s)[0]:
                return []
            data = os.read(self._fd, READ_BYTES)
            if not data:
                raise LircrcError("lircd is gone; connect again when it is back")
            self._tail += data

    def _said(self, line: bytes) -> list[str]:
        said: list[str] = []
        text = c_char_p()
        code = ctypes.create_string_buffer(line + b"\n")
        while self._library.lirc_code2char(self._config, code, byref(text)) == 0:
            if text.value is None:
                return said
            said.append(text.value.decode("utf-8", "replace"))
        return said


def _load() -> ctypes.CDLL:
    try:
        library = ctypes.CDLL(LIBRARY)
    except OSError:
        raise LircrcError(
            f"{LIBRARY} is not installed: sudo apt-get install liblirc-client0"
        ) from None
    library.lirc_init.argtypes = [c_char_p, c_int]
    library.lirc_readconfig.argtypes = [c_char_p, POINTER(c_void_p), c_void_p]
    library.lirc_code2char.argtypes = [c_void_p, c_char_p, POINTER(c_char_p)]
    library.lirc_freeconfig.argtypes = [c_void_p]
    library.lirc_freeconfig.restype = None
    return library


def _init(library: ctypes.CDLL, program: str, socket: str | None) -> int:
    """Connect; the library takes the socket's place from the environment alone."""
    before = os.environ.get("LIRC_SOCKET_PATH")
    if socket is not None:
        os.environ["LIRC_SOCKET_PATH"] = socket
    try:
        fd: int = library.lirc_init(program.encode(), 0)
    finally:
        if socket is not None:
            if before is None:
                del os.environ["LIRC_SOCKET_PATH"]
            else:
                os.environ["LIRC_SOCKET_PATH"] = before
    if fd < 0:
        library.lirc_deinit()  # it remembers the program's name, and would refuse the next try
        raise LircrcError(
            f"lircd does not answer at {socket or 'its usual socket'}; is it running?"
        )
    return fd
