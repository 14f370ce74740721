"""The serial port: the only file that imports pyserial, which opens it and sets it up.

A port that fails in any way is gone; it is not asked whether it is open (pyserial goes on saying so
after an unplug). ``socket://`` and ``rfc2217://`` addresses work as device paths do.
"""

import asyncio
import errno
import termios
from contextlib import suppress
from urllib.parse import urlsplit

import serial

from hal.errors import LinkLost
from hal.line.device_session import DeviceSession
from hal.line.network_session import NetworkSession
from hal.line.port_loss import FAILURES
from hal.line.transport import Lost, Received

READ_TIMEOUT_S = 0.2
"""How soon the reader of a network port sees that it is to end."""

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
        self._session: DeviceSession | NetworkSession | None = None

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
        if _is_device(self._url):
            self._session = DeviceSession(loop, port.fileno(), port.close, received, lost)
        else:
            self._session = NetworkSession(loop, port, received, lost)

    def send(self, data: bytes) -> None:
        """Send a frame; one that is not yet on the wire gives way to it."""
        if self._session is not None:
            self._session.send(data)

    async def close(self) -> None:
        """Let the port go; harmless when closed."""
        session, self._session = self._session, None
        if session is not None:
            await session.close()


def known_ports() -> list[tuple[str, str]]:
    """Return the serial ports of this machine: device and description."""
    # Only here: a table's port is named by its configuration, so its daemon never looks for one.
    from serial.tools import list_ports  # noqa: PLC0415

    return sorted((port.device, port.description) for port in list_ports.comports())


def open_port(url: str, baud: int) -> serial.SerialBase:
    """Open and set up a port; time-outs are set once, since some ports take 100 ms for each change.

    Raises:
        OSError, termios.error, ValueError: it cannot be opened.
    """
    if urlsplit(url).scheme in NETWORK and urlsplit(url).port is None:
        raise ValueError("it names no host and port, as in socket://192.168.1.20:4001")
    here = {"exclusive": True} if _is_device(url) else {}
    port = serial.serial_for_url(url, baudrate=baud, timeout=READ_TIMEOUT_S, **here)
    with suppress(*REFUSALS):
        port.set_low_latency_mode(True)
    with suppress(*REFUSALS):
        _keep_modem_lines(port.fileno())
    return port


def _is_device(url: str) -> bool:
    return "://" not in url


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
