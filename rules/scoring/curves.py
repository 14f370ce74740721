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


def linear(value: int) -> int:
    """Return the value itself: points add."""
    return value
