"""A row of a variant's table: a pattern or an extra, and what it is worth."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from rules.errors import RulesError
from rules.hands.forms import Form
from rules.hands.full_hand import FullHand
from rules.languages import Text
from rules.options import House

Times = Callable[[FullHand, Form], int]
"""How often a row counts for one form of a hand: pure; a plain yes is one."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row (番种).

    ``value`` is a number, or the name of the option that holds it; a house with its own table of
    values goes before both. ``when`` names the option and the word that bring the row into play.

    Where only the largest pattern counts, ``roots_inside`` is how many roots (根) it holds already,
    ``None`` that roots never add to it. Where patterns add up, ``replaces`` are the rows that it
    implies. A row that is not ``for_minimum`` does not help to reach the least value of a win.
    """

    rule: str
    name: Text
    value: int | str
    times: Times
    roots_inside: int | None = 0
    replaces: tuple[str, ...] = ()
    when: tuple[str, str] | None = None
    for_minimum: bool = True

    def plays(self, house: House) -> bool:
        """Tell whether a house plays this row."""
        return self.when is None or house.has(*self.when)

    def worth(self, house: House) -> int:
        """Return the row's value in a house.

        Raises:
            RulesError: its option holds no number.
        """
        if isinstance(self.value, int):
            return house.value(self.rule, self.value)
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
