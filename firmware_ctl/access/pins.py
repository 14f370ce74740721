"""PINs, kept only as what scrypt (RFC 7914) makes of them."""

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from itertools import pairwise

from firmware_ctl.access.roles import Role

LONGEST_PIN = 12
SHORTEST_PIN = {Role.STAFF: 4, Role.TECHNICIAN: 6}
"""Digits; whoever may change the wiring of the table types two more."""

_COST = 1 << 14
_BLOCK = 8
_LANES = 1
_BYTES = 32
_SALT = 16


class BadPin(ValueError):
    """A PIN that cannot be set."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """What is kept of a PIN."""

    salt: bytes
    hash: bytes

    def __repr__(self) -> str:
        return "Sealed()"

    def matches(self, pin: str) -> bool:
        """Tell whether this is the PIN; takes some 50 ms and 16 MiB, which is its purpose."""
        return hmac.compare_digest(_hash(pin, self.salt), self.hash)


def seal(pin: str) -> Sealed:
    """Return what to keep of a new PIN; takes as long as trying one."""
    salt = secrets.token_bytes(_SALT)
    return Sealed(salt, _hash(pin, salt))


def check_new(pin: str, role: Role) -> None:
    """Check a PIN that somebody wants to set for a role.

    Raises:
        BadPin: it is not of digits, too short or too long, or the first that anybody tries.
    """
    shortest = SHORTEST_PIN[role]
    if not (pin.isascii() and pin.isdigit() and shortest <= len(pin) <= LONGEST_PIN):
        raise BadPin(role)
    steps = {(int(b) - int(a)) % 10 for a, b in pairwise(pin)}
    if steps in ({0}, {1}, {9}):
        raise BadPin(role)  # 0000, 1234, 9876


def _hash(pin: str, salt: bytes) -> bytes:
    return hashlib.scrypt(
        pin.encode(), salt=salt, n=_COST, r=_BLOCK, p=_LANES, maxmem=1 << 26, dklen=_BYTES
    )
