"""A row of a variant's table: a pattern or an extra, and what it is worth."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from rules.errors import RulesError
from rules.hands.forms import Form
from rules.hands.full_hand import FullHand
from rules.languages import Text
from rules.options import House

Times = Callable[[FullHand, Form], int]
"""How often a row counts for one form of a hand: pure; a plain yes is one."""


class Listed(Protocol):
    """What any row of a table tells: its rule, its name and its value."""

    @property
    def rule(self) -> str:
        """Return the rule's id."""

    @property
    def name(self) -> Text:
        """Return what people call it."""

    @property
    def value(self) -> int | str:
        """Return its value, or the name of the option that holds it."""

    @property
    def key(self) -> str:
        """Return the name under which a house may give a value of its own."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row (番种).

    ``value`` is a number, or the name of the option that holds it; a house with its own table of
    values goes before both. ``when`` names the option and the word that bring the row into play.

    Where only the largest pattern counts, ``roots_inside`` is how many roots (根) it holds already,
    ``None`` that roots never add to it. Where patterns add up, ``replaces`` are the rows that it
    implies. A row that is not ``for_minimum`` does not help to reach the least value of a win.
    ``part`` tells rows apart that one rule names together: a house gives ``HB-08-PAIRS`` a value.
    """

    rule: str
    name: Text
    value: int | str
    times: Times
    roots_inside: int | None = 0
    replaces: tuple[str, ...] = ()
    when: tuple[str, str] | None = None
    for_minimum: bool = True
    part: str = ""

    @property
    def key(self) -> str:
        """Return the name under which a house may give a value of its own."""
        return f"{self.rule}-{self.part}" if self.part else self.rule

    def plays(self, house: House) -> bool:
        """Tell whether a house plays this row."""
        return self.when is None or house.has(*self.when)

    def worth(self, house: House) -> int:
        """Return the row's value in a house.

        Raises:
            RulesError: its option holds no number.
        """
        if isinstance(self.value, int):
            return house.value(self.key, self.value)
        number = house.number(self.value)
        if number is None:
            raise RulesError(f"row {self.rule}: option {self.value} is no number")
        return number


class Item(NamedTuple):
    """A row that counted: how often, and the value of all of it."""

    rule: str
    name: Text
    times: int
    value: int


class Tally(NamedTuple):
    """What one form is worth: in all, towards the least value of a win, and the rows that count."""

    value: int
    minimum: int
    items: tuple[Item, ...]


Tallier = Callable[[FullHand, Form], Tally]
"""Values one form of a hand by the table of one house."""
