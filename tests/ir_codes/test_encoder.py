"""The encoder: the data sheet's times, and what it refuses."""

import pytest

from ir_codes.encoder import PERIOD_US, encode_nec, pack_nec


def test_a_frame_has_the_data_sheets_times() -> None:
    signal = encode_nec(0x00, 0x45)
    assert signal[:2] == (9_000, 4_500)
    assert len(signal) == 67
    # address 00: eight zeros, then eight ones; from edge to edge 1.125 and 2.25 ms
    assert [signal[n] + signal[n + 1] for n in range(2, 34, 2)] == [1_125] * 8 + [2_250] * 8
    assert sum(signal) == 68_062  # always 16 ones and 16 zeros: 68.1 ms


def test_frames_begin_every_108_ms() -> None:
    signal = encode_nec(0x00, 0x45, repeats=2)
    assert sum(signal[:68]) == PERIOD_US
    assert sum(signal[68:72]) == PERIOD_US
    assert signal[68:71] == signal[72:75] == (9_000, 2_250, 562)


@pytest.mark.parametrize(
    ("address", "command", "extended", "raw"),
    [
        (0x00, 0x45, False, 0xBA45FF00),
        (0x00, 0x05, False, 4194696960),
        (0xEF00, 0x07, True, 4161269504),
    ],
)
def test_bits_are_packed_as_sent(address: int, command: int, extended: bool, raw: int) -> None:
    assert pack_nec(address, command, extended=extended) == raw


@pytest.mark.parametrize(
    ("address", "command", "extended"),
    [(0x100, 0, False), (-1, 0, False), (0x10000, 0, True), (0, 0x100, False), (0, -1, True)],
)
def test_what_does_not_fit_is_refused(address: int, command: int, extended: bool) -> None:
    with pytest.raises(ValueError, match="give 0"):
        pack_nec(address, command, extended=extended)


def test_a_negative_number_of_repeats_is_refused() -> None:
    with pytest.raises(ValueError, match="-1 repeats"):
        encode_nec(0, 0, repeats=-1)
