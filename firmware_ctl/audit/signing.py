"""The key that a table signs its journals with, and the check of such a signature (Ed25519).

It is derived from the machine's key, so there is one secret to keep and nothing more to lose.
"""

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from firmware_ctl.store.seals import MachineKey

_PURPOSE = b"mjtable: sign journals, 1"


class JournalKey:
    """A table's key for journals."""

    def __init__(self, machine: MachineKey) -> None:
        self._private = Ed25519PrivateKey.from_private_bytes(machine.derived(_PURPOSE))

    @property
    def public(self) -> str:
        """Return what everybody may know: the public key in hexadecimal."""
        return self._private.public_key().public_bytes_raw().hex()

    def sign(self, message: bytes) -> bytes:
        """Return the signature of a message, 64 bytes."""
        return self._private.sign(message)


def is_signed(public: bytes, signature: bytes, message: bytes) -> bool:
    """Tell whether a message was signed with the key that belongs to a public key."""
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True
