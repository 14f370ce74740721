"""Electronic dice that anybody can check: a secret committed to before the press makes the faces.

The machine shows the SHA-256 of its seed while the dice lie; whoever throws adds the microsecond of
his press; after the throw the seed is told. The machine cannot choose the faces after the press,
nor the thrower before it.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest
from hmac import digest as hmac_digest
from itertools import count

from rules.dice import Throw

SEED_BYTES = 32
_PURPOSE = b"mjtable: faces of two dice, 1"
_PRESS = struct.Struct(">BQ")
_FAIR = 252
"""Bytes below this multiple of six give every face alike; others are passed over."""


@dataclass(frozen=True, slots=True)
class Press:
    """A key that was pressed: whose, and when, in microseconds of the table's clock."""

    side: int
    at_us: int


def commitment_to(secret: bytes) -> str:
    """Return what may be shown of a secret before it is told: its SHA-256 in hexadecimal."""
    return sha256(secret).hexdigest()


def keeps(commitment: str, secret: bytes) -> bool:
    """Tell whether a secret is the one that was committed to."""
    return compare_digest(commitment_to(secret).encode(), commitment.encode())


def fair_throw(seed: bytes, press: Press) -> Throw:
    """Return the faces that a seed and a press make: every pair alike."""
    values = (byte for byte in stream(seed, _PURPOSE, press) if byte < _FAIR)
    return next(values) % 6 + 1, next(values) % 6 + 1


def stream(secret: bytes, purpose: bytes, *presses: Press) -> Iterator[int]:
    """Yield bytes without end that a secret and presses make, for one purpose.

    Raises:
        ValueError: a press has a side or a time that does not fit its bytes.
    """
    try:
        shape = b"".join(_PRESS.pack(press.side, press.at_us) for press in presses)
    except struct.error as error:
        raise ValueError(f"{presses}: {error}") from error
    for number in count():
        yield from hmac_digest(secret, purpose + shape + number.to_bytes(4, "big"), "sha256")
