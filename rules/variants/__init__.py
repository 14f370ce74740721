"""The variants that a table can be set up for: data first."""

from rules.lookup import look_up
from rules.variants.model import (
    FirstDealer,
    Flowers,
    Mark,
    NextDealer,
    Source,
    Succession,
    Variant,
)
from rules.variants.rows import VARIANTS

__all__ = [
    "VARIANTS",
    "FirstDealer",
    "Flowers",
    "Mark",
    "NextDealer",
    "Source",
    "Succession",
    "Variant",
    "variant",
]


def variant(name: str) -> Variant:
    """Return a variant by its id.

    Raises:
        UnknownName: there is none; the message names the nearest.
    """
    return look_up(VARIANTS, name, "variant")
