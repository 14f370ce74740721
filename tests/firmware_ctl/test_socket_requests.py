"""Every line that may come over the local socket, good or bad."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_ctl.core.commands import Command, Origin, Word
from firmware_ctl.inputs.requests import BadRequest, Say, Subscribe, parse_request
from rules.languages import Language


def test_a_command_with_all_its_parts() -> None:
    line = b'{"id": 7, "command": "dice", "args": {"side": 2}, "origin": "web"}\n'
    assert parse_request(line) == Say(7, Command(Word.DICE, {"side": 2}, Origin.WEB))


def test_a_command_alone_comes_from_the_command_line() -> None:
    assert parse_request(b'{"command": "lift"}') == Say(None, Command(Word.LIFT))


def test_a_subscription_names_its_streams() -> None:
    line = b'{"subscribe": ["snapshot", "events"]}'
    assert parse_request(line) == Subscribe(None, frozenset({"snapshot", "events"}))


def test_a_subscription_may_ask_for_words_of_a_language() -> None:
    line = b'{"subscribe": ["snapshot"], "language": "ja"}'
    assert parse_request(line) == Subscribe(None, frozenset({"snapshot"}), Language.JA)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"lift", "not JSON"),
        (b"\xff\xfe", "not JSON"),
        (b"[" * 50_000, "not JSON"),
        (b'{"id": ' + b"9" * 5_000 + b"}", "not JSON"),
        (b"[]", "a request is an object"),
        (b"null", "a request is an object"),
        (b"{}", "say a command"),
        (b'{"command": 3}', "say a command"),
        (b'{"command": "lfit"}', "did you mean 'lift'?"),
        (b'{"command": "lift", "arg": {}}', "unknown key 'arg'"),
        (b'{"command": "lift", "args": []}', "args is an object"),
        (b'{"command": "dice", "args": {"side": 4}}', "side is 0..3, not '4'"),
        (b'{"command": "dice", "args": {"side": true}}', "side is 0..3"),
        (b'{"command": "dice", "args": {"seat": 1}}', "unknown argument 'seat'"),
        (b'{"command": "dealer"}', "say side"),
        (b'{"command": "lift", "origin": "panel"}', "origin is one of cli, mqtt, web"),
        (b'{"command": "lift", "origin": ["cli"]}', "origin is one of"),
        (b'{"id": 1.5, "command": "lift"}', "id is a number or a text"),
        (b'{"id": true, "command": "lift"}', "id is a number or a text"),
        (b'{"subscribe": []}', "subscribe is a list"),
        (b'{"subscribe": "snapshot"}', "subscribe is a list"),
        (b'{"subscribe": ["walls"]}', "subscribe is a list"),
        (b'{"subscribe": [["snapshot"]]}', "subscribe is a list"),
        (b'{"subscribe": ["snapshot"], "language": "fr"}', "language is one of en, zh-CN, ja"),
        (b'{"subscribe": ["snapshot"], "language": ["en"]}', "language is one of"),
        (b'{"subscribe": ["snapshot"], "command": "lift"}', "unknown key 'command'"),
    ],
)
def test_a_bad_line_is_told_what_is_wrong(line: bytes, words: str) -> None:
    with pytest.raises(BadRequest) as caught:
        parse_request(line)
    assert words in str(caught.value)


def test_a_bad_request_still_gets_its_id_back() -> None:
    with pytest.raises(BadRequest) as caught:
        parse_request(b'{"id": "a", "command": "fly"}')
    assert caught.value.id == "a"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["id", "command", "args", "origin", "subscribe", "language", "side", "x"]
            ),
            inner,
        )
    ),
    max_leaves=12,
)


@given(st.binary(max_size=80) | JSON.map(lambda value: json.dumps(value).encode()))
def test_no_line_at_all_raises_anything_but_a_bad_request(line: bytes) -> None:
    try:
        parse_request(line)
    except BadRequest as error:
        assert str(error)
