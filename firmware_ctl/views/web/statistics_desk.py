"""The desk of statistics: charts from the record, drawn when somebody looks."""

import asyncio
from collections.abc import Callable

from firmware_ctl.access.roles import Role
from firmware_ctl.statistics.charts import bars_svg
from firmware_ctl.statistics.summary import Summary
from firmware_ctl.statistics.tables import Chart, charts
from firmware_ctl.views.web.asked import Answer, Asked, Mounted, no
from firmware_ctl.views.web.routes import Route, Serves

ROUTES = (
    Route("GET", "/api/statistics", Serves.DESK, "charts from the record, in words", Role.STAFF),
    Route("GET", "/api/statistics/{name}.svg", Serves.DESK, "one chart as a picture", Role.STAFF),
)


class StatisticsDesk:
    """Shows what a summary of the record says; ``read`` makes one, in a thread of its own."""

    def __init__(self, read: Callable[[], Summary]) -> None:
        self._read = read

    def mounted(self) -> tuple[Mounted, ...]:
        """Return the desk's routes."""
        desks = (self.all, self.one)
        return tuple(Mounted(route, desk) for route, desk in zip(ROUTES, desks, strict=True))

    async def all(self, asked: Asked) -> Answer:
        """Return which charts there are."""
        found = await self._charts(asked)
        told = [{"id": one.id, "title": one.title, "text": one.text} for one in found]
        return Answer({"charts": told})

    async def one(self, asked: Asked) -> Answer:
        """Return one chart's picture."""
        for chart in await self._charts(asked):
            if chart.id == asked.path["name"]:
                return Answer(bars_svg(chart.bars).encode(), media_type="image/svg+xml")
        return no(404, "bad-request", "Not Found")

    async def _charts(self, asked: Asked) -> tuple[Chart, ...]:
        return charts(await asyncio.to_thread(self._read), asked.language)
