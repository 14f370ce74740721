"""Seal walls until their hand has ended, so that no byte of the record tells a tile before.

Every set of walls has a key of its own from the system's randomness. The walls are encrypted with
it, and the key itself is wrapped with one derived from the machine's key: ChaCha20-Poly1305
(RFC 8439), since the processors of small boards have no AES instructions. The seal also holds the
SHA-256 of the walls' key: when the key is published with the opened walls, everybody can see that
it is the one, and that these walls, and no others, were in the box all the time.
"""

import secrets
from base64 import b64decode, b64encode
from dataclasses import dataclass, field
from hashlib import sha256
from hmac import compare_digest
from hmac import digest as hmac_digest
from typing import TYPE_CHECKING

from firmware_ctl.store.state import Seal

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

KEY_BYTES = 32
_NONCE_BYTES = 12
_WRAPPING = b"mjtable: wrap the keys of sealed walls, 1"


class SealBroken(Exception):
    """A seal does not open with this key, or does not hold what it says."""


@dataclass(frozen=True, slots=True)
class MachineKey:
    """The machine's secret of 32 bytes; other keys are derived from it, one for each purpose."""

    secret: bytes = field(repr=False)

    def __post_init__(self) -> None:
        if len(self.secret) != KEY_BYTES:
            raise ValueError(f"a machine's key has {KEY_BYTES} bytes, not {len(self.secret)}")

    def derived(self, purpose: bytes) -> bytes:
        """Return the key of 32 bytes for a purpose: HMAC-SHA-256 over its name."""
        return hmac_digest(self.secret, purpose, "sha256")


def seal(number: int, content: bytes, machine: MachineKey, key: bytes) -> Seal:
    """Return ``content`` sealed with a key and under a number that are never used again."""
    return Seal(
        number=number,
        box=_encrypted(key, content, number),
        key=_encrypted(machine.derived(_WRAPPING), key, number),
        commitment=sha256(key).hexdigest(),
    )


def key_of(sealed: Seal, machine: MachineKey) -> bytes:
    """Return the key of a seal.

    Raises:
        SealBroken: it was sealed by a machine with another key.
    """
    return _decrypted(machine.derived(_WRAPPING), sealed.key, sealed.number)


def opened(sealed: Seal, key: bytes) -> bytes:
    """Return what a seal holds; its key is enough, so that anybody can check an opened wall.

    Raises:
        SealBroken: this is not the key, or the seal was changed.
    """
    if not compare_digest(sha256(key).hexdigest(), sealed.commitment):
        raise SealBroken(f"seal {sealed.number}: this is not the key that it was closed with")
    return _decrypted(key, sealed.box, sealed.number)


def boxed(content: bytes, machine: MachineKey, purpose: bytes) -> str:
    """Return content as a box, base64, that only this machine opens, for this purpose."""
    return _encrypted(machine.derived(purpose), content, 0)


def unboxed(box: str, machine: MachineKey, purpose: bytes) -> bytes:
    """Return what a box holds.

    Raises:
        SealBroken: it was closed by a machine with another key or for another purpose.
    """
    return _decrypted(machine.derived(purpose), box, 0)


def _encrypted(key: bytes, content: bytes, number: int) -> str:
    nonce = secrets.token_bytes(_NONCE_BYTES)
    return b64encode(nonce + _cipher(key).encrypt(nonce, content, _name(number))).decode()


def _decrypted(key: bytes, box: str, number: int) -> bytes:
    from cryptography.exceptions import InvalidTag  # noqa: PLC0415 -- see _cipher

    try:
        content = b64decode(box, validate=True)
        nonce, sealed = content[:_NONCE_BYTES], content[_NONCE_BYTES:]
        return _cipher(key).decrypt(nonce, sealed, _name(number))
    except (ValueError, InvalidTag) as error:
        raise SealBroken(f"seal {number}: it does not open with this key") from error


def _cipher(key: bytes) -> "ChaCha20Poly1305":
    # Only here: it weighs 6 MiB, and a table without a reader at which nobody types never seals.
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305  # noqa: PLC0415

    return ChaCha20Poly1305(key)


def _name(number: int) -> bytes:
    """Return what binds a box to its place: a box under another seal's number does not open."""
    return f"mjtable wall {number}".encode()
