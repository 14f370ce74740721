"""Understand the body of a post; pure, so that any bytes at all can be tried on it.

``key`` is made anew for every tap and comes back with the answer, so that the page knows which tap
was answered; ``seen`` is the state of the table that the person looked at. A stop is carried out
whatever was seen and however often it comes.
"""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from firmware_ctl.core.commands import BadCommand, Command, Origin, make_command

LONGEST_BODY = 8192
"""Bytes of a post's body."""

LONGEST_KEY = 64

Data = Mapping[str, object]


class BadPost(ValueError):
    """A body that is no post; the text says why."""


@dataclass(frozen=True, slots=True)
class Post:
    """One tap on the page."""

    key: str
    seen: str | None


@dataclass(frozen=True, slots=True)
class CommandPost:
    """A tap that says a command."""

    post: Post
    command: Command


def parse_post(body: bytes) -> Post:
    """Return what a body of nothing but a key says.

    Raises:
        BadPost: not JSON, not an object, an unknown key, or a wrong type or value.
    """
    return _post(read_object(body, ("key", "seen")))


def parse_command(body: bytes) -> CommandPost:
    """Return the command that a body says.

    Raises:
        BadPost: it is no post, or says no command.
    """
    given = read_object(body, ("key", "seen", "command", "args", "held"))
    word, args, held = given.get("command"), given.get("args", {}), given.get("held", False)
    if not isinstance(word, str):
        raise BadPost('say a command: {"key": "1f8a", "seen": "…", "command": "lift"}')
    if not isinstance(args, dict):
        raise BadPost('args is an object: {"side": 0}')
    if not isinstance(held, bool):
        raise BadPost("held tells whether the key was held: true or false")
    try:
        command = make_command(word, args, Origin.WEB, held=held)
    except BadCommand as error:
        raise BadPost(str(error)) from error
    return CommandPost(_post(given), command)


def read_object(body: bytes, known: Collection[str]) -> Data:
    """Return the object of a body, with no keys but known ones.

    Raises:
        BadPost: not JSON, not an object, or an unknown key.
    """
    try:
        given = json.loads(body)
    except RecursionError as error:
        raise BadPost("not JSON: nested too deeply") from error
    except ValueError as error:  # not JSON, not UTF-8, or a number of thousands of digits
        raise BadPost('not JSON; post an object such as {"key": "1f8a"}') from error
    if not isinstance(given, dict):
        raise BadPost('a post is an object such as {"key": "1f8a"}')
    if unknown := sorted(set(given) - set(known)):
        raise BadPost(f"unknown key {unknown[0][:40]!r}; known here are {', '.join(known)}")
    return given


def text_of(given: Data, name: str, longest: int = 200) -> str:
    """Return the text of a field.

    Raises:
        BadPost: there is none, or no printable one.
    """
    text = given.get(name)
    if isinstance(text, str) and 0 < len(text) <= longest and text.isprintable():
        return text
    raise BadPost(f"{name} is a printable text of 1..{longest} characters")


def _post(given: Data) -> Post:
    return Post(_token(given.get("key"), "key"), _seen(given.get("seen")))


def _seen(given: object) -> str | None:
    return None if given is None else _token(given, "seen")


def _token(given: object, name: str) -> str:
    if isinstance(given, str) and 0 < len(given) <= LONGEST_KEY and _is_plain(given):
        return given
    means = "new for each tap" if name == "key" else "the state that the page showed"
    raise BadPost(f"{name} is a text of 1..{LONGEST_KEY} printable ASCII characters, {means}")


def _is_plain(text: str) -> bool:
    return text.isascii() and text.isprintable()
