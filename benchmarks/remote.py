"""How well the remote is read: damaged signals of many classes, beside other decoders on the same.

Wrong keys count more than missed ones. ``python -m benchmarks.remote --nothing 1000000`` runs the
signals that are no key as often as that; by default a thin slice of them is run.
"""

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from multiprocessing import Pool
from pathlib import Path

from benchmarks import remote_lirc
from benchmarks.figures import best_cpu_s, percentile
from benchmarks.remote_models import MODELS, Peer
from benchmarks.remote_signals import (
    DEGRADED,
    KEYS,
    MIXED,
    NOTHING,
    Damage,
    Durations,
    codes,
    damaged,
    degraded,
    moved,
    nothing,
)
from benchmarks.report import Report, Row, at_least, at_most, table
from firmware_ctl.inputs.remote import RemoteInput, load_key_map
from ir_codes.carrier import demodulate, modulated
from ir_codes.encoder import encode_nec, encode_raw, pack_nec
from ir_codes.frames import Frame
from ir_codes.nec import NecDecoder
from ir_codes.pulses import Kind, Pulse, as_words, from_durations
from ir_codes.recorded import decode

SEEDS = (1, 2, 3)
CASES = 240
"""So many a class and seed. LIRC, which is run anew for every two dozen, gets the first seed's."""

CODES = 24
CURVE = tuple(range(0, 501, 50))
CURVE_CASES = 150

NOTHING_CASES = 36_000
UNPAIRED_EACH = 10
CHANCE_CASES = 20_000

LEAST_EDGES_A_SECOND = 200_000
LATENCY_S = 0.001
PRESSES = 400

CAPTURES = Path(__file__).parents[1] / "tests" / "data" / "ir"


def measure(nothing_cases: int = NOTHING_CASES) -> Report:
    """Run every class on every decoder, then speed and latency."""
    rows: list[Row] = []
    notes: list[str] = []
    _classes(rows, notes)
    _curve(notes)
    _captures(rows)
    _no_keys(rows, nothing_cases)
    _chance(rows)
    _speed(rows, notes)
    return Report(rows, tuple(notes))


def ours(durations: Sequence[int], listed: Sequence[int] = ()) -> list[int]:
    """Return the 32 bits of every frame that our decoder reads."""
    return [found.raw for found in decode(durations, listed) if isinstance(found, Frame)]


def listed_with(raw: int) -> list[int]:
    """Return the frames of a paired remote of 21 keys that has this one's address."""
    return [pack_nec(raw & 0xFFFF, command, extended=True) for command in KEYS]


def ours_paired(durations: Sequence[int], raw: int) -> list[int]:
    """Return what our decoder reads when it is paired with the remote that sends ``raw``."""
    listed = listed_with(raw)
    return [found for found in ours(durations, listed) if found in listed]


class _Score:
    """Right and wrong answers of one decoder."""

    def __init__(self) -> None:
        self.right = self.wrong = self.cases = 0

    def add(self, found: Iterable[int], raw: int) -> None:
        answers = set(found)
        self.cases += 1
        self.right += answers == {raw}
        self.wrong += bool(answers - {raw})

    @property
    def share(self) -> float:
        return self.right / self.cases


def _classes(rows: list[Row], notes: list[str]) -> None:
    classes = {**DEGRADED, **MIXED, "jitter 300": moved(300)}
    scores = {kind: _scores(kind, damage) for kind, damage in classes.items()}
    peers = list(next(iter(scores.values())))
    notes.append(
        f"right in %, wrong keys after a slash; {CASES * len(SEEDS)} cases a class, LIRC {CASES}:"
    )
    notes += _lined("class", peers, scores)
    if not remote_lirc.is_installed():
        notes.append("LIRC is not installed: sudo apt-get install lirc")
    rows += _bars(scores)


def _bars(scores: "dict[str, dict[str, _Score]]") -> list[Row]:
    """Return the worst classes, and all together, of our two ways to read."""
    jitter = [kind for kind in DEGRADED if kind.startswith(("jitter", "stretch", "clock", "ticks"))]
    others = [kind for kind in (*DEGRADED, *MIXED) if kind not in jitter]
    rows = []
    for name, together in (("ours", 0.99), ("ours, paired", 0.995)):
        found = {kind: of_kind[name] for kind, of_kind in scores.items()}
        all_of_them = [found[kind] for kind in (*jitter, *others)]
        cases = sum(score.cases for score in all_of_them)
        right = sum(score.right for score in all_of_them)
        wrong = sum(score.wrong for score in found.values())
        rows += [
            _share(f"{name}: worst of jitter, stretch, clock", _worst(found, jitter), 0.99),
            _share(f"{name}: worst of glitches, noise, mixtures", _worst(found, others), 0.97),
            _share(f"{name}: all classes together", right / cases, together),
            Row(f"{name}: wrong keys", "cases", wrong / cases, at_most(0), share=True),
        ]
    return [
        *rows,
        _share("ours, paired: jitter 300", scores["jitter 300"]["ours, paired"].share, 0.98),
    ]


