"""Damaged frames: read where the likelihood is beyond doubt, refused where it is not."""

import random
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ir_codes.encoder import encode_raw, pack_nec
from ir_codes.frames import Frame, Reason, Rejected
from ir_codes.keymap import parse_key_map
from ir_codes.nec import MOST_MARKS, NecDecoder
from ir_codes.pulses import Kind
from ir_codes.recorded import decode
from tests.ir_codes.signals import moved, raws, with_glitch

SEEDS = st.integers(0, 2**32)
CASES = 60

KEYS = (0x45, 0x46, 0x47, 0x44, 0x40, 0x43, 0x07, 0x15, 0x09, 0x16, 0x19, 0x0D, 0x0C, 0x18, 0x5E)


def listed_with(raw: int) -> list[int]:
    """Return the frames of a remote with this one's address, and this one."""
    return [raw, *(pack_nec(raw & 0xFFFF, key, extended=True) for key in KEYS)]


def keys(durations: Sequence[int], codes: Sequence[int] = ()) -> list[int]:
    return [found.raw for found in decode(durations, codes) if isinstance(found, Frame)]


def drawn(seed: int, *, extended: bool) -> tuple[int, random.Random]:
    chance = random.Random(seed)
    address = chance.randrange(1 << (16 if extended else 8))
    return pack_nec(address, chance.choice(KEYS), extended=extended), chance


def answers(
    damage: Callable[[Sequence[int], random.Random], Sequence[int]], *, paired: bool
) -> list[bool | None]:
    """Return for each case whether the answer is right, ``None`` for no answer."""
    out: list[bool | None] = []
    for seed in range(CASES):
        raw, chance = drawn(seed, extended=bool(seed % 2))
        found = keys(damage(encode_raw(raw), chance), listed_with(raw) if paired else ())
        out.append(found == [raw] if found else None)
    return out


DAMAGES: dict[str, Callable[[Sequence[int], random.Random], Sequence[int]]] = {
    "jitter 150": lambda d, chance: moved(d, chance, jitter=150 / 2**0.5),
    "jitter 200": lambda d, chance: moved(d, chance, jitter=200 / 2**0.5),
    "jitter 250": lambda d, chance: moved(d, chance, jitter=250 / 2**0.5),
    "slow clock": lambda d, chance: moved(d, chance, jitter=200 / 2**0.5, clock=1.1),
    "fast clock": lambda d, chance: moved(d, chance, jitter=200 / 2**0.5, clock=0.9),
    "shrunk marks": lambda d, chance: moved(d, chance, jitter=150 / 2**0.5, stretch=-150),
    "stretched marks": lambda d, chance: moved(d, chance, jitter=150 / 2**0.5, stretch=200),
    "coarse ticks": lambda d, chance: moved(d, chance, jitter=100 / 2**0.5, tick=50),
}


@pytest.mark.parametrize("kind", DAMAGES)
def test_an_unknown_remote_is_read_through_jitter_and_never_wrongly(kind: str) -> None:
    found = answers(DAMAGES[kind], paired=False)
    assert False not in found
    assert found.count(None) <= 2


@pytest.mark.parametrize("kind", DAMAGES)
def test_a_paired_remote_is_read_always(kind: str) -> None:
    assert answers(DAMAGES[kind], paired=True) == [True] * CASES


def test_a_paired_remote_is_read_through_jitter_that_hides_it_from_any_other_decoder() -> None:
    def damage(durations: Sequence[int], chance: random.Random) -> Sequence[int]:
        return moved(durations, chance, jitter=350 / 2**0.5)

    assert answers(damage, paired=True).count(True) >= CASES - 1


@given(raws(), SEEDS, st.integers(0, 700), st.booleans())
@settings(max_examples=60)
def test_no_jitter_makes_another_key(raw: int, seed: int, jitter: int, paired: bool) -> None:
    signal = moved(encode_raw(raw), random.Random(seed), jitter=jitter / 2**0.5)
    assert keys(signal, listed_with(raw) if paired else ()) in ([raw], [])


