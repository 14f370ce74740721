"""Check the values that a house gives itself: each must belong to a row or an amount."""

from rules.lookup import look_up
from rules.options import House
from rules.scoring.book import Rules

_OPTIONS = ("pattern_values", "values")


def check_values(rules: Rules, own: House) -> None:
    """Check the names of a house's own values.

    Raises:
        UnknownName: the variant has no row and no amount of this name; the nearest is named.
    """
    known = {row.key: row.key for row in rules.scheme.rows()} | {key: key for key in rules.amounts}
    for option in _OPTIONS:
        given = own.get(option, ())
        for pair in given if isinstance(given, tuple) else ():
            look_up(known, str(pair[0]) if isinstance(pair, tuple) else str(pair), "value")
