"""The desk of the hand: its sheet for those at the table, and the session to take away."""

from collections.abc import Callable

from firmware_ctl.access.roles import Role
from firmware_ctl.referee.referee import Referee
from firmware_ctl.views.web.asked import Answer, Asked, Mounted
from firmware_ctl.views.web.routes import Route, Serves

ROUTES = (
    Route("GET", "/api/hand", Serves.DESK, "the hand's sheet and entries", Role.TOKEN),
    Route("GET", "/api/session.csv", Serves.DESK, "every line of the session as CSV", Role.TOKEN),
    Route("GET", "/api/session.json", Serves.DESK, "every hand, a JSON object a line", Role.TOKEN),
)


class HandDesk:
    """Shows what the referee knows; ``variant`` tells what is played where no hand is open."""

    def __init__(self, referee: Referee, variant: Callable[[], str]) -> None:
        self._referee = referee
        self._variant = variant

    def mounted(self) -> tuple[Mounted, ...]:
        """Return the desk's routes."""
        desks = (self.sheet, self.as_csv, self.as_json)
        return tuple(Mounted(route, desk) for route, desk in zip(ROUTES, desks, strict=True))

    async def sheet(self, asked: Asked) -> Answer:
        """Return the sheet."""
        return Answer(self._referee.sheet(asked.language, self._variant()))

    async def as_csv(self, asked: Asked) -> Answer:
        """Return the session's lines."""
        text = self._referee.as_csv(asked.language)
        return Answer(text.encode(), media_type="text/csv", file_name="session.csv")

    async def as_json(self, asked: Asked) -> Answer:
        """Return the session's hands."""
        text = self._referee.as_json_lines(asked.language)
        return Answer(text.encode(), media_type="application/json", file_name="session.jsonl")
