"""Understand one line from the local socket; pure, so that any bytes at all can be tried on it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from firmware_ctl.core.commands import BadCommand, Command, Origin, make_command
from rules.languages import Language

LONGEST_LINE = 64 * 1024
"""Bytes of a request, its newline included."""

STREAMS = frozenset({"snapshot", "events"})
ORIGINS = frozenset({Origin.CLI, Origin.WEB, Origin.MQTT})
"""Origins that may be claimed here; panel and remote have ways in of their own."""

RequestId = str | int | None


@dataclass(frozen=True, slots=True)
class Say:
    """A request to carry out a command."""

    id: RequestId
    command: Command


@dataclass(frozen=True, slots=True)
class Subscribe:
    """A request for streams from now on, in words of a language, else of the table's own."""

    id: RequestId
    streams: frozenset[str]
    language: Language | None = None


class BadRequest(ValueError):
    """A line that is no request; the text says why, ``id`` is what could be read of it."""

    def __init__(self, text: str, request_id: RequestId = None) -> None:
        super().__init__(text)
        self.id = request_id


def parse_request(line: bytes) -> Say | Subscribe:
    """Return what a line asks for.

    Raises:
        BadRequest: not JSON, not an object, an unknown key, or a wrong type or value.
    """
    request = _object(line)
    request_id = _id(request)
    try:
        if "subscribe" in request:
            _only(request, ("id", "subscribe", "language"))
            language = _language(request.get("language"))
            return Subscribe(request_id, _streams(request["subscribe"]), language)
        _only(request, ("id", "command", "args", "origin"))
        return Say(request_id, _command(request))
    except ValueError as error:
        raise BadRequest(str(error), request_id) from error


def _object(line: bytes) -> Mapping[str, object]:
    try:
        request = json.loads(line)
    except RecursionError as error:
        raise BadRequest("not JSON: nested too deeply") from error
    except ValueError as error:  # not JSON, not UTF-8, or a number of thousands of digits
        reason = str(error).partition(":")[0]
        raise BadRequest(f"not JSON: {reason}; send one object a line") from error
    if not isinstance(request, dict):
        raise BadRequest('a request is an object such as {"id": 1, "command": "lift"}')
    return request


def _id(request: Mapping[str, object]) -> RequestId:
    request_id = request.get("id")
    if isinstance(request_id, bool) or not isinstance(request_id, str | int | None):
        raise BadRequest("id is a number or a text; it comes back with the answer")
    return request_id


def _only(request: Mapping[str, object], known: tuple[str, ...]) -> None:
    for key in request:
        if key not in known:
            raise ValueError(f"unknown key {key[:40]!r}; known here are {', '.join(known)}")


def _streams(asked: object) -> frozenset[str]:
    if (
        isinstance(asked, list)
        and asked
        and all(isinstance(s, str) and s in STREAMS for s in asked)
    ):
        return frozenset(asked)
    raise ValueError('subscribe is a list of "snapshot", "events" or both')


def _language(asked: object) -> Language | None:
    if asked is None:
        return None
    if isinstance(asked, str) and asked in tuple(Language):
        return Language(asked)
    raise ValueError(f"language is one of {', '.join(Language)}")


def _command(request: Mapping[str, object]) -> Command:
    word = request.get("command")
    args = request.get("args", {})
    origin = request.get("origin", Origin.CLI)
    if not isinstance(word, str):
        raise BadCommand('say a command: {"command": "lift"}, or {"subscribe": ["snapshot"]}')
    if not isinstance(args, dict):
        raise BadCommand('args is an object: {"command": "dice", "args": {"side": 0}}')
    if not isinstance(origin, str) or origin not in ORIGINS:
        raise BadCommand(f"origin is one of {', '.join(sorted(ORIGINS))}")
    return make_command(word, args, Origin(origin))
