"""The words that a key of a remote may say: a table, and what is wrong with any other word.

The channel is open to anybody with a remote of his own: a key may start a throw and never shape
it, may stop and never start again, and reaches no rule, score, setting or program of its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches


@dataclass(frozen=True, slots=True)
class RemoteWord:
    """One row: the arguments that a word takes, and whether it may stand alone."""

    arguments: tuple[str, ...] = ()
    numbers: range = range(0)
    alone: bool = False
    only_held: bool = False

    def takes(self, argument: str) -> bool:
        """Tell whether the word takes this argument."""
        if argument in self.arguments:
            return True
        plain = argument.isascii() and argument.isdigit() and len(argument) < 6
        return plain and int(argument) in self.numbers

    def describe(self) -> str:
        """Return what may follow the word, for a person."""
        parts = list(self.arguments)
        if self.numbers:
            parts.insert(0, f"{self.numbers[0]}..{self.numbers[-1]}")
        return ", ".join(parts) or "nothing"


_SIDES = range(4)
_PROGRAMS = range(1, 161)

REMOTE_WORDS: Mapping[str, RemoteWord] = {
    "lift": RemoteWord(alone=True),
    "open-loading": RemoteWord(alone=True, only_held=True),
    "dice": RemoteWord(numbers=_SIDES, alone=True),
    "dealer": RemoteWord(("roulette", "rule"), _SIDES),
    "program": RemoteWord(("next", "previous", "confirm"), _PROGRAMS),
    "deal": RemoteWord(alone=True),
    "pause": RemoteWord(alone=True),
    "stop": RemoteWord(alone=True),
    "lock": RemoteWord(alone=True),
    "mute": RemoteWord(alone=True),
    "lamp": RemoteWord(alone=True),
}


def complaint(text: str, words: Mapping[str, RemoteWord]) -> str | None:
    """Return what is wrong with a command as a key's meaning, or ``None`` if nothing is."""
    word, *arguments = text.split() or [""]
    spec = words.get(word)
    if spec is None:
        near = get_close_matches(word, words, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"it may say {', '.join(words)}"
        return f"a remote may not say {word[:40]!r}; {hint}"
    if not arguments:
        return None if spec.alone else f"{word!r} needs one of {spec.describe()}"
    if len(arguments) > 1 or not spec.takes(arguments[0]):
        return f"{word!r} takes {spec.describe()}, not {' '.join(arguments)[:40]!r}"
    return None
