"""The undemodulated light: carriers, bursts, lamps, samplers; and files of logic analysers."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ir_codes.carrier import (
    LEAST_CYCLES,
    Demodulator,
    demodulate,
    intervals_of_samples,
    modulated,
)
from ir_codes.encoder import encode_nec, encode_raw, pack_nec
from ir_codes.errors import BadPulses
from ir_codes.frames import Frame, RepeatFrame
from ir_codes.logic_csv import parse_csv
from ir_codes.pulses import Kind, Pulse
from ir_codes.recorded import decode

DATA = Path(__file__).parents[1] / "data" / "ir"
CAPTURES: list[dict[str, Any]] = [
    json.loads(line)
    for name in ("captures", "remote_44key")
    for line in (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
]


def durations(pulses: list[Pulse]) -> list[int]:
    """Return the intervals from the first mark on."""
    return [us for _, us in pulses][1:]


def keys(signal: list[int]) -> list[int]:
    return [found.raw for found in decode(signal) if isinstance(found, Frame)]


def sampled(light: Iterator[tuple[bool, float]], rate_hz: float, offset: float) -> list[int]:
    """Return a level at each tick of a sampler."""
    step = 1e6 / rate_hz
    out: list[int] = []
    now, tick = 0.0, offset * step
    for lit, us in light:
        now += us
        while tick < now:
            out.append(int(lit))
            tick += step
    return out


@pytest.mark.parametrize("capture", CAPTURES, ids=lambda capture: capture["id"])
def test_every_real_capture_is_read_from_its_light(capture: dict[str, Any]) -> None:
    pulses, demodulator = demodulate(modulated(capture["durations_us"]))
    assert keys(durations(pulses)) == keys(capture["durations_us"])
    assert demodulator.carrier_hz == pytest.approx(455_000 / 12, rel=1e-3)


@pytest.mark.parametrize("hertz", [33_000, 36_000, 37_000, 38_000, 40_000])
def test_carriers_from_33_to_40_khz_are_read_and_measured(hertz: int) -> None:
    pulses, demodulator = demodulate(modulated(encode_nec(0, 0x45, repeats=1), hertz))
    found = decode(durations(pulses))
    assert [type(result) for result in found] == [Frame, RepeatFrame]
    assert demodulator.carrier_hz == pytest.approx(hertz, rel=1e-3)


@pytest.mark.parametrize("hertz", [30_000, 44_000, 56_000])
def test_another_carrier_is_dark_and_counted(hertz: int) -> None:
    pulses, demodulator = demodulate(modulated(encode_nec(0, 0x45), hertz))
    assert pulses == []
    assert demodulator.carrier_hz is None
    assert demodulator.foreign_bursts == 34


@given(st.sampled_from([100e3, 200e3, 500e3, 1e6]), st.floats(0, 1), st.integers(0, 255))
@settings(max_examples=30)
def test_samples_from_100_000_a_second_are_enough(rate: float, offset: float, command: int) -> None:
    raw = pack_nec(0x31, command)
    samples = sampled(modulated(encode_raw(raw)), rate, offset)
    pulses, demodulator = demodulate(intervals_of_samples(samples, rate))
    assert keys(durations(pulses)) == [raw]
    assert demodulator.carrier_hz == pytest.approx(455_000 / 12, rel=0.01)


def test_a_lamp_and_the_sun_are_dark() -> None:
    chance = random.Random(3)
    lamp = [(n % 2 == 0, chance.uniform(3_000, 7_000)) for n in range(50)]  # 100 Hz
    sun = [(True, 1e6), (False, 1e5)]
    pulses, demodulator = demodulate([*lamp, *sun])
    assert pulses == []
    assert demodulator.foreign_bursts > 0


def test_a_spark_has_too_few_cycles_for_a_mark() -> None:
    cycles = [(n % 2 == 0, 13.2) for n in range(2 * (LEAST_CYCLES - 1))]
    pulses, _ = demodulate(cycles)
    assert pulses == []


def test_a_burst_ends_where_its_light_does() -> None:
    demodulator = Demodulator()
    pulses: list[Pulse] = []
    for lit, us in modulated((9_000,)):
        pulses += demodulator.feed(us, lit=lit)
    assert pulses == []
    pulses += demodulator.feed(60.0, lit=False)
    assert pulses == []
    pulses += demodulator.feed(40.0, lit=False)
    ((_, before), (kind, us)) = pulses
    assert before == 0
    assert kind is Kind.PULSE
    assert us == pytest.approx(8_974, abs=10)


def test_a_carrier_that_never_ends_is_told_in_pieces() -> None:
    demodulator = Demodulator()
    pulses = [p for lit, us in modulated((200_000,)) for p in demodulator.feed(us, lit=lit)]
    assert [kind for kind, _ in pulses].count(Kind.PULSE) >= 3


@given(st.lists(st.tuples(st.booleans(), st.floats(0, 1e5)), max_size=200))
def test_no_light_raises_and_times_go_forward(light: list[tuple[bool, float]]) -> None:
    pulses, _ = demodulate(light)
    assert all(us >= 0 for _, us in pulses)


def edges_csv(light: Iterator[tuple[bool, float]], *, inverted: bool = False) -> str:
    """Return light as Saleae writes edges."""
    rows = ["Time [s],Channel 0", f"0.0,{int(inverted)}"]
    now = 1_000.0
    for lit, us in light:
        rows.append(f"{now / 1e6:.9f},{int(lit is not inverted)}")
        now += us
    rows.append(f"{now / 1e6:.9f},{int(inverted)}")
    return "\n".join(rows)


def demodulated(signal: tuple[int, ...]) -> Iterator[tuple[bool, float]]:
    return ((place % 2 == 0, float(us)) for place, us in enumerate(signal))


@pytest.mark.parametrize("inverted", [False, True], ids=["active high", "active low"])
def test_edges_of_a_module_are_read_whatever_their_polarity(inverted: bool) -> None:
    raw = pack_nec(0x10, 0x45)
    capture = parse_csv(edges_csv(demodulated(encode_raw(raw)), inverted=inverted))
    assert keys(list(capture.durations_us)) == [raw]
    assert capture.carrier_hz is None


def test_edges_of_the_light_itself_are_demodulated() -> None:
    raw = pack_nec(0x10, 0x45)
    capture = parse_csv(edges_csv(modulated(encode_raw(raw))))
    assert keys(list(capture.durations_us)) == [raw]
    assert capture.carrier_hz == pytest.approx(37_917, abs=5)


def test_samples_with_a_rate_are_read() -> None:
    raw = pack_nec(0x10, 0x45)
    samples = [0] * 50 + sampled(modulated(encode_raw(raw)), 200e3, 0.3)
    text = "; CSV by some program\n; Samplerate: 200 kHz\nD0\n" + "\n".join(map(str, samples))
    capture = parse_csv(text)
    assert keys(list(capture.durations_us)) == [raw]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("; Samplerate: 0 Hz\n0\n", "a sample rate of 0"),
        ("; Samplerate: 50 kHz\n" + "0\n1\n" * 200, "50000 samples a second"),
    ],
)
def test_a_rate_that_cannot_carry_the_light_is_told(text: str, complaint: str) -> None:
    with pytest.raises(BadPulses, match=complaint):
        parse_csv(text)


def test_an_empty_recording_is_no_light() -> None:
    assert parse_csv("Time [s],Channel 0\n").durations_us == ()
