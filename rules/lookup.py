"""Find a row by its name and, failing that, name the nearest ones."""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import TypeVar

from rules.errors import UnknownName

Row = TypeVar("Row")


def look_up(rows: Mapping[str, Row], name: str, what: str) -> Row:
    """Return the row called ``name``; upper and lower case are the same.

    Raises:
        UnknownName: there is none; the message names the nearest ones, or all of them.
    """
    by_folded = {key.casefold(): row for key, row in rows.items()}
    folded = name.strip().casefold()
    if folded in by_folded:
        return by_folded[folded]
    near = get_close_matches(folded, by_folded, n=3, cutoff=0.5)
    if near:
        hint = "did you mean " + " or ".join(key for key in rows if key.casefold() in near) + "?"
    else:
        hint = "there are " + ", ".join(rows)
    raise UnknownName(f"no {what} {name!r}: {hint}")
