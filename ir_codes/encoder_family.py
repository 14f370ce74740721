"""The way back for every protocol: a key becomes durations, held for some repeats."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from ir_codes.biphase import RC5_BITS, RC5_HALF_US, RC6_BITS, RC6_HALF_US, RC6_LEADER
from ir_codes.encoder import MARK_US, ONE_SPACE_US, PERIOD_US, ZERO_SPACE_US, encode_nec
from ir_codes.frames import Protocol
from ir_codes.scancodes import Code
from ir_codes.sirc import COMMAND_BITS, LENGTHS, UNIT_US

NECX_LEADER = (4_500, 4_500)
RC_PERIOD_US = 114_000
SIRC_PERIOD_US = 45_000
SIRC_LEAST = 3
"""A SIRC remote sends every frame three times at least."""


def encode(code: Code, *, repeats: int = 0) -> tuple[int, ...]:
    """Return the durations in µs of a key pressed and held for ``repeats`` more frames.

    The first is a mark and so is the last.

    Raises:
        ValueError: address, command or ``repeats`` out of range.
    """
    if repeats < 0:
        raise ValueError(f"{repeats} repeats: give 0 or more")
    match code.protocol:
        case Protocol.NECX | Protocol.TC9012:
            repeat = (*NECX_LEADER, MARK_US, ONE_SPACE_US, MARK_US)
            return _joined([_necx(code), *[repeat] * repeats], PERIOD_US)
        case Protocol.RC5:
            return _joined([_rc5(code)] * (repeats + 1), RC_PERIOD_US)
        case Protocol.RC6:
            return _joined([_rc6(code)] * (repeats + 1), RC_PERIOD_US)
        case Protocol.SIRC:
            return _joined([_sirc(code)] * (repeats + SIRC_LEAST), SIRC_PERIOD_US)
        case _:
            return encode_nec(code.address, code.command, extended=code.extended, repeats=repeats)


def _necx(code: Code) -> tuple[int, ...]:
    twice = code.protocol is Protocol.TC9012
    _fits(code, 8 if twice else 16, 8)
    address = code.address | code.address << 8 if twice else code.address
    raw = address | code.command << 16 | (code.command ^ 0xFF) << 24
    durations = list(NECX_LEADER)
    for bit in range(32):
        durations += (MARK_US, ONE_SPACE_US if raw >> bit & 1 else ZERO_SPACE_US)
    return (*durations, MARK_US)


def _rc5(code: Code) -> tuple[int, ...]:
    _fits(code, 5, 7)
    raw = 1 << 13 | (~code.command >> 6 & 1) << 12 | code.address << 6 | code.command & 0x3F
    levels = [level for bit in _high_first(raw, RC5_BITS) for level in ((0, 1) if bit else (1, 0))]
    return _durations(levels[1:], RC5_HALF_US)  # the first half is dark, as is what was before


def _rc6(code: Code) -> tuple[int, ...]:
    _fits(code, 8, 8)
    raw = 1 << RC6_BITS - 1 | code.address << 8 | code.command
    bits = [level for bit in _high_first(raw, RC6_BITS) for level in ((1, 0) if bit else (0, 1))]
    leader = [1] * RC6_LEADER[0] + [0] * RC6_LEADER[1]
    return _durations([*leader, *bits[:8], 0, 0, 1, 1, *bits[8:]], RC6_HALF_US)


def _sirc(code: Code) -> tuple[int, ...]:
    length = next((n for n in LENGTHS if not code.address >> n - COMMAND_BITS), 0)
    _fits(code, max(LENGTHS) - COMMAND_BITS, COMMAND_BITS)
    raw = code.command | code.address << COMMAND_BITS
    durations = [4 * UNIT_US]
    for bit in range(length):
        durations += (UNIT_US, (2 if raw >> bit & 1 else 1) * UNIT_US)
    return tuple(durations)


def _fits(code: Code, address_bits: int, command_bits: int) -> None:
    for name, value, bits in (
        ("address", code.address, address_bits),
        ("command", code.command, command_bits),
    ):
        if not 0 <= value < 1 << bits:
            raise ValueError(f"{code.protocol} {name} {value:#x}: give 0..{(1 << bits) - 1:#x}")


def _high_first(value: int, bits: int) -> Iterable[int]:
    return (value >> place & 1 for place in reversed(range(bits)))


def _durations(levels: Sequence[int], half_us: int) -> tuple[int, ...]:
    """Return levels as marks and spaces, a mark first and last."""
    durations: list[int] = []
    before = 0
    for level in levels:
        if level == before:
            durations[-1] += half_us
        else:
            durations.append(half_us)
        before = level
    return tuple(durations if before else durations[:-1])


def _joined(frames: Sequence[Sequence[int]], period_us: int) -> tuple[int, ...]:
    durations = list(frames[0])
    for before, frame in pairwise(frames):
        durations += (period_us - sum(before), *frame)
    return tuple(durations)
