"""What the page is made of: its routes, their headers, its files and its words."""

import gzip
import json
import re

import pytest

from firmware_ctl.texts import LANGUAGES, say
from firmware_ctl.views.web.assets import FOLDER, TYPES
from firmware_ctl.views.web.headers import SECURITY
from firmware_ctl.views.web.routes import ROUTES
from firmware_ctl.views.web.words import words
from rules.languages import Language
from tests.web.web_bench import POST, TAP, Client, ShownTable, talk

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")
FIXED = {route.path: route for route in ROUTES if "{" not in route.path}
BODIES = {
    "/api/command": b'{"key": "a1", "seen": "long.ago", "command": "lift"}',
    "/api/sign-in": b'{"pin": "2580"}',
    "/api/join": b'{"token": "guessed"}',
    "/api/pin": b'{"role": "staff", "pin": "1234"}',
}
"""What is posted to routes that refuse it."""


@pytest.fixture
def table() -> ShownTable:
    return ShownTable()


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("path", sorted(FIXED))
def test_a_route_takes_its_own_method_and_no_other(
    table: ShownTable, path: str, method: str
) -> None:
    async def conversation(client: Client) -> None:
        route = FIXED[path]
        body = BODIES.get(path, TAP) if method == "POST" else None
        async with client.session.request(
            method, client.base + path, data=body, headers=POST
        ) as answer:
            right = method == route.method or (
                method == "HEAD" and route.method == "GET" and not route.live
            )
            assert (answer.status != 405) is right
            if right and path not in (*BODIES, "/api/jog"):
                assert answer.status == 200
            assert {name: answer.headers[name] for name in SECURITY} == SECURITY
            if not right and method != "HEAD":
                said = await answer.json()
                assert (said["ok"], said["code"]) == (False, "bad-request")
                assert route.method in answer.headers["Allow"]

    talk(table, conversation)
    assert len(table.taken) == (path == "/api/stop" and method == "POST")


@pytest.mark.parametrize(
    "path",
    ["/nowhere", "/static/x/page.js", "/static/../server.py", "/api/home", "/api/stop/", "/%00"],
)
def test_what_is_not_there_is_told_so(table: ShownTable, path: str) -> None:
    async def conversation(client: Client) -> None:
        answer, said = await client.ask("GET", path)
        assert answer.status == 404
        assert json.loads(said)["code"] == "bad-request"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"

    talk(table, conversation)


def test_a_browser_may_run_load_and_reach_only_what_comes_from_the_table() -> None:
    policy = dict(part.split(" ", 1) for part in SECURITY["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert {value for name, value in policy.items() if name.endswith("-src")} <= {
        "'none'", "'self'",
    }  # fmt: skip


def test_the_page_names_its_files_and_each_is_kept_for_ever(table: ShownTable) -> None:
    async def conversation(client: Client) -> None:
        answer, page = await client.ask("GET", "/")
        assert answer.headers["Cache-Control"] == "no-cache"
        named = re.findall(r'"(static/[^"]+)"', page.decode())
        assert len(named) >= 4
        version = named[0].split("/")[1]
        for path in FOLDER.iterdir():
            if path.name == "index.html":
                continue
            answer, body = await client.ask("GET", f"/static/{version}/{path.name}")
            assert answer.status == 200
            assert body == path.read_bytes()
            assert "immutable" in answer.headers["Cache-Control"]
            assert answer.content_type == TYPES[path.suffix]

    talk(table, conversation)


@pytest.mark.parametrize("path", ["/", "/api/words"])
def test_what_a_browser_has_already_is_not_sent_again(table: ShownTable, path: str) -> None:
    async def conversation(client: Client) -> None:
        first, _ = await client.ask("GET", path)
        tag = first.headers["ETag"]
        again, body = await client.ask("GET", path, headers={"If-None-Match": tag})
        assert (again.status, body) == (304, b"")
        other, _ = await client.ask("GET", path, headers={"If-None-Match": '"other"'})
        assert other.status == 200

    talk(table, conversation)


def test_files_are_packed_for_whoever_takes_them_so(table: ShownTable) -> None:
    async def conversation(client: Client) -> None:
        plain, body = await client.ask("GET", "/", headers={"Accept-Encoding": "identity"})
        packed, small = await client.ask("GET", "/", headers={"Accept-Encoding": "br, gzip"})
        refused, _ = await client.ask("GET", "/", headers={"Accept-Encoding": "gzip;q=0"})
        assert "Content-Encoding" not in plain.headers
        assert "Content-Encoding" not in refused.headers
        assert packed.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(small) == body

    talk(table, conversation)


def test_no_file_of_the_page_names_another_host() -> None:
    for path in FOLDER.iterdir():
        text = path.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"(https?:)?//[a-z0-9-]+\.[a-z]", text), path.name
        assert "innerHTML =" not in text, path.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_are_the_catalogues_in_the_language_asked_for(
    table: ShownTable, language: str
) -> None:
    async def conversation(client: Client) -> None:
        _, body = await client.ask("GET", f"/api/words?lang={language}")
        said = json.loads(body)
        assert said["language"] == language
        assert list(said["languages"]) == list(LANGUAGES)
        assert said["table"] == "Table 7"
        assert said["texts"]["page.stop"] == say("page.stop", language)

    talk(table, conversation)


def test_without_a_wish_the_browsers_language_is_spoken(table: ShownTable) -> None:
    async def conversation(client: Client) -> None:
        header = {"Accept-Language": "zh-HK,zh;q=0.9"}
        answer, body = await client.ask("GET", "/api/words", headers=header)
        assert json.loads(body)["language"] == "zh-CN"
        assert "Accept-Language" in answer.headers["Vary"]
        _, body = await client.ask("GET", "/api/snapshot", headers=header)
        assert json.loads(body)["spoken"] == "zh-CN"

    talk(table, conversation)


def test_every_word_that_the_page_says_is_sent_to_it_and_no_other() -> None:
    scripts = "".join(path.read_text("utf-8") for path in FOLDER.glob("*.js"))
    known = set(words(Language.EN, "")["texts"])
    said = set(
        re.findall(r'"((?:page|view|state|side|role|how|kong|declare)\.[a-z-]*[a-z])"', scripts)
    )
    assert said <= known
    begun = tuple(re.findall(r"`([a-z]+\.[a-z-]*)\$", scripts))
    own = {key for key in known if key.startswith(("page.", "how.", "kong.", "declare."))}
    assert {key for key in own if key not in said and not key.startswith(begun)} == set()
    assert {key for key in known if key.startswith("command.")} >= {
        f"command.{word}" for word in ("lift", "dice", "resume", "claim", "undo")
    }
