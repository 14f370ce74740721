"""Modbus RTU: frames are read back as they were written, whatever stands between them."""

from contextlib import suppress
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hal.modbus import (
    Bits,
    ExceptionCode,
    ExceptionReply,
    Function,
    Identification,
    ModbusError,
    ReadBits,
    ReadIdentification,
    ReadRegisters,
    ReadWriteRegisters,
    Reply,
    ReplyStream,
    Request,
    RequestStream,
    Words,
    WriteCoil,
    WriteDone,
    WriteRegister,
    WriteRegisters,
    crc16,
    decode_reply,
    decode_request,
    encode_reply,
    encode_request,
)
from hal.modbus.crc import is_sealed, sealed

UNIT = 1
words = st.integers(0, 0xFFFF)
requests: st.SearchStrategy[Request] = st.one_of(
    st.builds(
        ReadRegisters,
        st.sampled_from([Function.READ_HOLDING, Function.READ_INPUT]),
        words,
        st.integers(1, 125),
    ),
    st.builds(
        ReadBits,
        st.sampled_from([Function.READ_COILS, Function.READ_INPUTS]),
        words,
        st.integers(1, 2000),
    ),
    st.builds(WriteCoil, words, words),
    st.builds(WriteRegister, words, words),
    st.builds(WriteRegisters, words, st.lists(words, min_size=1, max_size=123).map(tuple)),
    st.builds(
        ReadWriteRegisters,
        words,
        st.integers(1, 125),
        words,
        st.lists(words, min_size=1, max_size=121).map(tuple),
    ),
    st.builds(ReadIdentification, st.integers(1, 4), st.integers(0, 255)),
)
replies: st.SearchStrategy[Reply] = st.one_of(
    st.builds(
        Words,
        st.sampled_from([3, 4, 23]),
        st.lists(words, min_size=1, max_size=125).map(tuple),
    ),
    st.builds(
        Bits,
        st.sampled_from([1, 2]),
        st.lists(st.tuples(*[st.booleans()] * 8), min_size=1, max_size=20).map(
            lambda rows: tuple(bit for row in rows for bit in row)
        ),
    ),
    st.builds(WriteDone, st.sampled_from([5, 6, 16]), words, words),
    st.builds(ExceptionReply, st.sampled_from([3, 4, 6, 16, 23]), st.sampled_from([1, 2, 3, 4, 6])),
    st.builds(
        Identification,
        st.dictionaries(st.integers(0, 2), st.binary(max_size=20), min_size=1, max_size=3),
    ),
)


def cut(data: bytes, places: list[int]) -> list[bytes]:
    """Cut data into chunks, as a busy host finds it."""
    edges = [0, *sorted(place % (len(data) + 1) for place in places), len(data)]
    return [data[a:b] for a, b in pairwise(edges)]


def test_the_crc_is_that_of_the_standard() -> None:
    assert crc16(b"123456789") == 0x4B37  # the check value of CRC-16/MODBUS
    assert sealed(bytes.fromhex("0207")) == bytes.fromhex("02074112")  # V1.02, 6.2.2


@given(st.binary(min_size=1, max_size=80), st.integers(0, 10_000))
def test_one_flipped_bit_never_passes(body: bytes, bit: int) -> None:
    frame = bytearray(sealed(body))
    bit %= len(frame) * 8
    frame[bit // 8] ^= 1 << bit % 8
    assert not is_sealed(frame)


@given(requests)
def test_a_request_is_read_back(request: Request) -> None:
    assert decode_request(encode_request(UNIT, request)) == request


@given(replies)
def test_a_reply_is_read_back(reply: Reply) -> None:
    assert decode_reply(encode_reply(UNIT, reply)) == reply


@given(st.lists(requests, max_size=4), st.lists(st.integers(0, 2_000), max_size=8))
def test_requests_are_found_however_the_stream_is_cut(
    sent: list[Request], places: list[int]
) -> None:
    stream = RequestStream(UNIT)
    data = b"".join(encode_request(UNIT, request) for request in sent)
    found = [frame for chunk in cut(data, places) for frame in stream.feed(chunk)]
    assert [decode_request(frame) for frame in found] == sent
    assert stream.crc_errors == stream.dropped_bytes == 0


@given(st.lists(replies, max_size=4), st.lists(st.integers(0, 2_000), max_size=8))
def test_replies_are_found_however_the_stream_is_cut(sent: list[Reply], places: list[int]) -> None:
    stream = ReplyStream(UNIT)
    data = b"".join(encode_reply(UNIT, reply) for reply in sent)
    found = [frame for chunk in cut(data, places) for frame in stream.feed(chunk)]
    assert [decode_reply(frame) for frame in found] == sent


@given(st.binary(max_size=60), replies, st.lists(st.integers(0, 500), max_size=5))
def test_a_reply_is_found_behind_rubbish(rubbish: bytes, reply: Reply, places: list[int]) -> None:
    stream = ReplyStream(UNIT)
    frame = encode_reply(UNIT, reply)
    found = [each for chunk in cut(rubbish + frame, places) for each in stream.feed(chunk)]
    assert found[-1:] == [frame]


def test_a_false_head_that_promises_much_hides_no_frame() -> None:
    stream = ReplyStream(UNIT)
    good = encode_reply(UNIT, Words(4, (7, 8)))
    assert stream.feed(bytes([UNIT, 4, 250]) + good) == [good]


def test_half_a_reply_is_given_up_when_the_next_one_is_whole() -> None:
    stream = ReplyStream(UNIT)
    first, second = (encode_reply(UNIT, Words(4, (value,) * 20)) for value in (1, 2))
    assert stream.feed(first[:30]) == []
    assert stream.feed(second) == [second]
    assert stream.dropped_bytes == 30


def test_a_damaged_frame_counts_once() -> None:
    stream = RequestStream(UNIT)
    frame = encode_request(UNIT, WriteRegisters(1, (UNIT, 3, UNIT, 6, UNIT, 4)))
    damaged = frame[:-1] + bytes([frame[-1] ^ 1])
    assert stream.feed(damaged) == []
    assert stream.feed(frame) == [frame]
    assert stream.crc_errors == 1


@settings(max_examples=300)
@given(st.lists(st.binary(max_size=300), max_size=6))
def test_no_bytes_break_a_stream(chunks: list[bytes]) -> None:
    for stream in (RequestStream(UNIT), ReplyStream(UNIT)):
        for chunk in chunks:
            for frame in stream.feed(chunk):
                assert is_sealed(frame)


@settings(max_examples=300)
@given(st.binary(min_size=2, max_size=60))
def test_what_a_stream_takes_for_a_frame_is_a_message_or_an_exception(body: bytes) -> None:
    frame, unit = sealed(body), body[0]
    for found in RequestStream(unit).feed(frame):
        with suppress(ModbusError):
            decode_request(found)
    for found in ReplyStream(unit).feed(frame):
        with suppress(ModbusError):
            decode_reply(found)


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("0103000000FF", ExceptionCode.VALUE),  # 255 registers
        ("010300000000", ExceptionCode.VALUE),  # none
        ("0110000000010400010002", ExceptionCode.VALUE),  # count and bytes differ
        ("01650000", ExceptionCode.FUNCTION),
        ("012B0D0100", ExceptionCode.FUNCTION),  # another encapsulated function
        ("012B0E0500", ExceptionCode.VALUE),
    ],
)
def test_what_makes_no_sense_is_answered_with_an_exception(frame: str, code: ExceptionCode) -> None:
    with pytest.raises(ModbusError) as caught:
        decode_request(sealed(bytes.fromhex(frame)))
    assert caught.value.code is code
