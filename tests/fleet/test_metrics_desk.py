"""Prometheus asks the table's own page."""

import sys

import pytest
from prometheus_client.parser import text_string_to_metric_families

from firmware_ctl.access.roles import Role
from firmware_ctl.views.metrics import Metrics
from firmware_ctl.views.web.metrics_desk import ROUTE, MetricsDesk
from tests.mqtt.snapshots import a_snapshot
from tests.web.web_bench import Client, ShownTable, talk


def asked() -> tuple[int, str, bytes]:
    """Return status, type and body of what the page says."""
    desk = MetricsDesk(Metrics("1.0", a_snapshot, lambda: 0.0))
    told: list[tuple[int, str, bytes]] = []

    async def conversation(client: Client) -> None:
        answer, body = await client.ask("GET", "/metrics")
        told.append((answer.status, answer.headers["Content-Type"], body))
        refused, _ = await client.ask("POST", "/metrics", data=b"")
        assert refused.status == 405

    talk(ShownTable(), conversation, more=desk.mounted())
    return told[0]


def test_it_is_for_anybody_and_changes_nothing() -> None:
    assert (ROUTE.method, ROUTE.role) == ("GET", Role.ANYONE)
    status, kind, body = asked()
    assert status == 200
    assert kind.startswith("text/plain")
    assert kind.endswith("charset=utf-8")
    names = {family.name for family in text_string_to_metric_families(body.decode())}
    assert {"mjtable_phase", "mjtable_hands", "mjtable_link_up"} <= names


def test_without_the_library_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    status, _, body = asked()
    assert status == 501
    assert b"mjtable[metrics]" in body
