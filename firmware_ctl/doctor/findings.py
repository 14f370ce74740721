"""What a look at the machine found: a level, words in the user's language, values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from firmware_ctl.texts import say


class Level(StrEnum):
    """How good or bad it is; ``unknown`` where this machine cannot tell."""

    GOOD = "good"
    UNKNOWN = "unknown"
    WARNING = "warning"
    BAD = "bad"


MARKS: Mapping[Level, str] = {
    Level.GOOD: "ok  ",
    Level.UNKNOWN: "--  ",
    Level.WARNING: "look",
    Level.BAD: "BAD ",
}
"""How a level is shown: by words, never by colour alone."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One line: what was looked at, how it is, and the sentence that also says what to do."""

    check: str
    level: Level
    key: str
    values: Mapping[str, object] = field(default_factory=dict)

    def text(self, language: str) -> str:
        """Return the sentence."""
        return say(self.key, language, **self.values)

    def as_json(self, language: str) -> dict[str, object]:
        """Return everything, as one JSON object."""
        return {
            "check": self.check,
            "level": self.level.value,
            "key": self.key,
            "values": {name: str(value) for name, value in self.values.items()},
            "text": self.text(language),
        }


def good(check: str, key: str, **values: object) -> Finding:
    """Return that something is as it should be."""
    return Finding(check, Level.GOOD, key, values)


def unknown(check: str, key: str, **values: object) -> Finding:
    """Return that this machine cannot tell."""
    return Finding(check, Level.UNKNOWN, key, values)


def warning(check: str, key: str, **values: object) -> Finding:
    """Return that somebody should look at it."""
    return Finding(check, Level.WARNING, key, values)


def bad(check: str, key: str, **values: object) -> Finding:
    """Return that the table does not work so, or not for long."""
    return Finding(check, Level.BAD, key, values)
