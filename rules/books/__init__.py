"""The rule books: one module for each variant, loaded when it is asked for."""

from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from types import ModuleType

from rules.books.values import check_values
from rules.lookup import look_up
from rules.options import House, house
from rules.scoring.book import Book, Rules

MODULES: dict[str, str] = {
    "DY": "deyang",
    "CD": "chengdu",
    "QS": "qq",
    "SS": "standard",
    "NS": "dingque",
    "SP": "points",
    "GY1": "guiyang_basic",
    "GY2": "guiyang_zhuoji",
    "GY3": "guizhou_chuan",
    "GY4": "guiyang_laiyouxi",
    "MCR": "competition",
    "HZ": "hangzhou",
    "HB": "hebei",
    "GD": "guangdong",
    "B144": "basic",
}
"""The module that holds each variant's ``RULES``, and its ``SETTLING`` where it settles hands."""


def book(variant: str, options: Mapping[str, object] | None = None) -> Book:
    """Return a variant's rules, bound to a house's options; the same house gives the same book.

    Raises:
        UnknownName: no such variant, or no such option; the nearest is named.
        OptionError: a value that the option does not take.
    """
    name = look_up({one: one for one in MODULES}, variant, "variant with a rule book")
    return _book(house(name, options))


def module_of(variant: str) -> ModuleType:
    """Return a variant's module; ``variant`` is one of ``MODULES``."""
    return import_module(f"rules.books.{MODULES[variant]}")


@lru_cache(maxsize=64)
def _book(own: House) -> Book:
    rules: Rules = module_of(own.variant).RULES
    check_values(rules, own)
    return Book(rules, own)
