"""What decoding infrared costs: against the time that the pulses take, and against a bare loop."""

from collections.abc import Sequence

from benchmarks.figures import best_cpu_s
from benchmarks.report import Report, Row, at_most
from ir_codes.encoder import PERIOD_US, encode_nec
from ir_codes.nec import NecDecoder
from ir_codes.pulses import Pulse, from_durations
from ir_codes.stream import PressStream

FRAMES = 1000
ADDRESS, COMMAND = 0x00, 0x45
US = 1_000_000

MOST = 0.01
"""Decoding a remote held down for ever may take a hundredth of one core."""


def measure() -> Report:
    """Decode whole frames one after another, and a key held down."""
    whole, held = _whole_frames(), _held_key()
    rows = [*_rows("whole frames", whole), *_rows("a key held down", held)]
    note = f"edges a second: {_edges_a_second(whole):.0f} and {_edges_a_second(held):.0f}"
    return Report(rows, (note,))


def _rows(name: str, pulses: Sequence[Pulse]) -> tuple[Row, ...]:
    light_s = _light_s(pulses)
    decode_s = best_cpu_s(lambda: _decode(pulses))
    press_s = best_cpu_s(lambda: PressStream().feed(pulses))
    naive_s = best_cpu_s(lambda: _sum(pulses))
    light, naive = "time that the light takes", "loop that sums durations"
    return (
        Row(f"decode {name}", light, decode_s / light_s, at_most(MOST), share=True),
        Row(f"decode {name}, and presses", light, press_s / light_s, at_most(MOST), share=True),
        Row(f"decode {name}", naive, decode_s / naive_s),
    )


def _decode(pulses: Sequence[Pulse]) -> None:
    decoder = NecDecoder()
    results = 0
    for kind, us in pulses:
        results += len(decoder.feed(kind, us))
    if results < FRAMES - 1:
        raise AssertionError(f"{results} of {FRAMES} frames decoded")


def _sum(pulses: Sequence[Pulse]) -> int:
    """Do the least that a decoder must: take every pulse and keep the time."""
    total = 0
    for _, us in pulses:
        total += us
    return total


def _whole_frames() -> list[Pulse]:
    """Return one frame a period, as NEC2 remotes repeat."""
    frame = encode_nec(ADDRESS, COMMAND)
    return list(from_durations((*frame, PERIOD_US - sum(frame)) * FRAMES))


def _held_key() -> list[Pulse]:
    """Return one frame and then its short repeats."""
    return list(from_durations(encode_nec(ADDRESS, COMMAND, repeats=FRAMES - 1)))


def _light_s(pulses: Sequence[Pulse]) -> float:
    return sum(us for _, us in pulses) / US


def _edges_a_second(pulses: Sequence[Pulse]) -> float:
    return len(pulses) / _light_s(pulses)
