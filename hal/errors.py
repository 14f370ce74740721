"""Errors of the hardware layer; each says what, where and what to do."""


class HalError(Exception):
    """Any failure of the hardware layer."""


class LinkLost(HalError, ConnectionError):
    """The board does not answer."""


class NotArmed(HalError):
    """A motion was asked for while the board is not armed."""
