"""Other decoders' limits as plain models: what they read of a signal. Not their code, their rules.

Each takes durations in µs, a mark first, silence after, and returns the 32 bits of every checked
key.
Limits: drivers/media/rc/ir-nec-decoder.c of Linux 6 and Arduino-IRremote 4 (ir_NEC.hpp).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain

UNIT = 562.5
TICK = 50
ARDUINO_GAP_US = 8_000
ARDUINO_MARK_EXCESS = 20
SILENCE_US = 125_000

Peer = Callable[[Sequence[int]], list[int]]


def kernel(durations_us: Sequence[int]) -> list[int]:
    """Return what the kernel's state machine reads; a misfit sets it back and is not looked at."""
    found: list[int] = []
    state, bits, raw = "idle", 0, 0
    for lit, us in _alternating(chain(durations_us, (SILENCE_US,))):
        state, bits, raw = _kernel_step(state, bits, raw, (lit, us), found)
    return found


def _kernel_step(
    state: str, bits: int, raw: int, interval: tuple[bool, int], found: list[int]
) -> tuple[str, int, int]:
    match state, interval:
        case "idle", (True, us) if _near(us, 16, 2):
            return "leader", 0, 0
        case "leader", (False, us) if _near(us, 8, 1):
            return "mark", 0, 0
        case "mark", (True, us) if _near(us, 1, 0.5):
            return ("trail" if bits == 32 else "space"), bits, raw
        case "space", (False, us) if _near(us, 1, 0.5) or _near(us, 3, 0.5):
            return "mark", bits + 1, raw | _near(us, 3, 0.5) << bits
        case "trail", (False, us) if us > 9.5 * UNIT and _is_checked(raw):
            found.append(raw)
    return "idle", 0, 0


def arduino(durations_us: Sequence[int]) -> list[int]:
    """Return what Arduino-IRremote reads: exactly 67 intervals between silences, in 50 µs ticks."""
    found = []
    for frame in _between_silences(durations_us):
        ticks = [round(us / TICK) * TICK for us in frame]
        if len(ticks) != 67 or not _within(ticks[0] - ARDUINO_MARK_EXCESS, 9_000):
            continue
        if not _within(ticks[1] + ARDUINO_MARK_EXCESS, 4_500):
            continue
        raw = 0
        for bit, us in enumerate(ticks[3::2]):
            raw |= _within(us + ARDUINO_MARK_EXCESS, 3 * UNIT) << bit
        if _is_checked(raw):
            found.append(raw)
    return found


def edge_to_edge(durations_us: Sequence[int]) -> list[int]:
    """Return what a plain decoder reads that times from leading edge to leading edge alone."""
    found = []
    for frame in _between_silences(durations_us):
        if len(frame) != 67 or not 7_000 <= frame[0] <= 11_000 or not 3_300 <= frame[1] <= 5_700:
            continue
        steps = [mark + space for mark, space in zip(frame[2::2], frame[3::2], strict=False)]
        zero_us = sum(frame[:2]) / 12
        raw = sum((step > 1.5 * zero_us) << bit for bit, step in enumerate(steps))
        if all(0.5 * zero_us < step < 2.5 * zero_us for step in steps) and _is_checked(raw):
            found.append(raw)
    return found


MODELS: dict[str, Peer] = {
    "kernel (model)": kernel,
    "Arduino-IRremote (model)": arduino,
    "edge to edge (model)": edge_to_edge,
}


def _is_checked(raw: int) -> bool:
    return raw >> 24 == (~raw >> 16 & 0xFF)


def _near(us: float, units: float, tolerance: float) -> bool:
    return abs(us - units * UNIT) < tolerance * UNIT


def _within(us: float, nominal: float) -> bool:
    return 0.75 * nominal <= us <= 1.25 * nominal


def _alternating(durations_us: Iterable[int]) -> Iterator[tuple[bool, int]]:
    return ((place % 2 == 0, us) for place, us in enumerate(durations_us))


def _between_silences(durations_us: Sequence[int]) -> Iterator[list[int]]:
    frame: list[int] = []
    for lit, us in _alternating(durations_us):
        if lit or us < ARDUINO_GAP_US:
            if frame or lit:
                frame.append(us)
        elif frame:
            yield frame
            frame = []
    if frame:
        yield frame
