"""Signals for tests: made, damaged the way receivers damage them, and decoded at one go."""

import random
from collections.abc import Iterable, Sequence
from itertools import pairwise

from hypothesis import strategies as st

from ir_codes.encoder import encode_raw, pack_nec
from ir_codes.frames import Frame, Reason, Rejected, RepeatFrame, Result
from ir_codes.nec import NecDecoder
from ir_codes.presses import Event
from ir_codes.pulses import from_durations
from ir_codes.stream import ENDLESS_US, PressStream

COMMANDS = st.integers(0, 0xFF)


@st.composite
def raws(draw: st.DrawFn) -> int:
    """Draw the 32 bits of a good frame, with an 8-bit or a 16-bit address."""
    extended = draw(st.booleans())
    address = draw(st.integers(0, 0xFFFF if extended else 0xFF))
    return pack_nec(address, draw(COMMANDS), extended=extended)


def results(durations: Iterable[int]) -> list[Result]:
    """Decode marks and spaces, then silence."""
    decoder = NecDecoder()
    out: list[Result] = []
    for kind, us in from_durations(durations):
        out += decoder.feed(kind, us)
    return [*out, *decoder.idle(ENDLESS_US)]


def events(durations: Iterable[int]) -> list[Event]:
    """Decode marks and spaces into presses, then silence."""
    stream = PressStream()
    return stream.feed(from_durations(durations)) + stream.close()


def frames(durations: Iterable[int]) -> list[int]:
    """Return the raw bits of every frame."""
    return [result.raw for result in results(durations) if isinstance(result, Frame)]


def repeats(durations: Iterable[int]) -> int:
    """Return how many repeat frames there are."""
    return sum(isinstance(result, RepeatFrame) for result in results(durations))


def reasons(durations: Iterable[int]) -> list[Reason]:
    """Return why signals were refused."""
    return [result.reason for result in results(durations) if isinstance(result, Rejected)]


def moved(
    durations: Sequence[int],
    chance: random.Random,
    *,
    jitter: float = 0,
    stretch: float = 0,
    clock: float = 1,
    tick: int = 1,
) -> list[int]:
    """Return the signal with its edges moved: jitter (sd), late trailing edges, clock, ticks."""
    edges = [0.0]
    for us in durations:
        edges.append(edges[-1] + us * clock)
    late = [
        round((edge + chance.gauss(0, jitter) + (stretch if n % 2 else 0)) / tick) * tick
        for n, edge in enumerate(edges)
    ]
    for n, edge in enumerate(late[1:], 1):
        late[n] = max(edge, late[n - 1] + 1)
    return [after - before for before, after in pairwise(late)]


def with_glitch(durations: Sequence[int], place: int, at: int, width: int) -> list[int]:
    """Split interval ``place`` by a glitch ``width`` µs wide, ``at`` µs after its beginning."""
    us = durations[place]
    return [*durations[:place], at, width, us - at - width, *durations[place + 1 :]]


def frame(address: int = 0, command: int = 0x45, *, extended: bool = False) -> tuple[int, ...]:
    """Return the durations of one frame."""
    return encode_raw(pack_nec(address, command, extended=extended))
