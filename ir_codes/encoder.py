"""The way back: a key becomes durations, as a receiver would give them. NEC only.

Timing: NEC µPD6121 data sheet: unit 562.5 µs, frame period 108 ms.
"""

MARK_US = 562
ZERO_SPACE_US = 563
ONE_SPACE_US = 1_688
"""Whole µs that give 1,125 and 2,250 µs from edge to edge."""

LEADER = (9_000, 4_500)
REPEAT = (9_000, 2_250, MARK_US)
PERIOD_US = 108_000


def pack_nec(address: int, command: int, *, extended: bool = False) -> int:
    """Return the 32 bits of a key, the first sent as bit 0, inverse bytes included.

    Args:
        address: 0..0xFF, or with ``extended`` 0..0xFFFF, its low byte sent first.
        command: 0..0xFF.
        extended: send 16 bits of address in place of 8 and their inverse.

    Raises:
        ValueError: a part does not fit its bits.
    """
    bits = 16 if extended else 8
    if not 0 <= address < 1 << bits:
        raise ValueError(f"address {address:#x}: give 0..{(1 << bits) - 1:#x}")
    if not 0 <= command <= 0xFF:
        raise ValueError(f"command {command:#x}: give 0..0xff")
    sent = address if extended else address | (address ^ 0xFF) << 8
    return sent | command << 16 | (command ^ 0xFF) << 24


def encode_raw(raw: int, bits: int = 32) -> tuple[int, ...]:
    """Return one frame's durations in µs: leader, ``bits`` bits, stop mark."""
    durations = list(LEADER)
    for bit in range(bits):
        durations += (MARK_US, ONE_SPACE_US if raw >> bit & 1 else ZERO_SPACE_US)
    return (*durations, MARK_US)


def encode_nec(
    address: int, command: int, *, extended: bool = False, repeats: int = 0
) -> tuple[int, ...]:
    """Return the durations in µs of a key pressed and held for ``repeats`` repeat frames.

    The first is a mark and so is the last.

    Raises:
        ValueError: address, command or ``repeats`` out of range.
    """
    if repeats < 0:
        raise ValueError(f"{repeats} repeats: give 0 or more")
    frame = encode_raw(pack_nec(address, command, extended=extended))
    durations = list(frame)
    before = frame
    for _ in range(repeats):
        durations += (PERIOD_US - sum(before), *REPEAT)
        before = REPEAT
    return tuple(durations)
