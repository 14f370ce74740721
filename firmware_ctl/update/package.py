"""Open a Debian package of the program: its signature, then the release inside."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from firmware_ctl.update.shelf import BadRelease

PAYLOAD = Path("usr/lib/mjtable/payload")
"""Where the release lies in a package."""

SIGNERS = Path("/etc/mjtable/update.pub")
"""The owner's choice: an Ed25519 key in PEM by which every release must be signed."""

SIGNATURE = ".sig"
"""What the name of a package's signature ends with: 64 bytes over the whole file."""


def check_signature(package: Path, signers: Path = SIGNERS) -> None:
    """Check a package against the owner's key; where there is no key nothing is asked for.

    Raises:
        BadRelease: it is not signed, not by this key, or the key cannot be used.
    """
    if not signers.exists():
        return
    # Only here: it takes a noticeable time to import, and most tables have no such key.
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey  # noqa: PLC0415
    from cryptography.hazmat.primitives.serialization import load_pem_public_key  # noqa: PLC0415

    signature = package.with_name(package.name + SIGNATURE)
    try:
        key = load_pem_public_key(signers.read_bytes())
    except ValueError as error:
        raise BadRelease(f"{signers} is no public key in PEM: {error}") from error
    if not isinstance(key, Ed25519PublicKey):
        raise BadRelease(f"{signers} is no Ed25519 key; make one with `openssl genpkey`")
    if not signature.exists():
        raise BadRelease(f"{package.name} is not signed ({signature} is absent), {signers} asks so")
    try:
        key.verify(signature.read_bytes(), package.read_bytes())
    except InvalidSignature as error:
        raise BadRelease(f"{package.name} was not signed by the key in {signers}") from error


@contextmanager
def unpacked(package: Path, near: Path) -> Iterator[Path]:
    """Unpack a package beside where its release will lie, and yield the release's folder.

    Raises:
        BadRelease: this is no package of the program.
    """
    near.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=".unpacked-", dir=near) as place:
        try:
            done = subprocess.run(  # noqa: S603 -- dpkg-deb refuses what is no package
                ["dpkg-deb", "--extract", str(package), place],  # noqa: S607
                capture_output=True,
                text=True,
                check=False,
            )
        except FileNotFoundError as error:
            raise BadRelease("dpkg-deb is absent; releases come as Debian packages") from error
        if done.returncode:
            reason = (done.stderr.strip() or "dpkg-deb refuses it").splitlines()[0]
            raise BadRelease(f"{package} cannot be unpacked: {reason}")
        yield Path(place) / PAYLOAD
