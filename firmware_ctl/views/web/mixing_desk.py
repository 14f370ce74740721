"""The desk of mixing: pictures of how evenly the machine mixes, from walls whose hands are over."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from firmware_ctl.views.web.asked import Answer, Asked, Mounted, no
from firmware_ctl.views.web.routes import Route, Serves
from rules.languages import Language

ROUTES = (
    Route("GET", "/api/mixing", Serves.DESK, "how evenly the machine mixes, in words"),
    Route("GET", "/api/mixing/{name}.svg", Serves.DESK, "one picture of it"),
)

Newest = Callable[[Language], Awaitable[Mapping[str, Any] | None]]
"""Gives the newest words and pictures in a language, ``None`` while a hand goes on."""


class MixingDesk:
    """Shows what ``newest`` draws; ``None`` for a table that keeps no record."""

    def __init__(self, newest: Newest | None) -> None:
        self._newest = newest

    def mounted(self) -> tuple[Mounted, ...]:
        """Return the desk's routes."""
        desks = (self.words, self.picture)
        return tuple(Mounted(route, desk) for route, desk in zip(ROUTES, desks, strict=True))

    async def words(self, asked: Asked) -> Answer:
        """Return what the pictures say, and which there are."""
        found = await self._found(asked)
        return Answer({**found, "pictures": list(found["pictures"])})

    async def picture(self, asked: Asked) -> Answer:
        """Return one of them."""
        drawn = (await self._found(asked))["pictures"].get(asked.path["name"])
        if drawn is None:
            return no(404, "bad-request", asked.say("page.mixing-none"))
        return Answer(drawn.encode(), media_type="image/svg+xml")

    async def _found(self, asked: Asked) -> Mapping[str, Any]:
        if self._newest is None:
            return _nothing(asked.say("page.mixing-none"))
        try:
            drawn = await self._newest(asked.language)
        except (OSError, TimeoutError) as error:
            return _nothing(asked.say("page.mixing-failed", why=str(error)))
        return _nothing(asked.say("page.mixing-later")) if drawn is None else drawn


def _nothing(why: str) -> Mapping[str, Any]:
    return {"why": why, "words": [], "pictures": {}}
