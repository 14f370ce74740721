"""Captures as lines: back and forth, and what is wrong with a bad one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ir_codes.errors import BadPulses
from ir_codes.lines import Capture, parse_line, write_line
from ir_codes.pulses import LONGEST_US

IDS = st.text(st.characters(exclude_categories=["C", "Z"]), max_size=20)


@given(IDS, st.lists(st.integers(0, LONGEST_US)))
def test_a_capture_comes_back(name: str, durations: list[int]) -> None:
    assert parse_line(write_line(name, durations) + "\n") == Capture(name, tuple(durations))


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("9000 4500", "no tab after the id"),
        ("a\t9000 -4500", "duration 2 is '-4500'"),
        ("a\t9000.5", "duration 1 is '9000.5'"),
        ("a\t16777216", "duration 1 is '16777216'"),
        ("a\t9000\t٣", "duration 2 is '٣'"),
    ],
)
def test_a_bad_line_is_told(line: str, complaint: str) -> None:
    with pytest.raises(BadPulses, match=complaint):
        parse_line(line)


@given(st.text())
def test_no_line_does_anything_but_parse_or_complain(line: str) -> None:
    try:
        parse_line(line)
    except BadPulses as complaint:
        assert str(complaint)
