"""Judge one part of a fleet's deals: all tables of one Parquet file, deal by deal."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

import duckdb

from rules.errors import RulesError
from rules.integrity.deals import RecordedDeal, is_played, read_deal
from rules.integrity.judge import observe_each, start
from rules.integrity.levels import Level, worst
from rules.integrity.mixing_quality import FEWEST, MixingError, MixingQuality, mixing_quality
from rules.integrity.table_state import Mixing, Settings, TableState
from rules.integrity.verdict import Verdict

_DIGITS = 9
"""Digits of a logarithm that are told: sums in another order differ from the fourteenth on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableReport:
    """What one table's deals show; wealth is in natural logarithms.

    ``first_red`` is the deal of the first red or blocking verdict, 0 if none. ``kept`` is the share
    of neighbours that come again, ``hottest`` the largest deviation of a kind from an even spread
    over the stacks; both ``None`` for a table with too few walls.
    """

    table: str
    deals: int
    level: str
    first_red: int
    full: float
    a: float
    b: float
    c: float
    kept: float | None
    tolerance: float | None
    hottest: float | None


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that is no deal, and why."""

    file: str
    line: int
    why: str


@dataclass(frozen=True, slots=True)
class PartReport:
    """What one part shows, its tables in the order of their names."""

    tables: tuple[TableReport, ...]
    bad: tuple[BadLine, ...]


@dataclass(slots=True)
class _Course:
    """One table while its deals are judged."""

    name: str
    deals: list[RecordedDeal]
    state: TableState
    levels: set[Level] = field(default_factory=set)
    first_red: int = 0

    def hear(self, state: TableState, verdict: Verdict) -> None:
        self.state = state
        self.levels.add(verdict.level)
        if verdict.level in (Level.RED, Level.BLOCK) and not self.first_red:
            self.first_red = verdict.deal


def evaluate(part: Path, mixing: str = Mixing.DRUM.value) -> PartReport:
    """Judge a part; the answer depends on its deals alone, not on where it is worked out."""
    settings = Settings(Mixing(mixing))
    bad: list[BadLine] = []
    courses = [_Course(name, deals, start(settings)) for name, deals in _tables(part, bad)]
    _judge(courses)
    return PartReport(tuple(map(_report, courses)), tuple(bad))


def _tables(part: Path, bad: list[BadLine]) -> Iterator[tuple[str, list[RecordedDeal]]]:
    """Yield each table's deals in their order; note lines that are none."""
    with duckdb.connect() as base:
        rows = base.execute(
            "SELECT name, file, line, content FROM read_parquet(?) ORDER BY name, deal, file, line",
            [str(part)],
        ).fetchall()
    for name, lines in groupby(rows, key=lambda row: str(row[0])):
        yield name, list(_deals(lines, bad))


def _deals(
    lines: Iterator[tuple[str, str, int, str]], bad: list[BadLine]
) -> Iterator[RecordedDeal]:
    for _, file, line, content in lines:
        try:
            row = json.loads(content)
            if not isinstance(row, dict) or is_played(row):
                yield read_deal(row)
        except RulesError as error:
            bad.append(BadLine(file, line, str(error)))
        except (ValueError, RecursionError):
            bad.append(BadLine(file, line, "this is no JSON"))


def _judge(courses: Sequence[_Course]) -> None:
    """Judge tables in step, each to its own end."""
    longest = max((len(course.deals) for course in courses), default=0)
    for number in range(longest):
        going = [course for course in courses if number < len(course.deals)]
        found = observe_each([(course.state, course.deals[number]) for course in going])
        for course, (state, verdict) in zip(going, found, strict=True):
            course.hear(state, verdict)


def _report(course: _Course) -> TableReport:
    wealth = course.state.wealth
    quality = _quality(course.deals)
    return TableReport(
        table=course.name,
        deals=len(course.deals),
        level=worst(course.levels).value,
        first_red=course.first_red,
        full=round(wealth.full, _DIGITS),
        a=round(wealth.a, _DIGITS),
        b=round(wealth.b, _DIGITS),
        c=round(wealth.c, _DIGITS),
        kept=None if quality is None else quality.kept.share,
        tolerance=None if quality is None else quality.kept.tolerance,
        hottest=None if quality is None else quality.hottest,
    )


def _quality(deals: Sequence[RecordedDeal]) -> MixingQuality | None:
    """Return how a machine mixes; ``None`` for too few walls, or for walls of several shapes."""
    if len(deals) < FEWEST:
        return None
    try:
        return mixing_quality(deals)
    except MixingError:
        return None
