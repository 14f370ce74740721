"""How the rows of a table combine: only the largest counts, all add up, or all multiply."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from rules.hands.forms import Form
from rules.hands.full_hand import FullHand
from rules.options import House
from rules.scoring.rows import Item, Listed, Row, Tallier, Tally, Times


class Scheme(Protocol):
    """A table of rows and the way they combine."""

    def rows(self) -> Sequence[Listed]:
        """Return every row."""

    def bind(self, house: House) -> Tallier:
        """Return the function that values a form in a house."""


class _Bound(NamedTuple):
    """A row with its value in a house."""

    row: Row
    value: int
    times: Times


NOTHING = Tally(0, 0, ())
"""What a form is worth that no row of a table names."""


@dataclass(frozen=True, slots=True)
class Largest:
    """Only the pattern that makes the most counts; roots and extras add to it.

    ``root`` is the row of a root (根), where roots count. Of equal patterns the first is named.
    """

    patterns: tuple[Row, ...]
    extras: tuple[Row, ...]
    root: Row | None = None

    def rows(self) -> tuple[Row, ...]:
        """Return every row."""
        return (*self.patterns, *([self.root] if self.root else []), *self.extras)

    def bind(self, house: House) -> Tallier:
        """Return the function that values a form in a house."""
        patterns = sorted(_bound(self.patterns, house), key=lambda one: -one.value)
        extras = [one for one in _bound(self.extras, house) if one.value]
        root = self.root
        root_value = root.worth(house) if root else 0

        def tally(hand: FullHand, form: Form) -> Tally:
            value = -1
            most = hand.roots * root_value
            for row, worth, times in patterns:
                if worth + most <= value:
                    break
                inside = row.roots_inside
                free = 0 if inside is None else max(0, hand.roots - inside)
                total = worth + free * root_value
                if total > value and times(hand, form):
                    value = total
                    items = [Item(row.rule, row.name, 1, worth)]
                    if root and free:
                        items.append(Item(root.rule, root.name, free, free * root_value))
            if value < 0:
                return NOTHING
            minimum = value
            for row, worth, times in extras:
                count = times(hand, form)
                if count:
                    items.append(Item(row.rule, row.name, count, count * worth))
                    value += count * worth
                    minimum += count * worth if row.for_minimum else 0
            return Tally(value, minimum, tuple(items))

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
        bound = [one for one in _bound(self.table, house) if one.value]

        def tally(hand: FullHand, form: Form) -> Tally:
            counted = [
                (row, value, count) for row, value, times in bound if (count := times(hand, form))
            ]
            implied = {rule for row, _, _ in counted for rule in row.replaces}
            items: list[Item] = []
            total = minimum = 0
            for row, value, count in counted:
                if row.rule not in implied:
                    items.append(Item(row.rule, row.name, count, count * value))
                    total += count * value
                    minimum += count * value if row.for_minimum else 0
            return Tally(total, minimum, tuple(items))

        return tally


@dataclass(frozen=True, slots=True)
class Product:
    """Rows are factors: all that apply multiply, one that counts twice is multiplied twice."""

    table: tuple[Row, ...]

    def rows(self) -> tuple[Row, ...]:
        """Return every row."""
        return self.table

    def bind(self, house: House) -> Tallier:
        """Return the function that values a form in a house."""
        bound = _bound(self.table, house)

        def tally(hand: FullHand, form: Form) -> Tally:
            items: list[Item] = []
            product = 1
            for row, factor, times in bound:
                count = int(times(hand, form))
                if count:
                    items.append(Item(row.rule, row.name, count, factor**count))
                    product *= factor**count
            return Tally(product, product, tuple(items))

        return tally


def _bound(rows: Iterable[Row], house: House) -> list[_Bound]:
    return [_Bound(row, row.worth(house), row.times) for row in rows if row.plays(house)]
