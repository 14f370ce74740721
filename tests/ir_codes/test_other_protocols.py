"""RC-5, RC-6, SIRC, NECx and TC9012: read where they are asked for, each told apart."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ir_codes.encoder import encode_nec, encode_raw
from ir_codes.encoder_family import encode
from ir_codes.frames import Frame, Protocol, Reason, Rejected, RepeatFrame
from ir_codes.readers import DISTINCT, EVERY, readers_for
from ir_codes.recorded import decode, first_code
from ir_codes.scancodes import LAYOUTS, Code, code_of, layout, layout_of
from tests.ir_codes.signals import moved, raws


@st.composite
def codes(draw: st.DrawFn) -> Code:
    """Draw a key of any protocol, with a number that fits its bits."""
    form = draw(st.sampled_from(LAYOUTS))
    code = form.unpack(draw(st.integers(0, (1 << form.bits) - 1)))
    limits = {Protocol.RC5: (31, 127), Protocol.SIRC: (0x1FFF, 127), Protocol.RC6: (255, 255)}
    address, command = limits.get(code.protocol, (0xFFFF, 255))
    if code.protocol is Protocol.NECX and code.address & 0xFF == code.address >> 8:
        code = code._replace(address=code.address ^ 0xFF)  # twice the same is TC9012's
    return code._replace(address=code.address & address, command=code.command & command)


@given(codes())
def test_what_is_encoded_is_decoded(code: Code) -> None:
    assert first_code(encode(code)) == code


@given(codes(), st.integers(0, 2**32), st.integers(-80, 80))
def test_small_jitter_and_stretch_change_nothing(code: Code, seed: int, stretch: int) -> None:
    assert first_code(moved(encode(code), random.Random(seed), jitter=15, stretch=stretch)) == code


@given(codes())
def test_a_scancode_and_its_layout_are_the_code_again(code: Code) -> None:
    form, number = layout_of(code)
    assert form.unpack(number) == code
    assert layout(form.protocol, form.variant) is form


@given(codes(), st.integers(1, 4))
def test_held_keys_send_more_frames_or_repeat_frames(code: Code, repeats: int) -> None:
    found = decode(encode(code, repeats=repeats), protocols=EVERY)
    frames = [result for result in found if isinstance(result, Frame)]
    assert all(code_of(frame) == code for frame in frames)
    short = [result for result in found if isinstance(result, RepeatFrame)]
    extra = 2 if code.protocol is Protocol.SIRC else 0
    assert len(frames) + len(short) == 1 + repeats + extra


@pytest.mark.parametrize("protocol", [Protocol.NECX, Protocol.TC9012])
def test_an_nec_frame_with_another_leader_is_read_only_when_asked_for(protocol: Protocol) -> None:
    wide = protocol is Protocol.NECX
    signal = encode(Code(0x1234 if wide else 0x34, wide, 0x45, protocol))
    assert [result.reason for result in decode(signal) if isinstance(result, Rejected)] == [
        Reason.LEADER
    ]
    assert not [r for r in decode(signal, protocols=DISTINCT) if isinstance(r, Frame)]
    (frame,) = decode(signal, protocols=[protocol])
    assert isinstance(frame, Frame)
    assert frame.protocol is protocol


@given(raws())
def test_an_nec_frame_stays_nec_whatever_else_is_asked_for(raw: int) -> None:
    (frame,) = decode(encode_raw(raw), protocols=EVERY)
    assert isinstance(frame, Frame)
    assert frame.protocol is Protocol.NEC


@given(raws())
def test_nec_bits_without_a_leader_are_no_other_protocol(raw: int) -> None:
    (result,) = decode(encode_raw(raw)[2:], protocols=EVERY)
    assert isinstance(result, Rejected)


def test_random_light_is_no_frame_of_any_protocol() -> None:
    chance = random.Random(5)
    light = [chance.randint(100, 3_000) for _ in range(20_000)]
    light[::40] = [9_000] * len(light[::40])
    assert not [r for r in decode(light, protocols=EVERY) if isinstance(r, Frame)]


def test_an_rc5_key_pressed_again_differs_in_its_toggle_bit_alone() -> None:
    code = Code(5, extended=False, command=0x35, protocol=Protocol.RC5)
    (first,) = decode(encode(code), protocols=EVERY)
    assert isinstance(first, Frame)
    assert first.raw == 0b11_0_00101_110101


def test_each_reader_is_there_once() -> None:
    assert len(readers_for([Protocol.NECX, Protocol.TC9012])) == 1
    assert readers_for([Protocol.NEC, Protocol.NEC2]) == ()


@pytest.mark.parametrize(
    "code",
    [
        Code(32, extended=False, command=0, protocol=Protocol.RC5),
        Code(0, extended=False, command=128, protocol=Protocol.SIRC),
        Code(256, extended=False, command=0, protocol=Protocol.TC9012),
        Code(-1, extended=False, command=0),
    ],
)
def test_a_number_that_does_not_fit_is_refused_with_its_range(code: Code) -> None:
    with pytest.raises(ValueError, match=r"give 0\.\."):
        encode(code)


def test_repeats_below_none_are_refused() -> None:
    with pytest.raises(ValueError, match="0 or more"):
        encode(Code(0, extended=False, command=0, protocol=Protocol.RC6), repeats=-1)


def test_nec_is_encoded_as_ever() -> None:
    code = Code(0x10, extended=False, command=0x45)
    assert encode(code, repeats=2) == encode_nec(0x10, 0x45, repeats=2)
