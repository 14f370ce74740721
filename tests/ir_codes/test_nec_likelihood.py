"""The parts of the search: places and lines, exact costs of bytes, measures of certainty."""

import math
import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ir_codes.encoder import encode_raw, pack_nec
from ir_codes.measure import marks_of
from ir_codes.nec_evidence import (
    FALSE_KEY_PAIRED,
    FITTED_NATS,
    least_margin,
    nats_needed,
    over_noise,
    scatter_of,
)
from ir_codes.nec_grid import UNIT_US, fit, line_between, ones_seen, signal_of
from ir_codes.nec_paths import byte_costs_from, byte_costs_to, checked_paths, free_path
from tests.ir_codes.signals import moved, raws

ROWS = st.lists(st.floats(-3, 30), min_size=33, max_size=33)


def counts(raw: int, bits: int = 32) -> list[int]:
    """Return how many ones lie before each mark."""
    return [(raw & (1 << bit) - 1).bit_count() for bit in range(bits + 1)]


def cost(row: list[float], raw: int) -> float:
    return sum((k - seen) ** 2 for k, seen in zip(counts(raw)[1:], row[1:], strict=True))


@given(raws(), st.floats(0.85, 1.15), st.integers(-200, 250))
def test_a_frame_lies_on_its_own_line(raw: int, clock: float, stretch: int) -> None:
    leader, *marks = marks_of(
        moved(encode_raw(raw), random.Random(0), clock=clock, stretch=stretch)
    )
    signal = signal_of(leader, marks)
    fitted = fit(signal, raw)
    assert fitted.line.unit == pytest.approx(UNIT_US * clock, rel=1e-3)
    assert scatter_of(signal, fitted.squares) < 1.5
    seen = ones_seen(signal, line_between(signal, raw.bit_count()))
    assert [round(ones) for ones in seen] == counts(raw)


@given(st.lists(st.floats(-3, 12), min_size=8, max_size=8), st.integers(0, 8))
def test_the_costs_of_all_bytes_are_those_of_each(row: list[float], ones: int) -> None:
    begun = byte_costs_from(row, ones)
    ended = byte_costs_to(row, ones + 8)
    assert len(begun) == len(ended) == 256
    for byte in (0x00, 0x01, 0x80, 0x5A, 0xFF):
        before = counts(byte, 8)[1:]
        assert begun[byte] == pytest.approx(
            sum((ones + k - seen) ** 2 for k, seen in zip(before, row, strict=True))
        )
        last = ones + 8 - byte.bit_count()
        assert ended[byte] == pytest.approx(
            sum((last + k - seen) ** 2 for k, seen in zip(before, row, strict=True))
        )


@given(ROWS, raws())
def test_no_valid_frame_is_cheaper_than_the_best_path(row: list[float], raw: int) -> None:
    paths = list(checked_paths(row, raw.bit_count()))
    assert min(paths).cost <= cost(row, raw) + 1e-6
    for path in paths:
        assert path.cost == pytest.approx(cost(row, path.raw))
        assert path.raw.bit_count() == raw.bit_count()
        assert path.raw >> 24 == (~path.raw >> 16 & 0xFF)


@given(st.lists(st.floats(-1, 7), min_size=7, max_size=7), st.integers(0, 6))
def test_the_free_path_is_the_cheapest_of_all_bits(row: list[float], ones: int) -> None:
    def price(raw: int) -> float:
        return sum((k - seen) ** 2 for k, seen in zip(counts(raw, 6)[1:], row[1:], strict=True))

    candidates = [
        sum(bit << place for place, bit in enumerate(bits))
        for bits in product((0, 1), repeat=6)
        if sum(bits) == ones
    ]
    assert price(free_path(row, ones, 6)) == pytest.approx(min(map(price, candidates)))


def test_more_codes_and_rarer_errors_need_more_evidence() -> None:
    assert nats_needed(21, FALSE_KEY_PAIRED) == pytest.approx(
        math.log(21) + 9 * math.log(10) + FITTED_NATS
    )
    assert nats_needed(44, 1e-9) > nats_needed(21, 1e-9) > nats_needed(21, 1e-6)


def test_the_margin_grows_where_noise_is_strong() -> None:
    margins = [least_margin(UNIT_US, spread) for spread in (20, 125, 150, 180, 200)]
    assert margins == sorted(margins)
    assert margins[0] < 5 < margins[-1]


@given(st.integers(0, 2**32), st.integers(200, 2_000), st.integers(200, 3_000))
def test_random_light_is_hardly_ever_likelier_as_a_frame(seed: int, mark: int, space: int) -> None:
    chance = random.Random(seed)
    light = [9_000, 4_500]
    for _ in range(33):
        light += [round(chance.expovariate(1 / us)) + 200 for us in (mark, space)]
    leader, *marks = marks_of(light[:-1])
    if len(marks) != 33:
        return
    signal = signal_of(leader, marks)
    fitted = fit(signal, pack_nec(0, 0x45))
    evidence = over_noise(signal, scatter_of(signal, fitted.squares))
    assert evidence < nats_needed(1, FALSE_KEY_PAIRED)