def _worst(found: "dict[str, _Score]", kinds: Iterable[str]) -> float:
    return min(found[kind].share for kind in kinds)


def _share(what: str, share: float, bar: float) -> Row:
    return Row(what, "cases", share, at_least(bar), share=True)


def _scores(kind: str, damage: Damage) -> dict[str, _Score]:
    """Run one class on all decoders, LIRC on the same signals."""
    found = {name: _Score() for name in ("ours", "ours, paired", *MODELS)}
    for seed in SEEDS:
        chance = random.Random(f"{kind} {seed}")
        for _ in range(CASES // CODES):
            raws = list(dict.fromkeys(codes(chance, CODES)))
            signals = {raw: damaged(kind, damage, raw, chance).durations for raw in raws}
            for raw, durations in signals.items():
                found["ours"].add(ours(durations), raw)
                found["ours, paired"].add(ours_paired(durations, raw), raw)
                for name, peer in MODELS.items():
                    found[name].add(peer(durations), raw)
            if seed == SEEDS[0]:
                _add_lirc(found, signals)
    return found


def _add_lirc(found: dict[str, _Score], signals: dict[int, tuple[int, ...]]) -> None:
    if not remote_lirc.is_installed():
        return
    for eps, aeps in ((30, 100), (40, 250)):
        score = found.setdefault(f"LIRC {eps}/{aeps}", _Score())
        pressed = remote_lirc.read(signals, eps, aeps)
        for raw in signals:
            count = pressed.get(raw, 0)
            score.cases += 1
            score.right += count >= 1
            score.wrong += max(0, count - 1)


def _lined(heading: str, peers: Sequence[str], scores: dict[str, dict[str, _Score]]) -> list[str]:
    width = max(map(len, scores)) + 2
    lines = [f"{heading:<{width}}" + "".join(f"{peer[:14]:>16}" for peer in peers)]
    for kind, found in scores.items():
        cells = [
            f"{100 * found[peer].share:.1f}"
            + (f"/{found[peer].wrong}" if found[peer].wrong else "")
            for peer in peers
        ]
        lines.append(f"{kind:<{width}}" + "".join(f"{cell:>16}" for cell in cells))
    return lines


def _curve(notes: list[str]) -> None:
    """Draw the share of right answers over the jitter."""
    readers: dict[str, Callable[[Sequence[int], int], list[int]]] = {
        "ours, paired": ours_paired,
        "ours": lambda durations, _raw: ours(durations),
        **{name: _without_code(peer) for name, peer in MODELS.items()},
    }
    notes.append(f"right over jitter {CURVE[0]}..{CURVE[-1]} µs, one block each 50 µs:")
    for name, read in readers.items():
        shares = []
        wrong = 0
        for jitter in CURVE:
            chance = random.Random(jitter)
            score = _Score()
            for case in degraded("curve", moved(jitter), CURVE_CASES, chance):
                assert case.raw is not None  # degraded signals say a key
                score.add(read(case.durations, case.raw), case.raw)
            shares.append(score.share)
            wrong += score.wrong
        blocks = "".join(" ▁▂▃▄▅▆▇█"[round(8 * share)] for share in shares)
        figures = " ".join(f"{100 * share:.0f}" for share in shares)
        notes.append(f"  {name:<26} |{blocks}|  {figures}  wrong {wrong}")


def _without_code(peer: Peer) -> Callable[[Sequence[int], int], list[int]]:
    return lambda durations, _raw: peer(durations)


def _captures(rows: list[Row]) -> None:
    """Read every recording of a real remote, also as light that is not demodulated."""
    recorded = [
        json.loads(line)
        for name in ("captures", "remote_44key")
        for line in (CAPTURES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    stream: Durations = []
    right = light = 0
    for capture in recorded:
        durations, raw = capture["durations_us"], capture["expect"]["raw"]
        right += ours(durations)[:1] == [raw]
        pulses, _ = demodulate(modulated(durations))
        light += ours([us for _, us in pulses][1:])[:1] == [raw]
        stream += [*durations, 130_000] if len(durations) % 2 else [*durations[:-1], 130_000]
    wanted = {capture["expect"]["raw"] for capture in recorded}
    in_stream = len(wanted & set(ours(stream))) / len(wanted)
    rows += [
        _share("real captures, one by one", right / len(recorded), 1.0),
        _share("real captures as undemodulated light", light / len(recorded), 1.0),
        _share("real captures in one stream", in_stream, 1.0),
    ]


def _no_keys(rows: list[Row], number: int) -> None:
    """Read signals that are no key, all of them paired, a tenth unpaired, which takes longer."""
    share = max(UNPAIRED_EACH, number // len(NOTHING) // 4)
    jobs = [(kind, seed, share) for kind in NOTHING for seed in range(4)]
    with Pool() as pool:
        found = pool.map(_false_keys, jobs)
    cases = share * len(jobs)
    unpaired = cases // UNPAIRED_EACH
    rows += [
        Row(f"paired: keys in {cases:,} signals that are none", "cases",
            sum(one for one, _ in found) / cases, at_most(0), share=True),
        Row(f"unpaired: keys in {unpaired:,} of these", "cases",
            sum(other for _, other in found) / unpaired, at_most(1e-3), share=True),
    ]  # fmt: skip


def _false_keys(job: tuple[str, int, int]) -> tuple[int, int]:
    """Return how many signals of one class gave a key, paired and unpaired."""
    kind, seed, number = job
    chance = random.Random(f"{kind} {seed}")
    paired = anybody = 0
    for n in range(number):
        (case,) = nothing(kind, 1, chance)
        sent = case.sent if case.sent is not None else pack_nec(0x31, 0)
        listed = listed_with(sent)
        paired += any(raw in listed for raw in ours(case.durations, listed))
        if n % UNPAIRED_EACH == 0:
            anybody += bool(ours(case.durations))
    return paired, anybody


def _chance(rows: list[Row]) -> None:
    """Send random bits with good timing: what passes is chance alone."""
    chance = random.Random(7)
    wide = narrow = 0
    for _ in range(CHANCE_CASES):
        for raw in ours(encode_raw(chance.getrandbits(32))):
            wide += 1
            narrow += (raw ^ raw >> 8) & 0xFF == 0xFF
    rows += [
        Row("random bits read as some key, unpaired", "2^-8", wide / CHANCE_CASES * 2**8),
        Row("random bits read as an 8-bit address", "2^-16", narrow / CHANCE_CASES * 2**16),
    ]


def _speed(rows: list[Row], notes: list[str]) -> None:
    frame = encode_nec(0x00, 0x45)
    pulses = list(from_durations((*frame, 40_000) * PRESSES))
    seconds = best_cpu_s(lambda: _feed(pulses))
    rate = len(pulses) / seconds
    light_s = sum(us for _, us in pulses) / 1e6
    rows += [
        Row("edges a second of one core", f"{LEAST_EDGES_A_SECOND:,}", rate / LEAST_EDGES_A_SECOND,
            at_least(1)),
        Row("decoding", "time of the light", seconds / light_s, at_most(0.01), share=True),
    ]  # fmt: skip
    notes.append(f"{rate:,.0f} edges a second")
    for name, damage in (("clean", moved()), ("jitter 250", moved(250))):
        waits = _latencies(damage)
        rows.append(
            Row(f"frame's end to action, median, {name}", "1 ms",
                statistics.median(waits) / LATENCY_S, at_most(1))
        )  # fmt: skip
        notes.append(f"{name}: 99 % within {1e3 * percentile(waits, 99):.2f} ms")


def _feed(pulses: Sequence[Pulse]) -> None:
    decoder = NecDecoder()
    for kind, us in pulses:
        decoder.feed(kind, us)


def _latencies(damage: Damage) -> list[float]:
    """Return seconds from the timeout word to the command word, in the process."""
    chance = random.Random(3)
    said: list[float] = []
    remote = RemoteInput(load_key_map("21-key"), lambda *_: said.append(time.perf_counter()))
    timeout = as_words([Pulse(Kind.TIMEOUT, 20_000)])
    waits = []
    for _ in range(PRESSES):
        frame = encode_raw(pack_nec(0, chance.choice(KEYS)))
        remote.feed(as_words([Pulse(Kind.SPACE, 900_000), *from_durations(damage(frame, chance))]))
        before = len(said)
        began = time.perf_counter()
        remote.feed(timeout)
        if len(said) > before:
            waits.append(said[-1] - began)
    return waits


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nothing", type=int, default=NOTHING_CASES, metavar="N")
    report = measure(parser.parse_args().nothing)
    print("\n".join((*table(report.rows), *report.notes)))
