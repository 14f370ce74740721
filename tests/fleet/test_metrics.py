"""What Prometheus is told."""

from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from firmware_ctl.core.listeners import Event
from firmware_ctl.views.metrics import Metrics
from tests.mqtt.snapshots import a_snapshot


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def told(
    metrics: Metrics,
) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    text, kind = metrics.text()
    assert kind.startswith("text/plain")
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text.decode())
        for sample in family.samples
    }


def of(snapshot: dict[str, Any], *events: Event, clock: Clock | None = None) -> Metrics:
    metrics = Metrics("1.0", lambda: snapshot, clock or Clock())
    for event in events:
        metrics.hear(event)
    return metrics


def test_events_are_counted() -> None:
    found = told(
        of(
            a_snapshot(),
            {"event": "hand-ended", "number": 1},
            {"event": "fault", "code": "E301"},
            {"event": "fault", "code": "E301"},
            {"event": "command", "origin": "mqtt"},
            {"event": "dice", "faces": [1, 2]},
        )
    )
    assert found["mjtable_hands_total", ()] == 1
    assert found["mjtable_faults_total", (("code", "E301"),)] == 2
    assert found["mjtable_commands_total", (("origin", "mqtt"),)] == 1


@pytest.mark.parametrize(("seconds", "bound"), [(10, "15.0"), (50, "60.0"), (1000, "+Inf")])
def test_a_load_falls_into_its_bucket(seconds: float, bound: str) -> None:
    clock = Clock()
    metrics = of(a_snapshot(), {"event": "load", "new": "loading"}, clock=clock)
    clock.now = seconds
    metrics.hear({"event": "load", "new": "balancing"})
    metrics.hear({"event": "load", "new": "complete"})
    found = told(metrics)
    assert found["mjtable_load_duration_seconds_sum", ()] == seconds
    assert found["mjtable_load_duration_seconds_bucket", (("le", bound),)] == 1
    assert found["mjtable_load_duration_seconds_count", ()] == 1


def test_a_load_that_was_given_up_is_none() -> None:
    metrics = of(
        a_snapshot(), {"event": "load", "new": "loading"}, {"event": "load", "new": "empty"}
    )
    metrics.hear({"event": "load", "new": "complete"})
    assert told(metrics)["mjtable_load_duration_seconds_count", ()] == 0


def test_the_snapshot_is_shown_as_it_is_now() -> None:
    record = {
        "sequence": 42, "head": "ab", "unsafe": 3, "acknowledged": True, "committed": 1_780_000_000,
    }  # fmt: skip
    link = {"state": "up", "since": 0.0, "errors": 7}
    found = told(of(a_snapshot(surface="play", locked=True, link=link, record=record)))
    assert found["mjtable_phase", (("phase", "play"),)] == 1
    assert found["mjtable_phase", (("phase", "ready"),)] == 0
    assert found["mjtable_link_up", ()] == 1
    assert found["mjtable_link_errors_total", ()] == 7
    assert found["mjtable_locked", ()] == 1
    assert found["mjtable_record_sequence_total", ()] == 42
    assert found["mjtable_unsafe_shutdowns_total", ()] == 3
    assert found["mjtable_build_info", (("version", "1.0"),)] == 1
    assert found["mjtable_last_commit_timestamp_seconds", ()] == 1_780_000_000


def test_a_record_that_has_not_been_written_since_the_start_has_no_time() -> None:
    record = {"sequence": 1, "head": "", "unsafe": 0, "acknowledged": True, "committed": None}
    found = told(of(a_snapshot(record=record)))
    assert ("mjtable_last_commit_timestamp_seconds", ()) not in found


def test_jams_and_motors_are_told_one_by_one_and_nothing_else_of_the_counters() -> None:
    counters = {"hands": 9, "jams.0": 0, "jams.3": 4, "motor_s.drum": 7200, "motor_s.tray.1": 30}
    found = told(of(a_snapshot(counters=counters)))
    assert found["mjtable_jams_total", (("unit", "lane.0"),)] == 0
    assert found["mjtable_jams_total", (("unit", "lane.3"),)] == 4
    assert found["mjtable_motor_seconds_total", (("motor", "drum"),)] == 7200
    assert found["mjtable_motor_seconds_total", (("motor", "tray.1"),)] == 30
    assert sum(value == 9 for value in found.values()) == 0


@pytest.mark.parametrize(("sags", "value"), [(None, None), (False, 0.0), (True, 1.0)])
def test_the_supply_is_told_only_where_it_is_measured(
    sags: bool | None, value: float | None
) -> None:
    metrics = Metrics("1.0", a_snapshot, Clock(), lambda: sags)
    assert told(metrics).get(("mjtable_undervoltage", ())) == value


def test_every_metric_has_its_help() -> None:
    record = {"sequence": 1, "head": "", "unsafe": 0, "acknowledged": True, "committed": 1}
    text, _ = Metrics("1.0", lambda: a_snapshot(record=record), Clock(), lambda: True).text()
    families = list(text_string_to_metric_families(text.decode()))
    assert all(family.documentation.endswith(".") for family in families)


def test_labels_are_few_and_nothing_tells_a_tile() -> None:
    labels = {name for _, pairs in told(of(a_snapshot())) for name, _ in pairs}
    assert labels <= {"phase", "code", "origin", "le", "version", "unit", "motor"}
