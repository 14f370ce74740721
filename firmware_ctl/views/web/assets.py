"""What the page is made of: files read once, with their types, their hashes and a packed copy."""

import gzip
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path

FOLDER = Path(__file__).with_name("static")
PAGE = "index.html"

TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
"""Media types by suffix; a file of another kind is not served."""

_STATIC = "{{static}}"
"""In the page: where its files lie, relative to it."""


@dataclass(frozen=True)
class Asset:
    """Bytes that may be kept by a browser."""

    body: bytes
    media_type: str

    @cached_property
    def tag(self) -> str:
        """Return the entity tag: another one means another content."""
        return f'"{sha256(self.body).hexdigest()[:20]}"'

    @cached_property
    def packed(self) -> bytes:
        """Return the content as gzip."""
        return gzip.compress(self.body, mtime=0)


@dataclass(frozen=True, slots=True)
class Assets:
    """The page and its files by name; all files together have one version."""

    version: str
    page: Asset
    files: dict[str, Asset]


def load_assets(folder: Path = FOLDER) -> Assets:
    """Read every file of the page."""
    found = {
        path.name: Asset(path.read_bytes(), TYPES[path.suffix])
        for path in sorted(folder.iterdir())
        if path.suffix in TYPES
    }
    whole = sha256()
    for name, asset in found.items():
        whole.update(f"{name} {asset.tag}\n".encode())
    version = whole.hexdigest()[:12]
    page = found.pop(PAGE)
    text = page.body.decode().replace(_STATIC, f"static/{version}")
    return Assets(version, Asset(text.encode(), page.media_type), found)
