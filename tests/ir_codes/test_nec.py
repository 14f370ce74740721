"""The NEC decoder: what it reads through, what it refuses and why."""

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ir_codes.encoder import encode_nec, encode_raw, pack_nec
from ir_codes.frames import Frame, Reason, Rejected, RepeatFrame
from ir_codes.nec import MOST_MARKS, NecDecoder
from ir_codes.pulses import Kind, from_durations
from tests.ir_codes.signals import (
    frame,
    frames,
    moved,
    raws,
    reasons,
    repeats,
    results,
    with_glitch,
)

SEEDS = st.integers(0, 2**32)


@given(raws(), st.integers(0, 4))
def test_what_is_encoded_is_decoded(raw: int, count: int) -> None:
    low, high, command = raw & 0xFF, raw >> 8 & 0xFF, raw >> 16 & 0xFF
    extended = low ^ high != 0xFF
    address = raw & (0xFFFF if extended else 0xFF)
    first, *rest = results(encode_nec(address, command, extended=extended, repeats=count))
    assert first == Frame(address, extended, command, raw, 0, first.at_us + length_us(raw))
    assert [type(result) for result in rest] == [RepeatFrame] * count


def length_us(raw: int) -> int:
    return sum(encode_raw(raw))


@given(raws(), SEEDS, st.integers(-200, 250), st.floats(0.85, 1.15))
def test_receiver_stretch_and_clock_change_nothing(
    raw: int, seed: int, stretch: int, clock: float
) -> None:
    signal = moved(encode_raw(raw), random.Random(seed), stretch=stretch, clock=clock)
    assert frames(signal) == [raw]


@given(raws(), SEEDS, st.integers(-100, 100))
def test_jitter_is_read_through(raw: int, seed: int, stretch: int) -> None:
    signal = moved(encode_raw(raw), random.Random(seed), jitter=50, stretch=stretch)
    assert frames(signal) == [raw]


@pytest.mark.parametrize("extended", [False, True])
def test_edges_early_and_late_in_turn_do_not_add_up(extended: bool) -> None:
    signal = list(frame(0x31, 0x45, extended=extended))
    for bit in range(1, 32, 2):  # from edge to edge 560 µs wrong, from its place only 280
        signal[2 * bit + 1] -= 280
        signal[2 * bit + 3] += 280
    assert max(signal[3::2]) > 1_900
    assert frames(signal) == [pack_nec(0x31, 0x45, extended=extended)]


@given(raws())
def test_coarse_ticks_are_read_through(raw: int) -> None:
    assert frames(moved(encode_raw(raw), random.Random(0), tick=50)) == [raw]


@given(raws(), st.integers(0, 66), st.integers(20, 150), st.data())
def test_a_glitch_in_a_leader_or_mark_is_joined(
    raw: int, place: int, width: int, data: st.DataObject
) -> None:
    signal = encode_raw(raw)
    mark = place - place % 2
    at = data.draw(st.integers(20, signal[mark] - width - 20))
    assert frames(with_glitch(signal, mark, at, width)) == [raw]


@given(raws(), st.integers(1, 32), st.integers(20, 150), st.data())
def test_a_glitch_in_a_space_never_gives_another_key(
    raw: int, bit: int, width: int, data: st.DataObject
) -> None:
    signal = encode_raw(raw)
    at = data.draw(st.integers(20, signal[2 * bit + 1] - width - 20))
    assert frames(with_glitch(signal, 2 * bit + 1, at, width)) in ([raw], [])


@pytest.mark.parametrize("at", [20, 200, 380])
@pytest.mark.parametrize("bit", range(1, 33))
def test_a_glitch_in_a_short_space_is_joined(bit: int, at: int) -> None:
    signal = frame(0x00, 0x00)
    if signal[2 * bit + 1] > 1_000:
        signal = frame(0xFF, 0xFF)
    assert frames(with_glitch(signal, 2 * bit + 1, at, 100)) == frames(signal)


@given(raws(), st.lists(st.integers(50, 900), max_size=8), st.integers(300, 9_000))
def test_noise_before_the_leader_is_passed_over(raw: int, noise: list[int], gap: int) -> None:
    before = [us for mark in noise for us in (mark, gap)]
    assert frames([*before, *encode_raw(raw)]) == [raw]


@given(raws(), st.integers(2_000, 6_000), st.integers(20, 1_000))
def test_noise_after_the_stop_mark_is_no_33rd_bit(raw: int, gap: int, noise: int) -> None:
    assert frames([*encode_raw(raw), gap, noise]) == [raw]


@given(raws(), st.integers(16, 31), SEEDS)
def test_a_wrong_inverse_is_never_a_key(raw: int, bit: int, seed: int) -> None:
    signal = moved(encode_raw(raw ^ 1 << bit), random.Random(seed), jitter=40)
    assert frames(signal) == []
    assert reasons(signal) == [Reason.INVERSE]


