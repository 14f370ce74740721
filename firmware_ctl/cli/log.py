"""``mjtable log``: what happened at the table, from its record, with filters."""

import argparse
import json
import os
import re
from collections import deque
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode
from firmware_ctl.cli.places import MEND_RECORD

if TYPE_CHECKING:
    from firmware_ctl.store.rows import Row

UNIT = "mjtable.service"
_AGO = re.compile(r"(\d{1,6})([mhd])")
_UNITS = {"m": "minutes", "h": "hours", "d": "days"}


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "log",
        help="show what happened at the table",
        description="Show what happened at the table, from its record; a running table is not\n"
        "disturbed. A question mark behind a time means that the clock had not been set.",
        epilog="examples:\n  sudo mjtable log --kind fault --since 7d\n"
        "  sudo mjtable log --search E301 --json\n  mjtable log --system --last 200",
    )
    parser.add_argument(
        "--kind", action="append", metavar="KIND", help="only this kind of record; may be repeated"
    )
    parser.add_argument("--boot", type=int, metavar="N", help="only this start of the table")
    parser.add_argument(
        "--since", type=_moment, metavar="WHEN", help="2026-05-01, 2026-05-01T18:30, 90m, 12h, 7d"
    )
    parser.add_argument("--until", type=_moment, metavar="WHEN", help="the same")
    parser.add_argument("--search", metavar="TEXT", help="only lines in which this stands")
    parser.add_argument(
        "--last", type=int, default=50, metavar="N", help="so many lines; 0 = all (default 50)"
    )
    parser.add_argument(
        "--system", action="store_true", help="the service's own messages instead (journalctl)"
    )
    parser.add_argument("--state-dir", metavar="DIR", help="default: the service's, else your own")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.set_defaults(func=_run)


def _moment(text: str) -> datetime:
    """Return a moment: a date, a time, or so long ago; without a zone it is this machine's."""
    if ago := _AGO.fullmatch(text):
        return datetime.now(UTC) - timedelta(**{_UNITS[ago[2]]: int(ago[1])})
    try:
        return datetime.fromisoformat(text).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise argparse.ArgumentTypeError(f"{text}: say 2026-05-01, 12h or 7d") from error


def _run(arguments: argparse.Namespace) -> int:
    if arguments.last < 0:
        raise CliError("--last is a number of lines, 0 for all", ExitCode.USAGE)
    if arguments.system:
        return _system(arguments)
    for row in _newest(_wanted(rows(arguments.state_dir), arguments), arguments.last):
        print(json.dumps(row.as_json(), ensure_ascii=False) if arguments.json else row.line())
    return ExitCode.DONE


def rows(state_dir: str | None) -> "Iterator[Row]":
    """Yield the rows of this machine's record, the oldest first.

    Raises:
        CliError: there is no record, or it cannot be read.
    """
    from firmware_ctl.audit.chain_reader import RecordUnreadable, chain_links  # noqa: PLC0415
    from firmware_ctl.cli.places import record_place  # noqa: PLC0415
    from firmware_ctl.store.rows import row_of  # noqa: PLC0415

    try:
        for link in chain_links(record_place(state_dir)):
            yield row_of(link)
    except RecordUnreadable as error:
        raise CliError(f"{error}; {MEND_RECORD}") from error


def _wanted(found: "Iterable[Row]", arguments: argparse.Namespace) -> "Iterator[Row]":
    since = _ms(arguments.since, -1 << 62)
    until = _ms(arguments.until, 1 << 62)
    for row in found:
        if (
            (not arguments.kind or row.kind in arguments.kind)
            and (arguments.boot is None or row.boot == arguments.boot)
            and since <= row.clock_ms <= until
            and (not arguments.search or arguments.search.lower() in row.line().lower())
        ):
            yield row


def _ms(moment: datetime | None, default: int) -> int:
    return default if moment is None else int(moment.timestamp() * 1000)


def _newest(found: "Iterator[Row]", count: int) -> "Iterable[Row]":
    return deque(found, count) if count else found


def _system(arguments: argparse.Namespace) -> int:
    """Become journalctl, which keeps the messages of the service."""
    command = ["journalctl", f"--unit={UNIT}", "--no-pager"]
    command += [f"--lines={arguments.last}"] if arguments.last else []
    command += ["--output=json"] if arguments.json else []
    for name in ("since", "until"):
        if (moment := getattr(arguments, name)) is not None:
            command.append(f"--{name}={moment:%Y-%m-%d %H:%M:%S} UTC")
    command += [f"--grep={re.escape(arguments.search)}"] if arguments.search else []
    try:
        os.execvp(command[0], command)  # noqa: S606 -- a program of the system
    except FileNotFoundError as error:
        raise CliError("journalctl is absent: this system has no systemd") from error
