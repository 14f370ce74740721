"""What is known of every table on a broker, the ones that need somebody first; pure."""

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from firmware_ctl.views.mqtt.state import NO_FAULT
from firmware_ctl.views.mqtt.topics import ONLINE

MOST_TABLES = 1000
LONGEST = 16_384
_NAMED = 80
_DIGITS = re.compile(r"(\d+)")


class How(StrEnum):
    """How a table is, the most urgent first."""

    FAULT = "fault"
    OFFLINE = "offline"
    ENDING = "ending"
    PLAYING = "playing"
    LOCKED = "locked"
    READY = "ready"


_URGENCY = {how: place for place, how in enumerate(How)}


@dataclass(frozen=True, slots=True)
class Row:
    """One table as the page shows it."""

    id: str
    how: How
    name: str
    phase: str
    fault: str
    fault_text: str
    hand_number: int
    safe_to_cut: bool
    simulated: bool
    url: str


class Fleet:
    """Every table that has said something; ``version`` grows with every change."""

    def __init__(self, topic: str) -> None:
        self._topic = topic
        self._online: dict[str, bool] = {}
        self._states: dict[str, Mapping[str, Any]] = {}
        self.version = 0

    def hear(self, topic: str, payload: bytes) -> None:
        """Take what a table says; what is no message of ours is left alone."""
        root, _, rest = topic.rpartition("/")
        base, _, table = root.rpartition("/")
        if base != self._topic or not table or len(payload) > LONGEST:
            return
        if table not in self._online and len(self._online) >= MOST_TABLES:
            return
        if rest == "availability":
            self._note_online(table, online=payload == ONLINE.encode())
        elif rest == "state":
            self._note_state(table, payload)

    def _note_online(self, table: str, *, online: bool) -> None:
        if self._online.get(table) is not online:
            self._online[table] = online
            self.version += 1

    def _note_state(self, table: str, payload: bytes) -> None:
        if not payload:  # a table that was taken away for good
            self._states.pop(table, None)
            self._online.pop(table, None)
            self.version += 1
            return
        try:
            state = json.loads(payload)
        except (ValueError, RecursionError):
            return
        if isinstance(state, dict) and state != self._states.get(table):
            self._states[table] = state
            self._online.setdefault(table, False)
            self.version += 1

    def rows(self) -> list[Row]:
        """Return the tables, the ones that need somebody first, then by name."""
        found = [self._row(table) for table in self._online]
        return sorted(found, key=lambda row: (_URGENCY[row.how], _natural(row.name), row.id))

    def as_json(self) -> dict[str, Any]:
        """Return everything that the page shows."""
        rows = self.rows()
        counts = {how.value: sum(row.how is how for row in rows) for how in How}
        return {"version": self.version, "counts": counts, "tables": [asdict(row) for row in rows]}

    def _row(self, table: str) -> Row:
        state = self._states.get(table, {})
        return Row(
            id=table,
            how=self._how(table, state),
            name=_text(state.get("name")) or table,
            phase=_text(state.get("phase")),
            fault="" if _text(state.get("fault")) in ("", NO_FAULT) else _text(state["fault"]),
            fault_text=_text(state.get("fault_text"), 300),
            hand_number=_number(state.get("hand_number")),
            safe_to_cut=state.get("safe_to_cut") is True,
            simulated=state.get("simulated") is True,
            url=_address(state.get("url")),
        )

    def _how(self, table: str, state: Mapping[str, Any]) -> How:
        if not self._online[table]:
            return How.OFFLINE
        if _number(state.get("faults")):
            return How.FAULT
        if state.get("session") in ("ending", "ended"):
            return How.ENDING
        if state.get("hand") == "running":
            return How.PLAYING
        return How.LOCKED if state.get("locked") is True else How.READY


def _text(value: object, longest: int = _NAMED) -> str:
    return value[:longest] if isinstance(value, str) and value.isprintable() else ""


def _number(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def _address(value: object) -> str:
    """Return an address that a page may lead to: of the web, and nothing that runs."""
    text = _text(value, 200)
    return text if text.startswith(("http://", "https://")) else ""


def _natural(name: str) -> tuple[tuple[int, str], ...]:
    """Return what sorts Table 2 before Table 10."""
    return tuple((int(part), "") if part.isdigit() and part.isascii() else (-1, part.lower())
                 for part in _DIGITS.split(name))  # fmt: skip
