"""Take secrets out of texts that somebody will send to a stranger; pure."""

import re

HIDDEN = "***"

_NAMED_SO = r"pass(?:word|wd|phrase)?|secret|token|pin|key|psk|auth(?:orization)?|cookie"
_ASSIGNED = re.compile(
    rf"""(?ix) \b ([\w.-]* (?:{_NAMED_SO}) [\w.-]*)  # the name
    (["']?\s*[:=]\s*)
    ("[^"\n]*" | '[^'\n]*' | \S+)  # the value"""
)
_USER_IN_URL = re.compile(r"(?i)\b([a-z][a-z0-9+.-]*://)[^\s/@\"']*@")
_URL_TAIL = re.compile(r"(?i)\b([a-z][a-z0-9+.-]*://)([^\s/\"']+)(/[^\s\"']*)?")
_PLAIN_SCHEMES = ("http://", "socket://", "rfc2217://", "file://", "mqtt://", "mqtts://")
_MAC = re.compile(r"(?i)\b(?:[0-9a-f]{2}:){5}[0-9a-f]{2}\b")
_HOME = re.compile(r"/home/[^/\s\"']+")
_BLOB = re.compile(
    r"\b(?=[A-Za-z0-9+/_-]*[0-9])(?=[A-Za-z0-9+/_-]*[A-Za-z])[A-Za-z0-9+/_-]{40,}={0,2}"
)


def redacted(text: str) -> str:
    """Return a text without passwords, tokens, addresses that carry them, homes and MAC addresses.

    What is hidden stays visible as such, so that a reader knows that something stood there.
    """
    text = _ASSIGNED.sub(rf"\1\2{HIDDEN}", text)
    text = _USER_IN_URL.sub(rf"\1{HIDDEN}@", text)
    text = _URL_TAIL.sub(_without_path, text)
    text = _MAC.sub(HIDDEN, text)
    text = _HOME.sub(f"/home/{HIDDEN}", text)
    return _BLOB.sub(HIDDEN, text)


def _without_path(found: re.Match[str]) -> str:
    """Keep what a plain address names; of another kind, such as a chat's, only the kind stays."""
    scheme, host = found[1], found[2]
    if scheme.lower() in _PLAIN_SCHEMES:
        return f"{scheme}{host}{'/' + HIDDEN if (found[3] or '/') != '/' else found[3] or ''}"
    return f"{scheme}{HIDDEN}"
