"""All tables at a glance: the urgent first, nothing that a stranger on the broker can break."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_ctl.views.fleet.fleet import MOST_TABLES, Fleet, How, Row
from firmware_ctl.views.mqtt.state import state_of
from tests.mqtt.snapshots import a_snapshot


def state(name: str = "Table 1", **changed: object) -> bytes:
    return json.dumps({**state_of(a_snapshot(), name, "1.0"), **changed}).encode()


def fleet_of(**tables: bytes) -> Fleet:
    fleet = Fleet("mjtable")
    for table, payload in tables.items():
        fleet.hear(f"mjtable/{table}/availability", b"online")
        fleet.hear(f"mjtable/{table}/state", payload)
    return fleet


def only(fleet: Fleet) -> Row:
    (row,) = fleet.rows()
    return row


@pytest.mark.parametrize(
    ("changed", "how"),
    [
        ({}, How.READY),
        ({"locked": True}, How.LOCKED),
        ({"hand": "running"}, How.PLAYING),
        ({"hand": "running", "session": "ending"}, How.ENDING),
        ({"session": "ended"}, How.ENDING),
        ({"faults": 2, "fault": "E301", "hand": "running"}, How.FAULT),
    ],
)
def test_how_a_table_is(changed: dict[str, object], how: How) -> None:
    assert only(fleet_of(t=state(**changed))).how is how  # type: ignore[arg-type]


def test_a_table_that_is_gone_is_offline_whatever_it_said_last() -> None:
    fleet = fleet_of(t=state(faults=1, fault="E301"))
    fleet.hear("mjtable/t/availability", b"offline")
    assert only(fleet).how is How.OFFLINE


def test_the_ones_that_need_somebody_come_first_and_then_by_name_as_people_count() -> None:
    fleet = fleet_of(
        a=state("Table 10"),
        b=state("Table 2"),
        c=state("Table 30", faults=1, fault="E301"),
        d=state("Table 4", hand="running"),
    )
    fleet.hear("mjtable/e/availability", b"offline")
    names = [row.name for row in fleet.rows()]
    assert names == ["Table 30", "e", "Table 4", "Table 2", "Table 10"]


def test_a_table_that_was_taken_away_for_good_is_forgotten() -> None:
    fleet = fleet_of(t=state())
    fleet.hear("mjtable/t/state", b"")
    assert fleet.rows() == []


def test_the_version_grows_with_every_change_and_with_nothing_else() -> None:
    fleet = fleet_of(t=state())
    before = fleet.version
    fleet.hear("mjtable/t/state", state())
    fleet.hear("mjtable/t/availability", b"online")
    assert fleet.version == before
    fleet.hear("mjtable/t/state", state(locked=True))
    assert fleet.version == before + 1


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", "data:text/html,x", "//evil", 7, None, "http://a\nb"]
)
def test_an_address_that_runs_something_leads_nowhere(url: object) -> None:
    assert only(fleet_of(t=state(url=url))).url == ""


def test_strangers_do_not_fill_the_memory() -> None:
    fleet = Fleet("mjtable")
    for number in range(MOST_TABLES + 50):
        fleet.hear(f"mjtable/{number}/availability", b"online")
    assert len(fleet.rows()) == MOST_TABLES
    fleet.hear("mjtable/1/state", b'{"name": "' + b"x" * 20_000 + b'"}')
    assert all(len(row.name) < 100 for row in fleet.rows())


JSON: Any = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner, max_size=3)
)


@given(
    st.text(max_size=30),
    st.binary(max_size=60)
    | st.dictionaries(
        st.sampled_from(["name", "phase", "fault", "faults", "hand", "session", "url", "locked"]),
        JSON,
    ).map(lambda data: json.dumps(data).encode()),
)
def test_whatever_is_said_on_the_broker_the_page_gets_a_row_that_it_can_show(
    topic: str, payload: bytes
) -> None:
    fleet = fleet_of(t=payload)
    fleet.hear(topic, payload)
    fleet.hear(f"mjtable/{topic}/state", payload)
    json.dumps(fleet.as_json())
    for row in fleet.rows():
        assert isinstance(row.name, str)
        assert row.url == "" or row.url.startswith("http")


def test_all_counts_add_up() -> None:
    told = fleet_of(a=state(), b=state(locked=True)).as_json()
    assert sum(told["counts"].values()) == len(told["tables"]) == 2
    assert set(told["counts"]) == {how.value for how in How}
