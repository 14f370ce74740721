"""Judge a stream of recorded deals in order, on one core or on all.

A table's deals stay with one worker, so its state never travels; a worker weighs deals of
different tables together. What is held is a few chunks of lines and one state for each table.
"""

import json
import os
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from typing import Any, NamedTuple
from zlib import crc32

from firmware_ctl.enrolment.recorded_tags import RecordedTags
from rules.errors import RulesError
from rules.integrity.deals import RecordedDeal, is_played, read_deal
from rules.languages import Language

CHUNK = 2048
_TOGETHER = 256
_IN_FLIGHT = 2


class Line(NamedTuple):
    """A line of a deals file, or a deal read elsewhere, with its number in the file."""

    number: int
    table: str
    given: bytes | RecordedDeal


class Judged(NamedTuple):
    """What became of a line: its answer, or why it cannot be read; neither where it is no play."""

    number: int
    answer: dict[str, Any] | None
    error: str | None


@dataclass(frozen=True, slots=True)
class Manner:
    """How deals are judged, as plain values that go to any process."""

    mixing: str
    tolerated: float
    language: Language
    tags: RecordedTags | None = None


class Bench:
    """Judges deals in order; holds the states of the tables that it has seen."""

    def __init__(self, manner: Manner) -> None:
        from rules.integrity.judge import start  # noqa: PLC0415
        from rules.integrity.table_state import Mixing, Settings, TableState  # noqa: PLC0415
        from rules.integrity.tags import Tag  # noqa: PLC0415

        self._start = start(Settings(Mixing(manner.mixing), manner.tolerated))
        self._language = manner.language
        self._states: dict[str, TableState] = {}
        self._tags = None
        if manner.tags is not None:
            self._tags = {uid: Tag(*listed) for uid, listed in manner.tags.items()}

    def judge(self, lines: Sequence[Line]) -> list[Judged]:
        """Return what became of each line; lines of one table are in their order."""
        found: list[Judged] = []
        rounds: dict[str, deque[tuple[int, RecordedDeal]]] = {}
        for line in lines:
            try:
                deal = _read(line.given)
            except (ValueError, RecursionError) as error:
                why = str(error) if isinstance(error, RulesError) else "this is no JSON"
                found.append(Judged(line.number, None, why))
                continue
            if deal is None:
                found.append(Judged(line.number, None, None))
            else:
                rounds.setdefault(deal.table, deque()).append((line.number, deal))
        while rounds:
            for some in _grouped(rounds, _TOGETHER):
                found += self._weigh([rounds[table].popleft() for table in some])
            rounds = {table: left for table, left in rounds.items() if left}
        return sorted(found)

    def _weigh(self, deals: Sequence[tuple[int, RecordedDeal]]) -> Iterator[Judged]:
        from rules.integrity.answers import verdict_answer  # noqa: PLC0415
        from rules.integrity.judge import observe_each  # noqa: PLC0415

        pairs = [(self._states.get(deal.table, self._start), deal) for _, deal in deals]
        weighed = observe_each(pairs, self._tags)
        for (number, deal), (state, verdict) in zip(deals, weighed, strict=True):
            self._states[deal.table] = state
            yield Judged(number, verdict_answer(verdict, self._language), None)


def judged(lines: Iterable[Line], manner: Manner, jobs: int) -> Iterator[Judged]:
    """Yield what became of each line, in the order of the lines, using so many processes."""
    stream = iter(lines)
    first = list(islice(stream, CHUNK))
    if jobs == 1 or len(first) < CHUNK:
        bench = Bench(manner)
        chunk = first
        while chunk:
            yield from bench.judge(chunk)
            chunk = list(islice(stream, CHUNK))
        return
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    with ExitStack() as stack:
        workers = [
            stack.enter_context(ProcessPoolExecutor(1, get_context("spawn"), _set_up, (manner,)))
            for _ in range(jobs)
        ]
        flying: deque[list[Future[list[Judged]]]] = deque([_sent(first, workers)])
        while flying:
            if len(flying) < _IN_FLIGHT and (chunk := list(islice(stream, jobs * CHUNK))):
                flying.append(_sent(chunk, workers))
                continue
            yield from sorted(one for future in flying.popleft() for one in future.result())


def _sent(
    lines: Sequence[Line], workers: Sequence[ProcessPoolExecutor]
) -> list[Future[list[Judged]]]:
    """Give every line to the worker of its table."""
    parts: list[list[Line]] = [[] for _ in workers]
    for line in lines:
        parts[crc32(line.table.encode(errors="surrogatepass")) % len(workers)].append(line)
    return [worker.submit(_work, part) for worker, part in zip(workers, parts, strict=True) if part]


_BENCH: list[Bench] = []
"""A worker's one bench."""


def _set_up(manner: Manner) -> None:
    _BENCH[:] = [Bench(manner)]


def _work(lines: list[Line]) -> list[Judged]:
    return _BENCH[0].judge(lines)


def _read(given: bytes | RecordedDeal) -> RecordedDeal | None:
    """Return a line's deal; ``None`` where it is no play, which is told by its mode alone."""
    if isinstance(given, RecordedDeal):
        return given
    row = json.loads(given)
    if isinstance(row, dict) and not is_played(row):
        return None
    return read_deal(row)


def _grouped(rounds: dict[str, Any], size: int) -> Iterator[list[str]]:
    tables = list(rounds)
    for first in range(0, len(tables), size):
        yield tables[first : first + size]
