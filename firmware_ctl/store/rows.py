"""The record as rows of a table: for lines on a terminal, for CSV and for columns; pure.

A row is flat. What happened is in ``data`` as JSON, or, where all rows are of one kind, in a column
for each of its fields.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from firmware_ctl.store.chain import Link

COLUMNS = ("seq", "boot", "at_ms", "clock", "trusted", "kind")
"""Columns of every row; the hash comes last."""


@dataclass(frozen=True, slots=True)
class Row:
    """One record: numbers, times, kind and what happened; ``hash`` is hexadecimal."""

    seq: int
    boot: int
    at_ms: int
    clock_ms: int
    trusted: bool
    kind: str
    data: Mapping[str, Any]
    hash: str

    @property
    def clock(self) -> str:
        """Return the wall clock's time in UTC (ISO 8601)."""
        return datetime.fromtimestamp(self.clock_ms / 1000, UTC).isoformat(timespec="milliseconds")

    def line(self) -> str:
        """Return one line for a person; a time that was not sure carries a question mark."""
        sure = " " if self.trusted else "?"
        told = " ".join(f"{name}={_short(value)}" for name, value in self.data.items())
        return f"{self.clock[:19]}{sure} {self.boot}/{self.seq} {self.kind} {told}".rstrip()

    def as_json(self) -> dict[str, Any]:
        """Return everything, as one JSON object."""
        return {
            "seq": self.seq,
            "boot": self.boot,
            "at_ms": self.at_ms,
            "clock": self.clock,
            "trusted": self.trusted,
            "kind": self.kind,
            "data": dict(self.data),
            "hash": self.hash,
        }

    def flat(self, fields: tuple[str, ...] | None) -> dict[str, Any]:
        """Return the row's cells: ``data`` as JSON, or one cell for each of these fields."""
        cells: dict[str, Any] = {name: getattr(self, name) for name in COLUMNS}
        if fields is None:
            cells["data"] = _json(self.data)
        else:
            cells |= {f"data.{name}": _cell(self.data.get(name)) for name in fields}
        cells["hash"] = self.hash
        return cells


def row_of(link: Link) -> Row:
    """Return the row of one link; its body is what the chain has verified."""
    body = json.loads(link.body)
    return Row(
        link.sequence, link.boot, body["at"], body["clock"], body["trusted"], body["kind"],
        body["data"], link.hash.hex(),
    )  # fmt: skip


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _cell(value: object) -> object:
    return value if isinstance(value, str | int | bool) or value is None else _json(value)


def _short(value: object) -> str:
    text = value if isinstance(value, str) and value and " " not in value else _json(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
