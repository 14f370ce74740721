"""Name the states of a table, so that a command can say which one its person looked at.

Only what decides what a command would do makes another state: sensors and progress do not. A name
is never used twice, in no run of the program, so an old command fits nothing.
"""

from collections.abc import Mapping
from secrets import token_hex
from typing import Any

_DECIDES = (
    "surface", "load", "hand", "variant", "program", "dealer", "estop", "locked", "stowed", "test",
    "referee",
)  # fmt: skip


class States:
    """The states of one run, counted."""

    def __init__(self) -> None:
        self._run = token_hex(4)
        self._number = 0
        self._last: tuple[object, ...] | None = None

    def name(self, table: Mapping[str, Any]) -> str:
        """Return the name of the state that a snapshot shows: a new one when it has changed."""
        now = (*(table.get(field) for field in _DECIDES), [f["id"] for f in table["faults"]])
        if now != self._last:
            self._last = now
            self._number += 1
        return f"{self._run}.{self._number}"
