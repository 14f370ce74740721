"""Understand the body of a post; pure, so that any bytes at all can be tried on it.

``key`` is made anew for every tap and comes back with the answer, so that the page knows which tap
was answered; ``seen`` is the number of the picture that the person looked at. A stop is carried out
whatever was seen and however often it comes.
"""

import json
from dataclasses import dataclass

LONGEST_BODY = 2048
"""Bytes of a post's body."""

LONGEST_KEY = 64


@dataclass(frozen=True, slots=True)
class Post:
    """One tap on the page."""

    key: str
    seen: int | None


class BadPost(ValueError):
    """A body that is no post; the text says why."""


def parse_post(body: bytes) -> Post:
    """Return what a body says.

    Raises:
        BadPost: not JSON, not an object, an unknown key, or a wrong type or value.
    """
    try:
        given = json.loads(body)
    except RecursionError as error:
        raise BadPost("not JSON: nested too deeply") from error
    except ValueError as error:  # not JSON, not UTF-8, or a number of thousands of digits
        raise BadPost('not JSON; post an object such as {"key": "1f8a"}') from error
    if not isinstance(given, dict):
        raise BadPost('a post is an object such as {"key": "1f8a"}')
    if unknown := sorted(set(given) - {"key", "seen"}):
        raise BadPost(f"unknown key {unknown[0][:40]!r}; known here are key, seen")
    return Post(_key(given.get("key")), _seen(given.get("seen")))


def _key(given: object) -> str:
    if isinstance(given, str) and 0 < len(given) <= LONGEST_KEY and _is_plain(given):
        return given
    raise BadPost(f"key is a text of 1..{LONGEST_KEY} printable ASCII characters, new for each tap")


def _is_plain(text: str) -> bool:
    return text.isascii() and text.isprintable()


def _seen(given: object) -> int | None:
    if isinstance(given, bool) or not isinstance(given, int | None):
        raise BadPost("seen is the number of the picture that was looked at")
    return given
