"""The desk of service: what every sensor reads, counters, the eyes, and the newest of the log."""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from firmware_ctl.access.roles import Role
from firmware_ctl.core.listeners import Event
from firmware_ctl.texts.parts import counter_name, part_name, place_name
from firmware_ctl.views.web.asked import Answer, Asked, Mounted
from firmware_ctl.views.web.log_lines import UNTOLD, log_line
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
        self._events: deque[Event] = deque(maxlen=MOST_LINES)

    def hear(self, event: Event) -> None:
        """Take an event."""
        if event["event"] not in UNTOLD:
            self._events.appendleft(event)

    def newest_first(self, language: str) -> list[str]:
        """Return the lines in a language."""
        return [log_line(event, language) for event in self._events]


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
        words = asked.language.value
        return Answer(
            {
                "inputs": [
                    {"name": name, "text": part_name(name, words), "level": on}
                    for name, on in self._levels().items()
                ],
                "counters": [
                    {"name": name, "text": counter_name(name, words), "value": value}
                    for name, value in table["counters"].items()
                ],
                "eyes": eyes(table["measured"]),
                "motors": [{"name": one, "text": part_name(one, words)} for one in self._motors],
                "breakable": [
                    {
                        "name": name,
                        "text": asked.say(f"sim-fault.{name}"),
                        "places": [{"name": at, "text": place_name(at, words)} for at in places],
                    }
                    for name, places in self._breakable.items()
                ],
                "log": self._log.newest_first(words),
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
