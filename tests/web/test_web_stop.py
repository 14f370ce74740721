"""The stop, and whatever else may be posted: from the page itself, by whoever may."""

import pytest

from firmware_ctl.core.commands import Origin, Reply, Word
from firmware_ctl.texts import say
from firmware_ctl.views.web.posts import LONGEST_BODY
from tests.web.web_bench import TAP, Client, ShownTable, talk


@pytest.fixture
def table() -> ShownTable:
    return ShownTable()


def test_a_stop_is_said_at_once_and_answered_with_its_key(table: ShownTable) -> None:
    async def conversation(client: Client) -> None:
        status, said = await client.stop(b'{"key": "1f8a", "seen": "a.3"}', Origin=client.base)
        assert (status, said) == (200, {"key": "1f8a", "ok": True})
        await client.stop(b'{"key": "1f8a", "seen": "a.3"}')

    talk(table, conversation)
    assert [(one.word, one.origin) for one in table.taken] == [(Word.STOP, Origin.WEB)] * 2


def test_a_command_that_is_refused_is_answered_with_the_reason(table: ShownTable) -> None:
    table.reply = Reply(ok=False, code="not-now", why="because", allowed=("home",))

    async def conversation(client: Client) -> None:
        status, said = await client.stop()
        assert status == 409
        assert said["why"] == "because"

    talk(table, conversation)


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_a_stop_from_another_web_page_is_refused(
    table: ShownTable, headers: dict[str, str]
) -> None:
    async def conversation(client: Client) -> None:
        status, said = await client.stop(TAP, **headers)
        assert (status, said["code"]) == (403, "other-site")
        assert said["why"] == say("web.other-site", "ja")

    talk(table, conversation)
    assert table.taken == []


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]
)
def test_what_a_form_of_any_page_could_post_is_refused(table: ShownTable, kind: str) -> None:
    async def conversation(client: Client) -> None:
        status, said = await client.stop(TAP, **{"Content-Type": kind})
        assert (status, said["code"]) == (415, "bad-request")

    talk(table, conversation)
    assert table.taken == []


def test_a_body_that_is_too_long_is_refused(table: ShownTable) -> None:
    async def conversation(client: Client) -> None:
        status, _ = await client.stop(b'{"key": "' + b"x" * LONGEST_BODY + b'"}')
        assert status == 413

    talk(table, conversation)
    assert table.taken == []


def test_a_post_without_the_pages_own_header_is_refused(table: ShownTable) -> None:
    async def conversation(client: Client) -> None:
        json_only = {"Content-Type": "application/json"}
        answer, _ = await client.ask("POST", "/api/stop", data=TAP, headers=json_only)
        assert answer.status == 415

    talk(table, conversation)
    assert table.taken == []
