"""How the rows of a table combine: only the largest counts, or all add up."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from rules.hands.forms import Form
from rules.hands.full_hand import FullHand
from rules.options import House
from rules.scoring.rows import Item, Row, Tallier, Tally


class Scheme(Protocol):
    """A table of rows and the way they combine."""

    def rows(self) -> tuple[Row, ...]:
        """Return every row."""

    def bind(self, house: House) -> Tallier:
        """Return the function that values a form in a house."""


class _Bound(NamedTuple):
    """A row with its value in a house."""

    row: Row
    value: int


@dataclass(frozen=True, slots=True)
class Largest:
    """Only the pattern that makes the most counts; roots and extras add to it.

    ``root`` is the row of a root (根). Of equal patterns the one that stands first is named.
    """

    patterns: tuple[Row, ...]
    extras: tuple[Row, ...]
    root: Row

    def rows(self) -> tuple[Row, ...]:
        """Return every row."""
        return (*self.patterns, self.root, *self.extras)

    def bind(self, house: House) -> Tallier:
        """Return the function that values a form in a house."""
        patterns = sorted(_bound(self.patterns, house), key=lambda one: -one.value)
        extras = _bound(self.extras, house)
        root = self.root
        root_value = root.worth(house)

        def tally(hand: FullHand, form: Form) -> Tally:
            value = -1
            for row, worth in patterns:
                inside = row.roots_inside
                free = 0 if inside is None else max(0, hand.roots - inside)
                total = worth + free * root_value
                if total > value and row.times(hand, form):
                    value, chosen, chosen_value, roots = total, row, worth, free
            if value < 0:
                return Tally(0, 0, ())
            items = [Item(chosen.rule, chosen.name, 1, chosen_value)]
            if roots:
                items.append(Item(root.rule, root.name, roots, roots * root_value))
            added, for_minimum = _count(extras, hand, form, items)
            return Tally(value + added, value + for_minimum, tuple(items))

        return tally


@dataclass(frozen=True, slots=True)
class Total:
    """All rows that apply add up, but for those that another one implies."""

    table: tuple[Row, ...]

    def rows(self) -> tuple[Row, ...]:
        """Return every row."""
        return self.table

    def bind(self, house: House) -> Tallier:
        """Return the function that values a form in a house."""
        bound = _bound(self.table, house)

        def tally(hand: FullHand, form: Form) -> Tally:
            counted = [(one, one.row.times(hand, form)) for one in bound]
            counted = [(one, times) for one, times in counted if times]
            implied = {rule for one, _ in counted for rule in one.row.replaces}
            kept = [(one, times) for one, times in counted if one.row.rule not in implied]
            items = tuple(
                [Item(row.rule, row.name, times, value * times) for (row, value), times in kept]
            )
            value = sum([item.value for item in items])
            late = sum([one.value * times for one, times in kept if not one.row.for_minimum])
            return Tally(value, value - late, items)

        return tally


def _bound(rows: Iterable[Row], house: House) -> list[_Bound]:
    return [_Bound(row, row.worth(house)) for row in rows if row.plays(house)]


def _count(extras: list[_Bound], hand: FullHand, form: Form, items: list[Item]) -> tuple[int, int]:
    """Add the extras that apply to the items; return their value, and that for the minimum."""
    added = for_minimum = 0
    for row, value in extras:
        times = row.times(hand, form)
        if times and value:
            items.append(Item(row.rule, row.name, times, times * value))
            added += times * value
            for_minimum += times * value if row.for_minimum else 0
    return added, for_minimum
