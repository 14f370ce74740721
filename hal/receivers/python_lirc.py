"""The interface of the module ``lirc`` of python-lirc 1.2.3, which no Python since 3.7 can build.

A program that was written for it keeps working with ``from hal.receivers import python_lirc as
lirc``, and its lircrc as it is::

    lirc.init("myprogram", "lircrc", blocking=False)
    while True:
        for said in lirc.nextcode():
            ...
    lirc.deinit()

Where the original waits for ever once lircd is gone, ``nextcode`` raises :class:`NextCodeError`.
"""

from hal.receivers.lircrc import LircrcClient, LircrcError


class InitError(Exception):
    """``init`` failed, or was called twice."""


class DeinitError(Exception):
    """``deinit`` was called without ``init``."""


class NextCodeError(Exception):
    """lircd is gone, or ``init`` was not called."""


class _Session:
    """The one connection that this interface has."""

    def __init__(self) -> None:
        self.client: LircrcClient | None = None
        self.blocking = True


_session = _Session()


def init(
    program_name: str,
    config_filename: str | None = None,
    blocking: bool = True,  # noqa: FBT001, FBT002 -- the interface is given
    verbose: bool = False,  # noqa: FBT001, FBT002 -- the interface is given
) -> int:
    """Connect to lircd and read a lircrc; return the socket's descriptor.

    Raises:
        InitError: it is connected already, or cannot be.
    """
    if _session.client is not None:
        raise InitError("init was called before; call deinit first")
    try:
        _session.client = LircrcClient(program_name, config_filename)
    except LircrcError as error:
        if verbose:
            print(f"{program_name}: {error}")
        raise InitError(str(error)) from error
    _session.blocking = blocking
    return _session.client.fileno()


def nextcode() -> list[str]:
    """Return what the next press means to the program; an empty list where none came.

    Raises:
        NextCodeError: ``init`` was not called, or lircd is gone.
    """
    if _session.client is None:
        raise NextCodeError("call init first")
    try:
        return _session.client.strings(None if _session.blocking else 0)
    except LircrcError as error:
        raise NextCodeError(str(error)) from error


def set_blocking(blocking: bool, sockid: int) -> None:  # noqa: FBT001 -- the interface is given
    """Let ``nextcode`` wait or not; ``sockid`` is what ``init`` returned.

    Raises:
        InitError: that is not the connection's descriptor.
    """
    if _session.client is None or _session.client.fileno() != sockid:
        raise InitError("this is not what init returned")
    _session.blocking = blocking


def deinit() -> None:
    """End the connection.

    Raises:
        DeinitError: there is none.
    """
    if _session.client is None:
        raise DeinitError("call init first")
    _session.client.close()
    _session.client = None