@given(raws(), SEEDS, st.integers(0, 60), st.data())
@settings(max_examples=60)
def test_two_glitches_and_jitter_make_no_other_key(
    raw: int, seed: int, jitter: int, data: st.DataObject
) -> None:
    signal: Sequence[int] = moved(encode_raw(raw), random.Random(seed), jitter=jitter)
    for place in sorted(data.draw(st.sets(st.integers(3, 64), min_size=2, max_size=2)))[::-1]:
        if signal[place] > 200:
            width = data.draw(st.integers(20, 150))
            at = data.draw(st.integers(10, signal[place] - width - 10))
            signal = with_glitch(signal, place, at, width)
    assert keys(signal) in ([raw], [])


@given(raws(), st.integers(16, 31), SEEDS, st.integers(0, 200))
@settings(max_examples=80)
def test_a_wrong_inverse_is_no_key_however_it_jitters(
    raw: int, bit: int, seed: int, jitter: int
) -> None:
    signal = moved(encode_raw(raw ^ 1 << bit), random.Random(seed), jitter=jitter / 2**0.5)
    assert keys(signal) == []
    assert keys(signal, listed_with(raw)) == []


@given(raws(), st.booleans(), SEEDS, st.integers(0, 200))
@settings(max_examples=60)
def test_a_33rd_bit_is_no_key_however_it_jitters(
    raw: int, bit: bool, seed: int, jitter: int
) -> None:
    signal = moved(encode_raw(raw | bit << 32, 33), random.Random(seed), jitter=jitter / 2**0.5)
    assert keys(signal) == []


@given(raws(), raws(), SEEDS)
@settings(max_examples=60)
def test_a_clean_key_of_another_remote_is_never_taken_for_a_paired_one(
    raw: int, other: int, seed: int
) -> None:
    signal = moved(encode_raw(other), random.Random(seed), jitter=150 / 2**0.5)
    listed = listed_with(raw)
    assert [found for found in keys(signal, listed) if found in listed] in ([], [other])


@given(SEEDS, st.integers(100, 1_500), st.integers(100, 2_500), st.booleans())
@settings(max_examples=100)
def test_random_light_after_a_leader_is_no_key(
    seed: int, mark: int, space: int, paired: bool
) -> None:
    chance = random.Random(seed)
    light = [9_000, 4_500]
    for _ in range(33):
        light += [
            round(chance.expovariate(1 / mark)) + 1,
            round(chance.expovariate(1 / space)) + 1,
        ]
    assert keys(light[:-1], listed_with(pack_nec(0, 0x45)) if paired else ()) == []


@pytest.mark.parametrize("width", [30, 100, 160])
def test_a_first_mark_worn_short_does_not_end_the_frame(width: int) -> None:
    raw = pack_nec(0xFF, 0x45)  # begins with a one: leader's space and first bit are 6.8 ms
    signal = list(encode_raw(raw))
    signal[3] += signal[2] - width
    signal[2] = width
    assert keys(signal) == [raw]


def test_a_flood_of_slivers_after_a_leader_keeps_memory_small() -> None:
    decoder = NecDecoder()
    decoder.feed(Kind.PULSE, 9_000)
    decoder.feed(Kind.SPACE, 4_500)
    for _ in range(5_000):
        decoder.feed(Kind.PULSE, 30)
        decoder.feed(Kind.SPACE, 40)
        assert len(decoder._edges) <= MOST_MARKS


def test_what_is_not_sure_is_refused_with_a_reason() -> None:
    raw, chance = drawn(3, extended=True)
    signal = moved(encode_raw(raw), chance, jitter=900)
    (result,) = [found for found in decode(signal) if isinstance(found, Rejected)][-1:]
    assert result.reason in set(Reason)


def test_a_key_map_gives_the_decoder_its_frames() -> None:
    key_map = parse_key_map(
        '[[protocols]]\nprotocol = "nec"\nvariant = "necx"\n'
        '[protocols.scancodes]\n0x31cf45 = "dice"\n0x123446 = "lift"\n'
    )
    assert set(key_map.frames()) == {
        pack_nec(0xCF31, 0x45, extended=True),
        pack_nec(0x3412, 0x46, extended=True),
    }
