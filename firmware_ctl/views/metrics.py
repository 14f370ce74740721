"""How the table does, for Prometheus: counts since the start and what the snapshot shows.

Names follow Prometheus' own guide: base units, ``_total`` on counters only, few labels. The library
is an extra (``metrics``) and is imported when the first text is asked for.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from firmware_ctl.core.listeners import Event
from firmware_ctl.core.states import Load, Surface

if TYPE_CHECKING:
    from prometheus_client import Metric

BUCKETS_S = (15.0, 30.0, 45.0, 60.0, 90.0, 120.0, 180.0, 300.0)
"""Upper bounds of how long a load takes: a minute is good, five are a fault."""

_LOADING = (Load.LOADING.value, Load.BALANCING.value)


class Metrics:
    """Counts of one table; hears its events, and is asked for its text.

    ``now`` tells the event loop's clock in seconds, ``sags`` whether the voltage of the computer's
    supply drops, ``None`` where nobody measures it.
    """

    def __init__(
        self,
        version: str,
        snapshot: Callable[[], Mapping[str, Any]],
        now: Callable[[], float],
        sags: Callable[[], bool | None] = lambda: None,
    ) -> None:
        self._version = version
        self._snapshot = snapshot
        self._now = now
        self._sags = sags
        self._hands = self._loads = 0
        self._faults: Counter[str] = Counter()
        self._commands: Counter[str] = Counter()
        self._load_began: float | None = None
        self._buckets = [0] * (len(BUCKETS_S) + 1)
        self._load_seconds = 0.0

    def hear(self, event: Event) -> None:
        """Take an event of the table."""
        match event["event"]:
            case "hand-ended":
                self._hands += 1
            case "fault":
                self._faults[str(event["code"])] += 1
            case "command":
                self._commands[str(event.get("origin", ""))] += int(str(event.get("count", 1)))
            case "load":
                self._load_went(str(event["new"]))

    def _load_went(self, new: str) -> None:
        if new in _LOADING:
            if self._load_began is None:
                self._load_began = self._now()
        elif new == Load.COMPLETE.value and self._load_began is not None:
            took = self._now() - self._load_began
            self._load_began = None
            self._loads += 1
            self._load_seconds += took
            self._buckets[sum(took > bound for bound in BUCKETS_S)] += 1
        elif new == Load.EMPTY.value:
            self._load_began = None

    def text(self) -> tuple[bytes, str]:
        """Return the metrics and their media type.

        Raises:
            ImportError: the extra ``metrics`` is not installed.
        """
        from prometheus_client import CollectorRegistry  # noqa: PLC0415
        from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest  # noqa: PLC0415

        registry = CollectorRegistry(auto_describe=False)
        registry.register(self)
        return generate_latest(registry), CONTENT_TYPE_LATEST

    def collect(self) -> "Iterator[Metric]":
        """Yield every metric, as the library asks for them."""
        from prometheus_client.core import (  # noqa: PLC0415
            CounterMetricFamily,
            GaugeMetricFamily,
            HistogramMetricFamily,
            InfoMetricFamily,
        )

        snapshot = self._snapshot()
        yield InfoMetricFamily("mjtable_build", "The program.", {"version": self._version})
        yield CounterMetricFamily("mjtable_hands", "Hands ended since the start.", self._hands)
        faults = CounterMetricFamily("mjtable_faults", "Faults by code.", labels=["code"])
        for code, count in sorted(self._faults.items()):
            faults.add_metric([code], count)
        yield faults
        commands = CounterMetricFamily("mjtable_commands", "Commands by origin.", labels=["origin"])
        for origin, count in sorted(self._commands.items()):
            commands.add_metric([origin], count)
        yield commands
        buckets, below = [], 0
        for bound, count in zip((*BUCKETS_S, "+Inf"), self._buckets, strict=True):
            below += count
            buckets.append((str(bound), below))
        loads = HistogramMetricFamily("mjtable_load_duration_seconds", "Finished loads.")
        loads.add_metric([], buckets, self._load_seconds)
        yield loads
        yield from _gauges(snapshot)
        yield from _wear(snapshot["counters"])
        sags = self._sags()
        if sags is not None:
            about = "Whether the computer's supply sags."
            yield GaugeMetricFamily("mjtable_undervoltage", about, float(sags))


def _gauges(snapshot: Mapping[str, Any]) -> "Iterator[Metric]":
    """Yield what the snapshot shows now."""
    from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily  # noqa: PLC0415

    phase = GaugeMetricFamily("mjtable_phase", "1 for the surface's state.", labels=["phase"])
    for state in Surface:
        phase.add_metric([state.value], float(state.value == snapshot["surface"]))
    yield phase
    yield GaugeMetricFamily("mjtable_faults_standing", "Faults now.", len(snapshot["faults"]))
    yield GaugeMetricFamily(
        "mjtable_link_up", "Whether the board answers.", float(snapshot["link"]["state"] == "up")
    )
    yield CounterMetricFamily(
        "mjtable_link_errors", "Errors on the board's line.", snapshot["link"]["errors"]
    )
    yield GaugeMetricFamily("mjtable_locked", "Whether it is locked.", float(snapshot["locked"]))
    if record := snapshot.get("record"):
        yield CounterMetricFamily(
            "mjtable_record_sequence", "Records written in its life.", record["sequence"]
        )
        yield CounterMetricFamily(
            "mjtable_unsafe_shutdowns", "Starts after a power cut.", record["unsafe"]
        )
        if record["committed"] is not None:
            yield GaugeMetricFamily(
                "mjtable_last_commit_timestamp_seconds",
                "When the record was last written to the card.",
                record["committed"],
            )


def _wear(counters: Mapping[str, int]) -> "Iterator[Metric]":
    """Yield what wears the table; these counts outlive a start."""
    from prometheus_client.core import CounterMetricFamily  # noqa: PLC0415

    for name, about, label, stem, unit in (
        ("mjtable_jams", "Jams in finished loads, by lane.", "unit", "jams.", "lane."),
        ("mjtable_motor_seconds", "How long each motor has run.", "motor", "motor_s.", ""),
    ):
        family = CounterMetricFamily(name, about, labels=[label])
        for key, count in sorted(counters.items()):
            if key.startswith(stem):
                family.add_metric([unit + key.removeprefix(stem)], count)
        yield family
