"""Find a row by its name and, failing that, name the nearest ones."""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import TypeVar

from rules.errors import UnknownName
from rules.texts import TEXTS, filled

Row = TypeVar("Row")


def look_up(rows: Mapping[str, Row], name: str, what: str) -> Row:
    """Return the row called ``name``; upper and lower case are the same.

    Raises:
        UnknownName: there is none; the message names the nearest ones, or all of them.
    """
    keys = {key.casefold(): key for key in rows}
    folded = name.strip().casefold()
    if folded in keys:
        return rows[keys[folded]]
    near = [keys[one] for one in get_close_matches(folded, keys, n=2, cutoff=0.5)]
    key = ("refuse.unknown", "refuse.unknown-near", "refuse.unknown-two")[len(near)]
    known = near or [", ".join(rows)]
    kind = TEXTS.get(f"kind.{what}", what)
    raise UnknownName(filled(key, what=kind, name=repr(name), known=known[0], other=known[-1]))
