"""Put the page together: style, words and modules into one file that opens from anywhere.

A file from a phone's storage may load nothing beside itself, so each module travels as a ``data:``
address that the import map gives its name (HTML, "Import maps"); modules import each other by name.
"""

import json
from base64 import b64encode
from functools import cache
from hashlib import sha256
from pathlib import Path

from firmware_ctl.texts.catalogue import catalogue
from rules.languages import Language
from rules.texts import TEXTS

_FOLDER = Path(__file__).with_name("static")
_START = 'import "mjtable/page";'
_RULES_TEXTS = ("journal.", "side.")
_PAGE_TEXTS = "verify-"


@cache
def page() -> bytes:
    """Return the whole page."""
    frame = (_FOLDER / "frame.html").read_text("utf-8")
    for name, content in _parts().items():
        frame = frame.replace("{{" + name + "}}", content)
    return frame.encode()


@cache
def policy() -> str:
    """Return the content security policy of the page: what it holds runs, and nothing leaves it."""
    parts = _parts()
    scripts = " ".join(_hash(parts[name]) for name in ("words", "modules", "start"))
    return (
        f"default-src 'none'; script-src {scripts} data:; style-src {_hash(parts['style'])}; "
        "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


@cache
def _parts() -> dict[str, str]:
    return {
        "style": (_FOLDER / "page.css").read_text("utf-8"),
        "words": _as_script(_words()),
        "modules": _as_script({"imports": _modules()}),
        "start": _START,
    }


def _words() -> dict[str, dict[str, str]]:
    told = {
        key: {language.value: text.to(language) for language in Language}
        for key, text in TEXTS.items()
        if key.startswith(_RULES_TEXTS)
    }
    return told | {key: text for key, text in catalogue().items() if key.startswith(_PAGE_TEXTS)}


def _modules() -> dict[str, str]:
    return {
        f"mjtable/{path.stem}": "data:text/javascript;base64,"
        + b64encode(path.read_bytes()).decode()
        for path in sorted(_FOLDER.glob("*.js"))
    }


def _as_script(data: object) -> str:
    """Return JSON that cannot end the element it stands in."""
    return json.dumps(data, ensure_ascii=False).replace("</", "<\\/")


def _hash(content: str) -> str:
    return f"'sha256-{b64encode(sha256(content.encode()).digest()).decode()}'"