@given(raws(), st.booleans(), SEEDS)
def test_a_33rd_bit_is_never_a_key(raw: int, bit: bool, seed: int) -> None:
    signal = moved(encode_raw(raw | bit << 32, 33), random.Random(seed), jitter=40)
    assert frames(signal) == []
    assert reasons(signal) == [Reason.BIT_COUNT]


@given(raws(), st.integers(0, 0xFFFF), SEEDS)
def test_48_bits_are_never_a_key(raw: int, more: int, seed: int) -> None:
    signal = moved(encode_raw(raw | more << 32, 48), random.Random(seed), jitter=40)
    assert frames(signal) == []
    assert reasons(signal) == [Reason.BIT_COUNT]


@given(raws(), st.integers(3, 66))
def test_a_frame_cut_short_is_refused(raw: int, intervals: int) -> None:
    assert reasons(encode_raw(raw)[:intervals]) == [Reason.TRUNCATED]
    assert frames(encode_raw(raw)[:intervals]) == []


@given(raws(), st.integers(0, 32))
def test_a_lost_bit_mark_gives_no_key(raw: int, mark: int) -> None:
    signal = list(encode_raw(raw))
    lost = 2 + 2 * mark
    signal[lost - 1 : lost + 2] = [sum(signal[lost - 1 : lost + 2])]
    assert frames(signal) == []


@given(raws(), st.integers(3_900, 5_100), st.integers(3_900, 5_100))
def test_a_necx_or_samsung_leader_is_refused(raw: int, mark: int, space: int) -> None:
    assert reasons([mark, space, *encode_raw(raw)[2:]]) == [Reason.LEADER]


@given(raws())
def test_data_without_a_leader_is_refused(raw: int) -> None:
    assert reasons(encode_raw(raw)[2:]) == [Reason.LEADER]


def test_a_few_pulses_are_noise_and_told_once() -> None:
    assert reasons([300, 900, 250, 2_000, 400]) == [Reason.NOISE]


@given(raws(), raws(), st.integers(1_000, 60_000))
def test_two_remotes_at_once_give_nothing_that_neither_sent(
    one: int, other: int, offset: int
) -> None:
    signal = overlaid(encode_raw(one), encode_raw(other), offset)
    assert set(frames(signal)) <= {one, other}


def test_a_leader_inside_a_frame_loses_both() -> None:
    signal = [*frame(0, 0x45)[:40], *frame(0, 0x46)]
    signal[39] = 600
    assert reasons(signal) == [Reason.OVERLAP, Reason.OVERLAP]


def overlaid(one: tuple[int, ...], other: tuple[int, ...], offset: int) -> list[int]:
    marks: list[list[int]] = []
    for begin, end in sorted([*spans(one, 0), *spans(other, offset)]):
        if marks and begin <= marks[-1][1]:
            marks[-1][1] = max(marks[-1][1], end)
        else:
            marks.append([begin, end])
    edges = [edge for mark in marks for edge in mark]
    return [after - before for before, after in pairwise(edges)]


def spans(durations: tuple[int, ...], start: int) -> list[tuple[int, int]]:
    out = []
    for place, us in enumerate(durations):
        if place % 2 == 0:
            out.append((start, start + us))
        start += us
    return out


@given(raws(), st.integers(-200, 250), st.floats(0.85, 1.15), st.integers(1, 5))
def test_repeat_frames_are_read_through_stretch_and_clock(
    raw: int, stretch: int, clock: float, count: int
) -> None:
    command = raw >> 16 & 0xFF
    signal = moved(
        encode_nec(0x10, command, repeats=count), random.Random(1), stretch=stretch, clock=clock
    )
    assert repeats(signal) == count


def test_a_repeat_leader_with_data_is_no_repeat() -> None:
    assert reasons([9_000, 2_250, *frame()[2:]]) == [Reason.LEADER]


def test_a_frame_ends_at_the_timeout_word_and_not_at_the_next_light() -> None:
    decoder = NecDecoder()
    out = [r for kind, us in from_durations(frame()) for r in decoder.feed(kind, us)]
    assert out == []
    (result,) = decoder.feed(Kind.TIMEOUT, 20_000)
    assert isinstance(result, Frame)


def test_silence_may_be_judged_before_it_is_reported_and_counts_once() -> None:
    decoder = NecDecoder()
    for kind, us in from_durations(frame()):
        decoder.feed(kind, us)
    before = decoder.now_us
    assert len(decoder.idle(10_000)) == 1
    assert decoder.now_us == before
    assert decoder.feed(Kind.SPACE, 40_000) == ()
    assert decoder.now_us == before + 40_000


def test_the_silence_before_a_frame_is_timeout_and_space_together() -> None:
    decoder = NecDecoder()
    decoder.feed(Kind.TIMEOUT, 20_000)
    decoder.feed(Kind.SPACE, 30_000)
    out = [r for kind, us in from_durations(frame()) for r in decoder.feed(kind, us)]
    out += decoder.idle(10_000)
    assert [result.at_us for result in out] == [50_000]


