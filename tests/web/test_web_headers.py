"""What the page reads of a request's headers and body: languages, hosts, origins, posts."""

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from firmware_ctl.access.desk import Client
from firmware_ctl.core.commands import Command, Origin, Word
from firmware_ctl.views.web.guard import client_of, is_our_host, is_same_origin, known_names
from firmware_ctl.views.web.languages import language_for
from firmware_ctl.views.web.posts import LONGEST_KEY, BadPost, Post, parse_command, parse_post
from firmware_ctl.views.web.weights import MOST_NAMES, weighted
from rules.languages import Language

NAMES = known_names("Teahouse", "table.example majiang.example")


@pytest.mark.parametrize(
    ("header", "names"),
    [
        ("", []),
        ("ja", ["ja"]),
        ("en;q=0.5, ja", ["ja", "en"]),
        ("en, ja", ["en", "ja"]),
        ("EN ;q=0.9 , zh-TW; Q=1", ["zh-tw", "en"]),
        ("ja;q=0, en", ["en"]),
        ("ja;q=nan, en;q=2, fr;level=1, zh;q=0.001", ["zh"]),
        (",,;q=1,", []),
    ],
)
def test_a_weighted_list_is_read_most_wanted_first(header: str, names: list[str]) -> None:
    assert weighted(header) == names


@given(st.text())
@example("a," * 100_000)
def test_any_header_at_all_is_read_and_not_too_much_of_it(header: str) -> None:
    assert len(weighted(header)) <= MOST_NAMES


@pytest.mark.parametrize(
    ("asked", "accepted", "language"),
    [
        ("ja", "zh-CN", Language.JA),
        ("zh-CN", "", Language.ZH),
        ("tlh", "zh-CN", Language.ZH),
        (None, "fr, en-GB;q=0.8", Language.EN),
        (None, "zh-TW, en;q=0.9", Language.ZH),
        (None, "fr", Language.JA),
        (None, "", Language.JA),
    ],
)
def test_the_language_is_the_one_asked_for_else_the_browsers_else_the_tables(
    asked: str | None, accepted: str, language: Language
) -> None:
    assert language_for(asked, accepted, Language.JA) is language


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1", "127.0.0.1:8080", "192.168.1.20:8080", "[::1]:8080", "[fe80::1]", "localhost",
        "LOCALHOST:8080", "teahouse", "teahouse.local:8080", "Table.Example.", "majiang.example:80",
    ],
)  # fmt: skip
def test_a_table_is_known_by_every_address_and_by_its_own_names(host: str) -> None:
    assert is_our_host(host, NAMES)


@pytest.mark.parametrize(
    "host",
    [
        None, "", "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "a b",
        "127.0.0.1:8080:9", "[::1", "[evil.example]", "localhost:port", "local\thost", "0x7f",
        "teahouse@evil.example",
    ],
)  # fmt: skip
def test_by_another_name_it_is_not(host: str | None) -> None:
    assert not is_our_host(host, NAMES)


@pytest.mark.parametrize(
    ("host", "origin", "site", "same"),
    [
        ("table:8080", "http://table:8080", "same-origin", True),
        ("Table:8080", "http://table:8080", None, True),
        ("table", "https://table", None, True),
        ("table", None, None, True),
        ("table", None, "same-origin", True),
        ("table:8080", "http://table", None, False),
        ("table", "http://evil.example", None, False),
        ("table", "null", None, False),
        ("table", "", None, False),
        ("table", "file://table", None, False),
        ("table", "http://table", "cross-site", False),
        ("table", None, "same-site", False),
        ("table", "http://[", None, False),
    ],
)
def test_a_post_comes_from_the_page_itself_or_from_no_page(
    host: str, origin: str | None, site: str | None, *, same: bool
) -> None:
    assert is_same_origin(host, origin, site) is same


