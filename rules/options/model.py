"""What a house option (约定) is, and how a value given by people is read."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from rules.errors import RulesError
from rules.hands.packed import KINDS
from rules.languages import Text
from rules.tiles import CODES

Setting = str | int | tuple[int, ...] | tuple[tuple[str, int], ...]
"""A checked value: a word, a number, four numbers, or numbers by rule id."""


class OptionError(RulesError):
    """An option or a value that a variant does not have."""


class Kind(Protocol):
    """A kind of value: reads what people give."""

    def read(self, given: object) -> Setting | None:
        """Return the checked value, ``None`` when it is none of this kind."""

    def hint(self) -> str:
        """Return what may be given, for an error."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of some words; case, blanks and hyphens do not matter, a unique beginning is enough."""

    words: tuple[str, ...]

    def read(self, given: object) -> str | None:
        """Return the word; ``true`` and ``false`` stand for on and off."""
        if isinstance(given, bool):
            given = "on" if given else "off"
        word = "none" if given is None else str(given).strip().casefold()
        word = word.replace(" ", "_").replace("-", "_")
        if word in self.words:
            return word
        near = [one for one in self.words if word and one.startswith(word)]
        return near[0] if len(near) == 1 else None

    def hint(self) -> str:
        """Return the words."""
        return ", ".join(self.words)


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number in a range, both ends included."""

    low: int
    high: int

    def read(self, given: object) -> int | None:
        """Return the number."""
        if isinstance(given, bool):
            return None
        try:
            number = int(str(given).strip())
        except ValueError:
            return None
        return number if self.low <= number <= self.high else None

    def hint(self) -> str:
        """Return the range."""
        return f"a whole number {self.low}..{self.high}"


@dataclass(frozen=True, slots=True)
class Sides:
    """Stacks of the four sides, with a fixed sum and at most twenty a side."""

    total: int

    def read(self, given: object) -> tuple[int, ...] | None:
        """Return the four numbers, from a list or from text such as ``14,13,14,13``."""
        parts = given if isinstance(given, list | tuple) else str(given).replace(",", " ").split()
        try:
            sides = tuple(int(str(part)) for part in parts)
        except ValueError:
            return None
        fits = len(sides) == 4 and sum(sides) == self.total and 0 <= min(sides) <= max(sides) <= 20
        return sides if fits else None

    def hint(self) -> str:
        """Return what the numbers must be."""
        return f"four numbers of 0..20 with sum {self.total}, such as 14,13,14,13"


@dataclass(frozen=True, slots=True)
class Values:
    """Values of patterns by rule id: they replace those of the variant's table."""

    def read(self, given: object) -> tuple[tuple[str, int], ...] | None:
        """Return the pairs: from an object, from text such as ``GY1-F2=5``, or as read before."""
        if isinstance(given, Mapping):
            pairs = [(str(name), str(value)) for name, value in given.items()]
        elif isinstance(given, tuple):
            pairs = [(str(name), str(value)) for name, value in given]
        else:
            parts = str(given).replace(",", " ").split()
            pairs = [(name, value) for name, _, value in (part.partition("=") for part in parts)]
        if not all(name and value.strip().isdecimal() for name, value in pairs):
            return None
        return tuple(sorted((name.strip().upper(), int(value)) for name, value in pairs))

    def hint(self) -> str:
        """Return what the pairs look like."""
        return "values by rule id, such as GY1-F2=5,GY1-F3=8"


@dataclass(frozen=True, slots=True)
class Design:
    """A design that can stand in a set, by its code, or none."""

    def read(self, given: object) -> str | None:
        """Return the code, or the word none."""
        word = "none" if given is None else str(given).strip()
        return word if word == "none" or word in CODES[:KINDS] else None

    def hint(self) -> str:
        """Return what may be given."""
        return "a tile such as 5m or E, or none"


FLAG = Choice(("on", "off"))


@dataclass(frozen=True, slots=True)
class Option:
    """One option of some variants: its values, the default of each variant, the rule it follows.

    A variant that plays only some of the words has its own row.
    """

    name: str
    kind: Kind
    defaults: Mapping[str, Setting]
    rule: str
    text: Text
