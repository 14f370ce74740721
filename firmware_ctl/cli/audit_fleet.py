"""``mjtable audit fleet``: the deals of many tables together, and which machines mix badly."""

import argparse
import json
import os
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode
from firmware_ctl.cli.progress import Progress

if TYPE_CHECKING:
    from firmware_ctl.fleet.evaluate import PartReport, TableReport
    from firmware_ctl.fleet.ingest import Ingested
    from firmware_ctl.fleet.merge import FleetReport

Verbs = argparse._SubParsersAction  # noqa: SLF001

_SHOWN = 20
_MOST_JOBS = 1024


def add_verb(verbs: "Verbs[argparse.ArgumentParser]") -> None:
    """Add the verb."""
    parser = verbs.add_parser(
        "fleet",
        help="many tables together: who mixes badly, is anybody amiss",
        description="Judge the deals files and journals of many tables, on all processors or on a "
        "Dask cluster, and name the machines that mix worst. Ends with 1 when a table is red.",
        epilog="example:\n  mjtable audit fleet journals/ --out fleet/\n"
        "  mjtable audit fleet /shared/journals --work /shared/work --dask tcp://10.0.0.2:8786",
    )
    parser.add_argument("paths", nargs="+", metavar="PATH", help="files, or folders of them")
    parser.add_argument("--mixing", choices=("drum", "uniform"), default="drum")
    parser.add_argument("--jobs", type=_jobs, metavar="N", help="default: one a processor")
    parser.add_argument(
        "--dask", metavar="ADDRESS", help="a scheduler's address, or local for workers here"
    )
    parser.add_argument("--work", metavar="DIR", help="for the parts; every worker must see it")
    parser.add_argument("--out", metavar="DIR", help="keep the tables' reports as Parquet there")
    parser.add_argument("--json", action="store_true", help="one object a table, then a summary")
    parser.set_defaults(func=_fleet)


def _jobs(text: str) -> int:
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 5 else 0
    if not 1 <= number <= _MOST_JOBS:
        raise argparse.ArgumentTypeError(f"{text}: give 1..{_MOST_JOBS} jobs")
    return number


def _fleet(arguments: argparse.Namespace) -> int:
    try:
        from firmware_ctl.fleet.ingest import NoDealsFile, files_in, ingest  # noqa: PLC0415
        from firmware_ctl.fleet.merge import merged, worst_mixers, write_tables  # noqa: PLC0415
    except ImportError as error:
        raise CliError(
            f"a fleet needs {error.name}: pip install 'mjtable[fleet]'", ExitCode.USAGE
        ) from error
    jobs = arguments.jobs or os.cpu_count() or 1
    try:
        files = files_in([Path(name) for name in arguments.paths])
    except FileNotFoundError as error:
        raise CliError(f"{error}: no such file or folder", ExitCode.USAGE) from None
    if not files:
        places = ", ".join(arguments.paths)
        raise CliError(f"{places}: no deals file or journal (.jsonl, .journal)", ExitCode.USAGE)
    with tempfile.TemporaryDirectory(dir=arguments.work, prefix="mjtable-fleet-") as work:
        with Progress(len(files), "files") as progress:
            try:
                taken = ingest(files, Path(work), progress.at)
            except NoDealsFile as error:
                raise CliError(str(error), ExitCode.USAGE) from error
        report = merged(_worked_out(arguments, taken.parts, jobs))
        tables = Path(arguments.out or work) / "tables.parquet"
        tables.parent.mkdir(parents=True, exist_ok=True)
        write_tables(report, tables)
        order = worst_mixers(tables, len(report.tables))
    _tell(report, order, taken, as_json=arguments.json)
    if report.bad:
        first = report.bad[0]
        raise CliError(
            f"{len(report.bad)} lines are no deals, the first in {first.file}, line {first.line}: "
            f"{first.why}",
            ExitCode.USAGE,
        )
    red = any(one.first_red for one in report.tables)
    return ExitCode.FAILED if red else ExitCode.DONE


def _worked_out(
    arguments: argparse.Namespace, parts: Sequence[Path], jobs: int
) -> "list[PartReport]":
    from firmware_ctl.fleet import engines  # noqa: PLC0415

    with Progress(len(parts), "parts") as progress:
        if arguments.dask:
            try:
                return engines.on_dask(parts, arguments.mixing, progress.at, arguments.dask, jobs)
            except ImportError as error:
                raise CliError(
                    f"Dask needs {error.name}: pip install 'mjtable[fleet]'", ExitCode.USAGE
                ) from error
            except OSError as error:
                raise CliError(
                    f"no Dask scheduler at {arguments.dask}: {error}; start one with "
                    "`dask scheduler`, or use --dask local"
                ) from error
        if jobs == 1:
            return engines.in_this_process(parts, arguments.mixing, progress.at)
        return engines.in_processes(parts, arguments.mixing, progress.at, jobs)


def _tell(
    report: "FleetReport", order: "Sequence[str]", taken: "Ingested", *, as_json: bool
) -> None:
    by_name = {one.table: one for one in report.tables}
    summary = {
        "summary": True,
        "tables": len(report.tables),
        "deals": sum(one.deals for one in report.tables),
        "repeated": taken.repeated,
        "shared_walls": taken.shared,
        "bad_lines": len(report.bad),
        "e": {route: round(value, 6) for route, value in report.evidence.items()},
        "worst_mixers": list(order[:_SHOWN]),
        "red": [one.table for one in report.tables if one.first_red],
    }
    if as_json:
        for name in order:
            print(json.dumps(asdict(by_name[name]), ensure_ascii=False))
        print(json.dumps(summary, ensure_ascii=False))
        return
    print(f"{'table':<20} {'deals':>7} {'level':<7} {'kept':>6} {'places':>7} {'ln e(C)':>8}")
    for name in order[:_SHOWN]:
        print(_line(by_name[name]))
    hidden = len(order) - _SHOWN
    if hidden > 0:
        print(f"... and {hidden} tables that mix better; --json tells them all")
    print(
        f"{summary['tables']} tables, {summary['deals']} deals, {taken.repeated} told twice, "
        f"{taken.shared} walls shared by tables; ln of the mean e against fair play "
        f"{report.evidence['a']:.2f}"
    )
    if summary["red"]:
        print(f"red: {', '.join(map(str, summary['red']))}")  # type: ignore[call-overload]


def _line(one: "TableReport") -> str:
    kept = "-" if one.kept is None else f"{100 * one.kept:.1f}%"
    places = "-" if one.hottest is None else f"{one.hottest:.1f}"
    return f"{one.table[:20]:<20} {one.deals:>7} {one.level:<7} {kept:>6} {places:>7} {one.c:>8.1f}"