@given(st.none() | st.text(), st.none() | st.text(), st.none() | st.text())
def test_any_headers_at_all_get_a_verdict(
    host: str | None, origin: str | None, site: str | None
) -> None:
    assert is_our_host(host, NAMES) in (True, False)
    assert is_same_origin(host, origin, site) in (True, False)


@pytest.mark.parametrize(
    ("body", "post"),
    [
        (b'{"key": "1f8a"}', Post("1f8a", None)),
        (b'{"key": "x", "seen": "5c1f.41"}', Post("x", "5c1f.41")),
        (b'{"key": "x", "seen": null}', Post("x", None)),
        (json.dumps({"key": "k" * LONGEST_KEY}).encode(), Post("k" * LONGEST_KEY, None)),
    ],
)
def test_a_post_says_which_tap_it_is_and_what_was_seen(body: bytes, post: Post) -> None:
    assert parse_post(body) == post


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", "not JSON"),
        (b"stop", "not JSON"),
        (b"[" * 100_000, "nested too deeply"),
        (b"[]", "is an object"),
        (b"{}", "key is a text"),
        (b'{"key": 1}', "key is a text"),
        (b'{"key": ""}', "key is a text"),
        (b'{"key": "\\u0007"}', "key is a text"),
        (b'{"key": "x", "seen": true}', "seen is a text"),
        (b'{"key": "x", "seen": 41}', "seen is a text"),
        (b'{"key": "x", "side": 0}', "unknown key 'side'; known here are key, seen"),
    ],
)
def test_what_is_no_post_is_told_why(body: bytes, words: str) -> None:
    with pytest.raises(BadPost, match=words):
        parse_post(body)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b'{"key": "x"}', "say a command"),
        (b'{"key": "x", "command": 7}', "say a command"),
        (b'{"key": "x", "command": "fly"}', "unknown command 'fly'"),
        (b'{"key": "x", "command": "lift", "args": []}', "args is an object"),
        (b'{"key": "x", "command": "dice", "args": {"side": 4}}', "dice: side is 0..3"),
        (b'{"key": "x", "command": "lift", "held": 1}', "held tells"),
        (b'{"command": "lift"}', "key is a text"),
        (b'{"key": "x", "command": "lift", "origin": "panel"}', "unknown key 'origin'"),
    ],
)
def test_what_is_no_command_is_told_why(body: bytes, words: str) -> None:
    with pytest.raises(BadPost, match=words):
        parse_command(body)


def test_a_command_comes_from_the_web_whatever_it_says() -> None:
    said = parse_command(b'{"key": "x", "seen": "a.1", "command": "home", "held": true}')
    assert said.post == Post("x", "a.1")
    assert said.command == Command(Word.HOME, origin=Origin.WEB, held=True)


@pytest.mark.parametrize(
    ("address", "headers", "client"),
    [
        ("127.0.0.1", (), Client("127.0.0.1", local=True)),
        ("::1", (), Client("::1", local=True)),
        ("::ffff:127.0.0.1", (), Client("127.0.0.1", local=True)),
        ("127.0.0.1", ("X-Forwarded-For",), Client("127.0.0.1", local=False)),
        ("127.0.0.1", ("forwarded",), Client("127.0.0.1", local=False)),
        ("192.168.1.7", (), Client("192.168.1.7", local=False)),
        ("2001:db8:1:2:3:4:5:6", (), Client("2001:db8:1:2::", local=False)),
        ("fe80::1%eth0", (), Client("fe80::", local=False)),
        (None, (), Client("unknown", local=False)),
        ("/run/x.sock", (), Client("unknown", local=False)),
    ],
)
def test_a_client_is_local_only_with_nobody_in_between(
    address: str | None, headers: tuple[str, ...], client: Client
) -> None:
    assert client_of(address, headers) == client


@given(st.binary())
def test_any_bytes_at_all_are_a_post_or_told_why_not(body: bytes) -> None:
    try:
        assert parse_post(body).key
    except BadPost as error:
        assert str(error)
