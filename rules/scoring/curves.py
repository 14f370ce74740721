"""What the stake is multiplied by, from the value of a hand."""

from collections.abc import Callable

Curve = Callable[[int], int]
"""From value to multiplier."""


def doubling_from_zero(value: int) -> int:
    """Return 2 to the fan: no fan is once the stake."""
    return 1 << value


def doubling_from_one(value: int) -> int:
    """Return 2 to the fan less one: one fan is once the stake."""
    return 1 << max(0, value - 1)


DOUBLING = (doubling_from_zero, doubling_from_one)
MOST_FAN = 40
"""More than any hand of a table that doubles can have: its patterns, four roots, four kongs."""


def linear(value: int) -> int:
    """Return the value itself: points add."""
    return value
