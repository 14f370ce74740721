"""Signals for the remote's benchmark: codes, ways to damage them, nine kinds that are no key.

Jitter moves edges: each by a normal deviation of sd/√2, so that every interval has the sd. No two
edges change places; a receiver gives at least a microsecond between them.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from firmware_ctl.inputs.remote import shipped_map_text
from ir_codes.encoder import encode_raw, pack_nec
from ir_codes.keymap import parse_key_map

Durations = list[int]
Damage = Callable[[Sequence[int], random.Random], Durations]

KEYS = tuple(code.command for code in parse_key_map(shipped_map_text("21-key")).keys)


@dataclass(frozen=True, slots=True)
class Case:
    """One signal; ``raw`` are the bits that it says, ``None`` where it must say nothing.

    ``sent`` are the bits that a signal which says nothing was made from: with their remote paired,
    it is most tempting.
    """

    kind: str
    raw: int | None
    durations: tuple[int, ...]
    sent: int | None = None


def moved(jitter: float = 0, stretch: float = 0, clock: float = 1, tick: int = 1) -> Damage:
    """Return a damage: edges moved by jitter, trailing edges late, clock off, coarse ticks."""

    def damage(durations: Sequence[int], chance: random.Random) -> Durations:
        return from_edges(
            [
                round((edge * clock + chance.gauss(0, jitter / 2**0.5) + stretch * (n % 2)) / tick)
                * tick
                for n, edge in enumerate(accumulate(durations, initial=0))
            ]
        )

    return damage


def from_edges(edges: list[int]) -> Durations:
    """Return the intervals between edges, none of them shorter than a microsecond."""
    for n in range(1, len(edges)):
        edges[n] = max(edges[n], edges[n - 1] + 1)
    return [after - before for before, after in pairwise(edges)]


def glitched(number: int, jitter: float = 0) -> Damage:
    """Return a damage: glitches of 20..150 µs, spikes in spaces and drops in marks."""

    def damage(durations: Sequence[int], chance: random.Random) -> Durations:
        signal = moved(jitter)(durations, chance)
        for place in sorted(chance.sample(range(2, len(signal) - 1), number), reverse=True):
            width = chance.randint(20, min(150, signal[place] // 2))
            at = chance.randint(1, signal[place] - width - 1)
            signal[place : place + 1] = [at, width, signal[place] - at - width]
        return signal

    return damage


def after_noise(durations: Sequence[int], chance: random.Random) -> Durations:
    """Put a burst of short light before the leader."""
    noise = [
        us
        for _ in range(chance.randint(1, 12))
        for us in (chance.randint(50, 500), chance.randint(200, 4_000))
    ]
    return [*noise, *durations]


def before_noise(durations: Sequence[int], chance: random.Random) -> Durations:
    """Put light 2..5 ms after the stop mark."""
    return [*durations, chance.randint(2_000, 5_000), chance.randint(50, 500)]


DEGRADED: dict[str, Damage] = {
    **{f"jitter {sd}": moved(sd) for sd in (50, 75, 100, 125, 150, 175, 200, 225, 250)},
    **{f"stretch {us:+}": moved(0, us) for us in (-200, -150, -100, 100, 150, 200, 250)},
    **{f"stretch {us:+}, jitter 60": moved(60, us) for us in (-150, -100, 100, 150)},
    **{f"clock {clock}": moved(0, 0, clock) for clock in (0.85, 0.9, 0.95, 1.05, 1.1, 1.15)},
    "ticks of 50 µs": moved(tick=50),
    "1 glitch": glitched(1),
    "2 glitches": glitched(2),
    "4 glitches": glitched(4),
    "noise before": after_noise,
    "noise after": before_noise,
}
MIXED: dict[str, Damage] = {
    "clock 0.9, jitter 200": moved(200, 0, 0.9),
    "clock 1.1, jitter 200": moved(200, 0, 1.1),
    "stretch -150, jitter 150": moved(150, -150),
    "stretch +150, jitter 150": moved(150, 150),
    "stretch +200, jitter 150": moved(150, 200),
    "2 glitches, jitter 80": glitched(2, 80),
    "ticks of 50 µs, jitter 100": moved(100, tick=50),
}


def codes(chance: random.Random, number: int) -> list[int]:
    """Return remotes' codes, half of them with a 16-bit address."""
    found = []
    for n in range(number):
        extended = bool(n % 2)
        address = chance.randrange(1 << (16 if extended else 8))
        found.append(pack_nec(address, chance.choice(KEYS), extended=extended))
    return found


