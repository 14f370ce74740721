"""How soon the wall check finds each cheat, and how often it accuses honest and lazy machines.

Every cheat is followed at 200 tables with 136 and 108 tiles; the same tables' deals also go through
a battery of twelve tests at 99 % on batches of a hundred, the regulators' way. Copies and fixed
places are followed on machines with one tile set, as the goals were; with two that alternate they
need as many deals of each. ``python -m benchmarks.integrity_detection`` takes ``--quick`` for a
thin slice, or ``--part`` for the cheats, the lazy machines or the honest tables alone.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from math import inf, log, sqrt
from multiprocessing import get_context

import numpy as np
from numpy.typing import NDArray

from benchmarks.integrity_goals import GOALS, Goal, floor, scaled
from benchmarks.report import Report, Row, at_most, table
from firmware_ctl.audit_lab import battery
from firmware_ctl.audit_lab.layout import layout
from firmware_ctl.audit_lab.machines import MACHINES, UNIFORM
from firmware_ctl.audit_lab.reading import ReaderModel, Readers
from firmware_ctl.audit_lab.study import DETECTION, Course, Limits, follow
from firmware_ctl.audit_lab.tables import Tables
from hal.sim.cheats import CHEATS

Deals = NDArray[np.int64]

USUAL = "136"
VARIANTS = {USUAL: "GD", "108": "CD"}
BREAKS = {USUAL: "HB"}
"""Where the sum of the dice alone makes the break, in eleven ways."""

NEVER = 1 << 40
BOTH_ROUTES = log(2e4)
"""What each of the two routes to red must reach in the product, at 1e-4 for both together."""

SUP = (10, 100, 1000, 10_000)
Z_95 = 1.96


@dataclass(frozen=True, slots=True)
class Size:
    """How much is simulated."""

    tables: int = 200
    honest: int = 10_000
    honest_deals: int = 400
    lazy: int = 100
    lazy_deals: int = 300
    goals: tuple[Goal, ...] = GOALS
    machines: tuple[str, ...] = tuple(MACHINES)
    readers: bool = True


QUICK = Size(
    tables=40, honest=100, honest_deals=60, lazy=20, lazy_deals=60,
    goals=tuple(goal for goal in GOALS if goal.cheat in ("suit", "ready", "stack-one", "copy")),
    machines=("drum-strong", "kept-40"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Job:
    """One study: a cheat or a machine at some tables of a variant, from a seed."""

    subject: str
    variant: str
    tables: int
    deals: int
    seed: int
    machine: str = UNIFORM.name
    cheat: str = ""
    reader: ReaderModel | None = None
    one_set: bool = False
    until: tuple[str, ...] = ()
    with_battery: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """What a study found; ``flagged`` are shares of tables: in one batch at 99 %, at life level."""

    job: Job
    course: Course
    flagged: tuple[float, float] | None


LIMITS: Limits = {
    **DETECTION,
    **{f"full-{level}": ("full", log(level)) for level in SUP},
    **{f"a-{level}": ("a", log(level)) for level in SUP},
    "red-b1": ("b", log(1e4)),
    "product-full": ("full", BOTH_ROUTES),
    "product-a": ("a", BOTH_ROUTES),
}


def study(job: Job) -> Found:
    """Follow one job's tables; everything comes from its seed."""
    chance = np.random.default_rng(job.seed)
    ground = layout(job.variant)
    cheat = CHEATS[job.cheat] if job.cheat else None
    tables = Tables(
        ground, job.tables, chance, MACHINES[job.machine], cheat, 1 if job.one_set else 2
    )
    readers = None if job.reader is None else Readers(job.reader, ground, job.tables, chance)
    course = follow(tables, job.tables, job.deals, readers, LIMITS, until=job.until)
    return Found(job, course, _battery(job) if job.with_battery else None)


def _battery(job: Job) -> tuple[float, float]:
    """Return the share of tables that the battery flags in one batch, at 99 % and at life level."""
    chance = np.random.default_rng(job.seed + 1)
    ground = layout(job.variant)
    cheat = CHEATS[job.cheat] if job.cheat else None
    fair = battery.fair(ground, chance)
    tables = Tables(ground, job.tables, chance, MACHINES[job.machine], cheat)
    scores = fair.scores(next(battery.batched(tables, job.tables)))
    return tuple(float((scores > at).any(axis=1).mean()) for at in (battery.AT_99, battery.AT_LIFE))  # type: ignore[return-value]


