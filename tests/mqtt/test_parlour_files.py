"""The files for a parlour: the broker takes its own, and what they name is what there is."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from firmware_ctl.views.metrics import Metrics
from firmware_ctl.views.mqtt.discovery import discovery_topic
from firmware_ctl.views.mqtt.topics import Topics
from tests.mqtt.broker import mosquitto
from tests.mqtt.snapshots import a_snapshot

FILES = Path(__file__).parents[2] / "docs" / "parlour"


def test_every_metric_that_a_picture_asks_for_is_told() -> None:
    record = {"sequence": 1, "head": "", "unsafe": 0, "acknowledged": True, "committed": 1}
    text, _ = Metrics("1.0", lambda: a_snapshot(record=record), lambda: 0.0, lambda: False).text()
    asked = set(re.findall(r"mjtable_\w+", (FILES / "grafana.json").read_text()))
    told = set(re.findall(r"^# TYPE (\w+)", text.decode(), re.MULTILINE))
    families = {re.sub("_bucket$", "", name) for name in asked}
    assert families <= told
    assert json.loads((FILES / "grafana.json").read_text())["panels"]


def test_the_access_list_knows_every_topic_of_a_table() -> None:
    rules = (FILES / "mosquitto.acl").read_text()
    topics = Topics("mjtable", "%u")
    for topic in (topics.availability, topics.state, topics.snapshot, topics.reply):
        assert f"pattern write {topic}\n" in rules
    assert f"pattern read {topics.command}\n" in rules
    assert f"pattern write {discovery_topic('homeassistant', topics)}\n" in rules


@pytest.mark.realtime
def test_a_broker_starts_with_them_and_lets_no_stranger_in(tmp_path: Path) -> None:
    passwords = tmp_path / "passwd"
    subprocess.run(
        ["mosquitto_passwd", "-b", "-c", str(passwords), "table-7", "secret"],
        check=True,
        timeout=60,
    )
    passwords.chmod(0o644)
    text = (FILES / "mosquitto.conf").read_text()
    kept = [
        line
        for line in text.splitlines()
        if not line.startswith(("#", "listener", "password_file", "acl_file", "persistence"))
    ]
    more = "\n".join([*kept, f"password_file {passwords}", f"acl_file {FILES / 'mosquitto.acl'}\n"])
    with mosquitto(tmp_path, more=more.replace("allow_anonymous false", "")) as port:
        assert port


def test_the_configuration_for_the_time_series_asks_for_metrics() -> None:
    assert "metrics_path: /metrics" in (FILES / "victoria-metrics.yml").read_text()
