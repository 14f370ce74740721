"""The live stream's messages (server-sent events, WHATWG HTML 9.2); pure.

The first message to a client is the whole snapshot, each one after it holds the fields that differ
from what this client has. So a client that is slow is simply told less often: nothing queues up for
it, and what it is told is always the newest.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

ALIVE = b"event: alive\ndata: {}\n\n"
"""Sent when nothing changes: a script is not told of comments, and must notice a dead line."""

_CLOCK = "time"


@dataclass(frozen=True, slots=True)
class Picture:
    """A snapshot's JSON form with its name in the stream."""

    id: str
    table: Mapping[str, Any]


def message(had: Picture | None, now: Picture) -> bytes | None:
    """Return what takes a client from one picture to another; ``None`` if only time has passed."""
    if had is None:
        return _event("snapshot", now.id, now.table)
    changed = {field: value for field, value in now.table.items() if had.table[field] != value}
    if not changed.keys() - {_CLOCK}:
        return None
    return _event("delta", now.id, changed)


def _event(name: str, number: str, data: Mapping[str, Any]) -> bytes:
    text = json.dumps(data, separators=(",", ":"))
    return f"event: {name}\nid: {number}\ndata: {text}\n\n".encode("ascii")
