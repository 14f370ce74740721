"""``mjtable audit check``: judge recorded deals, as many as there are."""

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Self

from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode
from firmware_ctl.cli.progress import Progress

if TYPE_CHECKING:
    from firmware_ctl.cli.audit_bench import Judged, Line, Manner
    from firmware_ctl.enrolment.recorded_tags import RecordedTags
    from rules.languages import Language

Subparsers = argparse._SubParsersAction  # noqa: SLF001
Answer = dict[str, Any]

_GRAVE = ("red", "block")
_MOST_JOBS = 256


def add_verb(verbs: "Subparsers[argparse.ArgumentParser]") -> None:
    """Add the verb."""
    parser = verbs.add_parser(
        "check",
        help="judge recorded deals",
        description="Weigh recorded deals one after another and say after each how its table "
        "stands: ok, inform, amber, red or block. The file holds one deal a line (JSON), or is a "
        "table's signed journal; tables may be mixed. Only deals of mode play count.",
        epilog="example:\n  mjtable audit check deals.jsonl\n"
        "  mjtable audit check --mixing uniform --json deals.jsonl > verdicts.jsonl",
    )
    parser.add_argument("file", metavar="FILE", help="deals or a journal; - is standard input")
    parser.add_argument(
        "--mixing",
        choices=("drum", "uniform"),
        default="drum",
        help="drum (default): a machine mixes, and that it mixes badly accuses nobody; uniform: "
        "a random generator mixes",
    )
    parser.add_argument(
        "--tolerated",
        type=_share,
        default=0.0,
        metavar="SHARE",
        help="share of neighbours that the commissioned machine keeps, such as 0.08",
    )
    parser.add_argument(
        "--tiles", metavar="DIR", help="folder with the enrolled tags: foreign ones are then named"
    )
    parser.add_argument(
        "--jobs", type=_jobs, metavar="N", help="processes; default: one for each core"
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument(
        "--json", action="store_true", help="a line for each deal, then a summary; so by default "
        "where the output is no terminal",
    )  # fmt: skip
    form.add_argument(
        "--text", action="store_true", help="words, where a table's level changes; so by default "
        "on a terminal",
    )  # fmt: skip
    parser.add_argument("--lang", metavar="TAG", help="en, zh-CN or ja; default: en")
    parser.set_defaults(func=_check)


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0 <= share < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no share: give 0 to below 1, such as 0.08")
    return share


def _jobs(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= _MOST_JOBS:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no number of processes: give 1 to {_MOST_JOBS}"
        )
    return int(text)


def _check(arguments: argparse.Namespace) -> int:
    _need_numpy()
    from firmware_ctl.cli.audit_bench import judged  # noqa: PLC0415

    summary = _Summary(arguments.mixing)
    words = arguments.text or (sys.stdout.isatty() and not arguments.json)
    jobs = arguments.jobs or os.cpu_count() or 1
    with _Input(arguments.file) as source:
        answers = judged(source.lines(), _manner(arguments), jobs)
        with Progress(source.size, "bytes") as progress:
            for one in answers:
                _say(one, summary, source.name, words=words)
                progress.at(source.done)
    print(summary.words() if words else _line(summary.answer()))
    return ExitCode.DONE


def _need_numpy() -> None:
    try:
        import numpy as np  # noqa: F401, PLC0415
    except ImportError as error:
        raise CliError(
            "the wall check needs numpy: pip install 'mjtable[integrity]'", ExitCode.USAGE
        ) from error


def _manner(arguments: argparse.Namespace) -> "Manner":
    from firmware_ctl.cli.audit_bench import Manner  # noqa: PLC0415

    tags = None if arguments.tiles is None else _tags(Path(arguments.tiles))
    return Manner(arguments.mixing, arguments.tolerated, _language(arguments.lang), tags)


def _language(tag: str | None) -> "Language":
    from rules.errors import RulesError  # noqa: PLC0415
    from rules.languages import Language  # noqa: PLC0415
    from rules.lookup import look_up  # noqa: PLC0415

    try:
        return look_up({one.value: one for one in Language}, tag or Language.EN, "language")
    except RulesError as error:
        raise CliError(str(error), ExitCode.USAGE) from None


def _tags(directory: Path) -> "RecordedTags":
    from firmware_ctl.cli.tiles_source import lists_in  # noqa: PLC0415
    from firmware_ctl.enrolment.recorded_tags import recorded_tags  # noqa: PLC0415

    tags = recorded_tags(lists_in(directory))
    if tags is None:
        raise CliError(
            f"{directory}: foreign tiles can be told once both sets are listed; name the folder "
            "that holds tiles.json, or enrol both: mjtable tiles enrol",
            ExitCode.USAGE,
        )
    return tags


class _Input:
    """The file or stream that deals come from, and how far it has been read."""

    def __init__(self, name: str) -> None:
        self.name = "standard input" if name == "-" else name
        self._path = None if name == "-" else Path(name)
        self._file: IO[bytes] = sys.stdin.buffer
        self.size, self.done = 1, 0

    def __enter__(self) -> Self:
        if self._path is not None:
            if not self._path.is_file():
                raise CliError(
                    f"{self.name}: no such file; give a deals file, a journal or -", ExitCode.USAGE
                )
            self._file = self._path.open("rb")
            self.size = self._path.stat().st_size
        return self

    def __exit__(self, *_: object) -> None:
        if self._path is not None:
            self._file.close()

    def lines(self) -> "Iterator[Line]":
        """Yield the lines of a deals file, or the deals of a journal."""
        from firmware_ctl.audit.recorded_deals import is_journal  # noqa: PLC0415
        from firmware_ctl.cli.audit_bench import Line  # noqa: PLC0415
        from firmware_ctl.cli.audit_deals import deals_in  # noqa: PLC0415

        for number, line in enumerate(self._file, start=1):
            if number == 1 and self._path is not None and is_journal(line):
                for at, deal in enumerate(deals_in(str(self._path)), start=1):
                    yield Line(at, deal.table, deal)
                return
            self.done += len(line)
            if line.strip():
                yield Line(number, _table(line), line)


def _table(line: bytes) -> str:
    """Return the table that a line names; a line that names none is judged to be bad later."""
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return ""
    return str(row.get("table", "")) if isinstance(row, dict) else ""


class _Summary:
    """Counts what the deals came to."""

    def __init__(self, mixing: str) -> None:
        self._mixing = mixing
        self.left_out = 0
        self._levels: Counter[str] = Counter()
        self._at: dict[str, str] = {}
        self._first: dict[str, Answer] = {}

    def add(self, answer: Answer) -> bool:
        """Count a deal's answer and tell whether its table's level has changed."""
        table, level = answer["table"], answer["level"]
        self._levels[level] += 1
        changed = bool(self._at.get(table, "ok") != level)
        self._at[table] = level
        if level in _GRAVE and table not in self._first:
            self._first[table] = answer
        return changed

    def answer(self) -> Answer:
        """Return the summary object."""
        return {
            "summary": True,
            "deals": self._levels.total(),
            "left_out": self.left_out,
            "tables": len(self._at),
            "mixing": self._mixing,
            "levels": dict(self._levels),
            "first_grave": [
                {"table": table, "deal": one["deal"], "level": one["level"], "null": one["null"]}
                for table, one in self._first.items()
            ],
        }

    def words(self) -> str:
        """Return the summary as lines."""
        levels = ", ".join(f"{count} {level}" for level, count in self._levels.items())
        lines = [f"{self._levels.total()} deals of {len(self._at)} tables: {levels or 'none'}"]
        if self.left_out:
            lines.append(f"{self.left_out} left out: they are no play")
        lines += [
            f"table {table or '(no name)'}: {one['level']} at deal {one['deal']}"
            for table, one in self._first.items()
        ]
        return "\n".join(lines)


def _say(one: "Judged", summary: _Summary, name: str, *, words: bool) -> None:
    """Print what became of a line.

    Raises:
        CliError: the line cannot be read.
    """
    if one.error is not None:
        raise CliError(f"{name}, line {one.number}: {one.error}", ExitCode.USAGE)
    if one.answer is None:
        summary.left_out += 1
        return
    changed = summary.add(one.answer)
    if not words:
        print(_line(one.answer))
    elif changed:
        print(f"{one.answer['table']} deal {one.answer['deal']}: {one.answer['text']}")


def _line(answer: Answer) -> str:
    return json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
