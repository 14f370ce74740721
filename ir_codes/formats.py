"""The formats of recorded signals: which one a text is in, and how it is read and written."""

from collections.abc import Sequence
from enum import StrEnum

from ir_codes.errors import BadPulses
from ir_codes.flipper import CARRIER_HZ, parse_flipper, write_flipper
from ir_codes.ir_ctl import parse_ir_ctl, parse_raw, write_ir_ctl, write_raw
from ir_codes.lines import Capture, write_line
from ir_codes.logic_csv import parse_csv
from ir_codes.pronto import parse_pronto, write_pronto
from ir_codes.pulses import Kind, Pulse, as_text, from_durations

SILENCE_AFTER_US = 125_000
"""What a receiver of the kernel reports after the last mark, by default."""


class Format(StrEnum):
    """A format's name on the command line."""

    MODE2 = "mode2"
    MODE2_BINARY = "mode2-binary"
    IR_CTL = "ir-ctl"
    RAW = "raw"
    PRONTO = "pronto"
    FLIPPER = "flipper"
    LINES = "lines"
    CSV = "csv"


def detect(head: bytes) -> Format:
    """Return the format of what begins like this; what nothing tells is mode2."""
    if not head or min(head[:64]) < ord("\t"):
        return Format.MODE2  # binary words
    text = head[:4096].decode("utf-8", "replace").lstrip("\ufeff")
    first = next((ln for ln in text.splitlines() if ln.strip() and ln.strip()[0] != "#"), "")
    words = first.split() or [""]
    if "\t" in first:
        return Format.LINES
    if first.startswith("Filetype: IR"):
        return Format.FLIPPER
    if "samplerate:" in text.lower() or ("," in first and first.lower().startswith("time")):
        return Format.CSV
    if words[0] in ("0000", "0100") and all(len(word) == 4 for word in words[:4]):
        return Format.PRONTO
    if words[0] in ("carrier", "scancode") or words[0][0:1] in ("+", "-"):
        return Format.IR_CTL
    if "." in words[0] and "," in first:
        return Format.CSV
    return Format.RAW if words[0].replace(",", "").isdigit() else Format.MODE2


def parse_text(text: str, form: Format) -> list[Capture]:
    """Return all signals of a whole text; not for mode2 and lines, which are read as they come.

    Raises:
        BadPulses: the text is not in this format.
    """
    match form:
        case Format.FLIPPER:
            return parse_flipper(text)
        case Format.IR_CTL:
            return [parse_ir_ctl(text)]
        case Format.PRONTO:
            return [parse_pronto(text)]
        case Format.CSV:
            return [parse_csv(text)]
        case Format.RAW:
            return [parse_raw(text)]
        case _:
            raise BadPulses(f"{form} is read as it comes, not as a whole")


def write(form: Format, name: str, durations_us: Sequence[int]) -> str:
    """Return a signal as text; not for binary mode2 and CSV."""
    match form:
        case Format.LINES:
            return write_line(name, durations_us) + "\n"
        case Format.IR_CTL:
            return write_ir_ctl(durations_us, CARRIER_HZ)
        case Format.RAW:
            return write_raw(durations_us)
        case Format.PRONTO:
            return write_pronto(durations_us, CARRIER_HZ, SILENCE_AFTER_US)
        case Format.FLIPPER:
            return write_flipper([Capture(name, tuple(durations_us), CARRIER_HZ)])
        case _:
            return as_text(with_silence(durations_us))


def with_silence(durations_us: Sequence[int]) -> list[Pulse]:
    """Return a signal as a receiver of the kernel tells it, with the silence after it."""
    return [*from_durations(durations_us), Pulse(Kind.TIMEOUT, SILENCE_AFTER_US)]