@pytest.mark.parametrize(
    "lost",
    [
        pytest.param([(Kind.OVERFLOW, 0)], id="the driver says so"),
        pytest.param([(Kind.PULSE, 5)], id="two pulses in a row"),
        pytest.param([(Kind.SPACE, 5), (Kind.SPACE, 5)], id="two spaces in a row"),
    ],
)
def test_a_frame_with_words_lost_is_refused_though_the_rest_fits(
    lost: list[tuple[Kind, int]],
) -> None:
    decoder = NecDecoder()
    pulses = [(pulse.kind, pulse.us) for pulse in from_durations(frame())]
    out = [r for kind, us in [*pulses[:41], *lost] for r in decoder.feed(kind, us)]
    assert out == [Rejected(Reason.TRUNCATED, 0)]
    out = [r for kind, us in pulses[41:] for r in decoder.feed(kind, us)]
    out += decoder.feed(Kind.TIMEOUT, 20_000)
    assert [result for result in out if isinstance(result, Frame)] == []
    out = [r for kind, us in pulses for r in decoder.feed(kind, us)]
    out += decoder.feed(Kind.TIMEOUT, 20_000)
    assert [result.raw for result in out if isinstance(result, Frame)] == [pack_nec(0, 0x45)]


def worn(durations: tuple[int, ...], mark: int, to_us: int) -> list[int]:
    """Return the signal with the end of one mark come early, as jitter does it."""
    signal = list(durations)
    signal[mark + 1] += signal[mark] - to_us
    signal[mark] = to_us
    return signal


@given(st.integers(0, 0xFF), st.integers(1, 32), st.integers(60, 169))
def test_a_mark_worn_short_is_still_a_bit(command: int, bit: int, to_us: int) -> None:
    signal = frame(0x10, command)
    assert frames(worn(signal, 2 * bit, to_us)) == frames(signal)


def test_a_33rd_bit_is_seen_though_joining_two_zeros_would_hide_it() -> None:
    wanted = pack_nec(0x1234 | 1, 0x45, extended=True)  # its first bit is a one
    longer = wanted >> 1 << 2  # the same with two zeros in its place
    signal = worn(encode_raw(longer, 33), 4, 150)
    joined = [*signal[:3], sum(signal[3:6]), *signal[6:]]
    assert frames(joined) == [wanted]
    assert frames(signal) == []
    assert reasons(signal) == [Reason.BIT_COUNT]


@pytest.mark.parametrize("late_us", [-470, 470])
def test_a_doubtful_edge_is_refused_where_no_inverse_guards_the_address(late_us: int) -> None:
    def doubtful(durations: tuple[int, ...]) -> list[int]:
        signal = list(durations)
        signal[13] += late_us
        signal[15] -= late_us
        return signal

    guarded, unguarded = frame(0xFF, 0x45), frame(0x12FF, 0x45, extended=True)
    assert frames(doubtful(guarded)) == frames(guarded)
    assert reasons(doubtful(unguarded)) == [Reason.LENGTH]


@given(
    st.lists(
        st.tuples(
            st.sampled_from(list(Kind)),
            st.one_of(
                st.integers(0, 3_000),
                st.sampled_from([560, 1_690, 2_250, 4_500, 9_000]),
                st.integers(0, 0xFFFFFF),
            ),
        ),
        max_size=400,
    )
)
@settings(max_examples=300)
def test_no_pulses_raise_and_memory_stays_small(pulses: list[tuple[Kind, int]]) -> None:
    decoder = NecDecoder()
    now = 0
    for kind, us in pulses:
        for result in decoder.feed(kind, us):
            assert 0 <= result.at_us <= decoder.now_us
        assert decoder.now_us >= now
        now = decoder.now_us
        assert len(decoder._marks) <= MOST_MARKS
        assert len(decoder._edges) <= MOST_MARKS
    decoder.idle(1 << 40)


def test_a_flood_after_a_leader_is_judged_without_waiting_for_silence() -> None:
    decoder = NecDecoder()
    flood = [9_000, 4_500, *[500, 600] * 1_000]
    out = [r for kind, us in from_durations(flood) for r in decoder.feed(kind, us)]
    assert [result for result in out if isinstance(result, Frame)] == []
    assert len(out) == 1


def test_random_light_gives_no_key() -> None:
    chance = random.Random(7)
    light = [chance.randint(20, 3_000) for _ in range(20_000)]
    assert frames(light) == []


@pytest.mark.parametrize(
    ("raw", "address", "extended"),
    [
        (pack_nec(0x00, 0x45), 0x00, False),
        (pack_nec(0xEF00, 0x07, extended=True), 0xEF00, True),
        (pack_nec(0xFF00, 0x07, extended=True), 0x00, False),  # the same bits on the air
    ],
)
def test_the_address_has_8_bits_when_its_inverse_follows(
    raw: int, address: int, extended: bool
) -> None:
    (result,) = results(encode_raw(raw))
    assert isinstance(result, Frame)
    assert (result.address, result.extended) == (address, extended)
