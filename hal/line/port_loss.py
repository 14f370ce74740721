"""Say why an opened port is gone."""

import errno
import termios

FAILURES = (OSError, termios.error)
"""What an unplugged port raises; pyserial's own errors are kinds of ``OSError``."""

TAKES_NO_MORE = "the port takes no more bytes"


def why_gone(error: Exception) -> str:
    """Return a sentence; an unplug comes as many errors, most of them without a number."""
    number = getattr(error, "errno", None)
    detail = f": {errno.errorcode.get(number, number)}" if number else ""
    return f"the device is gone{detail}; was it unplugged?"
