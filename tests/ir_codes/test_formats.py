"""Files of other programs: what is written is read again, and bad input is told in a sentence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ir_codes.encoder import encode_nec, encode_raw, pack_nec
from ir_codes.errors import BadPulses
from ir_codes.flipper import parse_flipper, write_flipper, write_flipper_key
from ir_codes.formats import Format, detect, parse_text, write
from ir_codes.ir_ctl import parse_ir_ctl, parse_raw
from ir_codes.lines import Capture
from ir_codes.pronto import parse_pronto, write_pronto
from ir_codes.recorded import first_code
from ir_codes.scancodes import Code
from tests.ir_codes.signals import raws

WHOLE = (Format.IR_CTL, Format.RAW, Format.PRONTO, Format.FLIPPER)
DICE = Code(0x00, extended=False, command=0x45)


@pytest.mark.parametrize("form", WHOLE)
@given(raw=raws(), repeats=st.integers(0, 3))
def test_what_is_written_is_found_out_and_says_the_same(
    form: Format, raw: int, repeats: int
) -> None:
    signal = encode_raw(raw)
    text = write(form, "key", signal)
    assert detect(text.encode()) is (Format.IR_CTL if form is Format.RAW else form)
    (capture,) = parse_text(text, form)
    if form is Format.PRONTO:  # whole periods of the carrier
        assert all(abs(a - b) <= 14 for a, b in zip(capture.durations_us, signal, strict=False))
    else:
        assert capture.durations_us == signal
    assert first_code(capture.durations_us) == first_code(signal)


@pytest.mark.parametrize(
    ("head", "form"),
    [
        (b"", Format.MODE2),
        (b"\x28\x23\x00\x01\x94\x11\x00\x00", Format.MODE2),
        (b"pulse 9000\nspace 4500\n", Format.MODE2),
        (b"# comment\n\nspace 100000\npulse 9000\n", Format.MODE2),
        (b"carrier 38000\npulse 9000\n", Format.IR_CTL),
        (b"scancode nec:0x45\n", Format.IR_CTL),
        (b"+9000 -4500 +560\n", Format.IR_CTL),
        (b"9000 4500 560 560\n", Format.RAW),
        (b"9000, 4500, 560\n", Format.RAW),
        (b"0000 006D 0022 0000 0156 00AB\n", Format.PRONTO),
        (b"Filetype: IR signals file\nVersion: 1\n", Format.FLIPPER),
        (b"cap-1\t9000 4500\n", Format.LINES),
        (b"Time [s],Channel 0\n0,0\n", Format.CSV),
        (b"; Samplerate: 200 kHz\n0\n0\n", Format.CSV),
        (b"0.0001,1\n", Format.CSV),
    ],
)
def test_a_format_is_told_by_its_beginning(head: bytes, form: Format) -> None:
    assert detect(head) is form


def test_ir_ctl_reads_scancodes_signs_and_words_in_one_file() -> None:
    text = "# a file\ncarrier 38000\nscancode nec:0x0045\nspace 40000\n+9000 -2250 +560 # repeat\n"
    capture = parse_ir_ctl(text)
    assert capture.carrier_hz == 38_000
    assert capture.durations_us == (*encode_nec(0, 0x45), 40_000, 9_000, 2_250, 560)


def test_ir_ctl_takes_extended_scancodes() -> None:
    assert first_code(parse_ir_ctl("scancode necx:0x00ef07\n").durations_us) == Code(
        0xEF00, extended=True, command=7
    )


def test_intervals_of_one_kind_are_put_together_and_silence_before_is_left_out() -> None:
    capture = parse_ir_ctl("space 99\npulse 100\npulse 200\nspace 300\ntimeout 400\npulse 5\n")
    assert capture.durations_us == (300, 700, 5)


def test_raw_numbers_alternate_or_follow_their_signs() -> None:
    assert parse_raw("9000, 4500\n560 # end").durations_us == (9_000, 4_500, 560)
    assert parse_raw("-5 +10 +20 -30").durations_us == (30, 30)


def test_pronto_plays_what_repeats_once() -> None:
    capture = parse_pronto("0000 006D 0001 0001 0010 0020 0030 0040")
    assert capture.carrier_hz == pytest.approx(38_029, abs=1)
    assert len(capture.durations_us) == 4
    assert capture.durations_us[0] == pytest.approx(16 * 26.296, abs=1)


def test_a_pronto_word_never_overflows() -> None:
    assert "FFFF" in write_pronto((9_000,), 38_000, 100_000_000)


def test_a_flipper_file_gives_raw_and_parsed_signals_of_nec() -> None:
    text = (
        write_flipper_key("dice", DICE)
        + "#\nname: wide\ntype: parsed\nprotocol: NECext\naddress: 00 EF 00 00\n"
        "command: 07 F8 00 00\n#\nname: other\ntype: parsed\nprotocol: Samsung32\n"
        "address: 07 00 00 00\ncommand: 02 00 00 00\n"
        "#\nname: seen\ntype: raw\nfrequency: 38000\nduty_cycle: 0.33\ndata: 9000 2250 560\n"
    )
    captures = parse_flipper(text)
    assert [capture.id for capture in captures] == ["dice", "wide", "seen"]
    assert first_code(captures[0].durations_us) == DICE
    assert first_code(captures[1].durations_us) == Code(0xEF00, extended=True, command=7)
    assert captures[2] == Capture("seen", (9_000, 2_250, 560), 38_000)


def test_an_nec_key_of_a_flipper_file_with_a_wrong_inverse_stays_wrong() -> None:
    text = write_flipper_key("wide", Code(0xEF00, extended=True, command=7)).replace("F8", "F0")
    assert first_code(parse_flipper(text)[0].durations_us) is None


def test_several_signals_make_one_flipper_file() -> None:
    captures = [Capture("a", (9_000, 4_500, 560)), Capture("b", (1, 2, 3), 36_000)]
    read = parse_flipper(write_flipper(captures))
    assert [(c.id, c.durations_us) for c in read] == [("a", (9_000, 4_500, 560)), ("b", (1, 2, 3))]


@pytest.mark.parametrize(
    ("form", "text", "complaint"),
    [
        (Format.IR_CTL, "pulse 9000\nhello\n", "line 2: 'hello' is not ir-ctl's"),
        (Format.IR_CTL, "+9000 -99999999\n", "line 1: '-99999999' is no duration"),
        (Format.IR_CTL, "scancode rc5:0x1\n", "line 1: 'rc5:0x1': write scancode nec:0xAACC"),
        (Format.IR_CTL, "scancode nec:0x12345\n", "line 1: 'nec:0x12345': write scancode"),
        (Format.IR_CTL, "scancode nec:zz\n", "line 1: 'nec:zz': write scancode"),
        (Format.RAW, "9000 x\n", "line 1: 'x' is no duration"),
        (Format.PRONTO, "0000 006D 0002 0000 0010 0020", "the head says 2 pairs, 1 follow"),
        (Format.PRONTO, "5000 006D 0000 0000", "no Pronto signal"),
        (Format.PRONTO, "0000 0000 0000 0000", "no Pronto signal"),
        (Format.PRONTO, "0000 00", "'00' is no Pronto word"),
        (Format.FLIPPER, "name: x\n", "no Flipper file"),
        (
            Format.FLIPPER,
            "Filetype: IR signals file\nname: x\ntype: raw\ndata: 1 -2\n",
            "signal 'x': data are whole µs",
        ),
        (
            Format.FLIPPER,
            "Filetype: IR signals file\nname: x\ntype: parsed\nprotocol: NEC\naddress: zz\n",
            "signal 'x': 'zz' is no address or command",
        ),
        (Format.CSV, "Time [s],D0\n0,2\n", "line 2: a level is 0 or 1, not '2'"),
        (Format.CSV, "Time [s],D0\n0,x\n", "line 2: '0,x' is no row of numbers"),
        (Format.CSV, "Time [s],D0\n1,0\n0,1\n", "the time runs backwards after 1 s"),
        (Format.CSV, "Time [s],D0\n0\n1\n", "no times: write rows of time and level"),
        (Format.MODE2, "", "mode2 is read as it comes, not as a whole"),
    ],
)
def test_bad_text_is_told_in_one_sentence(form: Format, text: str, complaint: str) -> None:
    with pytest.raises(BadPulses) as told:
        parse_text(text, form)
    assert str(told.value).startswith(complaint)
    assert "\n" not in str(told.value)


TEXTS = st.text(st.sampled_from("0123456789 +-,.\n:#abcdefxpulsescan\t;"), max_size=200)


@given(TEXTS, st.sampled_from([*WHOLE, Format.CSV]))
def test_no_text_raises_anything_but_a_sentence(text: str, form: Format) -> None:
    head = "Filetype: IR signals file\n" if form is Format.FLIPPER else ""
    try:
        captures = parse_text(head + text, form)
    except BadPulses as told:
        assert "\n" not in str(told)
    else:
        assert all(us >= 0 for capture in captures for us in capture.durations_us)


@given(st.binary(max_size=100))
def test_any_beginning_has_some_format(head: bytes) -> None:
    assert detect(head) in set(Format)


def test_packing_gives_the_key_that_flipper_writes() -> None:
    assert pack_nec(0, 0x45) == int.from_bytes(bytes((0x00, 0xFF, 0x45, 0xBA)), "little")
