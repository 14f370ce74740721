"""The desk of metrics: how the table does, for a Prometheus that comes and asks."""

from firmware_ctl.views.metrics import Metrics
from firmware_ctl.views.web.asked import Answer, Asked, Mounted, no
from firmware_ctl.views.web.routes import Route, Serves

ROUTE = Route("GET", "/metrics", Serves.DESK, "how the table does, for Prometheus (web.metrics)")


class MetricsDesk:
    """Shows one table's metrics; there is nothing in them that the page does not show anybody."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    def mounted(self) -> tuple[Mounted, ...]:
        """Return the desk's route."""
        return (Mounted(ROUTE, self.show),)

    async def show(self, _: Asked) -> Answer:
        """Return the metrics, or what to install."""
        try:
            text, kind = self._metrics.text()
        except ImportError:
            why = "prometheus-client is absent: `pip install mjtable[metrics]`"
            return no(501, "not-installed", why)
        return Answer(text, media_type=kind.partition("; charset")[0])
