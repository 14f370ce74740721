"""One press is one action: when a press begins, is held, and ends. Times in ms from its start."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ir_codes.encoder import encode_nec, pack_nec
from ir_codes.frames import Frame, Reason, Rejected, RepeatFrame, Result
from ir_codes.presses import Event, Orphan, Pressed, Presses, Released, Repeated
from ir_codes.pulses import LOST, Kind, Pulse, from_durations
from ir_codes.stream import PressStream

FRAME_MS = 68
REPEAT_MS = 12
END_MS = 100_000


def key(at_ms: int, command: int = 0x45) -> Frame:
    raw = pack_nec(0, command)
    return Frame(0, False, command, raw, at_ms * 1_000, (at_ms + FRAME_MS) * 1_000)


def repeat(at_ms: int) -> RepeatFrame:
    return RepeatFrame(at_ms * 1_000, (at_ms + REPEAT_MS) * 1_000)


def refused(at_ms: int, reason: Reason) -> Rejected:
    return Rejected(reason, at_ms * 1_000)


def told(results: Sequence[Result]) -> str:
    """Return the events as letters: down, held, copy, up, orphan, x for a refusal."""
    presses = Presses()
    events = [event for result in results for event in presses.feed(result)]
    events += presses.advance(END_MS * 1_000)
    return "".join(letter(event) for event in events)


def letter(event: Event) -> str:
    match event:
        case Pressed():
            return "d"
        case Repeated(copy=None):
            return "h"
        case Repeated():
            return "c"
        case Released():
            return "u"
        case Orphan():
            return "o"
        case Rejected():
            return "x"


@pytest.mark.parametrize(
    ("results", "events"),
    [
        pytest.param([key(0)], "du", id="a single frame"),
        pytest.param([key(0), repeat(108), repeat(216)], "dhhu", id="held: repeats every 108 ms"),
        pytest.param([key(0), repeat(110), repeat(235)], "dhhu", id="held, by a slow clock"),
        pytest.param([key(0), repeat(199)], "duo", id="131 ms after its end a press is dead"),
        pytest.param([key(0), repeat(198)], "dhu", id="130 ms after its end it still lives"),
        pytest.param([key(0), repeat(108), repeat(324)], "dhuo", id="a lost repeat ends it"),
        pytest.param([repeat(0), repeat(108)], "oo", id="repeats without a press are nothing"),
        pytest.param([key(0), key(108)], "dcu", id="a copy at 108 ms: a remote of the NEC2 kind"),
        pytest.param([key(0), key(108), key(216)], "dccu", id="copies are counted from the last"),
        pytest.param([key(0), key(120)], "dcu", id="a copy at 120 ms"),
        pytest.param([key(0), key(121)], "dudu", id="two quick presses of one key are two"),
        pytest.param([key(0), key(300)], "dudu", id="two presses of one key"),
        pytest.param([key(0), key(108, 0x46)], "dudu", id="another key ends the press"),
        pytest.param([key(0), repeat(108), key(216)], "dhcu", id="a copy after a repeat frame"),
        pytest.param(
            [key(0), refused(108, Reason.INVERSE), repeat(190)],
            "duxo",
            id="repeats after a key that was not understood are nobody's",
        ),
        pytest.param(
            [key(0), refused(80, Reason.NOISE), repeat(108)], "dxhu", id="noise ends no press"
        ),
    ],
)
def test_presses_begin_are_held_and_end(results: Sequence[Result], events: str) -> None:
    assert told(results) == events


def test_a_release_tells_how_long_the_key_was_down_and_when_it_was_up() -> None:
    presses = Presses()
    presses.feed(key(1_000))
    (held,) = presses.feed(repeat(1_108))
    assert held == Repeated(key(1_000), held_us=120_000, at_us=1_108_000)
    assert presses.advance(1_250_000) == []
    (up,) = presses.advance(1_250_001)
    assert up == Released(key(1_000), held_us=120_000, at_us=1_250_000)


@given(st.integers(0, 30), st.integers(0, 0xFF))
def test_a_held_key_is_one_press_however_long(count: int, command: int) -> None:
    stream = PressStream()
    events = stream.feed(from_durations(encode_nec(0, command, repeats=count))) + stream.close()
    assert "".join(letter(event) for event in events) == "d" + "h" * count + "u"


def test_the_release_comes_with_the_streams_time() -> None:
    stream = PressStream()
    stream.feed(from_durations(encode_nec(0, 0x45)))
    (down,) = stream.feed([Pulse(Kind.TIMEOUT, 20_000)])
    assert isinstance(down, Pressed)
    assert stream.feed([Pulse(Kind.SPACE, 100_000)]) == []
    (up,) = stream.feed([Pulse(Kind.SPACE, 20_000)])
    assert isinstance(up, Released)


def test_a_repeat_frame_under_way_keeps_the_press_alive() -> None:
    stream = PressStream()
    stream.feed(from_durations(encode_nec(0, 0x45)))
    stream.feed([Pulse(Kind.SPACE, 125_000)])
    late = stream.feed([Pulse(Kind.PULSE, 9_000), Pulse(Kind.SPACE, 2_250), Pulse(Kind.PULSE, 562)])
    assert late == []
    (held,) = stream.feed([Pulse(Kind.TIMEOUT, 20_000)])
    assert isinstance(held, Repeated)


def test_lost_words_end_the_press() -> None:
    stream = PressStream()
    stream.feed(from_durations(encode_nec(0, 0x45)))
    stream.feed([Pulse(Kind.SPACE, 40_000)])
    (up,) = stream.feed([LOST])
    assert isinstance(up, Released)
    after = stream.feed(from_durations((9_000, 2_250, 562))) + stream.close()
    assert [letter(event) for event in after] == ["o"]


@given(
    st.lists(
        st.one_of(
            st.builds(key, st.integers(0, 400), st.sampled_from([0x45, 0x46])),
            st.builds(repeat, st.integers(0, 400)),
            st.builds(refused, st.integers(0, 400), st.sampled_from(list(Reason))),
        ),
        max_size=20,
    )
)
def test_every_press_ends_once_and_nothing_is_held_outside_one(results: list[Result]) -> None:
    down = False
    for event in told(sorted(results, key=lambda result: result.at_us)):
        if event == "d":
            assert not down
            down = True
        elif event == "u":
            assert down
            down = False
        elif event in "hc":
            assert down
    assert not down
