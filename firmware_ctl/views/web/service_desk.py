"""The desk of service: what every sensor reads, counters, the eyes, and the newest of the log."""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from firmware_ctl.access.roles import Role
from firmware_ctl.core.listeners import Event
from firmware_ctl.views.web.asked import Answer, Asked, Mounted
from firmware_ctl.views.web.routes import Route, Serves
from firmware_ctl.views.web.table import Table

ROUTES = (
    Route(
        "GET",
        "/api/service",
        Serves.DESK,
        "what every sensor reads, counters, the eyes' levels, the log",
        Role.TECHNICIAN,
    ),
)

MOST_LINES = 400


class EventLog:
    """The newest events of a table, a line each."""

    def __init__(self) -> None:
        self._lines: deque[str] = deque(maxlen=MOST_LINES)

    def hear(self, event: Event) -> None:
        """Take an event."""
        facts = " ".join(f"{k}={v}" for k, v in event.items() if k not in ("time", "event"))
        at = event["time"]
        self._lines.appendleft(f"{at:9.2f} {event['event']} {facts}".rstrip())

    def newest_first(self) -> list[str]:
        """Return the lines."""
        return list(self._lines)


class ServiceDesk:
    """Shows a table's inside; ``levels`` reads every sensor by its name.

    ``breakable`` are the faults that a simulated table can be given, each with its places.
    """

    def __init__(
        self,
        table: Table,
        levels: Callable[[], Mapping[str, bool]],
        log: EventLog,
        motors: Sequence[str],
        breakable: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self._table = table
        self._levels = levels
        self._log = log
        self._motors = motors
        self._breakable = {} if breakable is None else breakable

    def mounted(self) -> tuple[Mounted, ...]:
        """Return the desk's routes."""
        return (Mounted(ROUTES[0], self.show),)

    async def show(self, asked: Asked) -> Answer:
        """Return everything that a technician looks at."""
        table = self._table.snapshot(asked.language).as_json()
        return Answer(
            {
                "inputs": [{"label": name, "level": on} for name, on in self._levels().items()],
                "counters": table["counters"],
                "eyes": eyes(table["measured"]),
                "motors": list(self._motors),
                "breakable": {name: list(places) for name, places in self._breakable.items()},
                "log": self._log.newest_first(),
            }
        )


def eyes(measured: Mapping[str, Any]) -> list[dict[str, object]]:
    """Return the eyes' levels by side, from what a snapshot measures."""
    stem = "eye_level."
    return [
        {"side": int(name.removeprefix(stem)), "level": one["value"], "quality": one["quality"]}
        for name, one in measured.items()
        if name.startswith(stem)
    ]
