"""What is asked for under the page's files: what was packed with the page, and nothing else."""

import json
from pathlib import Path

import pytest

from firmware_ctl.views.web.assets import PAGE, load_assets
from tests.web.web_bench import Client, ShownTable, talk

ASSETS = load_assets()
HERE = f"/static/{ASSETS.version}"
SECRET = b"nobody reads me"

TRICKS = (
    "../server.py",
    "..%2fserver.py",
    "%2e%2e/server.py",
    "%2e%2e%2fserver.py",
    "%252e%252e%252fserver.py",
    "..%5cserver.py",
    "..\\server.py",
    "./page.js",
    "page.js/",
    "page.js/../../server.py",
    "/etc/passwd",
    "//etc/passwd",
    "%2fetc%2fpasswd",
    "file:///etc/passwd",
    "C:%5cWindows%5cwin.ini",
    "page.js%00",
    "page.js%00.css",
    "%00",
    "%ff%fe",
    "%c0%ae%c0%ae%c0%afserver.py",
    "PAGE.JS",
    "page.js.gz",
    "page.js~",
    ".",
    "..",
    "%20page.js",
    PAGE,
)


def raw_get(path: str) -> bytes:
    """Return a request as nobody's browser would tidy it up."""
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode("latin-1")


def refused(answer: bytes) -> bool:
    """Tell whether an answer says no and hands nothing out."""
    return answer.split(b" ", 2)[1] in (b"400", b"404", b"414")


@pytest.mark.parametrize("trick", TRICKS)
@pytest.mark.parametrize("prefix", [HERE, "/static", "/static/x", "/static/.."])
def test_a_path_that_leads_out_is_refused(trick: str, prefix: str) -> None:
    async def conversation(client: Client) -> None:
        answer = await client.raw(raw_get(f"{prefix}/{trick}"))
        assert refused(answer), answer[:80]
        assert b"root:" not in answer
        assert b"import asyncio" not in answer

    talk(ShownTable(), conversation)


def test_what_stands_behind_a_question_mark_is_no_path() -> None:
    async def conversation(client: Client) -> None:
        answer = await client.raw(raw_get(f"{HERE}/page.js?/../server.py%00"))
        assert answer.startswith(b"HTTP/1.1 200")
        assert ASSETS.files["page.js"].body in answer

    talk(ShownTable(), conversation)


@pytest.mark.parametrize("long", [300, 4_000, 9_000, 100_000])
def test_a_very_long_name_is_refused_and_the_next_request_is_answered(long: int) -> None:
    async def conversation(client: Client) -> None:
        assert refused(await client.raw(raw_get(f"{HERE}/{'a' * long}")))
        answer, _ = await client.ask("GET", "/")
        assert answer.status == 200

    talk(ShownTable(), conversation)


def test_what_is_put_or_linked_into_the_folder_later_is_not_served(tmp_path: Path) -> None:
    """All files are read once, at the start."""
    (tmp_path / PAGE).write_text("<p>{{static}}</p>")
    script, secret = tmp_path / "page.js", tmp_path / "secret"
    script.write_text("1")
    secret.write_bytes(SECRET)
    assets = load_assets(tmp_path)
    script.unlink()
    script.symlink_to(secret)
    (tmp_path / "late.js").symlink_to(secret)

    assert set(assets.files) == {"page.js"}
    assert assets.files["page.js"].body == b"1"


def test_a_refusal_is_told_as_every_other() -> None:
    async def conversation(client: Client) -> None:
        answer, said = await client.ask("GET", f"{HERE}/nothing.js")
        assert answer.status == 404
        assert json.loads(said)["ok"] is False

    talk(ShownTable(), conversation)
