"""Mode2 words and mode2 text: any chunking, any rubbish, back and forth."""

import struct
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ir_codes.pulses import (
    LONGEST_LINE,
    LONGEST_US,
    LOST,
    AutoParser,
    Kind,
    Pulse,
    PulseParser,
    TextParser,
    WordParser,
    as_text,
    as_words,
    from_durations,
)

PULSES = st.lists(
    st.one_of(
        st.builds(
            Pulse,
            st.sampled_from([Kind.SPACE, Kind.PULSE, Kind.FREQUENCY, Kind.TIMEOUT]),
            st.integers(0, LONGEST_US),
        ),
        st.just(LOST),
    ),
    max_size=40,
)
PARSERS: list[Callable[[], PulseParser]] = [WordParser, TextParser, AutoParser]


def parse(parser: PulseParser, data: bytes, cuts: list[int]) -> list[Pulse]:
    pulses: list[Pulse] = []
    places = [0, *sorted(cut % (len(data) + 1) for cut in cuts), len(data)]
    for begin, end in pairwise(places):
        pulses += parser.feed(data[begin:end])
    return pulses + parser.close()


@given(PULSES, st.lists(st.integers(0, 1000)))
def test_words_come_back_however_they_are_cut(pulses: list[Pulse], cuts: list[int]) -> None:
    assert parse(WordParser(), as_words(pulses), cuts) == pulses


@given(PULSES, st.lists(st.integers(0, 1000)))
def test_text_comes_back_however_it_is_cut(pulses: list[Pulse], cuts: list[int]) -> None:
    assert parse(TextParser(), as_text(pulses).encode(), cuts) == pulses


@given(PULSES, st.lists(st.integers(0, 1000)), st.booleans())
def test_words_and_text_are_told_apart(pulses: list[Pulse], cuts: list[int], text: bool) -> None:
    data = as_text(pulses).encode() if text else as_words(pulses)
    parser = AutoParser()
    assert parse(parser, data, cuts) == pulses
    assert parser.problem is None


@given(st.binary(max_size=600), st.lists(st.integers(0, 1000)), st.sampled_from(PARSERS))
def test_no_bytes_raise_and_cuts_change_nothing(
    data: bytes, cuts: list[int], make: Callable[[], PulseParser]
) -> None:
    assert parse(make(), data, cuts) == parse(make(), data, [])


@pytest.mark.parametrize(
    ("line", "pulse"),
    [
        (b"pulse 560", Pulse(Kind.PULSE, 560)),
        (b"  space\t1690 \r", Pulse(Kind.SPACE, 1690)),
        (b"timeout 125000 # silence", Pulse(Kind.TIMEOUT, 125_000)),
        (b"carrier 38000", Pulse(Kind.FREQUENCY, 38_000)),
        (b"overflow", LOST),
    ],
)
def test_a_line_of_text_is_a_pulse(line: bytes, pulse: Pulse) -> None:
    parser = TextParser()
    assert parser.feed(line + b"\n") == [pulse]
    assert parser.problem is None


@pytest.mark.parametrize(
    "line", [b"pulse", b"pulse -5", b"pulse 16777216", b"puls 5", b"pulse 5 6", b"\xff\xfe", b"5"]
)
def test_an_unreadable_line_is_lost_time_and_is_told(line: bytes) -> None:
    parser = TextParser()
    assert parser.feed(b"pulse 1\n" + line + b"\n") == [Pulse(Kind.PULSE, 1), LOST]
    assert parser.problem is not None
    assert parser.problem.startswith("line 2: ")


def test_comments_and_empty_lines_say_nothing() -> None:
    assert TextParser().feed(b"# recorded today\n\n   \npulse 9\n") == [Pulse(Kind.PULSE, 9)]


def test_a_line_without_end_is_not_kept() -> None:
    parser = TextParser()
    pulses = [pulse for _ in range(1_000) for pulse in parser.feed(b"x" * LONGEST_LINE)]
    assert len(pulses) <= 1_000
    assert set(pulses) == {LOST}
    assert parser.feed(b"\npulse 7\n") == [Pulse(Kind.PULSE, 7)]


def test_an_unknown_kind_is_lost_time_and_is_told() -> None:
    parser = WordParser()
    assert parser.feed(struct.pack("<II", 9 << 24 | 5, 1 << 24 | 560)) == [
        LOST,
        Pulse(Kind.PULSE, 560),
    ]
    assert parser.problem == "a word of unknown kind 9: is this a stream of mode2 words?"


def test_a_stream_that_ends_in_a_word_tells_where() -> None:
    parser = WordParser()
    assert parser.feed(as_words([Pulse(Kind.PULSE, 560)]) + b"\x01") == [Pulse(Kind.PULSE, 560)]
    assert parser.close() == [LOST]
    assert parser.problem == "the stream ends in the middle of a word, after byte 4"


def test_overflow_carries_the_kernels_value() -> None:
    assert as_words([LOST]) == struct.pack("<I", 4 << 24 | 0xFFFFFF)


@pytest.mark.parametrize("us", [-1, LONGEST_US + 1])
def test_what_does_not_fit_a_word_is_refused(us: int) -> None:
    with pytest.raises(ValueError, match="a mode2 word holds"):
        as_words([Pulse(Kind.PULSE, us)])


def test_durations_alternate_and_begin_with_a_mark() -> None:
    assert [kind for kind, _ in from_durations([1, 2, 3])] == [
        Kind.PULSE,
        Kind.SPACE,
        Kind.PULSE,
    ]
