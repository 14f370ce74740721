"""The serial port: the only file that imports pyserial, and where its threads end.

One thread reads, one writes, so a stop never waits behind a read. The writer holds one frame: a
newer one replaces what is not yet on the wire. A port that fails in any way is gone; it is not
asked whether it is open (pyserial goes on saying so after an unplug). ``socket://`` and
``rfc2217://`` addresses work as device paths do.
"""

import asyncio
import errno
import termios
import threading
from collections.abc import Callable
from contextlib import suppress
from urllib.parse import urlsplit

import serial
from serial.tools import list_ports

from hal.errors import LinkLost
from hal.line.transport import Lost, Received

READ_TIMEOUT_S = 0.2
"""How soon a reader without an interruptible port sees that it is to end."""

WRITE_TIMEOUT_S = 0.5
JOIN_S = 1.0

FAILURES = (OSError, termios.error)
"""What an unplugged port raises; pyserial's own errors are kinds of ``OSError``."""

REFUSALS = (*FAILURES, ValueError, AttributeError, NotImplementedError)
"""What a port raises that does not know a nicety, such as low latency on a pty."""

NETWORK = ("socket", "rfc2217")
"""Schemes of ports on a network."""

BELOW_MODEM_LINES = ~termios.HUPCL
C_FLAGS = 2


class SerialPort:
    """A :class:`hal.line.transport.Transport` over pyserial."""

    def __init__(self, url: str, baud: int = 115_200) -> None:
        self._url = url
        self._baud = baud
        self._session: _Session | None = None

    @property
    def name(self) -> str:
        """Return the configured path or address; it is opened anew by this name only."""
        return self._url

    async def open(self, received: Received, lost: Lost) -> None:
        """Open the port by its configured name.

        Raises:
            LinkLost: it is not there, in use, forbidden, or no serial port.
        """
        loop = asyncio.get_running_loop()
        try:
            port = await asyncio.to_thread(open_port, self._url, self._baud)
        except REFUSALS as error:
            raise LinkLost(why_not_open(self._url, error)) from error
        self._session = _Session(loop, port, received, lost)

    def send(self, data: bytes) -> None:
        """Send a frame; one that is not yet on the wire gives way to it."""
        if self._session is not None:
            self._session.send(data)

    async def close(self) -> None:
        """Let the port go; harmless when closed."""
        session, self._session = self._session, None
        if session is not None:
            await asyncio.to_thread(session.close)


def known_ports() -> list[tuple[str, str]]:
    """Return the serial ports of this machine: device and description."""
    return sorted((port.device, port.description) for port in list_ports.comports())


def open_port(url: str, baud: int) -> serial.SerialBase:
    """Open and set up a port; time-outs are set once, since some ports take 100 ms for each change.

    Raises:
        OSError, termios.error, ValueError: it cannot be opened.
    """
    if urlsplit(url).scheme in NETWORK and urlsplit(url).port is None:
        raise ValueError("it names no host and port, as in socket://192.168.1.20:4001")
    here = {} if "://" in url else {"write_timeout": WRITE_TIMEOUT_S, "exclusive": True}
    port = serial.serial_for_url(url, baudrate=baud, timeout=READ_TIMEOUT_S, **here)
    with suppress(*REFUSALS):
        port.set_low_latency_mode(True)
    with suppress(*REFUSALS):
        _keep_modem_lines(port.fileno())
    return port


def _keep_modem_lines(fd: int) -> None:
    """Leave DTR as it is when the port is closed: an Arduino resets at its next rise."""
    attributes = termios.tcgetattr(fd)
    attributes[C_FLAGS] &= BELOW_MODEM_LINES
    termios.tcsetattr(fd, termios.TCSANOW, attributes)


def why_not_open(url: str, error: Exception) -> str:
    """Return a sentence: what is wrong with a port, and what to do."""
    match _number(error):
        case errno.ENOENT:
            return f"there is no port {url}; is the board plugged in, and the name right?"
        case errno.EACCES:
            return f"this user may not open {url}; add it to the group that owns the device"
        case errno.EAGAIN | errno.EBUSY:
            return f"{url} is used by another program; end that first"
        case errno.ECONNREFUSED:
            return f"nobody serves {url}; start the other end first"
        case errno.ENOTTY | errno.EISDIR:
            return f"{url} is no serial port; name the device that the board is on"
    return f"{url} cannot be opened as a serial port: {error}"


def _number(error: Exception) -> int | None:
    """Return the system's number of an error, also where pyserial only wraps it in words."""
    if isinstance(error.__context__, termios.error):
        number: int = error.__context__.args[0]
        return number
    return getattr(error, "errno", None)


def _why_lost(error: Exception) -> str:
    """Return a sentence; an unplug comes as many errors, most of them without a number."""
    if isinstance(error, serial.SerialTimeoutException):
        return "the port takes no more bytes"
    number = getattr(error, "errno", None)
    detail = f": {errno.errorcode.get(number, number)}" if number else ""
    return f"the device is gone{detail}; was it unplugged?"


class _Session:
    """One opened port with its two threads."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        port: serial.SerialBase,
        received: Received,
        lost: Lost,
    ) -> None:
        self._loop, self._port = loop, port
        self._received, self._lost = received, lost
        self._closing = False
        self._changed = threading.Condition()
        self._frame: bytes | None = None
        self._threads = [
            threading.Thread(target=self._guarded, args=(run,), name=name, daemon=True)
            for run, name in ((self._read, "serial reader"), (self._write, "serial writer"))
        ]
        for thread in self._threads:
            thread.start()

    def send(self, data: bytes) -> None:
        """Give a frame to the writer."""
        with self._changed:
            self._frame = data
            self._changed.notify()

    def close(self) -> None:
        """End both threads, then close the port; may take a read's time-out."""
        self._end()
        with suppress(*REFUSALS):
            self._port.cancel_read()
        for thread in self._threads:
            thread.join(JOIN_S)
        with suppress(*FAILURES):
            self._port.close()

    def _end(self) -> bool:
        """Tell both threads to end; return whether this is news."""
        with self._changed:
            is_news, self._closing = not self._closing, True
            self._changed.notify()
        return is_news

    def _guarded(self, run: Callable[[], None]) -> None:
        try:
            run()
        except FAILURES as error:
            if self._end():
                self._post(self._lost, _why_lost(error))

    def _read(self) -> None:
        port, received, time = self._port, self._received, self._loop.time
        while not self._closing:
            data = port.read(1)
            if data:
                waiting = port.in_waiting
                if waiting:
                    data += port.read(waiting)
                self._post(received, data, time())

    def _write(self) -> None:
        while True:
            with self._changed:
                while self._frame is None and not self._closing:
                    self._changed.wait()
                frame, self._frame = self._frame, None
            if frame is None:
                return
            self._port.write(frame)

    def _post(self, call: Callable[..., None], *arguments: object) -> None:
        with suppress(RuntimeError):  # the loop has ended before this thread
            self._loop.call_soon_threadsafe(self._call, call, *arguments)

    def _call(self, call: Callable[..., None], *arguments: object) -> None:
        if not self._closing or call is self._lost:
            call(*arguments)
