"""Commands from an MQTT broker: translated and limited, never decided; pure.

A command is words (``session end``) or a JSON object with ``id``, ``command`` and ``args``. What is
retained is never a command: the broker would say it again at every connection.
"""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from firmware_ctl.core.commands import BadCommand, Command, Origin, make_command, parse_words

LONGEST = 1024


class NoCommand(Exception):
    """What came is no command that this table takes from a broker; ``reply`` answers it."""

    def __init__(self, number: object, code: str, why: str) -> None:
        super().__init__(why)
        self.reply = {"id": number, "ok": False, "code": code, "why": why, "allowed": []}


@dataclass(frozen=True, slots=True)
class Said:
    """A command, and the sender's own number for it, which the answer carries."""

    id: object
    command: Command


def understand(payload: bytes, *, retained: bool, allowed: Collection[str]) -> Said:
    """Return the command in a message.

    Raises:
        NoCommand: it is none, or none that is taken from a broker.
    """
    if retained:
        raise NoCommand(None, "retained", "a command must not be retained; publish it again")
    number, words, args = _taken_apart(payload)
    if words.partition(" ")[0] not in allowed:
        known = ", ".join(sorted(allowed)) or "none"
        raise NoCommand(
            number,
            "not-allowed",
            f"{words[:40]!r} is not taken from here; {known} are (mqtt.commands)",
        )
    try:
        if args is None:
            return Said(number, parse_words(words.split(), Origin.MQTT))
        return Said(number, make_command(words, args, Origin.MQTT))
    except BadCommand as error:
        raise NoCommand(number, "bad-request", str(error)) from error


def _taken_apart(payload: bytes) -> tuple[object, str, Mapping[str, Any] | None]:
    """Return the sender's number, the word or words, and named arguments, if there are any.

    Raises:
        NoCommand: neither words nor an object of the form.
    """
    wrong = NoCommand(None, "bad-request", 'say words, or {"id": 1, "command": "stop", "args": {}}')
    if len(payload) > LONGEST:
        raise wrong
    try:
        text = payload.decode().strip()
    except UnicodeDecodeError as error:
        raise wrong from error
    if not text.startswith("{"):
        return None, text, None
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise wrong from error
    number, word, args = data.get("id"), data.get("command"), data.get("args", {})
    fits = isinstance(word, str) and isinstance(args, dict)
    if not (fits and isinstance(number, str | int | None)):
        raise wrong
    return number, word, args
