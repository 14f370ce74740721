"""Errors of this package; each says what is wrong, where, and what to do."""


class IrError(ValueError):
    """Any input from outside that cannot be used."""


class BadPulses(IrError):
    """A file of pulses cannot be read."""


class BadKeyMap(IrError):
    """A key map cannot be used."""
