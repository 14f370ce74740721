"""Commands said as words: arguments in their order, and by name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_ctl.core.commands import BadCommand, Origin, Word, parse_words


def args(said: str) -> dict[str, str | int]:
    return dict(parse_words(said.split(), Origin.CLI).args)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("claim 1 by=2", "by is said twice"),
        ("claim by=1 by=2", "by is said twice"),
        ("claim by=1 self", "'self' stands behind by=; say it before, or with its name: by, from"),
        ("claim value=3", "say by"),
        ("claim by=4", "by is 0..3, not '4'"),
        ("claim by=", "by is 0..3, not ''"),
        ("claim 1 tile=", "tile is a printable text"),
        ("claim byy=1", "by is 0..3, not 'byy=1'"),
        ("lift by=1", "too many arguments"),
    ],
)
def test_what_is_wrong_is_named(said: str, words: str) -> None:
    with pytest.raises(BadCommand, match=r"^[a-z-]+: ") as refused:
        args(said)
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


def test_optional_arguments_are_said_by_name_and_those_before_them_left_out() -> None:
    assert args("claim by=1 value=3") == {"by": 1, "value": 3}
    assert args("claim 1 value=3 how=self") == {"by": 1, "value": 3, "how": "self"}
    assert args("penalty 2 false-win to=0,1") == {"by": 2, "kind": "false-win", "to": "0,1"}


def test_a_text_with_an_equals_sign_that_is_no_name_stays_a_text() -> None:
    found = args("sim-fault eye-dead@lane=2 state=off")
    assert found == {"name": "eye-dead@lane=2", "state": "off"}


@given(st.permutations(["by=1", "from=2", "value=16", "how=discard", "round_wind=E"]))
def test_by_name_the_order_is_free(said: list[str]) -> None:
    plain = {"by": 1, "from": 2, "value": 16, "how": "discard", "round_wind": "E"}
    command = parse_words(["claim", *said], Origin.CLI)
    assert (command.word, command.args) == (Word.CLAIM, plain)