def jobs(size: Size) -> Iterable[Job]:
    """Yield every study, the long ones first."""
    share = max(1, size.honest // 40)
    for number in range(size.honest // share if size.honest else 0):
        yield Job("honest", VARIANTS[USUAL], share, size.honest_deals, 1000 + number)
    for tiles, variant in VARIANTS.items():
        for at, machine in enumerate(size.machines):
            yield Job(
                f"lazy {tiles}", variant, size.lazy, size.lazy_deals, 3000 + at, machine,
                with_battery=True,
            )  # fmt: skip
        for at, reader in enumerate(READERS.values() if size.readers else ()):
            yield Job(
                f"reader {tiles}", variant, 2 * size.lazy, size.lazy_deals, 5000 + at, reader=reader
            )
        for at, goal in enumerate(size.goals):
            if tiles == USUAL or not goal.dice_only:  # dice fall alike whatever the tiles
                yield from _cheating(goal, tiles, variant, size.tables, 7000 + at)


READERS = {
    "misreads 0.1 %": ReaderModel(misreads=0.001, tags=False),
    "misreads 1 %": ReaderModel(misreads=0.01, tags=False),
    "unread 1 %, lanes fail": ReaderModel(unread=0.01, failures=0.02, tags=False),
}


def _cheating(goal: Goal, tiles: str, variant: str, tables: int, seed: int) -> Iterable[Job]:
    if goal.cheat.startswith("break"):
        variant = BREAKS.get(tiles, variant)
    routes = {"product-full": True, "red-a": goal.by_a is not None, "red-b1": goal.by_b is not None}
    job = Job(
        f"cheat {tiles}", variant, tables, goal.most, seed, cheat=goal.cheat,
        reader=ReaderModel(unread=1.0, tags=False) if goal.dice_only else None,
        one_set=goal.copies, until=tuple(name for name, is_wanted in routes.items() if is_wanted),
        with_battery=True,
    )  # fmt: skip
    yield job
    if goal.copies:
        yield replace(job, one_set=False, until=("red-b",), with_battery=False)


def run(size: Size, heard: Callable[[int, int], None] = lambda _done, _all: None) -> list[Found]:
    """Do every study, on all processors."""
    wanted = list(jobs(size))
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        found = []
        for done, one in enumerate(pool.map(study, wanted), start=1):
            found.append(one)
            heard(done, len(wanted))
    return found


def quantile(deals: Deals, share: float) -> float:
    """Return the deal by which a share of the tables had crossed; infinite where they never did."""
    ordered = np.sort(np.where(deals == 0, NEVER, deals))
    at = int(ordered[min(len(ordered) - 1, int(np.ceil(share * len(ordered))) - 1)])
    return inf if at >= NEVER else float(at)


def median_interval(deals: Deals) -> tuple[float, float]:
    """Return the 95 % interval of the median: order statistics by the binomial law."""
    half = Z_95 * sqrt(len(deals)) / 2
    middle = len(deals) / 2
    low, high = (middle - half) / len(deals), (middle + half + 1) / len(deals)
    return quantile(deals, max(low, 1 / len(deals))), quantile(deals, min(high, 1.0))


def measure(size: Size | None = None) -> Report:
    """Follow cheats, lazy machines, bad readers and honest tables."""
    chosen = size or Size()
    found = run(chosen, _told if sys.stderr.isatty() else _untold)
    rows: list[Row] = []
    notes: list[str] = []
    by_cheat = {goal.cheat: goal for goal in chosen.goals}
    notes += CHEAT_HEADING if by_cheat else ()
    for one in (one for one in found if one.job.cheat):
        goal = by_cheat[one.job.cheat]
        rows += _cheat_rows(one, goal)
        notes.append(_cheat_line(one, goal))
    groups = _honest_groups(found)
    notes += HONEST_HEADING if groups else ()
    for name, group in groups.items():
        rows += _honest_rows(name, group)
        notes.append(_honest_line(name, group))
    return Report(tuple(rows), tuple(notes))


def _told(done: int, wanted: int) -> None:
    print(f"\r{done} of {wanted} studies", end="\n" if done == wanted else "", file=sys.stderr)


def _untold(_done: int, _all: int) -> None:
    """Show nothing: standard error is no terminal."""


def drum(course: Course) -> Deals:
    """Return when a drum's check turns red: by null A, or by null B on both tile sets."""
    a, b = (np.where(course.crossed[name] == 0, NEVER, course.crossed[name]) for name in
            ("red-a", "red-b"))  # fmt: skip
    soonest = np.minimum(a, b)
    return np.where(soonest >= NEVER, 0, soonest)


def _delay(deals: Deals, cheat: str) -> Deals:
    """Return deals counted from the cheat's beginning."""
    late = CHEATS[cheat].start - 1
    return np.where(deals == 0, 0, np.maximum(deals - late, 1))


def _cheat_rows(found: Found, goal: Goal) -> list[Row]:
    job = found.job
    red = _delay(found.course.crossed["red"], job.cheat)
    name = f"{job.cheat}, {job.subject.split()[1]} tiles"
    if goal.copies and not job.one_set:
        return []
    wanted = scaled(goal.median, goal, job.variant)
    rows = [
        Row(f"{name}: median, lower end", "goal", median_interval(red)[0] / wanted, at_most(1)),
    ]
    if goal.by_a is not None:
        by_a = scaled(goal.by_a, goal, job.variant)
        low = median_interval(drum(found.course))[0]
        rows.append(Row(f"{name}: on a drum", "goal by A", low / by_a, at_most(1)))
    if goal.by_b is not None:
        by_b = scaled(goal.by_b, goal, job.variant)
        low = median_interval(found.course.crossed["red-b1"])[0]
        rows.append(Row(f"{name}: without null C", "goal by B", low / by_b, at_most(1)))
    return rows


CHEAT_HEADING = (
    "deals until found: 10 / 50 / 90 % of the tables [95 % of the median], goal 50 (90), floor;",
    "A, B: by that null alone, drum: by A, or by B on both sets, product: two routes at 2e4;",
    "battery: tables flagged in one batch of 100 deals at 99 % (at a life's level)",
)


def _cheat_line(found: Found, goal: Goal) -> str:
    job, course = found.job, found.course
    red = _delay(course.crossed["red"], job.cheat)
    low, high = median_interval(red)
    least = floor(goal, job.variant)
    either = [
        np.where(course.crossed[name] == 0, NEVER, course.crossed[name])
        for name in ("product-full", "product-a")
    ]
    product = np.minimum(*either)
    product = _delay(np.where(product >= NEVER, 0, product), job.cheat)
    flagged = found.flagged
    shown = "-" if flagged is None else f"{flagged[0]:.0%} ({flagged[1]:.0%})"
    sets = " (two sets)" if goal.copies and not job.one_set else ""
    return (
        f"{job.subject.split()[1]} {job.cheat + sets:<28} {_spread(red)} [{low:g}-{high:g}]"
        f" goal {scaled(goal.median, goal, job.variant)}"
        f" ({scaled(goal.ninety, goal, job.variant)})"
        f" floor {'-' if least is None else f'{least:.1f}'}"
        f" A {_spread(_delay(course.crossed['red-a'], job.cheat))}"
        f" B {_spread(_delay(course.crossed['red-b1'], job.cheat))}"
        f" drum {_spread(_delay(drum(course), job.cheat))}"
        f" product {quantile(product, 0.5):g} battery {shown}"
    )


def _spread(deals: Deals) -> str:
    found = (quantile(deals, share) for share in (0.1, 0.5, 0.9))
    return " / ".join("-" if deal == inf else f"{deal:g}" for deal in found)


HONEST_HEADING = (
    "honest machines: tables whose evidence ever reached 10, 100, 1000, 10000 (Ville: at most",
    "10, 1, 0.1, 0.01 %), against all nulls / null A; B: red by B on both sets; battery as above",
)


def _honest_groups(found: Sequence[Found]) -> dict[str, list[Found]]:
    """Return the studies without a cheat by what they are of."""
    groups: dict[str, list[Found]] = {}
    readers = {model: name for name, model in READERS.items()}
    for one in found:
        job = one.job
        if job.cheat:
            continue
        name = job.machine if job.reader is None else readers[job.reader]
        tiles = job.subject.split()[-1]
        groups.setdefault("uniform" if tiles == "honest" else f"{name}, {tiles}", []).append(one)
    return groups


def _share(group: Sequence[Found], limit: str) -> float:
    crossed = np.concatenate([one.course.crossed[limit] for one in group])
    return float((crossed > 0).mean())


def _honest_rows(name: str, group: Sequence[Found]) -> list[Row]:
    """Return the bars: Ville's where order is uniform, and never red by null A for anybody."""
    rows = [Row(f"{name}: red by null A", "none", _share(group, "red-a"), at_most(0), share=True)]
    if name == "uniform":
        rows += [
            Row(f"{name}: reached {level}, {route}", "Ville's bound",
                _share(group, f"{route}-{level}") * level, at_most(1))
            for route in ("full", "a") for level in SUP
        ]  # fmt: skip
    elif group[0].job.reader is not None:
        rows.append(Row(f"{name}: red", "none", _share(group, "red"), at_most(0), share=True))
    return rows


def _honest_line(name: str, group: Sequence[Found]) -> str:
    shares = [
        ", ".join(f"{100 * _share(group, f'{route}-{level}'):.2f}" for level in SUP)
        for route in ("full", "a")
    ]
    tables = sum(one.job.tables for one in group)
    deals = group[0].job.deals
    flagged = group[0].flagged
    shown = "" if flagged is None else f" battery {flagged[0]:.0%} ({flagged[1]:.0%})"
    return (
        f"{name:<28} {tables} tables x {deals}: {shares[0]} / {shares[1]} % "
        f"B {_share(group, 'red-b'):.2%}{shown}"
    )


PARTS: dict[str, Callable[[Size], Size]] = {
    "cheats": lambda size: replace(size, honest=0, machines=(), readers=False),
    "lazy": lambda size: replace(size, honest=0, goals=()),
    "honest": lambda size: replace(size, goals=(), machines=(), readers=False),
}
"""What may be measured alone."""


def main(argv: Sequence[str]) -> int:
    """Print the report of the whole, of a part, or of a thin slice."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.integrity_detection")
    parser.add_argument("--quick", action="store_true", help="a thin slice, in a minute")
    parser.add_argument("--part", choices=tuple(PARTS), help="only this part")
    arguments = parser.parse_args(argv)
    size = QUICK if arguments.quick else Size()
    report = measure(PARTS[arguments.part](size) if arguments.part else size)
    print("\n".join((*table(report.rows), *report.notes)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