def degraded(kind: str, damage: Damage, number: int, chance: random.Random) -> list[Case]:
    """Return signals of one class that say a key."""
    return [damaged(kind, damage, raw, chance) for raw in codes(chance, number)]


def damaged(kind: str, damage: Damage, raw: int, chance: random.Random) -> Case:
    """Return one signal of a class."""
    return Case(kind, raw, tuple(damage(encode_raw(raw), chance)))


def wrong_bit(raw: int, chance: random.Random) -> Durations:
    """Turn one bit of command or inverse around."""
    return list(encode_raw(raw ^ 1 << chance.randrange(16, 32)))


def lost_mark(raw: int, chance: random.Random) -> Durations:
    """Lose a bit's mark: two spaces become one."""
    signal = list(encode_raw(raw))
    mark = 2 + 2 * chance.randrange(32)
    signal[mark - 1 : mark + 2] = [sum(signal[mark - 1 : mark + 2])]
    return signal


def truncated(raw: int, chance: random.Random) -> Durations:
    """End inside the data."""
    return list(encode_raw(raw))[: 2 * chance.randint(2, 32) + 1]


def short_leader(raw: int, chance: random.Random) -> Durations:
    """Send another protocol's leader."""
    return [chance.randint(2_000, 6_000), *encode_raw(raw)[1:]]


def no_leader(raw: int, chance: random.Random) -> Durations:
    """Send the bits alone."""
    del chance
    return list(encode_raw(raw)[2:])


def pure_noise(raw: int, chance: random.Random) -> Durations:
    """Send light at random, a leader's length among it."""
    del raw
    signal = [chance.randint(20, 2_000) for _ in range(chance.randint(20, 200))]
    if chance.random() < 0.5:
        signal[:2] = [9_000, 4_500]
    return signal


def overlapping(raw: int, chance: random.Random) -> Durations:
    """Send two remotes' frames at once."""
    other = codes(chance, 1)[0]
    offset = chance.randint(1_000, 60_000)
    marks: list[list[int]] = []
    for begin, end in sorted([*_spans(encode_raw(raw), 0), *_spans(encode_raw(other), offset)]):
        if marks and begin <= marks[-1][1]:
            marks[-1][1] = max(marks[-1][1], end)
        else:
            marks.append([begin, end])
    return from_edges([edge for mark in marks for edge in mark])


def bits_48(raw: int, chance: random.Random) -> Durations:
    """Send a 48-bit frame whose first 32 bits are a good one."""
    return list(encode_raw(raw | chance.getrandbits(16) << 32, 48))


def bits_33(raw: int, chance: random.Random) -> Durations:
    """Send one bit more."""
    return list(encode_raw(raw | chance.getrandbits(1) << 32, 33))


NOTHING: dict[str, Callable[[int, random.Random], Durations]] = {
    "one bit wrong": wrong_bit,
    "a lost bit mark": lost_mark,
    "truncated": truncated,
    "short leader": short_leader,
    "no leader": no_leader,
    "pure noise": pure_noise,
    "two remotes": overlapping,
    "48 bits": bits_48,
    "a 33rd bit": bits_33,
}


def nothing(kind: str, number: int, chance: random.Random) -> list[Case]:
    """Return signals of one class that are no key, half of them with jitter up to 250 µs."""
    make = NOTHING[kind]
    found = []
    for _ in range(number):
        raw = chance.choice(codes(chance, 2))
        signal = make(raw, chance)
        if chance.random() < 0.5:
            signal = moved(chance.choice((60, 150, 250)))(signal, chance)
        found.append(Case(kind, None, tuple(signal), raw))
    return found


def _spans(durations: Sequence[int], start: int) -> list[tuple[int, int]]:
    edges = list(accumulate(durations, initial=start))
    return list(zip(edges[::2], edges[1::2], strict=True))
